"""Having all shares of a simulation played on this machine.

Compiled, the shares are played by threads, since compiled code lets the others run: all of them
have the loops from one start. Plain Python does not, so there they are played by processes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures import ThreadPoolExecutor as Threads
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from vandatta.simulation.plan import MATCH, Plan, Share, shares
from vandatta.simulation.summary import Summary, empty, merged
from vandatta.simulation.working import warm_up, work

Progress = Callable[[int], None]
"""Is told how many rounds or matches have been played by now."""

Back = TypeVar("Back")
"""What comes back of a share."""

FEW = 400
"""So few rounds are done before the compiled loops could be loaded."""
AHEAD = 2
"""Shares that wait for each worker."""
TRIES = 3
"""How often a share is given out, when workers get lost."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_worth_compiling(plan: Plan) -> bool:
    """Would the work be done sooner compiled?"""
    rounds = plan.many * len(plan.rules) * (MATCH if plan.matches else 1)
    return not plan.thinks and rounds > FEW


def run(
    plan: Plan,
    jobs: int = 0,
    fast: bool = True,
    progress: Progress | None = None,
    compiling: Callable[[], None] | None = None,
    size: int | None = None,
) -> Summary:
    """Play all of ``plan``; what comes out depends on nothing else.

    Args:
        plan: what to play.
        jobs: how many cores to use; 0 for all.
        fast: compiled. Needs numba, and nobody who thinks.
        progress: told after every share.
        compiling: called if the loops must be compiled first, which takes half a minute.
        size: rounds or matches in a share; None for a size that suits.

    Raises:
        ImportError: compiled, but what it needs is not installed; the message says what.
        BrokenProcessPool: processes get lost again and again.
    """
    parts, jobs = shares(plan, size), jobs or cores()
    if fast:
        warm_up(compiling)
        with Threads(jobs) as pool:
            give = _giving(pool, partial(work, plan, fast=True))
            return gathered(plan, together(give, parts, jobs), progress)
    if jobs == 1:
        return gathered(plan, ((part, work(plan, part)) for part in parts), progress)
    return gathered(plan, by_processes(partial(_work, plan), parts, jobs), progress)


def _work(plan: Plan, share: Share, stop: Callable[[], bool]) -> Summary:
    return work(plan, share, stop=stop)


def gathered(
    plan: Plan, done: Iterable[tuple[Share, Summary]], progress: Progress | None
) -> Summary:
    """The sum of all shares of ``plan``, and how far that has come told to ``progress``."""
    total, played = empty(len(plan.rules)), 0
    for share, summary in done:
        total = merged((total, summary), len(plan.rules))
        played += share.count
        if progress is not None:
            progress(played)
    return total


def together(
    give: Callable[[Share], Future[Back]], parts: Iterator[Share], jobs: int
) -> Iterator[tuple[Share, Back]]:
    """Give out the shares, a few ahead, and yield each as it comes back.

    Args:
        give: gives a share to a worker, wherever that is.
        parts: the shares.
        jobs: how many workers there are.

    Raises:
        BrokenProcessPool: workers are gone, and with them some shares.
    """
    out: dict[Future[Back], Share] = {}
    try:
        for share in parts:
            with _deaf():
                out[give(share)] = share
            if len(out) >= AHEAD * jobs:
                yield from _back(out)
        while out:
            yield from _back(out)
    finally:
        for each in out:
            each.cancel()


def _giving(pool: Executor, play: Callable[[Share], Back]) -> Callable[[Share], Future[Back]]:
    return lambda share: pool.submit(play, share)


@contextmanager
def _deaf() -> Iterator[None]:
    """Workers that are started meanwhile never hear of Ctrl-C, which goes to all processes of a
    terminal: the first process hears it, and tells the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _back(out: dict[Future[Back], Share]) -> Iterator[tuple[Share, Back]]:
    done, _ = wait(out, return_when=FIRST_COMPLETED)
    for each in done:
        result = each.result()
        yield out.pop(each), result


# --- processes

_called_off: Any = None
"""In a worker process: an event that is set when the work is called off."""


def _begin(called_off: Any) -> None:
    """What a worker process begins with."""
    global _called_off
    _called_off = called_off
    # where `_deaf` can't see to it
    signal.signal(signal.SIGINT, signal.SIG_IGN)


Task = Callable[[Share, Callable[[], bool]], Back]
"""Does a share of some work, as long as what it gets with it does not say that it is called off."""


def _do(task: Task[Back], share: Share) -> Back:
    return task(share, _called_off.is_set)


def by_processes(
    task: Task[Back], parts: Iterator[Share], jobs: int
) -> Iterator[tuple[Share, Back]]:
    """`together` by processes; the shares of those that get lost are given out again.

    Args:
        task: does a share; it and what comes back can be sent to another process.
        parts: the shares.
        jobs: how many processes.

    Raises:
        BrokenProcessPool: processes get lost again and again.
    """
    spawn = multiprocessing.get_context("spawn")
    given: list[Share] = []
    left = parts
    for tried in range(1, TRIES + 1):
        called_off = spawn.Event()
        pool = ProcessPoolExecutor(jobs, spawn, _begin, (called_off,))
        given = []
        back: set[Share] = set()
        try:
            give = _giving(pool, partial(_do, task))
            for share, found in together(give, _noted(left, given), jobs):
                back.add(share)
                yield share, found
            return
        except BrokenProcessPool:
            if tried == TRIES:
                raise
            lost = [share for share in given if share not in back]
            left = _chained(lost, left)
        finally:
            called_off.set()
            pool.shutdown(cancel_futures=True)


def _noted(parts: Iterable[Share], given: list[Share]) -> Iterator[Share]:
    for share in parts:
        given.append(share)
        yield share


def _chained(lost: list[Share], rest: Iterator[Share]) -> Iterator[Share]:
    yield from lost
    yield from rest


__all__ = [
    "Progress",
    "by_processes",
    "cores",
    "gathered",
    "is_worth_compiling",
    "run",
    "together",
]
