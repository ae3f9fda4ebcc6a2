"""Trying moves for a teacher, in a process of its own, so that the tables stay quick.

`Adviser.advise` is all that the pages ask for: the moves of a view with what came of them, or
nothing in time, and then they make do with what a player knows at a glance.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from time import perf_counter
from typing import TypeVar

from vandatta.players.search import Effort, Weighed, weigh
from vandatta.view import View

log = logging.getLogger(__name__)

SECONDS = 0.8
"""How long the moves of a tip are tried, on one core."""
PATIENCE = 1.5
"""Seconds more until a tip is given without ..."""
BEGINNING = 6.0
"""... and for the first, before which the process has to start."""
WAITING = 6
"""Questions that may wait their turn."""
MOST = 12_000
"""Guesses that are enough for anybody."""

Found = TypeVar("Found")


def consider(view: View, seconds: float, chance: int) -> list[Weighed]:
    """The moves of the seat in turn, tried for about so long: all alike often.

    Args:
        view: what the seat sees.
        seconds: how long, on one core.
        chance: a seed.
    """
    ends = perf_counter() + seconds
    effort = Effort(MOST, lambda: perf_counter() > ends)
    return weigh(view, Random(chance), effort, narrow=False)


def consider_all(views: Sequence[View], seconds: float, chance: int) -> list[list[Weighed]]:
    """The same for several views one after another."""
    return [consider(view, seconds, chance + at) for at, view in enumerate(views)]


class Adviser:
    """Tries moves, one question at a time.

    Args:
        start: begins what does it; a process, if not told otherwise, when it is first needed.
    """

    def __init__(self, start: Callable[[], Executor] | None = None) -> None:
        self._start = start or _process
        self._pool: Executor | None = None
        self._waiting = 0
        self._begun = False

    async def advise(
        self, view: View, chance: int, seconds: float = SECONDS
    ) -> list[Weighed] | None:
        """The moves of the seat in turn, the best first; None if that takes too long.

        Args:
            view: what the seat sees.
            chance: a seed.
            seconds: how long they are tried.
        """
        patience = seconds + (PATIENCE if self._begun else BEGINNING)
        try:
            async with asyncio.timeout(patience):
                return await self.work(consider, view, seconds, chance)
        except TimeoutError:
            log.warning("no advice within %.1f s", patience)
        except (BrokenProcessPool, Busy) as error:
            log.warning("no advice: %r", error)
        return None

    async def work(self, do: Callable[..., Found], *given: object) -> Found:
        """What ``do`` gives, worked out beside the event loop.

        Raises:
            Busy: too many others wait.
            BrokenProcessPool: the process has been ended; the next one is another.
        """
        if self._waiting >= WAITING:
            raise Busy
        self._pool = self._pool or self._start()
        self._waiting += 1
        job = asyncio.get_running_loop().run_in_executor(self._pool, do, *given)
        job.add_done_callback(self._done)
        # whoever stops waiting leaves the work to its end: it may be the first, which compiles
        return await asyncio.shield(job)

    def _done(self, job: asyncio.Future[Found]) -> None:
        self._waiting -= 1
        failed = None if job.cancelled() else job.exception()
        self._begun = failed is None
        if isinstance(failed, BrokenProcessPool):
            self._pool = None

    def close(self) -> None:
        """Let nothing more be tried."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(self._pool, ProcessPoolExecutor):
                _end(self._pool)


class Busy(Exception):
    """Too many questions wait their turn."""


def _process() -> Executor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)


def _begin() -> None:
    # Ctrl-C is for the server, which ends its workers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that is killed can't end its workers: they see to it themselves."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once: what they try nobody asks for any more."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        with contextlib.suppress(OSError, ValueError):
            process.terminate()


__all__ = ["SECONDS", "Adviser", "Busy", "consider", "consider_all"]
