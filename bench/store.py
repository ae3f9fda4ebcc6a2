"""How many appends a second the log takes, beside one transaction an append in plain sqlite3.

Both write the same entries with the same promise (WAL, synchronous=FULL) to a
file in the same directory, turn and turn about. The peer is called straight from
the loop without thread or queue, so the ratio is what the writer thread gains
(or, with a single table, costs).

    python bench/store.py [--seconds 1.0] [--rounds 3] [--dir DIRECTORY]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from vandatta.store import Entry, SqliteStore

ENTRY: Entry = {"kind": "move", "seat": 2, "move": "8h=s!", "decision": 117, "pad": "x" * 100}

Append = Callable[[str, int], Awaitable[None]]


class Plain:
    """One transaction an append, in the event loop."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute("CREATE TABLE log (name TEXT, seq INTEGER, entry TEXT, UNIQUE (name, seq))")

    async def append(self, table: str, expected: int) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        self.db.execute("INSERT INTO log VALUES (?, ?, ?)", (table, expected, json.dumps(ENTRY)))
        self.db.execute("COMMIT")
        await asyncio.sleep(0)


async def rate(append: Append, tables: int, seconds: float) -> float:
    """Appends a second while ``tables`` tables each append as soon as the last is durable."""
    begun = time.perf_counter()
    counts = [0] * tables

    async def sit(who: int) -> None:
        while time.perf_counter() - begun < seconds:
            await append(f"table {who}", counts[who])
            counts[who] += 1

    await asyncio.gather(*(sit(who) for who in range(tables)))
    return sum(counts) / (time.perf_counter() - begun)


async def compare(tables: int, seconds: float, directory: Path) -> tuple[float, float]:
    """Appends a second of the store and of the peer, one after the other."""
    with tempfile.TemporaryDirectory(dir=directory) as name:
        store = SqliteStore(Path(name) / "ours.db")
        ours = await rate(lambda table, n: store.append(table, n, [ENTRY]), tables, seconds)
        await store.close()
        plain = Plain(Path(name) / "plain.db")
        peer = await rate(plain.append, tables, seconds)
        plain.db.close()
    return ours, peer


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of each run")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each, in turn")
    parser.add_argument("--dir", type=Path, help="where to write; the system's temporary directory")
    args = parser.parse_args()
    print(f"SQLite {sqlite3.sqlite_version}; appends a second, median of {args.rounds} rounds")
    print(f"{'tables':>6} {'store':>8} {'plain':>8} {'ratio':>6}")
    for tables in (1, 16, 64):
        runs = [asyncio.run(compare(tables, args.seconds, args.dir)) for _ in range(args.rounds)]
        ours, peer = (median(each) for each in zip(*runs, strict=True))
        ratio = median(our / its for our, its in runs)
        print(f"{tables:>6} {ours:>8,.0f} {peer:>8,.0f} {ratio:>5.2f}x")


if __name__ == "__main__":
    main()
