"""Bots as players at tables: they get a position without sealed moves and think in processes of their own.

Studies are made in the same processes, part by part, and wait in the same queue.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from paperdice.bots import PLAYERS
from paperdice.bots.rehearsal import needs_warm_up, usual_warm_ups, warm_up_of
from paperdice.errors import PaperdiceError, Reason
from paperdice.fair import bot_seed
from paperdice.fast.cache import cache_root, link_readonly, write_error
from paperdice.flow.table import Table
from paperdice.position import Position, format_position
from paperdice.study.worker import PROGRAM, Answer, Request, StudyAnswer, StudyRequest, answer_simply
from paperdice.workers.pool import FairQueue, Worker, WorkerLostError
from paperdice.workers.readiness import Warmers, WarmUp, read_warm_up

# So much longer than its budget a bot may take before its process is taken for hung.
GRACE_SECONDS = 1.5
# So long a process is waited for that is being started, before the simple bot answers in its place.
PATIENCE_SECONDS = 0.3
# So long one part of a study may take, on a machine that has other things to do; and so often it is tried.
STUDY_SECONDS = 30.0
STUDY_TRIES = 3
# A challenge asks again after so long, and not for ever, while its bot is being got ready.
WAIT_SECONDS = 0.25
MOST_WAITS = 1200
# How long it takes on a usual machine until a bot is compiled, and until a worker has loaded it.
USUAL_SECONDS = 40.0
LOAD_SECONDS = 3.0
logger = logging.getLogger("paperdice.server")


class Choice(NamedTuple):
    """What a bot plays, and whether the simple bot has played in its name."""

    move: str
    is_simple: bool


class _Job(NamedTuple):
    request: Request
    position: Position
    choices: tuple[str, ...]
    answer: asyncio.Future[Choice]


class _StudyJob(NamedTuple):
    request: StudyRequest
    answer: asyncio.Future[StudyAnswer]


class BotPool:
    """The processes in which the bots of all tables think, and those that get bots ready."""

    names: tuple[str, ...] = PLAYERS

    def __init__(self, budget_ms: int, n_workers: int, *, warms_ahead: bool) -> None:
        self._budget_ms = budget_ms
        self._n_workers = n_workers
        self._warms_ahead = warms_ahead
        self._queue: FairQueue[_Job | _StudyJob] = FairQueue()
        self._cache = cache_root()
        self._serving: list[asyncio.Task[None]] = []
        self.workers: list[Worker] = []
        self._warmers: Warmers | None = None
        # What has failed in a process and not gone well since.
        self._failing: set[object] = set()
        # How long this machine has needed to compile bots, by their names.
        self._seconds: dict[str, float] = {}

    # Beginning and end

    def open(self) -> Warmers:
        """Starts the processes; a second call starts nothing."""
        if self._warmers is not None:
            return self._warmers
        self._cache = _usable_cache()
        self._warmers = Warmers(self._cache, PROGRAM, self.note_ready)
        self.workers = [Worker(PROGRAM, self._cache) for _ in range(self._n_workers)]
        loop = asyncio.get_running_loop()
        self._serving = [loop.create_task(self._serve(worker)) for worker in self.workers]
        for wanted in usual_warm_ups() if self._warms_ahead else ():
            self._warmers.ask(wanted)
        return self._warmers

    async def close(self) -> None:
        """Ends the processes."""
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        for worker in self.workers:
            worker.stop()
        if self._warmers is not None:
            await self._warmers.close()
        if self._cache != cache_root():
            shutil.rmtree(self._cache, ignore_errors=True)

    # Asking

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Gets bots ready that will play soon, so that nobody waits for their first move."""
        for wanted in (warm_up_of(position, name) for name in names if needs_warm_up(name)):
            if not wanted.is_done(self._cache):
                self.open().ask(wanted, urgent=True)

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], tell: Callable[[float], None] = lambda _: None
    ) -> Choice:
        """A bot's move for this seat; the position is taken now, everything else is done in a process of its own.

        Results of a challenge are compared, so its bots are the full ones: `tell` hears how long they are waited for.
        """
        position, name = table.match.snapshot(), table.seats[seat].player or ""
        self.open()
        self.prepare([name], position)
        choice = await self._ask(table, seat, name, position, clients)
        for _ in range(MOST_WAITS if table.setup.challenge is not None else 0):
            left = self.left_seconds(position, name)
            if not choice.is_simple or left is None:
                break
            tell(left)
            await asyncio.sleep(WAIT_SECONDS)
            choice = await self._ask(table, seat, name, position, clients)
        return choice

    def left_seconds(self, position: Position, name: str) -> float | None:
        """About how long a bot will still play simply; None for one that is ready, or never will be."""
        wanted = warm_up_of(position, name)
        if self._warmers is None or self._warmers.has_failed(wanted):
            return None
        if wanted.is_done(self._cache):
            return LOAD_SECONDS
        usual = self._seconds.get(wanted.bot, USUAL_SECONDS)
        return max(LOAD_SECONDS, usual - (self._warmers.seconds_so_far(wanted) or 0.0))

    def note_ready(self, wanted: WarmUp, seconds: float) -> None:
        """Takes note of how long a bot was compiled: others of its name will take about as long."""
        self._seconds[wanted.bot] = max(seconds, self._seconds.get(wanted.bot, 0.0))

    async def _ask(self, table: Table, seat: int, name: str, position: Position, clients: Collection[str]) -> Choice:
        request: Request = {
            "bot": name,
            "position": format_position(position),
            "seat": seat,
            "seed": decision_seed(table, seat),
            "budget_ms": self._budget_ms,
            "is_warm": warm_up_of(position, name).is_done(self._cache),
        }
        answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        job = _Job(request, position, tuple(table.match.choices(seat)), answer)
        self._queue.put(job, clients, table.match_id)
        return await answer

    async def study(self, request: StudyRequest, clients: Collection[str], table: str) -> StudyAnswer:
        """Return the answer of a study, `waiting` while it is being loaded; retry a part that is lost with its process.

        Only the worker parses the position or record, and names the warm-up that is missing.
        """
        warmers = self.open()
        for _ in range(STUDY_TRIES):
            answer: asyncio.Future[StudyAnswer] = asyncio.get_running_loop().create_future()
            self._queue.put(_StudyJob(request, answer), clients, table)
            found = await answer
            if "missing" in found:
                wanted = read_warm_up(found["missing"])
                if warmers.has_failed(wanted):
                    break
                warmers.ask(wanted, urgent=True)
            if "error" not in found:
                return found
        raise PaperdiceError("the study could not be made", Reason("study_failed", {}))

    # Serving

    async def _serve(self, worker: Worker) -> None:
        """Lets one worker answer job by job, and replaces it when it is lost or worn."""
        while True:
            await self._start(worker)
            job = await self._queue.get()
            if job.answer.cancelled():
                continue
            await self._work(worker, job)
            if worker.is_worn():
                worker.stop()

    async def _work(self, worker: Worker, job: _Job | _StudyJob) -> None:
        """Has one job done; whoever asked may have gone meanwhile."""
        if isinstance(job, _Job):
            choice = await self._think(worker, job)
            if not job.answer.done():
                job.answer.set_result(choice)
        else:
            found = await self._study(worker, job)
            if not job.answer.done():
                job.answer.set_result(found)

    async def _study(self, worker: Worker, job: _StudyJob) -> StudyAnswer:
        request = cast("Mapping[str, object]", job.request)
        try:
            await worker.start()
            answer = cast("StudyAnswer", await worker.ask(request, STUDY_SECONDS))
        except (OSError, WorkerLostError) as error:
            logger.warning("a worker is lost in the middle of a study: %s", error)
            return {"error": "lost"}
        if "error" in answer:
            logger.error("a study failed: %s", answer["error"])
        if "waiting" not in answer and "refused" not in answer:  # which tell nothing of the study itself
            self._note(worker, job.request["study"], went_well="error" not in answer)
        return answer

    def _note(self, worker: Worker, what: object, *, went_well: bool) -> None:
        """Ends a process in which something failed, since it may have no memory left; where that has failed in another
        one too, a third would not help."""
        if went_well:
            self._failing.discard(what)
        elif what not in self._failing:
            self._failing.add(what)
            worker.stop()

    async def _start(self, worker: Worker) -> None:
        """Starts a worker unless it runs; where no other one could answer meanwhile, it is not waited for long."""
        while not await self._comes_up(worker):
            if not any(each.is_up for each in self.workers):
                return

    async def _comes_up(self, worker: Worker) -> bool:
        try:
            return await worker.start(PATIENCE_SECONDS)
        except (OSError, WorkerLostError) as error:
            logger.warning("a bot worker does not start: %s", error)
            await asyncio.sleep(PATIENCE_SECONDS)
            return False

    async def _think(self, worker: Worker, job: _Job) -> Choice:
        """The worker's answer; if it is lost or makes no sense, the simple bot answers here."""
        try:
            if not await worker.start(PATIENCE_SECONDS):
                return await _play_simply(job)
            request = cast("Mapping[str, object]", job.request)
            answer = cast("Answer", await worker.ask(request, self._budget_ms / 1000 + GRACE_SECONDS))
        except (OSError, WorkerLostError) as error:
            logger.warning("a bot worker is lost: %s", error)
            return await _play_simply(job)
        went_well = answer.get("move") in job.choices
        if not answer.get("is_simple"):  # which tells nothing of the bot itself
            self._note(worker, warm_up_of(job.position, job.request["bot"]), went_well=went_well)
        if went_well:
            return Choice(answer["move"], answer["is_simple"])
        logger.error("a bot failed: %s", answer.get("error", "no legal move"), extra={"game": job.position.game.name})
        return await _play_simply(job)


def _usable_cache() -> Path:
    """The cache that all processes share: where it cannot be written, one that goes with the server."""
    root = cache_root()
    why = write_error(root)
    if why is None:
        return root
    logger.warning("the cache cannot be written, compiled bots go with the server: %s", why)
    return link_readonly(root)


async def _play_simply(job: _Job) -> Choice:
    """What is played without a worker, beside the server's loop."""
    answer = await asyncio.to_thread(answer_simply, job.request, job.position)
    return Choice(answer["move"], answer["is_simple"])


def decision_seed(table: Table, seat: int) -> int:
    """Return the seed of a bot's decision, from the secret of the match; in a challenge it is the same for everyone."""
    setup, match = table.setup, table.match
    if setup.challenge is not None:
        return int.from_bytes(hashlib.sha256(f"{setup.challenge} {seat}".encode()).digest()[:6])
    return bot_seed(table.bot_secret, table.match_id, seat, match.turn, match.phase)
