"""Opened records, kept in memory for as long as there is room: those longest unused go first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
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
    entries: int = 0
    """Of how many entries of a table's log it was made; 0 if it was made of a file."""
    length: int = 0
    """How many entries the table's log had in all."""

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

    async def find(self, key: str, make: Callable[[], Opened], entries: int = 0) -> Opened:
        """The record under ``key``, made if it isn't there, or is older than the log.

        Two that ask for it at once get the same one, made once.

        Args:
            key: what to find it by; an older record under it is dropped.
            make: makes it, beside the event loop.
            entries: how many entries of a table's log it must be made of at least.

        Raises:
            Problem: too many others wait.
        """
        async with self._turn():
            opened = self.get(key)
            if opened is None or opened.entries < entries:
                opened = await asyncio.to_thread(make)
                self.put(key, opened)
            return opened

    async def aside(self, make: Callable[[], Found]) -> Found:
        """What ``make`` gives, worked out beside the event loop, one such work at a time.

        Raises:
            Problem: too many others wait.
        """
        async with self._turn():
            return await asyncio.to_thread(make)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One's turn to work.

        Raises:
            Problem: too many others wait for theirs.
        """
        if self._waiting >= WAITING:
            raise Problem(503, "busy")
        self._waiting += 1
        try:
            async with self._one:
                yield
        finally:
            self._waiting -= 1
