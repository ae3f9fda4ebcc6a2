"""How long the rounds of a mix last: measured once, and one mix at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from vandatta.options import from_id
from vandatta.server.security import Problem
from vandatta.simulation.lengths import Lengths, lengths

ROUNDS = 300
KEPT = 500
"""Mixes whose figures are remembered."""
QUEUE = 8
"""Mixes that may wait their turn."""
NOTICEABLE = 0.02
"""From this share of rounds that don't end by themselves on, one is warned."""
LONG = 800
"""More moves than this in the longest of a hundred rounds are warned about too."""


class Measures:
    """Figures of mixes, by id and seats."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int], Lengths] = OrderedDict()
        self._pending: dict[tuple[str, int], asyncio.Future[Lengths]] = {}
        # one thread: whoever asks for more waits, and the tables are hardly slowed down
        self._worker = ThreadPoolExecutor(1, "measures")

    def known(self, rules: str, seats: int) -> Lengths | None:
        """The figures of a mix, if it has been measured."""
        found = self._known.get((rules, seats))
        if found is not None:
            self._known.move_to_end((rules, seats))
        return found

    async def measure(self, rules: str, seats: int) -> Lengths:
        """The figures of a mix.

        Args:
            rules: the canonical id of rules that are for so many.
            seats: how many play.

        Raises:
            Problem: too many mixes wait their turn.
        """
        found = self.known(rules, seats)
        if found is not None:
            return found
        what = (rules, seats)
        if what not in self._pending:
            if len(self._pending) >= QUEUE:
                raise Problem(429, "too_many")
            loop = asyncio.get_running_loop()
            job = loop.run_in_executor(self._worker, lengths, from_id(rules), seats, ROUNDS)
            self._pending[what] = job
            job.add_done_callback(lambda done: self._keep(what, done))
        # whoever goes away leaves the figures to the next who asks
        return await asyncio.shield(self._pending[what])

    def _keep(self, what: tuple[str, int], done: asyncio.Future[Lengths]) -> None:
        self._pending.pop(what, None)
        if not done.cancelled() and done.exception() is None:
            self._known[what] = done.result()
            while len(self._known) > KEPT:
                self._known.popitem(last=False)

    def close(self) -> None:
        """Let nothing more be measured."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def troubling(found: Lengths) -> bool:
    """Do so many rounds not end by themselves, or last so long, that one should be told?"""
    return found.limited >= NOTICEABLE or found.p99 > LONG


__all__ = ["Measures", "troubling"]
