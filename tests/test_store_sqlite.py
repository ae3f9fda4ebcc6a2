"""What a log in a SQLite file has to withstand: crashes, full disks, neighbours, garbage."""

# ruff: noqa: ASYNC240 - a test may wait for the disk

from __future__ import annotations

import asyncio
import os
import random
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from vandatta.store import Conflict, Entry, SqliteStore, StoreError, StoreFull
from vandatta.store.file import VERSION
from vandatta.store.sqlite import BATCH

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
    store = SqliteStore(sys.argv[1])
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


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    found = SqliteStore(path, patience=0)
    yield found
    await found.close()


async def logs(path: Path) -> dict[str, list[Entry]]:
    store = SqliteStore(path)
    try:
        return {table: await store.read(table) for table in await store.tables()}
    finally:
        await store.close()


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def reason(path: Path) -> str:
    """Why the file can't be opened."""
    with pytest.raises(StoreError) as caught:
        SqliteStore(path, patience=0)
    assert path.name in str(caught.value)
    assert isinstance(caught.value, StoreFull) == (caught.value.reason in ("full", "readonly"))
    return caught.value.reason


# Crashes


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


async def test_a_torn_tail_costs_only_what_was_torn(tmp_path: Path, store: SqliteStore) -> None:
    for n in range(40):
        await store.append("a", n, [{"n": n}])
    wal = (tmp_path / "log.db-wal").read_bytes()
    chance = random.Random(7)
    lengths = set()
    for n in range(12):
        copy = tmp_path / f"crash{n}" / "log.db"
        copy.parent.mkdir()
        shutil.copy(tmp_path / "log.db", copy)
        tail = wal[: chance.randrange(len(wal))] + (chance.randbytes(5000) if n % 2 else b"")
        (copy.parent / "log.db-wal").write_bytes(tail)
        entries = (await logs(copy)).get("a", [])
        assert entries == [{"n": n} for n in range(len(entries))]
        lengths.add(len(entries))
    assert len(lengths) > 3


# Files that are not what they should be


@pytest.mark.parametrize("content", [b"garbage", b"SQLite format 3\0" + bytes(500), b"x" * 9000])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert reason(path) == "foreign"
    assert path.read_bytes() == content


async def test_a_database_of_a_newer_version_is_left_alone(path: Path) -> None:
    await SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {VERSION + 1}")
    content = path.read_bytes()
    assert reason(path) == "newer"
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    content = path.read_bytes()
    assert reason(path) == "foreign"
    assert path.read_bytes() == content


