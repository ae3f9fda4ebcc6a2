"""Live tables: what is kept and told, and how the computer players spend their time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.sittings import play, table_with
from vandatta.events import Called, Caught, MatchOver
from vandatta.notation.moves import move_texts
from vandatta.players import LEVELS
from vandatta.server import chance, driver
from vandatta.server.driver import GRACE, Driver
from vandatta.server.house import IDLE, House
from vandatta.server.live import LiveTable
from vandatta.server.security import Problem, fingerprint
from vandatta.server.settings import Settings
from vandatta.store.interface import Entry, StoreError, StoreFull
from vandatta.store.memory import MemoryStore
from vandatta.table import Refused, Table
from vandatta.view import View

SECRET = "a-secret-of-22-letters"
NEVER = 1e6
"""A pace at which no computer player gets to move in a test."""


class Moody(MemoryStore):
    """A store that fails, or waits, when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[Exception] = []
        self.open = asyncio.Event()
        self.open.set()
        self.asked = asyncio.Event()

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        self.asked.set()
        await self.open.wait()
        if self.failures:
            raise self.failures.pop(0)
        await super().append(table, expected, entries)


@pytest.fixture
async def store() -> Moody:
    return Moody()


@pytest.fixture
async def house(store: Moody) -> AsyncIterator[House]:
    house = House(store, NEVER)
    yield house
    await house.close()


async def until(live: LiveTable, holds: Callable[[Table], bool]) -> None:
    """Wait until something holds; it is looked at whenever the table changes."""
    with live.watch() as fresh:
        async with asyncio.timeout(60):
            while not holds(live.table):
                fresh.clear()
                await fresh.wait()


async def my_turn(house: House, settings: Settings | None = None) -> LiveTable:
    """A new table at which the player begins."""
    while True:
        live = await house.open(settings or Settings(), SECRET)
        if live.table.in_turn() == 0:
            return live


def legal(live: LiveTable, seat: int = 0) -> list[str]:
    view = live.view(seat)
    return move_texts(view.rules, view.singles)


def asks_something(table: Table) -> bool:
    """Is it for the person to move, or to go on, or is it all over?"""
    if table.phase_of_match == "between":
        return table.in_match[0]
    return table.in_turn() == 0 or table.phase_of_match == "over"


async def play_on(live: LiveTable, luck: random.Random) -> None:
    """Play seat 0 to the end of the match: anything legal, never calling."""
    while True:
        await until(live, asks_something)
        if live.table.phase_of_match == "over":
            return
        if live.table.phase_of_match == "between":
            await live.go_on()
        else:
            await live.move(0, luck.choice(legal(live)), live.table.decision)


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


# --- the computer players ------------------------------------------------------------


@pytest.mark.parametrize("opponents", [1, 4])
async def test_a_whole_match_and_another(store: Moody, opponents: int) -> None:
    house = House(store, 0)
    live = await house.open(Settings(opponents=opponents, level="regular"), SECRET)
    luck = random.Random(opponents)
    await play_on(live, luck)
    assert live.view(0).winners
    first = live.table.rounds
    assert isinstance(live.view(0).history[-1], MatchOver)
    with pytest.raises(Refused):
        await live.go_on()
    await live.again()
    assert live.table.rounds == () and live.view(0).totals == (0,) * (opponents + 1)
    await play_on(live, luck)
    assert live.view(0).winners and live.table.rounds != first
    # the log alone gives the same table
    replayed = Table(await store.read(live.name))
    assert replayed.view(0) == live.view(0) and replayed.number == live.table.number
    await house.close()


async def test_the_others_play_on_when_the_person_is_out(store: Moody) -> None:
    """Nobody presses anything from then on."""
    house = House(store, 0)
    ended = 0
    for seed in range(20):
        live = await house.open(Settings(opponents=3, level="regular"), SECRET)
        luck = random.Random(seed)
        while live.humans_in_match and live.table.phase_of_match != "over":
            await until(live, lambda table: table.in_turn() == 0 or table.phase_of_match != "round")
            if live.table.in_turn() == 0:
                moves = legal(live)
                # to be out soon, never lay what one can keep
                await live.move(0, moves[-1] if "draw" in moves else luck.choice(moves))
            elif live.table.phase_of_match == "between" and live.humans_in_match:
                await live.go_on()
        if not live.humans_in_match and live.table.phase_of_match != "over":
            await until(live, lambda table: table.phase_of_match == "over")
            assert 0 not in live.view(0).winners
            ended += 1
            break
    assert ended == 1
    await house.close()


