"""The messages of the protocol, and the schema that is made from them."""

import msgspec
import pytest

from paperdice.server.protocol.messages import REACTIONS, Play, decode_command
from paperdice.server.protocol.schema import protocol_schema


def test_a_command_is_read_by_its_type() -> None:
    assert decode_command(b'{"type":"play","id":"a1","seat":0,"step":3,"move":"r5"}') == Play("a1", 0, 3, "r5")


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
        decode_command(text)


def test_the_schema_names_every_command_and_message() -> None:
    definitions = protocol_schema()["$defs"]
    assert {"hello", "sit", "play", "take_back"} <= set(definitions["Command"]["discriminator"]["mapping"])
    assert {"welcome", "state", "answered", "refused"} <= set(definitions["Message"]["discriminator"]["mapping"])
    assert {"View", "TableFacts", "NewTable", "MatchFacts"} <= set(definitions)


def test_reactions_are_a_fixed_list() -> None:
    assert len(REACTIONS) == 8
