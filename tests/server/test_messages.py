"""The messages of the protocol, and the schema generated from them."""

import msgspec
import pytest

from paperdice.flow.commands import REACTIONS, Play, read_command
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
    """Return the `type`s of the commands or messages in the schema."""
    discriminator = definitions()[union]["discriminator"]
    assert isinstance(discriminator, dict)
    return set(discriminator["mapping"])


def test_the_schema_names_every_command_and_message() -> None:
    assert {"hello", "sit", "play", "take_back"} <= tags_of("Command")
    assert {"welcome", "state", "stepped", "sealed", "taken_back", "refused"} <= tags_of("Message")
    assert {"OpenView", "OwnView", "ViewChange", "CellView", "TableFacts", "NewTable", "MatchFacts"} <= set(
        definitions()
    )


def test_reactions_are_a_fixed_list() -> None:
    assert len(REACTIONS) == 8
