"""Custom sheets are validated by the library, and can be played if the server's owner allows them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from paperdice import Match, SetupError, SheetError, find_game
from paperdice.flow.deal import name_deal, read_deal
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.store.memory import MemoryStore
from tests.server.clients import http_client
from tests.server.servers import FAST, running_server

ROWS = [[f"{color}{number}" for number in range(12, 1, -1)] for color in "rygb"]
TEXT = "mine=" + "/".join(",".join(row) for row in ROWS)


def wish(sheets: list[str]) -> NewTable:
    return NewTable(game="qwixx", seats=[NewSeat(), NewSeat()], sheets=sheets, first=0)


def test_a_table_keeps_what_an_owners_sheet_prints() -> None:
    table = new_opening(wish([TEXT]), None, (), 1000, Random(1)).table()
    assert table.setup.sheets == [TEXT, TEXT]
    assert [sheet.name for sheet in table.match.sheets] == ["mine", "mine"]
    assert table.match.sheets[0].rows[0].numbers[:2] == (12, 11)
    assert Match(find_game("qwixx"), 2, list(table.match.sheets)).record().count(TEXT) == 2


def test_the_owner_of_a_server_may_refuse_them() -> None:
    with pytest.raises(SetupError) as caught:
        new_opening(wish([TEXT]), None, (), 1000, Random(1), own_sheets=False)
    assert caught.value.reason.id == "own_sheets_off"
    assert new_opening(wish(["mixx-a"]), None, (), 1000, Random(1), own_sheets=False).opened.sheets == ["mixx-a"] * 2


def test_a_position_brings_no_sheet_that_is_refused_by_name() -> None:
    qwixx = find_game("qwixx")
    for sheets, own_sheets, error in ((TEXT, False, "own_sheets_off"), ("t=r2", True, "sheet_rows")):
        position = f"qwixx 1 roll 0 | {sheets} {'/'.join('-' * (sheets.count('/') + 1))} 0"
        asked = NewTable(game="qwixx", seats=[NewSeat()], position=position)
        with pytest.raises((SetupError, SheetError)) as caught:
            new_opening(asked, None, (), 1000, Random(1), own_sheets=own_sheets)
        assert caught.value.reason.id == error
    begun = Match(qwixx, 1).position()
    pad = NewTable(game="qwixx", seats=[NewSeat()], position=begun, dice="unknown")
    with pytest.raises(SetupError) as refused:
        new_opening(pad, None, (), 1000, Random(1))
    assert refused.value.reason.id == "other_position"


@pytest.mark.parametrize(
    ("game", "text", "where"),
    [
        ("qwixx", "mine=r2,r3", "$.rows"),
        ("qwixx", TEXT.replace("b2", "b3"), "$.rows[3].cells[10]"),
        ("qwixx", TEXT.replace("mine", "my sheet"), "$.name"),
        ("longo", TEXT, "$.rows[0].cells"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(game: str, text: str, where: str) -> None:
    with pytest.raises(SheetError) as caught:
        read_deal(find_game(game), [text])
    assert caught.value.reason.params["where"] == where


def test_sheets_of_the_game_go_by_their_name() -> None:
    qwixx = find_game("qwixx")
    dealt = read_deal(qwixx, ["classic", TEXT])
    assert dealt is not None and name_deal(qwixx, dealt) == ["classic", TEXT]
    assert read_deal(qwixx, None) is None


async def test_the_text_of_a_sheet_opens_a_table(shared_url: str) -> None:
    wish = {"game": "qwixx", "seats": [{}, {}], "sheets": [TEXT]}
    async with http_client(shared_url) as client:
        code = (await client.post("/api/tables", json=wish)).json()["code"]
        assert [seat["sheet"] for seat in (await client.get(f"/api/tables/{code}")).json()["seats"]] == [TEXT, TEXT]
        refused = await client.post("/api/tables", json=wish | {"sheets": [TEXT.replace("b2", "b3")]})
        assert (refused.status_code, refused.json()["why"]["id"]) == (400, "sheet_twice")
        assert refused.json()["why"]["params"]["where"] == "$.rows[3].cells[10]"


async def test_a_server_without_them_says_so() -> None:
    settings = replace(FAST, own_sheets=False)
    async with running_server(MemoryStore(), settings) as url, http_client(url) as client:
        games = (await client.get("/api/games")).json()
        assert [game.get("own_sheets") for game in games] == [False] * 5
        refused = await client.post("/api/tables", json={"game": "qwixx", "seats": [{}, {}], "sheets": [TEXT]})
        assert (refused.status_code, refused.json()["why"]["id"]) == (400, "own_sheets_off")
