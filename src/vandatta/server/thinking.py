"""Computer players that search think in processes of their own, so that the server stays quick.

A question is a view, a level, a seed and a time; the answer is the text of a move. The time
counts from when the question is asked: where more questions wait than there are workers, each
gets less of it, and one that is being thought about is hurried for those that wait. Whoever asks
waits no longer than `limit` and then lets *Van* play.

One thread keeps the workers, starts them when they are first needed, and others in place of those
that died.
"""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import TYPE_CHECKING, Any

from vandatta.server import thinker
from vandatta.server.thinker import READY, Answer, Hurry, Question
from vandatta.view import View

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

log = logging.getLogger(__name__)

MOST = 2
"""Workers at most, however many cores there are."""
LEAST = 0.03
"""Seconds a question gets at least, however many wait."""
STUCK = 15.0
"""Seconds beyond its time after which a worker that says nothing is ended."""
WARMING = 600.0
"""Seconds a worker may take to get ready: the first of a version compiles the rules."""
AGAIN = (0.0, 1.0, 5.0, 30.0)
"""Seconds before another worker is started, after so many in a row that died."""
FAREWELL = 1.0
"""Seconds a worker gets to end by itself."""


def limit(seconds: float) -> float:
    """Seconds after which nobody waits any longer for a question of so many seconds."""
    return 0.1 + 1.25 * seconds


@dataclass(slots=True)
class _Job:
    number: int
    level: str
    view: View
    seed: int
    seconds: float
    by: float
    """When it should be answered, by the monotonic clock."""
    answer: asyncio.Future[str | None]

    def settle(self, words: str | None) -> None:
        """Give the answer to who asked, if they still want it; from the keeper's thread."""
        with suppress(RuntimeError):  # their loop is closed
            self.answer.get_loop().call_soon_threadsafe(_settle, self.answer, words)


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    overdue: float
    """When it is taken for stuck."""
    ready: bool = False
    job: _Job | None = None
    ends: float = 0.0
    """When it should have answered."""


@dataclass(slots=True)
class _Inbox:
    """What the keeper's thread is told by others."""

    jobs: list[_Job] = field(default_factory=list)
    closing: bool = False


class Thinkers:
    """The worker processes, none before one is needed.

    Args:
        most: how many there may be; None: one a core, up to `MOST`.
        work: what a worker does, given its end of a line.
    """

    def __init__(
        self, most: int | None = None, work: Callable[[Connection], None] = thinker.work
    ) -> None:
        self._most = most or max(1, min(MOST, os.cpu_count() or 1))
        self._work = work
        self._lock = threading.Lock()
        self._inbox = _Inbox()
        self._keeper: threading.Thread | None = None
        self._wake: Connection | None = None
        self._numbers = 0
        self._ready = threading.Event()
        self._noted = False

    @property
    def ready(self) -> bool:
        """Is there a worker that can take up a question?"""
        return self._ready.is_set()

    @property
    def running(self) -> bool:
        """Are workers kept, ready or not?"""
        return self._keeper is not None

    def prepare(self) -> None:
        """Start a worker in the background, if there is none: questions will come."""
        if self._keeper is not None:
            return
        ear, self._wake = multiprocessing.Pipe(duplex=False)
        self._inbox, self._noted = _Inbox(), False
        self._keeper = threading.Thread(
            target=_Keeper(ear, self._inbox, self._lock, self._most, self._work, self._ready).run,
            name="thinkers",
            daemon=True,
        )
        self._keeper.start()

    def ask(self, level: str, view: View, seed: int, seconds: float) -> asyncio.Future[str | None]:
        """Let a worker think of a move.

        Args:
            level: the key of a level that searches.
            view: what the seat in turn sees.
            seed: all the chance there is in its choice, but for how fast the machine is.
            seconds: how long the answer may take.

        Returns:
            The move, or None if the worker failed. Cancel it if it is no longer wanted.
        """
        self.prepare()
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._numbers += 1
        by = time.monotonic() + seconds
        self._tell(_Job(self._numbers, level, view, seed, seconds, by, answer))
        return answer

    def missed(self, table: str) -> None:
        """Note in the log that *Van* plays at a table, for there was no answer in time."""
        if self.ready:
            log.warning("table %s: no worker answered in time, Van plays instead", table)
        elif not self._noted:
            self._noted = True
            log.warning("table %s: Van plays until a worker is ready for the search", table)

    async def close(self) -> None:
        """End all workers; when another question comes they are started anew."""
        keeper, self._keeper = self._keeper, None
        if keeper is None:
            return
        self._tell(None)
        await asyncio.to_thread(keeper.join)
        if self._wake is not None:
            self._wake.close()
        self._ready.clear()

    def _tell(self, job: _Job | None) -> None:
        with self._lock:
            told = bool(self._inbox.jobs) or self._inbox.closing
            if job is None:
                self._inbox.closing = True
            else:
                self._inbox.jobs.append(job)
        if not told and self._wake is not None:
            # one is enough, however much there is to hear
            self._wake.send_bytes(b"!")


