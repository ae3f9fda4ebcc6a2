"""A store that forgets: for tests and for tables nobody comes back to."""

from __future__ import annotations

import json
from collections.abc import Sequence

from vandatta.store.interface import Conflict, Entry, StoreError, encode


class MemoryStore:
    """A `Store` in memory. Entries are kept as JSON, so that nobody shares or changes them."""

    def __init__(self) -> None:
        self._logs: dict[str, list[str]] = {}
        self._closed = False

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Add ``entries`` to the log of ``table``; see `Store.append`."""
        self._check_open()
        texts = encode(table, expected, entries)
        length = len(self._logs.get(table, ()))
        if length != expected:
            raise Conflict(table, expected, length)
        self._logs.setdefault(table, []).extend(texts)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of ``table`` but for the first ``after``; see `Store.read`."""
        self._check_open()
        if after < 0:
            raise ValueError("after can't be negative")
        return [json.loads(each) for each in self._logs.get(table, [])[after:]]

    async def tables(self) -> list[str]:
        """The names of all tables, the one opened last first."""
        self._check_open()
        return list(reversed(self._logs))

    async def close(self) -> None:
        """Forget everything. May be called again."""
        self._closed = True
        self._logs.clear()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("closed")
