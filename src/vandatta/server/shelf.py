"""Opened records, kept in memory for as long as there is room: those longest unused go first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from vandatta.replay import Replay
from vandatta.server import chance
from vandatta.server.security import Problem

Found = TypeVar("Found")

ROOM = 96 * 2**20
"""Bytes for all of them."""
STEP = 3000
"""Bytes that a step of a match takes, about: the round's state as it was then."""
FEWEST = 10_000
"""Bytes that any record takes."""
WAITING = 8
"""Records that may wait to be opened; they are opened one at a time."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Matches to step through."""

    replays: tuple[Replay, ...]
    first: int = 1
    """The number of the first of them."""
    matches: int = 1
    """How many there are in all, here or not."""

    @property
    def size(self) -> int:
        """Bytes of memory, about."""
        return FEWEST + STEP * sum(replay.steps for replay in self.replays)


class Shelf:
    """Opened records by their keys.

    Args:
        room: bytes for all of them.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[str, Opened] = OrderedDict()
        self._one = asyncio.Semaphore(1)
        self._waiting = 0

    @property
    def size(self) -> int:
        """Bytes of memory that the records take, about."""
        return sum(opened.size for opened in self._kept.values())

    def get(self, key: str) -> Opened | None:
        """The record under ``key``; None if it isn't there, or not any more."""
        opened = self._kept.get(key)
        if opened is not None:
            self._kept.move_to_end(key)
        return opened

    def put(self, key: str, opened: Opened) -> None:
        """Keep a record, and let others go if there is no room."""
        self._kept[key] = opened
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and self.size > self._room:
            self._kept.popitem(last=False)

    async def add(self, make: Callable[[], Opened]) -> str:
        """Make an opened record, beside the event loop, and keep it.

        Returns:
            The key that it can be found by, which nobody can guess.

        Raises:
            Problem: too many others wait.
        """
        opened = await self.aside(make)
        key = chance.table_id()
        self.put(key, opened)
        return key

    async def find(self, key: str, make: Callable[[], Opened]) -> Opened:
        """The record under ``key``, made if it isn't there.

        Raises:
            Problem: too many others wait.
        """
        opened = self.get(key)
        if opened is None:
            opened = await self.aside(make)
        self.put(key, opened)
        return opened

    async def aside(self, make: Callable[[], Found]) -> Found:
        """What ``make`` gives, worked out beside the event loop, one such work at a time.

        Raises:
            Problem: too many others wait.
        """
        if self._waiting >= WAITING:
            raise Problem(503, "busy")
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(make)
        finally:
            self._waiting -= 1
