"""What every store promises, the errors it answers with, and the form entries are kept in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal, Protocol

from vandatta.messages import Lang, text

Entry = dict[str, Any]
"""One entry of a table's log: whatever JSON can hold. The store never looks inside."""

Reason = Literal[
    "full", "readonly", "locked", "unopenable", "foreign", "newer", "damaged", "closed", "failed"
]
"""Why a store can't do what was asked; each has a sentence in the message catalogue."""


class StoreError(Exception):
    """The store could not do what was asked.

    Attributes:
        reason: what was the matter, for a program.
        path: the data file, or "" when there is none.
        detail: the database's own words, or "".
    """

    def __init__(self, reason: Reason, path: str = "", detail: str = "") -> None:
        self.reason: Reason = reason
        self.path = path
        self.detail = detail
        super().__init__(self.sentence("en"))

    def sentence(self, lang: Lang) -> str:
        """What is the matter and what can be done about it, in ``lang``."""
        return text(lang, f"store.{self.reason}", path=self.path, detail=self.detail)


class StoreFull(StoreError):
    """The disk is full or may only be read; nothing of the append was written."""


class Conflict(Exception):
    """Somebody else appended first; nothing of this append was written.

    Attributes:
        table: the table appended to.
        expected: how many entries the caller thought it had.
        length: how many it has.
    """

    def __init__(self, table: str, expected: int, length: int) -> None:
        self.table = table
        self.expected = expected
        self.length = length
        super().__init__(f"expected {expected} entries at table {table!r}, found {length}")


class Store(Protocol):
    """An append-only log for each table, its entries numbered 0, 1, 2... without holes.

    A store belongs to the event loop that uses it. Several stores may share one
    database: whoever appends with an outdated ``expected`` gets `Conflict`, reads
    what is new and thinks again.
    """

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Add ``entries`` to the log of ``table``: all or none, durable on return.

        Appends that wait at the same time are carried out in the order of the
        calls. A cancelled call may still be carried out a moment later, once and
        whole: its caller's next append meets `Conflict`. Shield a call to know.

        Args:
            table: the table's name, valid Unicode; its first entry opens it.
            expected: how many entries the table has, as far as the caller knows.
            entries: one or more; read back as JSON gives them (a tuple as a list).

        Raises:
            Conflict: the table has more or fewer entries than ``expected``.
            StoreFull: there is no room, or the place may only be read.
            StoreError: the store is locked, damaged or closed.
            TypeError, ValueError: an argument can't be stored.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of ``table`` but for the first ``after``; [] for an unknown table.

        Raises:
            StoreError: the store is locked, damaged or closed.
            ValueError: ``after`` is negative.
        """
        ...

    async def tables(self) -> list[str]:
        """The names of all tables, the one opened last first.

        Raises:
            StoreError: the store is locked, damaged or closed.
        """
        ...

    async def close(self) -> None:
        """Carry out what was accepted, then let go of everything. May be called again."""
        ...


def encode(table: str, expected: int, entries: Sequence[Entry]) -> list[str]:
    """Check the arguments of an append and give the entries as JSON texts.

    Raises:
        TypeError: an entry holds something JSON can't.
        ValueError: no entries, a negative ``expected``, a number that is not
            finite, or a name that is not valid Unicode.
    """
    if not entries:
        raise ValueError("an append needs at least one entry")
    if expected < 0:
        raise ValueError("a table can't have a negative number of entries")
    table.encode()
    return [json.dumps(entry, separators=(",", ":"), allow_nan=False) for entry in entries]
