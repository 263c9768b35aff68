"""Paper from the server: sheets and a keepsake as PDF, and what is refused."""

from pathlib import Path

import pypdfium2

from paperdice import Match, find_game
from tests.server.clients import http_client

RECORD = (Path(__file__).parents[1] / "golden" / "twenty_one-1.record").read_text("utf-8")

RUNNING = Match(find_game("qwixx"), 2).record()


async def test_sheets_and_a_finished_match_are_printed(shared_url: str) -> None:
    """One server for all checks, since the program beside it takes a while to start."""
    async with http_client(shared_url) as client:
        wish = {"game": "qwixx", "sheets": ["classic"], "copies": 4, "paper": "letter", "language": "de"}
        answer = await client.post("/api/print", json=wish)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        front, back = pypdfium2.PdfDocument(answer.content)
        assert front.get_size() == (792, 612) and "Weiße Würfel" in back.get_textpage().get_text_range()
        plain = await client.post("/api/print", json={"game": "sixto", "rules": False})
        assert len(pypdfium2.PdfDocument(plain.content)) == 6
        kept = await client.post("/api/print/match", json={"record": RECORD, "language": "fr", "grey": True})
        assert "gagne" in pypdfium2.PdfDocument(kept.content)[0].get_textpage().get_text_range()
        for path, body, status, reason in (
            ("", wish | {"game": "chess"}, 404, "unknown_game"),
            ("", wish | {"sheets": ["golden"]}, 404, "unknown_sheet"),
            ("", wish | {"paper": "a5"}, 400, "bad_paper"),
            ("", wish | {"language": "xx"}, 400, "bad_language"),
            ("", wish | {"sheets": ["classic"] * 20, "copies": 1000}, 400, "bad_copies"),
            ("", wish | {"copies": 0}, 400, "bad_copies"),
            ("", wish | {"copies": 101}, 400, "bad_copies"),
            ("", wish | {"copies": 10_000}, 400, "bad_request"),
            ("", wish | {"ink": "gold"}, 400, "bad_request"),
            ("/match", {"record": "no record"}, 400, "bad_record"),
            ("/match", {"record": RUNNING}, 400, "print_unfinished"),
        ):
            refused = await client.post(f"/api/print{path}", json=body)
            assert (refused.status_code, refused.json()["why"]["id"]) == (status, reason)