class _Keeper:
    """Keeps the workers; all of it runs in one thread."""

    def __init__(
        self,
        ear: Connection,
        inbox: _Inbox,
        lock: threading.Lock,
        most: int,
        work: Callable[[Connection], None],
        ready: threading.Event,
    ) -> None:
        self._ear, self._inbox, self._lock = ear, inbox, lock
        self._most, self._work, self._ready = most, work, ready
        self._spawning = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._waiting: list[_Job] = []
        self._died = 0
        self._next_start = 0.0

    def run(self) -> None:
        """Keep the workers until told to close."""
        if hasattr(signal, "pthread_sigmask"):
            # what this thread starts inherits it: Ctrl-C is for the server alone
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            while not self._inbox.closing:
                now = time.monotonic()
                self._start(now)
                self._hand_out(now)
                self._hurry(now)
                self._end_stuck(now)
                self._listen(self._next(now))
        except Exception:
            log.exception("nobody keeps the workers any more")
        finally:
            self._close()

    def _start(self, now: float) -> None:
        """Start a worker if one is missing: the first, or another when all have work."""
        if len(self._workers) >= self._most or now < self._next_start:
            return
        if self._workers and not (self._waiting and all(each.ready for each in self._workers)):
            return
        try:
            near, far = self._spawning.Pipe()
            process = self._spawning.Process(
                target=self._work, args=(far,), name="thinker", daemon=True
            )
            process.start()
            far.close()
        except OSError as error:
            log.warning("no worker could be started: %s", error)
            self._delay(now)
            return
        self._workers.append(_Worker(process, near, now + WARMING))

    def _delay(self, now: float) -> None:
        self._next_start = now + AGAIN[min(self._died, len(AGAIN) - 1)]
        self._died += 1

    def _hand_out(self, now: float) -> None:
        """Give the most pressing questions to whoever has nothing to do."""
        self._waiting = [job for job in self._waiting if not job.answer.cancelled()]
        self._waiting.sort(key=lambda job: job.by)
        for worker in list(self._workers):
            if not self._waiting:
                break
            if not worker.ready or worker.job is not None:
                continue
            many = -(-len(self._waiting) // max(sum(each.ready for each in self._workers), 1))
            job = self._waiting.pop(0)
            seconds = job.seconds
            if not math.isinf(seconds):
                seconds = max(LEAST, (job.by - now) / many)
            worker.job, worker.ends = job, now + seconds
            worker.overdue = worker.ends + STUCK
            question = Question(job.number, job.level, job.view, job.seed, seconds)
            self._say(worker, question)

    def _hurry(self, now: float) -> None:
        """Have those at work end sooner for the questions that wait."""
        busy = sorted((each for each in self._workers if each.job), key=lambda each: each.ends)
        if not busy:
            return
        turns = 1 + -(-len(self._waiting) // len(busy))
        for worker, job in zip(busy, self._waiting, strict=False):
            latest = now + max(LEAST, (job.by - now) / turns)
            if worker.job is not None and worker.ends > latest + LEAST:
                worker.ends = latest
                self._say(worker, Hurry(worker.job.number, latest - now))

    def _end_stuck(self, now: float) -> None:
        for worker in self._workers:
            if (worker.job is not None or not worker.ready) and now > worker.overdue:
                log.warning("a worker says nothing any more and is ended")
                worker.process.kill()
                worker.overdue = math.inf

    def _next(self, now: float) -> float | None:
        """Seconds until something is to be done of itself; None for never."""
        times = [e.overdue for e in self._workers if e.job is not None or not e.ready]
        if self._next_start > now and (self._waiting or not self._workers):
            times.append(self._next_start)
        soonest = min(times, default=math.inf)
        return None if math.isinf(soonest) else max(soonest - now, 0.0)

    def _listen(self, seconds: float | None) -> None:
        """Wait for what workers say, and for what is asked."""
        lines = {worker.line: worker for worker in self._workers}
        ears: list[Any] = [self._ear, *lines]
        for line in connection.wait(ears, seconds):
            if line is self._ear:
                self._ear.recv_bytes()
                with self._lock:
                    self._waiting += self._inbox.jobs
                    self._inbox.jobs.clear()
                continue
            worker = lines[line]  # type: ignore[index]
            try:
                self._heard(worker, worker.line.recv())
            except (EOFError, OSError):
                self._bury(worker)

    def _heard(self, worker: _Worker, answer: Answer) -> None:
        if answer == READY:
            worker.ready = True
            self._ready.set()
            return
        job, worker.job = worker.job, None
        if answer.trouble:
            log.error("a worker could not think of a move: %s", answer.trouble)
        if job is not None and job.number == answer.number:
            job.settle(answer.words or None)
        self._died = 0

    def _say(self, worker: _Worker, words: Question | Hurry) -> None:
        # one that is gone is noticed when it is listened to
        with suppress(OSError):
            worker.line.send(words)

    def _bury(self, worker: _Worker) -> None:
        """See to it that another takes the place of a worker that died."""
        self._workers.remove(worker)
        if not any(each.ready for each in self._workers):
            self._ready.clear()
        worker.line.close()
        worker.process.join(FAREWELL)
        log.warning("a worker died (%s); another is started", worker.process.exitcode)
        if worker.job is not None:
            worker.job.settle(None)
        self._delay(time.monotonic())

    def _close(self) -> None:
        self._ready.clear()
        with self._lock:
            self._waiting += self._inbox.jobs
        busy = [worker.job for worker in self._workers if worker.job is not None]
        for worker in self._workers:
            worker.line.close()
        for worker in self._workers:
            worker.process.join(FAREWELL)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        for job in (*busy, *self._waiting):
            job.settle(None)
        self._ear.close()


def _settle(answer: asyncio.Future[str | None], words: str | None) -> None:
    if not answer.done():
        answer.set_result(words)


__all__ = ["Thinkers", "limit"]
