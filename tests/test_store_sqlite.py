"""What a log in a SQLite file has to withstand: torn tails, garbage, full disks, locks."""

# ruff: noqa: ASYNC240 - a test may wait for the disk

from __future__ import annotations

import asyncio
import os
import random
import resource
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from vandatta.store import Conflict, Entry, SqliteStore, StoreError, StoreFull
from vandatta.store.file import VERSION
from vandatta.store.sqlite import BATCH


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


def count_transactions(store: SqliteStore) -> list[str]:
    """A list that grows by one a transaction the store begins."""
    begun: list[str] = []
    store._db.set_trace_callback(lambda sql: begun.append(sql) if "BEGIN" in sql else None)
    return begun


def reason(path: Path) -> str:
    """Why the file can't be opened."""
    with pytest.raises(StoreError) as caught:
        SqliteStore(path, patience=0)
    assert path.name in str(caught.value)
    assert isinstance(caught.value, StoreFull) == (caught.value.reason in ("full", "readonly"))
    return caught.value.reason


# What a crash leaves


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


async def test_an_append_that_fails_at_its_second_entry_leaves_nothing(store: SqliteStore) -> None:
    await store.append("a", 0, [{"n": 0}])
    store._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
    with pytest.raises(StoreError) as caught:
        await store.append("a", 1, [{"n": 1}, {"pad": "x" * 20_000}])
    assert caught.value.reason == "failed"
    assert await store.read("a") == [{"n": 0}]
    await store.append("a", 1, [{"n": 1}])
    assert await store.read("a") == [{"n": 0}, {"n": 1}]


# Locks


async def test_who_opens_a_file_while_another_makes_it_waits(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        released = []
        monkeypatch.setattr(
            "vandatta.store.file.time.sleep",
            lambda _: released.append(other.execute("ROLLBACK")),
        )
        store = SqliteStore(path, patience=60)
        assert len(released) == 1
    await store.append("a", 0, [{}])
    await store.close()


async def test_a_lock_is_told_and_outlived(store: SqliteStore, path: Path) -> None:
    with write_lock(path):
        begun = count_transactions(store)
        appends = (store.append(f"table {n}", 0, [{}]) for n in range(100))
        ends = await asyncio.gather(*appends, return_exceptions=True)
        assert {getattr(end, "reason", None) for end in ends} == {"locked"}
        assert len(begun) <= 100  # nobody waits twice
        assert await store.tables() == []  # reading needs no lock
        assert reason(path) == "locked"
    await store.append("a", 0, [{}])
    assert await store.tables() == ["a"]


# The writer


async def test_what_waits_goes_into_one_transaction_each_on_its_own(path: Path) -> None:
    store = SqliteStore(path)
    begun = count_transactions(store)
    with write_lock(path):
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
    trouble: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: trouble.append(what))
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
    assert trouble == []  # nobody tried to answer the cancelled ones
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
