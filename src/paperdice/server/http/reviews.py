"""Reviews of finished matches. Each is computed once, in chunks while a client waits, and stored with the match."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date

from paperdice.errors import PaperdiceError, StoreError
from paperdice.flow.refusals import refuse
from paperdice.record import STOPPED_HEADER
from paperdice.server.bots import WAIT_SECONDS
from paperdice.server.http.challenges import today
from paperdice.server.live.lobby import Lobby, unknown
from paperdice.server.protocol.http import Advice, AdviceWish, DailyExercise, ReviewState
from paperdice.server.studies import ADVICE_SAMPLES, REVIEW_SAMPLES
from paperdice.store.entries import MatchEntry, ReviewEntry
from paperdice.study.readiness import VERSION
from paperdice.study.results import Exercise, ReviewView

# A review is cancelled if no client has asked for it for this many seconds.
PATIENCE_SECONDS = 10.0
# A review that was stored by another version or with another budget is computed again.
KIND = f"version {VERSION}, {REVIEW_SAMPLES} samples"


@dataclass(slots=True)
class _Job:
    """A review in progress: its entries so far, and when a client last asked for it."""

    record: str
    client: str
    asked: float
    entries: list[object] = field(default_factory=list)
    total: int = 0
    review: ReviewView | None = None
    error: PaperdiceError | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether a client has asked for the review recently."""
        return time.monotonic() - self.asked < PATIENCE_SECONDS

    def give_up(self) -> None:
        """Mark the review as unwanted, which cancels it."""
        self.asked = float("-inf")

    def state(self) -> ReviewState:
        """Return the progress of the review."""
        if self.review is not None:
            return ReviewState("done", self.total, self.total, self.review)
        return ReviewState("working" if self.total else "waiting", len(self.entries), self.total, None)


class Reviews:
    """The reviews in progress, shared by all clients that ask for the same one, and the exercise of the day."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._jobs: dict[str, _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._daily: tuple[date, Exercise | None] | None = None

    async def ask(self, match_id: str, client: str) -> ReviewState:
        """Return the review of a finished match, or its progress. The first request for a match starts the review.

        Raises:
            PaperdiceError: The match does not exist, is not over or was stopped, the client has too many studies, or
                the review failed.
        """
        entry = await self._lobby.store.find_match(match_id)
        job = self._find_job(match_id, entry)
        if entry is None:
            raise unknown("match")
        if entry.finished is None:
            raise refuse("not_over")
        if f'[{STOPPED_HEADER} "' in entry.record:
            raise refuse("stopped_record")
        if job is None:
            kept = await self._lobby.store.find_review(match_id)
            if kept is not None and kept.kind == KIND:
                review: ReviewView = json.loads(kept.body)
                return ReviewState("done", review["turns"], review["turns"], review)
            job = self._jobs.get(match_id) or self._begin(match_id, entry.record, client)
        job.asked = time.monotonic()
        if job.error is not None:
            del self._jobs[match_id]
            raise job.error
        return job.state()

    def _find_job(self, match_id: str, entry: MatchEntry | None) -> _Job | None:
        """Return the review in progress for a match, if any.

        If the match was deleted or its record has changed, cancel the review and return None.
        """
        job = self._jobs.get(match_id)
        if job is not None and (entry is None or entry.record != job.record):
            job.give_up()
            del self._jobs[match_id]
            return None
        return job

    def cancel(self, match_id: str, client: str) -> None:
        """Cancel the review of a match if this client started it."""
        job = self._jobs.get(match_id)
        if job is not None and job.client == client:
            job.give_up()

    def _begin(self, match_id: str, record: str, client: str) -> _Job:
        job = _Job(record, client, time.monotonic())
        self._lobby.studies.check(client)
        self._jobs[match_id] = job
        task = asyncio.get_running_loop().create_task(self._make(match_id, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def _make(self, match_id: str, job: _Job) -> None:
        """Compute a review and keep it in memory while clients ask for it; later it is read from the store."""
        try:
            with self._lobby.studies.place(job.client):
                await self._work(match_id, job)
        except PaperdiceError as error:
            job.error = error
        while job.is_wanted and self._jobs.get(match_id) is job:
            await asyncio.sleep(WAIT_SECONDS)
        if self._jobs.get(match_id) is job:
            del self._jobs[match_id]

    async def _work(self, match_id: str, job: _Job) -> None:
        """Compute the review part by part while a client waits, and store it."""
        studies, clients = self._lobby.studies, {job.client}
        while job.is_wanted and job.review is None:
            n_before = len(job.entries)
            if not job.total or n_before < job.total:
                job.total = await studies.review_on(job.record, job.entries, clients, match_id)
            else:
                job.review = await studies.put_together(job.record, job.entries, clients, match_id)
            if job.review is None and len(job.entries) == n_before:
                await asyncio.sleep(WAIT_SECONDS)
        if job.review is not None:
            kept = ReviewEntry(match_id, KIND, json.dumps(job.review))
            with suppress(StoreError):  # return it anyway, and compute it again another time
                await self._lobby.store.save_review(kept, job.record)

    async def find_daily(self, client: str) -> DailyExercise:
        """Return today's exercise, which is computed once per day."""
        day = today()
        if self._daily is None or self._daily[0] != day:
            with self._lobby.studies.place(client):
                is_there, exercise = await self._lobby.studies.find_exercise(day, client)
            if not is_there:
                return DailyExercise(day.isoformat(), True, None)
            self._daily = (day, exercise)
        return DailyExercise(day.isoformat(), False, self._daily[1])

    async def close(self) -> None:
        """Cancel all reviews in progress."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def advise(lobby: Lobby, wish: AdviceWish, client: str) -> Advice:
    """Return the coach's advice on a position."""
    samples = ADVICE_SAMPLES if wish.longer else 0
    with lobby.studies.place(client):
        return Advice(
            await lobby.studies.advise(wish.position, wish.seat, wish.language, samples, {client}, "position")
        )