async def test_damage_is_told_not_read(path: Path) -> None:
    store = SqliteStore(path)
    for n in range(3):
        await store.append("a", n * 100, [{"n": i, "pad": "x" * 300} for i in range(100)])
    await store.close()
    whole = path.read_bytes()
    noise = random.Random(1).randbytes(len(whole))
    for hurt in (whole[: len(whole) // 2], whole[:4096] + noise[4096:]):
        path.write_bytes(hurt)
        with pytest.raises(StoreError) as caught:
            await logs(path)
        assert caught.value.reason == "damaged"


@pytest.mark.parametrize(
    "damage", ["DELETE FROM log WHERE seq = 1", "UPDATE log SET entry = '{' WHERE seq = 1"]
)
async def test_a_hole_or_a_broken_entry_is_told(
    store: SqliteStore, path: Path, damage: str
) -> None:
    await store.append("a", 0, [{}, {}, {}])
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(damage)
    with pytest.raises(StoreError) as caught:
        await store.read("a")
    assert caught.value.reason == "damaged"


# Places


async def test_the_directory_is_made_and_the_file_is_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deeper" / "log.db"
    store = SqliteStore(path)
    await store.append("a", 0, [{}])
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    await store.close()
    assert [file.name for file in path.parent.iterdir()] == ["log.db"]


def test_a_directory_or_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "directory").mkdir()
    (tmp_path / "file").touch()
    assert reason(tmp_path / "directory") == "unopenable"
    assert reason(tmp_path / "file" / "log.db") == "unopenable"


@contextmanager
def unprivileged() -> Iterator[None]:
    """Root may write anywhere: be nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


async def test_a_place_that_may_only_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        await SqliteStore(directory / "old.db").close()
        (directory / "old.db").chmod(0o444)
        directory.chmod(0o555)
        with unprivileged():
            assert reason(directory / "log.db") == "readonly"
            assert reason(directory / "new" / "log.db") == "readonly"
            assert reason(directory / "old.db") in ("readonly", "unopenable")
        directory.chmod(0o755)


# No room


async def test_a_full_disk_refuses_what_does_not_fit_and_nothing_else(store: SqliteStore) -> None:
    await store.append("a", 0, [{"n": 0}])
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    large: Entry = {"pad": "x" * 50_000}
    ends = await asyncio.gather(
        store.append("a", 1, [{"n": 1}]),
        store.append("b", 0, [{}, large, {}]),
        store.append("a", 2, [{"n": 2}]),
        store.append("a", 2, [{"n": "late"}]),
        store.append("b", 0, [large]),
        return_exceptions=True,
    )
    assert [type(end) for end in ends] == [type(None), StoreFull, type(None), Conflict, StoreFull]
    assert [getattr(end, "reason", "") for end in ends] == ["", "full", "", "", "full"]
    assert await store.tables() == ["a"]
    assert await store.read("a") == [{"n": 0}, {"n": 1}, {"n": 2}]
    store._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
    await store.append("b", 0, [large])
    assert await store.read("b") == [large]


async def test_a_write_that_fails_half_way_leaves_nothing(store: SqliteStore, path: Path) -> None:
    await store.append("a", 0, [{"n": 0}])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = path.with_name("log.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (written + 6000, limits[1]))
    try:
        with pytest.raises(StoreError) as caught:
            await store.append("a", 1, [{"pad": "x" * 40_000}])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.reason in ("full", "failed")
    assert await store.read("a") == [{"n": 0}]
    await store.append("a", 1, [{"n": 1}])
    await store.close()
    assert (await logs(path))["a"] == [{"n": 0}, {"n": 1}]


# Neighbours


async def test_processes_share_a_file_and_never_a_number(path: Path) -> None:
    children = [child(SHARER, path, str(who)) for who in range(3)]  # and all make the file
    for process in children:
        with process:
            assert process.wait() == 0
    shared = (await logs(path))["shared"]
    for who in range(3):
        assert [e["n"] for e in shared if e["by"] == str(who)] == list(range(60))
    assert len(shared) == 180


async def test_a_second_store_hears_of_what_the_first_appended(
    store: SqliteStore, path: Path
) -> None:
    second = SqliteStore(path)
    await store.append("a", 0, [{"by": 1}])
    with pytest.raises(Conflict):
        await second.append("a", 0, [{"by": 2}])
    await second.append("a", 1, [{"by": 2}])
    assert await store.read("a") == await second.read("a") == [{"by": 1}, {"by": 2}]
    await second.close()
    await store.append("a", 2, [{"by": 1}])


async def test_a_lock_is_told_and_outlived(store: SqliteStore, path: Path) -> None:
    with write_lock(path):
        tasks = [asyncio.create_task(store.append(table, 0, [{}])) for table in TABLES]
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert [getattr(end, "reason", None) for end in ends] == ["locked"] * 3
        assert await store.tables() == []  # reading needs no lock
        assert reason(path) == "locked"
    await store.append("a", 0, [{}])
    assert await store.tables() == ["a"]


# The writer


async def test_what_waits_goes_into_one_transaction_each_on_its_own(path: Path) -> None:
    store = SqliteStore(path)
    begun = []
    with write_lock(path):
        store._db.set_trace_callback(lambda sql: begun.append(sql) if "BEGIN" in sql else None)
        good = [asyncio.create_task(store.append("a", n, [{"n": n}])) for n in range(2 * BATCH)]
        bad = [asyncio.create_task(store.append("a", n, [{}])) for n in range(BATCH)]
        await asyncio.sleep(0)  # every task has handed over its append
    assert await asyncio.gather(*good) == [None] * 2 * BATCH
    ends = await asyncio.gather(*bad, return_exceptions=True)
    assert {type(end) for end in ends} == {Conflict}
    assert await store.read("a") == [{"n": n} for n in range(2 * BATCH)]
    assert len(begun) in (3, 4)  # the first had to take what was there
    await store.close()


async def test_a_cancelled_append_is_there_once_and_whole(path: Path) -> None:
    store = SqliteStore(path)
    with write_lock(path):
        tasks = [asyncio.create_task(store.append("a", n, [{"n": n}])) for n in range(50)]
        await asyncio.sleep(0)  # every task has handed over its append
        for task in tasks[::2]:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await tasks[0]
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [end is None for end in ends] == [False, True] * 25
    assert await store.read("a") == [{"n": n} for n in range(50)]
    await store.append("a", 50, [{"n": 50}])
    await store.close()


def test_a_loop_that_is_gone_does_not_stop_the_writer(path: Path) -> None:
    store = SqliteStore(path)

    async def leave() -> None:
        task = asyncio.create_task(store.append("a", 0, [{"n": 0}]))
        await asyncio.sleep(0)
        task.cancel()

    async def come_back() -> list[Entry]:
        await store.append("b", 0, [{}])
        try:
            return await store.read("a")
        finally:
            await store.close()

    with write_lock(path):
        asyncio.run(leave())  # ends before its append was written
    assert asyncio.run(come_back()) == [{"n": 0}]
