"""Levels at tables: every seat can have one, and the level of a mirror is requested by its device."""

import pytest

from paperdice.bots import PLAYERS
from paperdice.errors import PaperdiceError
from paperdice.flow.checks import check_bot
from paperdice.flow.commands import SeatBot, read_command
from paperdice.flow.wishes import NewSeat
from paperdice.server.bots import BotPool
from tests.server.tables import person, played_out, started


def test_a_level_and_a_mirror_with_its_strength_may_sit_down() -> None:
    for bot in ("random", "steady", "level-1", "level-8", "mirror", "mirror-3.7"):
        check_bot(bot, PLAYERS)


@pytest.mark.parametrize("bot", ["level-9", "level-3.5", "mirror-8.5", "mirror-0", "mirrors", "cmd:ls"])
def test_other_levels_are_refused(bot: str) -> None:
    with pytest.raises(PaperdiceError, match="There is no bot"):
        check_bot(bot, PLAYERS)


def test_where_there_is_no_mirror_none_can_be_had() -> None:
    with pytest.raises(PaperdiceError, match=r"There is no bot called “mirror-3\.7”"):
        check_bot("mirror-3.7", ("casual",))


def test_a_server_has_all_of_them_and_a_command_can_name_them() -> None:
    assert {"random", "casual", "steady", "expert", "level-1", "level-8", "mirror"} < set(BotPool.names)
    command = read_command('{"type": "seat_bot", "id": "a1", "seat": 1, "bot": "mirror-3.7"}')
    assert isinstance(command, SeatBot) and command.bot == "mirror-3.7"


@pytest.mark.parametrize(
    ("bot", "after"),
    [
        ("mirror-3.7", {(0,): "mirror-4.2", (1,): "mirror-3.2", (0, 1): "mirror-3.7"}),
        ("mirror-7.8", {(0,): "mirror-8.0", (1,): "mirror-7.3", (0, 1): "mirror-7.8"}),
        ("steady", {(0,): "steady", (1,): "steady", (0, 1): "steady"}),
    ],
)
def test_in_the_next_match_a_mirror_follows_its_person(bot: str, after: dict[tuple[int, ...], str]) -> None:
    """The level rises if the person has won, and falls if the bot has won."""
    driver = played_out(started(person(0), NewSeat(bot=bot)))
    assert driver.next(0).table.seats[1].bot == after[driver.table.match.winners]
