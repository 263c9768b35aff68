"""The messages of the protocol, and the schema that is made from them."""

import msgspec
import pytest

from paperdice.server.protocol import events
from paperdice.server.protocol.commands import REACTIONS, Play, read_command
from paperdice.server.protocol.schema import definitions


def test_a_command_is_read_by_its_type() -> None:
    assert read_command(b'{"type":"play","id":"a1","seat":0,"step":3,"move":"r5"}') == Play("a1", 0, 3, "r5")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'{"type":"fly"}',
        b'{"type":"play","id":"a1","seat":0,"step":3}',
        b'{"type":"play","id":"a1","seat":9,"step":3,"move":"r5"}',
        b'{"type":"play","id":"a1","seat":0,"step":3,"move":"r5","extra":1}',
        b'{"type":"sit","id":"a1","name":"Ann","token":"short"}',
        b'{"type":"react","seat":0,"reaction":"free words"}',
    ],
)
def test_a_malformed_command_is_refused(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_command(text)


def tags_of(union: str) -> set[str]:
    """The `type`s of the commands or messages in the schema."""
    discriminator = definitions()[union]["discriminator"]
    assert isinstance(discriminator, dict)
    return set(discriminator["mapping"])


def test_the_schema_names_every_command_and_message() -> None:
    assert {"hello", "sit", "play", "take_back", "explain"} <= tags_of("Command")
    assert {"welcome", "state", "stepped", "sealed", "taken_back", "explained", "refused"} <= tags_of("Message")
    assert {"OpenView", "OwnView", "ViewChange", "CellView", "TableFacts", "NewTable", "MatchFacts"} <= set(
        definitions()
    )


def test_reactions_are_a_fixed_list() -> None:
    assert len(REACTIONS) == 8


@pytest.mark.parametrize(
    ("text", "event"),
    [
        (
            '{"type":"sat_down","at":1,"command":"c","seat":0,"name":"Ann"}',
            events.Sat(at=1, command="c", seat=0, name="Ann"),
        ),
        ('{"type":"stood_up","at":1,"seat":0}', events.Stood(at=1, seat=0)),
        ('{"type":"begun","at":1}', events.Started(at=1)),
        (
            '{"type":"shares_drawn_anew","at":1,"without":[1],"seed":"s"}',
            events.SharesRestarted(at=1, without=[1], seed="s"),
        ),
        ('{"type":"rolled","at":1,"seat":0,"roll":"w1","by":"bot"}', events.Thrown(at=1, seat=0, roll="w1", by="bot")),
        ('{"type":"retyped","at":1,"seat":0,"roll":"w1"}', events.Corrected(at=1, seat=0, roll="w1")),
        ('{"type":"withdrawn","at":1,"seat":0}', events.TakenBack(at=1, seat=0)),
        ('{"type":"substituted","at":1,"seat":0,"bot":"casual"}', events.StoodIn(at=1, seat=0, bot="casual")),
        ('{"type":"came_back","at":1,"seat":0}', events.Returned(at=1, seat=0)),
        ('{"type":"reseated","at":1,"seat":0,"token_hash":"h"}', events.Claimed(at=1, seat=0, token_hash="h")),
        ('{"type":"sealed","at":1,"seat":0,"move":"-"}', events.Sealed(at=1, seat=0, move="-")),
    ],
)
def test_events_of_the_first_edition_are_read(text: str, event: events.Event) -> None:
    assert events.read_event(text) == event
    assert events.read_event(events.encode_event(event)) == event
