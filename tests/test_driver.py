"""How the computer players spend their time, and that nothing freezes with them."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import AsyncIterator, Set
from dataclasses import replace
from typing import Any

import pytest

from tests.houses import NEVER, SECRET, Moody, legal, my_turn, play_on, until
from tests.sittings import play, played, table_with
from vandatta.engine.alphabet import NO_SEAT
from vandatta.events import Called, Caught, Eliminated, MatchOver
from vandatta.notation.moves import move_texts
from vandatta.players import LEVELS
from vandatta.server import driver
from vandatta.server.driver import BETWEEN, FAREWELL, GRACE, Driver
from vandatta.server.house import House
from vandatta.server.live import LiveTable
from vandatta.server.settings import Settings
from vandatta.store.interface import StoreError, StoreFull
from vandatta.store.memory import MemoryStore
from vandatta.table import Refused, Seat, Table
from vandatta.view import View


@pytest.fixture
async def store() -> Moody:
    return Moody()


@pytest.fixture
async def house(store: Moody) -> AsyncIterator[House]:
    house = House(store, NEVER)
    yield house
    await house.close()


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
    events = await _history(store, {0})
    called = [event for event in events if isinstance(event, Called) and event.seat]
    caught = [event for event in events if isinstance(event, Caught)]
    assert called
    # only the person, who never calls here, is ever caught
    assert caught and {event.seat for event in caught} == {0}


async def test_who_always_forgets_is_caught(store: Moody, monkeypatch: pytest.MonkeyPatch) -> None:
    with_levels(monkeypatch, forgets=1.0, notices=1.0)
    events = await _history(store, {1, 2, 3})
    assert not [event for event in events if isinstance(event, Called)]
    assert _caught(events) >= {1, 2, 3}
    assert all(event.by != event.seat for event in events if isinstance(event, Caught))


async def test_who_never_notices_catches_nobody(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_levels(monkeypatch, forgets=1.0, notices=0.0)
    assert not [event for event in await _history(store) if isinstance(event, Called | Caught)]


async def _history(store: Moody, to_catch: Set[int] = frozenset()) -> list[Any]:
    """Everything that happened in a match of four at the fastest pace.

    The cards are as they fall, and some are never down to one in a whole match: another is
    begun, up to ten, until all of ``to_catch`` have been caught.
    """
    events: list[Any] = []
    for _ in range(10):
        events += await _match(store)
        if _caught(events) >= to_catch:
            break
    return events


def _caught(events: list[Any]) -> set[int]:
    return {event.seat for event in events if isinstance(event, Caught)}


async def _match(store: Moody) -> list[Any]:
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


async def test_a_player_that_waits_for_the_store_wakes_with_the_table(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "PATIENCE", (NEVER, NEVER))
    pausing, pause = asyncio.Event(), driver._pause

    async def told(fresh: asyncio.Event, seconds: float) -> None:
        pausing.set()
        await pause(fresh, seconds)

    monkeypatch.setattr(driver, "_pause", told)
    house = House(store, 0)
    live = await my_turn(house)
    while live.table.in_turn() == 0:
        await live.move(0, legal(live)[-1])
    store.failures = [StoreFull("full")]
    async with asyncio.timeout(60):
        await pausing.wait()
    live.sort_hand(0, "rank")
    await until(live, lambda table: table.in_turn() in (0, None))
    assert not store.failures
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
    # nobody is offered to point it out before that; only a call that does not come is late
    driving._due[intent.key] = math.inf
    late, when = driving.plan(10.0) or (None, 0.0)
    assert late is not None and late.key[0] == "overlook" and due < when < 10.7
    await driving._do(late)
    assert live.sitting().overlooked == 1
    # when it has been said there is nothing left to do
    play(live.table, "1:!")
    live._tell()
    assert live.sitting().overlooked == NO_SEAT
    after = driving.plan(10.5)
    assert after is None or after[0].words == ""


async def test_a_warning_that_does_not_come_is_nobodys_to_point_out() -> None:
    """Where pointing out in vain costs cards, a computer player would be the one to draw them."""
    rules = {"base": "svensk", "warning_at": 6, "false_challenge_penalty": 2}
    table = Table([Table.opening([Seat("Du", "human"), Seat("Van", "regular")], rules, dealer=1)])
    table.apply(table.deal(table.pack()[::-1], 1))
    view = table.view(0)
    play(table, move_texts(view.rules, view.singles)[0])
    assert (len(table.view(0).hand), table.in_turn(), table.view(1).window) == (6, 1, 0)
    _, driving = live_at(table)
    assert {intent.key[0] for intent in driving._intents(0.0)} == {"turn"}


async def test_the_end_of_a_round_stands_its_full_time() -> None:
    """Though nobody is in the match any more but computer players."""
    found = set()
    for seed in range(12):
        for table in played(4, seed, 3000):
            if table.phase_of_match != "between" or table.in_match[0]:
                continue
            _, driving = live_at(table)
            intent, due = driving.plan(10.0) or (None, 0.0)
            assert intent is not None and intent.key[0] == "next"
            history = table.view(0).history
            fresh = any(isinstance(event, Eliminated) and event.seat == 0 for event in history)
            assert due == 10.0 + (FAREWELL if fresh else BETWEEN)
            found.add(fresh)
        if len(found) == 2:
            break
    assert found == {True, False}


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