def with_levels(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    for key, level in list(LEVELS.items()):
        monkeypatch.setitem(LEVELS, key, replace(level, **changes))


def crashes(view: View, rng: random.Random) -> str:
    raise ValueError(f"no idea, {rng.random()} {view.seat}")


def cheats(view: View, rng: random.Random) -> str:
    assert view.legal
    return rng.choice(["9c", "?7", "pass", "draw", "=s", "nonsense", "8h", ""])


@pytest.mark.parametrize("choose", [crashes, cheats])
async def test_a_bad_player_freezes_nothing(
    store: Moody, monkeypatch: pytest.MonkeyPatch, choose: Any
) -> None:
    with_levels(monkeypatch, choose=choose)
    house = House(store, 0)
    live = await house.open(Settings(opponents=2), SECRET)
    await play_on(live, random.Random(1))
    assert live.view(0).winners
    await house.close()


async def test_calls_are_made_by_who_never_forgets(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_levels(monkeypatch, forgets=0.0, notices=1.0)
    events = await _history(store)
    called = [event for event in events if isinstance(event, Called) and event.seat]
    caught = [event for event in events if isinstance(event, Caught)]
    assert called
    # only the person, who never calls here, is ever caught
    assert caught and {event.seat for event in caught} == {0}


async def test_who_always_forgets_is_caught(store: Moody, monkeypatch: pytest.MonkeyPatch) -> None:
    with_levels(monkeypatch, forgets=1.0, notices=1.0)
    events = await _history(store)
    assert not [event for event in events if isinstance(event, Called)]
    assert {event.seat for event in events if isinstance(event, Caught)} >= {1, 2}
    assert all(event.by != event.seat for event in events if isinstance(event, Caught))


async def test_who_never_notices_catches_nobody(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_levels(monkeypatch, forgets=1.0, notices=0.0)
    assert not [event for event in await _history(store) if isinstance(event, Called | Caught)]


async def _history(store: Moody) -> list[Any]:
    """Everything that happened in a match of four at the fastest pace."""
    house = House(store, 0)
    live = await house.open(Settings(opponents=3), SECRET)
    await play_on(live, random.Random(3))
    table = Table()
    events: list[Any] = []
    for entry in await store.read(live.name):
        events += table.apply(entry)
    await house.close()
    return events


async def test_a_full_disk_stops_the_players_only_for_a_while(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "PATIENCE", (0.0, 0.0))
    house = House(store, 0)
    live = await my_turn(house)
    words = legal(live)[0]
    length = live.table.length
    await live.move(0, words)
    if live.table.in_turn() == 0:
        await live.move(0, legal(live)[0])
    store.failures = [StoreFull("full"), StoreError("locked"), OSError(28, "no space")]
    await until(live, lambda table: table.in_turn() in (0, None))
    assert len(await store.read(live.name)) == live.table.length > length
    await house.close()


# --- their time ----------------------------------------------------------------------


def live_at(table: Table) -> tuple[LiveTable, Driver]:
    live = LiveTable("table", table, MemoryStore())
    return live, Driver(live, 1.0, random.Random(5))


HEARTS = ["2h 4h 6h 9h Jh Kh 3s", "3h 5h 7h Th Qh 9s Ts"]


def last_but_one() -> Table:
    """The person is about to lay the last card but one."""
    table = table_with(HEARTS, "Kd Qc Tc 9c")
    play(table, "Kh", "3h", "2h", "5h", "4h", "7h", "6h", "Th", "9h", "Qh")
    return table


async def test_nothing_is_meant_while_a_person_thinks() -> None:
    _, driving = live_at(table_with(HEARTS, "Kd Qc Tc 9c"))
    assert driving.plan(0.0) is None


async def test_a_move_takes_a_human_time_and_keeps_it() -> None:
    live, driving = live_at(table_with(HEARTS, "Kd Qc Tc 9c"))
    play(live.table, "Kh")
    first = driving.plan(100.0)
    assert first is not None
    intent, due = first
    assert (intent.seat, intent.words) == (1, "")
    assert 100.4 < due < 102.5
    # looked at again, say because somebody sorted a hand, it is the same intent
    again = driving.plan(100.3)
    assert again is not None and again[1] == due


async def test_the_next_waits_while_a_person_may_call() -> None:
    live, driving = live_at(last_but_one())
    play(live.table, "Jh")
    intent, due = driving.plan(50.0) or (None, 0.0)
    assert intent is not None and intent.seat == 1
    assert due >= 50.0 + GRACE
    play(live.table, "0:!")
    live._tell()
    called, sooner = driving.plan(50.5) or (None, 0.0)
    assert called is not None and (called.seat, called.words) == (1, "")
    assert sooner < 50.0 + GRACE


async def test_a_call_comes_before_the_next_move() -> None:
    """Seat 1 has just laid its last card but one, and seat 0 may move at any time."""
    table = last_but_one()
    play(table, "Jh!", "draw", "draw", "draw", "pass", "0:draw")
    while len(table.view(1).hand) > 1:
        view = table.view(table.in_turn() or 0)
        play(table, move_texts(view.rules, view.singles)[0])
        assert table.phase_of_match == "round"
    assert table.view(1).window == 1
    live, driving = live_at(table)
    intent, due = driving.plan(10.0) or (None, 0.0)
    assert intent is not None and (intent.seat, intent.words) == (1, "!")
    assert 10.0 < due < 10.6
    # when it has been said there is nothing left to do
    play(live.table, "1:!")
    live._tell()
    after = driving.plan(10.5)
    assert after is None or after[0].words == ""


def test_nobody_reads_more_than_a_view() -> None:
    """The driver hands its players a view and a generator, nothing of the table."""
    seen: list[tuple[str, ...]] = []

    def spy(*given: object) -> str:
        seen.append(tuple(type(each).__name__ for each in given))
        return "draw"

    table = table_with(HEARTS, "Kd Qc Tc 9c")
    play(table, "Kh")
    live, driving = live_at(table)
    level = LEVELS["regular"]
    LEVELS["regular"] = replace(level, choose=spy)
    try:
        assert driving._choice(1, live.view(1)) == "draw"
    finally:
        LEVELS["regular"] = level
    assert seen == [("View", "Random")]
