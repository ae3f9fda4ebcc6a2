"""Live tables: opened, found, kept move by move, and told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.houses import NEVER, SECRET, Moody, legal, my_turn
from vandatta.server import chance
from vandatta.server.house import IDLE, House
from vandatta.server.security import Problem, fingerprint
from vandatta.server.settings import Settings
from vandatta.store.interface import Entry, StoreError, StoreFull
from vandatta.table import Refused


@pytest.fixture
async def store() -> Moody:
    return Moody()


@pytest.fixture
async def house(store: Moody) -> AsyncIterator[House]:
    house = House(store, NEVER)
    yield house
    await house.close()


# --- opening and finding -------------------------------------------------------------


async def test_a_new_table_is_dealt_and_kept(house: House, store: Moody) -> None:
    live = await house.open(Settings(opponents=4, level="regular"), SECRET)
    kept = await store.read(live.name)
    assert [entry["t"] for entry in kept] == ["open", "deal"]
    assert live.table.length == 2 and live.table.phase_of_match == "round"
    assert [seat.player for seat in live.table.seats] == ["human"] + ["regular"] * 4
    assert len({seat.name for seat in live.table.seats}) == 5
    assert SECRET not in str(kept)
    assert kept[0]["extra"]["players"] == {"0": fingerprint(SECRET)}


async def test_a_seat_belongs_to_its_secret_alone(house: House) -> None:
    live = await house.open(Settings(), SECRET)
    assert live.seat_of(SECRET) == 0
    assert live.seat_of("another-secret-of-22-l") is None
    assert live.seat_of(fingerprint(SECRET)) is None
    assert live.seat_of(None) is None


async def test_deals_and_ids_are_never_the_same(house: House, store: Moody) -> None:
    tables = [await house.open(Settings(), SECRET) for _ in range(50)]
    decks = {(await store.read(live.name))[1]["deck"] for live in tables}
    seeds = {(await store.read(live.name))[1]["chance"] for live in tables}
    keys = {(await store.read(live.name))[0]["extra"]["keys"] for live in tables}
    assert len(decks) == len(seeds) == len(keys) == len({live.name for live in tables}) == 50


def test_every_card_comes_first_about_as_often() -> None:
    pack = list(range(52))
    first = [chance.shuffled(pack)[0] for _ in range(5200)]
    counts = [first.count(card) for card in pack]
    # chi-square with 51 degrees of freedom: above 110 once in 500,000 times
    assert sum((count - 100) ** 2 / 100 for count in counts) < 110
    assert pack == list(range(52))


async def test_two_that_ask_at_once_get_the_same_table(store: Moody, house: House) -> None:
    name = (await house.open(Settings(), SECRET)).name
    other = House(store, NEVER)
    one, two = await asyncio.gather(other.find(name), other.find(name))
    assert one is two is await other.find(name)
    assert other.in_memory == 1
    await other.close()


@pytest.mark.parametrize(
    ("log", "status"),
    [([], 404), ([{"t": "move", "seat": 0, "move": "9c"}], 410), ([{"what": "?"}], 410)],
)
async def test_a_table_that_is_not_there_or_unreadable(
    house: House, store: Moody, log: list[Entry], status: int
) -> None:
    if log:
        await store.append("some-table", 0, log)
    with pytest.raises(Problem) as problem:
        await house.find("some-table")
    assert problem.value.status == status
    assert house.in_memory == 0


@pytest.mark.parametrize(
    "extra",
    [
        {},
        {"players": [], "keys": ""},
        {"players": {"0": 7}, "keys": ""},
        {"players": {}, "keys": "x"},
    ],
)
async def test_a_damaged_opening_is_unreadable(
    house: House, store: Moody, extra: dict[str, object]
) -> None:
    live = await house.open(Settings(), SECRET)
    opening, deal = await store.read(live.name)
    await store.append("some-table", 0, [{**opening, "extra": extra}, deal])
    with pytest.raises(Problem) as problem:
        await house.find("some-table")
    assert problem.value.status == 410


async def test_idle_tables_are_dropped_and_come_back_as_they_were(house: House) -> None:
    live = await my_turn(house)
    await live.move(0, legal(live)[0])
    now = asyncio.get_running_loop().time()
    await house.drop_idle(now + IDLE / 2)
    assert await house.find(live.name) is live
    with live.watch():
        await house.drop_idle(now + 2 * IDLE)
        assert house.in_memory >= 1
        assert await house.find(live.name) is live
    await house.drop_idle(now + 2 * IDLE)
    assert house.in_memory == 0
    again = await house.find(live.name)
    assert again is not live
    assert again.view(0) == live.view(0)
    assert again.keyring(0).hand(0) == live.keyring(0).hand(0)
    assert again.sitting() == live.sitting()


# --- keeping -------------------------------------------------------------------------


async def test_a_move_is_kept_before_it_is_told(house: House, store: Moody) -> None:
    live = await my_turn(house)
    before = live.view(0)
    store.open.clear()
    store.asked.clear()
    moving = asyncio.create_task(live.move(0, legal(live)[0]))
    await store.asked.wait()
    with live.watch() as fresh:
        assert live.view(0) == before and not moving.done()
        store.open.set()
        await moving
        assert fresh.is_set()
    assert live.view(0) != before
    assert len(await store.read(live.name)) == live.table.length == 3


async def test_a_move_is_applied_though_its_maker_has_gone(house: House, store: Moody) -> None:
    live = await my_turn(house)
    store.open.clear()
    store.asked.clear()
    moving = asyncio.create_task(live.move(0, legal(live)[0]))
    await store.asked.wait()
    moving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await moving
    assert live.table.length == 2
    store.open.set()
    await live.settled()
    assert len(await store.read(live.name)) == live.table.length == 3


@pytest.mark.parametrize(
    ("failure", "key"),
    [
        (StoreFull("full"), "store_full"),
        (StoreError("damaged"), "store"),
        (OSError(5, "input/output error"), "store"),
    ],
)
async def test_a_failing_store_changes_nothing(
    house: House, store: Moody, failure: Exception, key: str
) -> None:
    live = await my_turn(house)
    before, words = live.view(0), legal(live)[0]
    store.failures = [failure]
    with pytest.raises(Problem) as problem:
        await live.move(0, words)
    assert (problem.value.status, problem.value.key) == (503, key)
    assert live.table.view(0) == before and live.table.length == 2
    await live.move(0, words)
    assert len(await store.read(live.name)) == live.table.length == 3


async def test_no_table_where_none_can_be_kept(house: House, store: Moody) -> None:
    store.failures = [StoreFull("full")]
    with pytest.raises(Problem) as problem:
        await house.open(Settings(), SECRET)
    assert problem.value.key == "store_full"
    assert house.in_memory == 0 and await store.tables() == []


async def test_somebody_else_was_first(house: House, store: Moody) -> None:
    live = await my_turn(house)
    other = House(store, NEVER)
    elsewhere = await other.find(live.name)
    await elsewhere.move(0, legal(live)[0])
    with pytest.raises(Problem) as problem:
        await live.move(0, legal(live)[0])
    assert (problem.value.status, problem.value.key) == (409, "conflict")
    assert live.table.length == 3
    assert live.view(0) == elsewhere.view(0)
    await other.close()


async def test_moves_at_the_same_time_are_made_one_after_the_other(house: House) -> None:
    """A double tap: the second was meant for the table before the first."""
    live = await my_turn(house)
    decision, words = live.table.decision, legal(live)[0]
    taps = [live.move(0, words, decision) for _ in range(5)]
    results = await asyncio.gather(*taps, return_exceptions=True)
    assert results.count(None) == 1
    assert {each.rule for each in results if isinstance(each, Refused)} == {"stale"}
    assert live.table.length == 3
