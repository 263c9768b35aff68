"""Advice and reviews from the coach, computed in chunks by worker processes and limited per client."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date

from paperdice import errors
from paperdice.errors import PaperdiceError, Reason
from paperdice.server.bots import BotPool
from paperdice.server.ops.limits import Places, too_many
from paperdice.study.results import AdviceView, Exercise, ReviewView
from paperdice.study.worker import StudyAnswer, StudyKind, StudyRequest

# The samples per evaluation in reviews and thorough advice, and the approximate duration of each part in seconds.
REVIEW_SAMPLES = 128
ADVICE_SAMPLES = 128
PART_SECONDS = 0.25
ADVICE_SECONDS = 0.5
# The largest number of choices listed in advice, starting with the best.
MOST_CHOICES = 12


class Studies:
    """Runs studies (advice, reviews and exercises) for clients, and limits how many each client can run at once."""

    def __init__(self, pool: BotPool, places: Places) -> None:
        self._pool, self._places = pool, places

    def check(self, client: str) -> None:
        """Raise `TooManyError` if a client cannot start another study right now."""
        with self.place(client):
            pass

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """Count a client's study as in progress while the context is open.

        Raises:
            TooManyError: Too many studies are in progress.
        """
        if not self._places.take(client):
            raise too_many("studies")
        try:
            yield
        finally:
            self._places.give_back(client)

    async def advise(
        self, position: str, seat: int, language: str, samples: int, clients: Collection[str], table: str
    ) -> AdviceView | None:
        """Return the coach's advice on a seat's decision, or None if the coach is still warming up (being compiled).

        Args:
            position: The position, as a position string.
            seat: The seat to advise.
            language: The language of the explanations.
            samples: The number of playouts per choice, or 0 for quick advice.
            clients: The clients at the table; the work is charged to one of them.
            table: The id of the match, or another key that groups requests in the queue.
        """
        request = _request("advice", position, samples, ADVICE_SECONDS)
        request["seat"], request["language"] = seat, language
        answer = await self._ask(request, clients, table)
        if "advice" not in answer:
            return None
        return {**answer["advice"], "choices": answer["advice"]["choices"][:MOST_CHOICES]}

    async def review_on(self, record: str, entries: list[object], clients: Collection[str], table: str) -> int:
        """Compute the next part of a review, and append its entries to `entries`.

        Returns:
            The number of entries in the complete review, or 0 if the coach is still warming up.
        """
        request = _request("part", record, REVIEW_SAMPLES, PART_SECONDS)
        request["first"] = len(entries)
        answer = await self._ask(request, clients, table)
        if "total" not in answer:
            return 0
        entries += answer["entries"]
        return answer["total"]

    async def put_together(
        self, record: str, entries: list[object], clients: Collection[str], table: str
    ) -> ReviewView | None:
        """Build the review from its complete list of entries, or return None if the coach is still warming up."""
        request = _request("whole", record, REVIEW_SAMPLES, PART_SECONDS)
        request["entries"] = entries
        return (await self._ask(request, clients, table)).get("review")

    async def find_exercise(self, day: date, client: str) -> tuple[bool, Exercise | None]:
        """Find the exercise for a day.

        Returns:
            Whether the exercise has been computed, and the exercise, which is None if that day has none.
        """
        request = _request("daily", day.isoformat(), 0, PART_SECONDS)
        answer = await self._ask(request, {client}, "daily")
        return "exercise" in answer, answer.get("exercise")

    async def _ask(self, request: StudyRequest, clients: Collection[str], table: str) -> StudyAnswer:
        answer = await self._pool.study(request, clients, table)
        if "refused" in answer:
            told = answer["refused"]
            kind = getattr(errors, told["error"], PaperdiceError)
            raise kind(told["message"], Reason(told["why"]["id"], told["why"]["params"], told["why"]["rule"]))
        return answer


def _request(study: StudyKind, text: str, samples: int, within: float) -> StudyRequest:
    return {"study": study, "text": text, "samples": samples, "within": within}
