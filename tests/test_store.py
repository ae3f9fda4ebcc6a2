"""One contract for every store, and what only the SQLite file has to withstand."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from vandatta.messages import LANGS
from vandatta.store import Conflict, Entry, MemoryStore, SqliteStore, Store, StoreError, StoreFull
from vandatta.store.sqlite import BATCH

KINDS = ["memory", "sqlite"]


def open_store(kind: str, directory: Path) -> Store:
    return MemoryStore() if kind == "memory" else SqliteStore(directory / "log.db")


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    found = open_store(request.param, tmp_path)
    yield found
    await found.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    found = SqliteStore(tmp_path / "log.db", patience=0)
    yield found
    await found.close()


async def outcome(store: Store, table: str, expected: int, entries: list[Entry]) -> object:
    """True, or the error an append ended with."""
    try:
        await store.append(table, expected, entries)
    except (Conflict, StoreError) as error:
        return error
    return True


# The contract


async def test_entries_are_read_back_in_order_and_from_any_point(store: Store) -> None:
    await store.append("a", 0, [{"n": 0}, {"n": 1}])
    await store.append("a", 2, [{"n": 2, "name": "Åsa \ud800 \0", "deep": [{"x": None}, 1.5]}])
    assert [entry["n"] for entry in await store.read("a")] == [0, 1, 2]
    last = {"n": 2, "name": "Åsa \ud800 \0", "deep": [{"x": None}, 1.5]}
    assert await store.read("a", 2) == [last]
    assert await store.read("a", 3) == await store.read("a", 2**80) == await store.read("b") == []
    assert await store.read("\ud800") == []
    with pytest.raises(ValueError, match="negative"):
        await store.read("a", -1)


async def test_tables_are_listed_newest_first(store: Store) -> None:
    assert await store.tables() == []
    for table in ("a", "b", "c"):
        await store.append(table, 0, [{}])
    await store.append("a", 1, [{}])
    assert await store.tables() == ["c", "b", "a"]


@pytest.mark.parametrize("expected", [0, 1, 3, 2**80])
async def test_an_outdated_append_is_refused_whole(store: Store, expected: int) -> None:
    await store.append("a", 0, [{"n": 0}, {"n": 1}])
    with pytest.raises(Conflict) as caught:
        await store.append("a", expected, [{"n": "x"}, {"n": "y"}])
    assert (caught.value.table, caught.value.expected, caught.value.length) == ("a", expected, 2)
    assert await store.read("a") == [{"n": 0}, {"n": 1}]
    with pytest.raises(Conflict):
        await store.append("b", 1, [{}])
    assert await store.tables() == ["a"]


@pytest.mark.parametrize(
    ("table", "expected", "entries"),
    [
        ("a", 0, []),
        ("a", -1, [{}]),
        ("\ud800", 0, [{}]),
        ("a", 0, [{}, {"x": float("nan")}]),
        ("a", 0, [{}, {"x": object()}]),
    ],
)
async def test_what_cannot_be_stored_is_refused_at_once(
    store: Store, table: str, expected: int, entries: list[Entry]
) -> None:
    with pytest.raises((TypeError, ValueError)):
        await store.append(table, expected, entries)
    assert await store.tables() == []


async def test_a_stored_entry_is_nobodys_to_change(store: Store) -> None:
    entry: Entry = {"hands": [1, 2]}
    await store.append("a", 0, [entry])
    entry["hands"].append(3)
    (await store.read("a"))[0]["hands"].clear()
    assert await store.read("a") == [{"hands": [1, 2]}]


async def test_exactly_one_of_those_who_race_for_a_number_wins(store: Store) -> None:
    winners = []
    for seq in range(10):
        racers = [outcome(store, "a", seq, [{"by": who}]) for who in range(40)]
        ends = await asyncio.gather(*racers)
        assert [type(end) for end in ends if end is not True] == [Conflict] * 39
        winners.append({"by": ends.index(True)})
    assert await store.read("a") == winners


async def test_many_at_many_tables_keep_their_order(store: Store) -> None:
    async def sit(who: int) -> None:
        for n in range(15):
            await store.append(f"own {who}", n, [{"n": n}])
            while True:
                length = len(await store.read("shared"))
                if await outcome(store, "shared", length, [{"by": who, "n": n}]) is True:
                    break

    await asyncio.gather(*(sit(who) for who in range(12)))
    shared = await store.read("shared")
    for who in range(12):
        assert await store.read(f"own {who}") == [{"n": n} for n in range(15)]
        assert [entry["n"] for entry in shared if entry["by"] == who] == list(range(15))
    assert len(shared) == 12 * 15


async def test_appends_sent_together_are_carried_out_in_the_order_of_the_calls(
    store: Store,
) -> None:
    await asyncio.gather(*(store.append("a", n, [{"n": n}]) for n in range(3 * BATCH)))
    assert await store.read("a") == [{"n": n} for n in range(3 * BATCH)]


async def test_close_writes_what_was_accepted_and_ends_it(store: Store) -> None:
    waiting = [asyncio.create_task(store.append("a", n, [{"n": n}])) for n in range(400)]
    await asyncio.sleep(0)  # every task has handed over its append
    await asyncio.gather(store.close(), store.close())
    assert await asyncio.gather(*waiting) == [None] * 400
    await store.close()
    for late in (store.append("a", 400, [{}]), store.read("a"), store.tables()):
        with pytest.raises(StoreError) as caught:
            await late
        assert caught.value.reason == "closed"


class AgainstModel(RuleBasedStateMachine):
    """Any sequence of calls, alone and at once, answers as a dict of lists would."""

    kind = ""

    @initialize()
    def start(self) -> None:
        self.directory = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.store = open_store(self.kind, self.directory)
        self.model: dict[str, list[Entry]] = {}
        self.number = 0

    def plan(self, table: str, offset: int, count: int) -> tuple[str, int, list[Entry]]:
        self.number += 1
        entries = [{"n": self.number, "part": part} for part in range(count)]
        return table, max(0, len(self.model.get(table, [])) + offset), entries

    def accepts(self, table: str, expected: int, entries: list[Entry]) -> bool:
        fits = expected == len(self.model.get(table, []))
        if fits:
            self.model.setdefault(table, []).extend(entries)
        return fits

    CALL = st.tuples(
        st.sampled_from(["a", "A", "å", "a\0b", "'; --"]),
        st.sampled_from([0, 0, 0, -1, 1]),
        st.integers(1, 3),
    )

    @rule(calls=st.lists(CALL, min_size=1, max_size=8), dropped=st.sets(st.integers(0, 7)))
    def append_at_once(self, calls: list[tuple[str, int, int]], dropped: set[int]) -> None:
        plans = [self.plan(*call) for call in calls]
        expected = [self.accepts(*plan) for plan in plans]

        async def go() -> list[object]:
            tasks = [asyncio.create_task(outcome(self.store, *plan)) for plan in plans]
            await asyncio.sleep(0)  # every task has handed over its append
            # Not the last: once it is answered, those before it have been carried out.
            for n in dropped & set(range(len(tasks) - 1)):
                tasks[n].cancel()
            return await asyncio.gather(*tasks, return_exceptions=True)

        for fits, end in zip(expected, self.runner.run(go()), strict=True):
            # A cancelled append is carried out nevertheless: the model has it too.
            assert isinstance(end, asyncio.CancelledError) or (end is True) == fits

    @rule(table=st.sampled_from(["a", "A", "nobody"]), after=st.integers(0, 6))
    def read(self, table: str, after: int) -> None:
        found = self.runner.run(self.store.read(table, after))
        assert found == self.model.get(table, [])[after:]

    @precondition(lambda self: self.kind == "sqlite")
    @rule()
    def open_again(self) -> None:
        self.runner.run(self.store.close())
        self.store = open_store(self.kind, self.directory)

    @invariant()
    def is_the_model(self) -> None:
        assert self.runner.run(self.store.tables()) == list(reversed(self.model))
        for table, entries in self.model.items():
            assert self.runner.run(self.store.read(table)) == entries

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()
        shutil.rmtree(self.directory)


@pytest.mark.parametrize("kind", KINDS)
def test_any_sequence_of_calls_answers_as_a_model_does(kind: str) -> None:
    run_state_machine_as_test(
        type(f"Against{kind}", (AgainstModel,), {"kind": kind}),
        settings=settings(
            max_examples=40,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )


@pytest.mark.parametrize("lang", LANGS)
def test_every_error_has_a_sentence_that_names_the_file(lang: Any) -> None:
    assert str(StoreFull("full", "x.db")) == StoreError("full", "x.db").sentence("en")
    for reason in ("full", "readonly", "locked", "unopenable", "foreign", "newer", "damaged"):
        assert "x.db" in StoreError(cast("Any", reason), "x.db", "why").sentence(lang)
