"""Commands, events and notices are each handled in one place, so that adding one needs few edits."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import paperdice
from paperdice.flow import commands, events
from paperdice.flow.notices import PUBLIC_PARTS, Notice
from paperdice.flow.registry import DECISIONS
from paperdice.flow.table import EFFECTS

SOURCE = Path(paperdice.__file__).parent
FLOW = SOURCE / "flow"
# The edits for a new command, knocking on the table: the file, the line before which it is inserted, and the code.
EDITS = [
    (
        "commands.py",
        "_COMMANDS: list",
        """
class Knock(SeatCommand, tag="knock"):
    \"\"\"Knocks on the table.\"\"\"

    loudness: int


""",
    ),
    (
        "events.py",
        "_EVENTS: list",
        """
class Knocked(SeatEvent, tag="knocked"):
    \"\"\"Somebody has knocked.\"\"\"

    budget = 2

    loudness: int


""",
    ),
    (
        "decide_moves.py",
        "@decides(commands.TakeBack)",
        """
@decides(commands.Knock)
def _knock(table: Table, command: commands.Knock, who: Who) -> CommandResult:
    check_own(who, command.seat)
    knocked = events.Knocked(at=who.now.at, command=command.id, seat=command.seat, loudness=command.loudness)
    return CommandResult([knocked])


""",
    ),
    (
        "table.py",
        "@applies(events.Opened)",
        """
@applies(events.Knocked)
def _knock(table: Table, event: events.Knocked) -> None:
    table.seats[event.seat].left = False


""",
    ),
    (
        "notices.py",
        "@publishes(events.Sat)",
        """
@publishes(events.Knocked)
def _knocked(event: events.Knocked, applied: Applied) -> list[Notice]:
    return [StoodNotice(applied.sequence, event.at, event.seat)]


""",
    ),
]
PROGRAM = """
import sys
from random import Random

from paperdice import flow

flow.__path__.insert(0, sys.argv[1])

from paperdice.errors import IllegalMoveError
from paperdice.flow import commands, events
from paperdice.flow.decide import decide
from tests.server.tables import Driver, open_table, person
from paperdice.flow.checks import Who

driver = Driver(open_table(person(0), person(1)))
who = Who(frozenset({1}), driver.attendance, driver.moment, Random(1))
knock = commands.read_command(b'{"type": "knock", "id": "k", "seat": 1, "loudness": 3}')
for _ in range(2):
    driver.apply(decide(driver.table, knock, who).events)
print(events.encode_event(driver.log[-1]).decode(), len(driver.table.notices))
try:
    decide(driver.table, knock, who)
except IllegalMoveError as error:
    print(error.reason.id)
"""


def test_every_command_is_decided_and_every_event_applied() -> None:
    assert set(commands.TABLE_COMMANDS) == set(DECISIONS)
    assert set(events.EVENTS) == set(EFFECTS)


def test_notices_are_made_from_events_in_one_place_under_names_of_their_own() -> None:
    assert set(PUBLIC_PARTS) <= set(events.EVENTS)
    assert not {notice.__name__ for notice in get_args(Notice)} & {event.__name__ for event in events.EVENTS}
    elsewhere = [path.name for path in SOURCE.rglob("*.py") if re.search(r"Notice\(\w", path.read_text("utf-8"))]
    assert elsewhere == ["notices.py"]


def test_a_new_command_needs_at_most_five_edits(tmp_path: Path) -> None:
    for name, before, added in EDITS:
        text = (FLOW / name).read_text("utf-8")
        assert text.count(before) == 1, name
        changed = tmp_path / name
        changed.write_text(text.replace(before, added.lstrip("\n") + before), "utf-8")
    assert len(EDITS) <= 5
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    event = '{"type":"knocked","seat":1,"loudness":3,"at":1000000,"command":"k"}'
    assert (done.stdout, done.stderr) == (f"{event} 4\ntoo_often\n", "")
