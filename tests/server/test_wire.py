"""What the server really sends is what its structs describe, field by field, in every game."""

import random
import secrets
import typing
from typing import Any

import msgspec
import pytest

from paperdice.server.protocol import messages
from paperdice.server.protocol.views import CellState
from paperdice.store.memory import MemoryStore
from tests.server.clients import Player, open_table, running_server


def undescribed(sent: Any, read: Any, place: str) -> list[str]:
    """The keys that were sent but that no struct names."""
    if isinstance(sent, list):
        return [
            line for i, (a, b) in enumerate(zip(sent, read, strict=True)) for line in undescribed(a, b, f"{place}[{i}]")
        ]
    if not isinstance(sent, dict) or isinstance(read, dict):
        return []
    names = dict(zip(type(read).__struct_encode_fields__, type(read).__struct_fields__, strict=True))
    found = [f"{place}.{key}" for key in sent if key not in names and key != "type"]
    for key, name in names.items():
        if key in sent:
            found += undescribed(sent[key], getattr(read, name), f"{place}.{key}")
    return found


@pytest.mark.parametrize("game", ["qwixx", "twenty_one", "qwantum", "sixto"])
async def test_every_message_is_described(game: str) -> None:
    token = secrets.token_urlsafe(32)
    seats = [{"name": name, "token": token} for name in ("Ann", "Ben")]
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, game=game)
        async with Player(url, code, token) as device:
            await device.do("start")
            await device.play_on(random.Random(1))
    assert {message["type"] for message in device.heard} == {"welcome", "state", "answered", "done"}
    for message in device.heard:
        read = msgspec.convert(message, messages.Message)
        assert undescribed(message, read, message["type"]) == []
    states = {cell["state"] for message in device.heard for cell in _cells(message)}
    assert {"free", "markable", "marked"} <= states <= set(typing.get_args(CellState))


def _cells(message: dict[str, Any]) -> list[dict[str, Any]]:
    views = message.get("views", [])
    return [cell for view in views for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]
