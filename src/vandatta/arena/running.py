"""Playing a contest until its intervals are tight enough.

The deals are looked at in their order, whoever played them, and whether there are enough is asked
after fixed numbers of deals: the same contest gives the same answer on any number of cores.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from typing import TypeVar

from vandatta.arena.arguments import MOST
from vandatta.arena.contest import Contest
from vandatta.arena.players import searches
from vandatta.arena.standing import widest
from vandatta.arena.tally import Tally
from vandatta.arena.working import work
from vandatta.simulation.plan import Share
from vandatta.simulation.running import by_processes, cores

Back = TypeVar("Back")
"""What comes back of a share."""

LEAST = 60
"""Deals before it is asked for the first time whether they are enough: fewer may look more alike
than they are."""
SIZE = 20
"""Deals in a share ..."""
SIZE_SEARCHING = 2
"""... and where somebody thinks for long."""


def run(
    contest: Contest,
    within: float,
    most: int = MOST,
    jobs: int = 0,
    progress: Callable[[Tally], None] | None = None,
    begun: Tally | None = None,
) -> Tally:
    """Play deals of a contest until every player's share is known closely enough.

    Args:
        contest: who meets whom.
        within: half of the widest interval that will do, as a share from 0 to 1.
        most: deals after which it ends in any case.
        jobs: how many cores to use; 0 for all.
        progress: told what has been counted after every share, in order.
        begun: what an earlier run of the same contest has counted, to go on from.

    Raises:
        Unable: a player made no move that is allowed.
        BrokenProcessPool: processes get lost again and again.
    """
    total = begun or Tally.blank(len(contest.players))
    if _enough(contest, total, within) or total.deals >= most:
        return total
    parts, task, jobs = _shares(contest, total.deals, most), partial(work, contest), jobs or cores()
    done: Iterator[tuple[Share, Tally]]
    if jobs == 1:
        done = ((part, work(contest, part)) for part in parts)
    else:
        done = by_processes(task, parts, jobs)
    with closing(in_order(total.deals, done)) as ordered:
        for tally in ordered:
            total.add(tally)
            if progress is not None:
                progress(total)
            if _enough(contest, total, within):
                break
    return total


def _enough(contest: Contest, tally: Tally, within: float) -> bool:
    return tally.deals >= LEAST and widest(contest, tally) <= within


def _shares(contest: Contest, first: int, most: int) -> Iterator[Share]:
    """The deals from ``first`` on; where shares begin does not depend on it."""
    size = SIZE_SEARCHING if any(map(searches, contest.players)) else SIZE
    for each in count():
        begin, end = max(first, size * each), min(most, size * (each + 1))
        if begin >= most:
            return
        if begin < end:
            yield Share(begin, end - begin)


def in_order(first: int, done: Iterator[tuple[Share, Back]]) -> Generator[Back, None, None]:
    """What comes back in any order, in the order of the shares.

    Args:
        first: where the first share begins.
        done: the shares with what came back of them; it is closed along with this.
    """
    early: dict[int, tuple[Share, Back]] = {}
    try:
        for share, back in done:
            early[share.first] = share, back
            while first in early:
                share, back = early.pop(first)
                first += share.count
                yield back
    finally:
        if isinstance(done, Generator):
            done.close()


__all__ = ["LEAST", "in_order", "run"]
