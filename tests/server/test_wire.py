"""The server's messages match its types, field by field, in every game."""

import random
import secrets
from typing import get_args

import msgspec
import pytest

from paperdice.server.protocol.messages import Message
from paperdice.view import CellStateName
from tests.server.clients import Player, cells_of, open_table


def undescribed(sent: object, read: object, place: str) -> list[str]:
    """Return the keys that were sent but are missing in the types."""
    if isinstance(sent, list) and isinstance(read, list):
        pairs = enumerate(zip(sent, read, strict=True))
        return [line for i, (a, b) in pairs for line in undescribed(a, b, f"{place}[{i}]")]
    if not isinstance(sent, dict) or not isinstance(read, dict):
        return []
    found = [f"{place}.{key}" for key in sent if key not in read]
    return found + [
        line for key in sent.keys() & read.keys() for line in undescribed(sent[key], read[key], f"{place}.{key}")
    ]


def test_a_key_that_no_type_names_is_found() -> None:
    assert undescribed({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 1}]}, "m") == ["m.a[0].c"]


@pytest.mark.parametrize("game", ["qwixx", "twenty_one", "qwantum", "sixto"])
async def test_every_message_is_described(game: str, shared_url: str) -> None:
    token = secrets.token_urlsafe(32)
    seats = [{"name": name, "token": token} for name in ("Ann", "Ben")]
    states: set[str] = set()

    def look(device: Player) -> bool:
        states.update(cell["state"] for view in device.views for cell in cells_of(view["sheets"]))
        return False

    code = await open_table(shared_url, *seats, game=game)
    async with Player(shared_url, code, token) as device:
        await device.do("start")
        await device.play_on(random.Random(1), until=look)
    kinds = {"welcome", "state", "stepped", "sealed", "done"}
    assert {message["type"] for message in device.heard} == kinds
    for message in device.heard:
        read = msgspec.to_builtins(msgspec.convert(message, Message))
        assert undescribed(message, read, message["type"]) == []
    assert {"free", "markable", "marked"} <= states <= set(get_args(CellStateName))
