"""The log in one SQLite file: a writer thread that commits what waits in one transaction.

A commit costs a wait for the disk however little it holds, so the writer takes
every append that came in during the last commit into the next one. An append
returns only after its commit, so what was acknowledged survives a crash.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TypeVar

from vandatta.store.file import connect, open_file, typed
from vandatta.store.interface import Conflict, Entry, StoreError, encode

T = TypeVar("T")

BATCH = 256
"""Most appends in one transaction."""


@dataclass(frozen=True, slots=True)
class _Append:
    """An append that waits for the writer."""

    table: str
    expected: int
    texts: list[str]
    done: asyncio.Future[None]


Outcome = Conflict | StoreError | None
"""How an append ended: refused, failed, or durable."""


class SqliteStore:
    """A `Store` in one SQLite file, safe to share with other processes."""

    def __init__(self, path: str | Path, patience: float = 5.0) -> None:
        """Open the file, making it and its directory where they are missing.

        Blocks while it does so: open before the event loop starts, or in a thread.

        Args:
            path: the data file.
            patience: seconds to wait for another process' lock before giving up.

        Raises:
            StoreFull: there is no room for it, or the place may only be read.
            StoreError: the file is locked, damaged, not ours or from a newer version.
        """
        self._path = Path(path)
        self._closed = False
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._db = self._guard(lambda: open_file(self._path, patience))
        self._reader = self._guard(lambda: connect(self._path, patience))
        self._reads = ThreadPoolExecutor(1, "store-reader")
        self._writer = Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Add ``entries`` to the log of ``table``; see `Store.append`."""
        self._check_open()
        texts = encode(table, expected, entries)
        done = asyncio.get_running_loop().create_future()
        self._queue.put(_Append(table, expected, texts, done))
        await done

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of ``table`` but for the first ``after``; see `Store.read`."""
        if after < 0:
            raise ValueError("after can't be negative")
        return await self._off_loop(lambda: self._entries(table, min(after, sys.maxsize)))

    async def tables(self) -> list[str]:
        """The names of all tables, the one opened last first."""
        query = "SELECT table_name FROM log WHERE seq = 0 ORDER BY id DESC"
        return await self._off_loop(lambda: [name for (name,) in self._reader.execute(query)])

    async def close(self) -> None:
        """Write what was accepted, then close the file. May be called again."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._writer.join()
        self._reads.shutdown()
        self._reader.close()
        self._db.close()  # the last to close writes the WAL back into the file

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("closed", str(self._path))

    async def _off_loop(self, query: Callable[[], T]) -> T:
        self._check_open()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reads, self._guard, query)

    def _entries(self, table: str, after: int) -> list[Entry]:
        query = "SELECT seq, entry FROM log WHERE table_name = ? AND seq >= ? ORDER BY seq"
        try:
            rows = self._reader.execute(query, (table, after)).fetchall()
            entries = [json.loads(entry) for _, entry in rows]
        except UnicodeEncodeError:  # no table can have that name
            return []
        except json.JSONDecodeError as error:
            raise StoreError("damaged", str(self._path), f"{table}: {error}") from error
        if rows and (rows[0][0], rows[-1][0]) != (after, after + len(rows) - 1):
            raise StoreError("damaged", str(self._path), f"{table}: entries are missing")
        return entries

    def _write(self) -> None:
        while batch := self._next_batch():
            for append, outcome in zip(batch, self._commit(batch), strict=True):
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    append.done.get_loop().call_soon_threadsafe(_answer, append.done, outcome)

    def _next_batch(self) -> list[_Append]:
        """Wait for an append and take what else is waiting; [] when all is written."""
        batch: list[_Append] = []
        with suppress(queue.Empty):
            append = self._queue.get()
            while append is not None:
                batch.append(append)
                if len(batch) == BATCH:
                    return batch
                append = self._queue.get_nowait()
            self._queue.put(None)  # to be found again once this batch is written
        return batch

    def _commit(self, batch: list[_Append]) -> list[Outcome]:
        """Write a batch in one transaction; where that fails, each append in its own."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            outcomes: list[Outcome] = [self._put(append) for append in batch]
            self._db.execute("COMMIT")
            return outcomes
        except Exception as error:  # whatever it is, the writer lives on and answers
            if self._db.in_transaction:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
            failures = [typed(error, self._path) for _ in batch]
            # One by one a small append can still find room where a large one did not.
            # Behind a lock each would wait as long again, and to no use.
            if len(batch) == 1 or failures[0].reason == "locked":
                return [*failures]
        return [outcome for append in batch for outcome in self._commit([append])]

    def _put(self, append: _Append) -> Conflict | None:
        query = "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_name = ?"
        (length,) = self._db.execute(query, (append.table,)).fetchone()
        if length != append.expected:
            return Conflict(append.table, append.expected, length)
        self._db.executemany(
            "INSERT INTO log (table_name, seq, entry) VALUES (?, ?, ?)",
            [(append.table, seq, text) for seq, text in enumerate(append.texts, length)],
        )
        return None

    def _guard(self, action: Callable[[], T]) -> T:
        """Do ``action``; its errors become the store's own."""
        try:
            return action()
        except (sqlite3.Error, OSError) as error:
            raise typed(error, self._path) from error


def _answer(done: asyncio.Future[None], outcome: Outcome) -> None:
    if done.done():  # cancelled, though carried out
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
