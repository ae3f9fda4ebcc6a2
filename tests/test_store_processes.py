"""Several processes at one log: killed without warning, or appending side by side."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vandatta.store import Conflict, Entry, SqliteStore

TABLES = ["a", "b", "c"]

APPENDER = """
import asyncio, os, sys
from vandatta.store import SqliteStore

async def sit(store, table):
    n = len(await store.read(table))
    while True:
        await store.append(table, n, [{"n": n}])
        n += 1
        os.write(1, f"{table} {n}\\n".encode())

async def main():
    os.write(1, b"opening\\n")
    store = SqliteStore(sys.argv[1])
    await asyncio.gather(*(sit(store, table) for table in sys.argv[2:]))

asyncio.run(main())
"""
"""Appends as fast as it can and says how many entries of a table were acknowledged."""

SHARER = """
import asyncio, sys
from vandatta.store import Conflict, SqliteStore

async def main():
    store = SqliteStore(sys.argv[1], patience=60)
    done = refused = 0
    while done < 60:
        try:
            await store.append("shared", done + refused, [{"by": sys.argv[2], "n": done}])
            done += 1
        except Conflict as conflict:
            refused = conflict.length - done
    await store.close()

asyncio.run(main())
"""
"""Appends sixty entries of its own to a table that others append to."""


def child(program: str, *args: str | Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program, *map(str, args)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


async def logs(path: Path) -> dict[str, list[Entry]]:
    store = SqliteStore(path)
    try:
        return {table: await store.read(table) for table in await store.tables()}
    finally:
        await store.close()


async def test_whatever_was_acknowledged_survives_kill_9(path: Path) -> None:
    chance = random.Random(20)
    acknowledged = dict.fromkeys(TABLES, 0)
    for _ in range(20):
        with child(APPENDER, path, *TABLES) as process:
            assert process.stdout is not None
            heard = [process.stdout.readline() for _ in range(chance.randrange(1, 200))]
            process.kill()
            heard += process.stdout.readlines()  # what it said before it died
        assert process.returncode == -signal.SIGKILL
        for table, count in (line.split() for line in heard if line != "opening\n"):
            acknowledged[table] = int(count)
        found = await logs(path)
        for table, length in acknowledged.items():
            entries = found.get(table, [])
            assert len(entries) >= length
            assert entries == [{"n": n} for n in range(len(entries))]
    assert min(acknowledged.values()) > 100


async def test_a_file_whose_maker_was_killed_can_be_opened(tmp_path: Path) -> None:
    for n in range(6):
        with child(APPENDER, tmp_path / f"{n}.db", "a") as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "opening\n"
            process.kill()
            said = process.stdout.readlines()
        entries = (await logs(tmp_path / f"{n}.db")).get("a", [])
        assert entries == [{"n": n} for n in range(len(entries))]
        assert len(entries) >= len(said)


async def test_processes_share_a_file_and_never_a_number(path: Path) -> None:
    children = [child(SHARER, path, str(who)) for who in range(3)]  # and all make the file
    for process in children:
        with process:
            assert process.wait() == 0
    shared = (await logs(path))["shared"]
    for who in range(3):
        assert [e["n"] for e in shared if e["by"] == str(who)] == list(range(60))
    assert len(shared) == 180


async def test_a_second_store_hears_of_what_the_first_appended(path: Path) -> None:
    store = SqliteStore(path)
    second = SqliteStore(path)
    await store.append("a", 0, [{"by": 1}])
    with pytest.raises(Conflict):
        await second.append("a", 0, [{"by": 2}])
    await second.append("a", 1, [{"by": 2}])
    assert await store.read("a") == await second.read("a") == [{"by": 1}, {"by": 2}]
    with child(SHARER, path, "3") as process:
        assert process.wait() == 0
    # The child saw that others have the file open, else it had taken their WAL away.
    assert path.with_name("log.db-wal").exists()
    await second.close()
    await store.append("a", 2, [{"by": 1}])
    await store.close()
    assert len((await logs(path))["a"]) == 3
