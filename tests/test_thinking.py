"""Players that search, in processes of their own: what goes there, what comes back, what fails."""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import random
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests import thinkers
from tests.houses import SECRET, play_on
from tests.sittings import play
from tests.test_memory import dealt
from vandatta.notation.moves import move_texts
from vandatta.notation.outcomes import outcomes
from vandatta.players import LEVELS, search
from vandatta.server.driver import Driver
from vandatta.server.house import House
from vandatta.server.live import LiveTable
from vandatta.server.settings import Settings
from vandatta.server.thinker import Hurry, Mind, Question
from vandatta.server.thinking import LEAST, Thinkers, _Inbox, _Job, _Keeper, _Worker, limit
from vandatta.store.memory import MemoryStore
from vandatta.table import Seat, Table
from vandatta.view import View


@asynccontextmanager
async def working(work: Callable[[Any], None], most: int = 1) -> AsyncIterator[Thinkers]:
    """Workers that do ``work``; none is left afterwards."""
    kept = Thinkers(most, work)
    try:
        async with asyncio.timeout(120):
            yield kept
    finally:
        await kept.close()
    assert not [each for each in multiprocessing.active_children() if each.name == "thinker"]


def a_view() -> View:
    """What a seat sees that has several moves."""
    for seed in range(100):
        table = dealt(random.Random(seed), "svensk", 3)
        turn = table.in_turn()
        if turn is not None and len(outcomes(table.view(turn))) > 2:
            return table.view(turn)
    raise AssertionError("nobody has a choice")


# --- in the worker -------------------------------------------------------------------


async def test_a_worker_finds_the_move_that_would_be_found_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = search.Engine()
    monkeypatch.setattr(search, "engine", lambda: engine)
    view, effort = a_view(), search.Effort(thinkers.FEW)
    seeds = range(8)
    here = [search.choose(view, random.Random(seed), effort) for seed in seeds]
    assert len(set(here)) > 1
    async with working(thinkers.plainly) as kept:
        asked = [kept.ask("master", view, seed, math.inf) for seed in seeds]
        assert await asyncio.gather(*asked) == here


async def test_a_worker_answers_within_little_time_too() -> None:
    view = a_view()
    async with working(thinkers.plainly) as kept:
        for seconds in (0.0, 0.05):
            assert await kept.ask("grandmaster", view, 1, seconds) in {
                each.text for each in outcomes(view)
            }


def test_a_mind_that_is_hurried_has_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = Mind()
    spent: list[bool] = []

    def choose(_view: View, _rng: random.Random, effort: search.Effort) -> str:
        spent.append(effort.spent())
        mind.hurry(Hurry(4, -1.0))
        spent.append(effort.spent())
        mind.hurry(Hurry(5, -1.0))
        spent.append(effort.spent())
        return "draw"

    monkeypatch.setattr(search, "choose", choose)
    mind.answer(Question(5, "master", a_view(), 1, 1e6))
    assert spent == [False, False, True]


def test_a_mind_tells_what_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(*_: object) -> str:
        raise ValueError("no idea")

    monkeypatch.setattr(search, "choose", choose)
    answer = Mind().answer(Question(3, "master", a_view(), 1, 1.0))
    assert (answer.number, answer.words) == (3, "") and "no idea" in answer.trouble


# --- those who keep them -------------------------------------------------------------


async def test_nothing_but_a_view_goes_to_a_worker() -> None:
    async with working(thinkers.telling) as kept:
        assert await kept.ask("master", a_view(), 1, 0.5) == "Question int str View int float"


async def test_another_takes_the_place_of_a_worker_that_died(
    caplog: pytest.LogCaptureFixture,
) -> None:
    view = a_view()
    async with working(thinkers.telling) as kept:
        assert await kept.ask("master", view, thinkers.DEADLY, math.inf) is None
        assert "a worker died (7)" in caplog.text
        # it waits for the next
        assert await kept.ask("master", view, 1, math.inf)


class Line:
    """Keeps what is said to a worker."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def send(self, words: Any) -> None:
        self.said.append(words)


def keeping(workers: int) -> tuple[_Keeper, list[Line]]:
    """Who keeps so many workers that are ready, none of them a process."""
    lines = [Line() for _ in range(workers)]
    unused: Any = None
    keeper = _Keeper(unused, _Inbox(), threading.Lock(), workers, unused, threading.Event())
    for line in lines:
        there: Any = line
        keeper._workers.append(_Worker(unused, there, math.inf, ready=True))
    return keeper, lines


def job(number: int, seconds: float) -> _Job:
    """A question that is asked at the time 0."""
    answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    return _Job(number, "master", a_view(), number, seconds, seconds, answer)


async def test_who_comes_alone_has_all_the_time_and_others_share_it() -> None:
    keeper, lines = keeping(2)
    keeper._waiting = [job(1, 1.5)]
    keeper._hand_out(0.0)
    assert [each.seconds for each in lines[0].said] == [1.5]
    keeper, lines = keeping(2)
    keeper._waiting = [job(number, 1.5) for number in range(8)]
    keeper._hand_out(0.0)
    given = [each.seconds for line in lines for each in line.said]
    assert given == [1.5 / 4] * 2
    assert len(keeper._waiting) == 6


async def test_the_most_pressing_comes_first_and_everybody_gets_a_little() -> None:
    keeper, lines = keeping(1)
    keeper._waiting = [job(1, 1.5), job(2, 0.2)]
    keeper._hand_out(5.0)
    assert [(each.number, each.seconds) for each in lines[0].said] == [(2, LEAST)]


async def test_a_worker_is_hurried_for_those_that_wait() -> None:
    keeper, lines = keeping(1)
    keeper._waiting = [job(1, 1.5)]
    keeper._hand_out(0.0)
    keeper._waiting = [job(2, 0.2)]
    keeper._hurry(0.0)
    assert [(type(each), each.number, each.seconds) for each in lines[0].said] == [
        (Question, 1, 1.5),
        (Hurry, 1, 0.1),
    ]
    # once is enough
    keeper._hurry(0.0)
    assert len(lines[0].said) == 2


async def test_what_nobody_wants_any_more_is_not_thought_about() -> None:
    keeper, lines = keeping(1)
    keeper._waiting = [job(1, 0.2), job(2, 1.5)]
    keeper._waiting[0].answer.cancel()
    keeper._hand_out(0.0)
    assert [each.number for each in lines[0].said] == [2]


async def test_questions_end_with_those_who_keep_the_workers() -> None:
    async with working(thinkers.silent) as kept:
        waiting = [kept.ask("master", a_view(), seed, 1e6) for seed in range(3)]
        await kept.close()
        assert await asyncio.gather(*waiting) == [None] * 3
        assert not kept.running and not kept.ready


LONELY = """
import asyncio, os, signal
from tests import thinkers
from tests.test_thinking import a_view
from vandatta.server.thinking import Thinkers

async def main():
    kept = Thinkers(2, thinkers.telling)
    assert await kept.ask("master", a_view(), 1, 1.0)
    kept.ask("master", a_view(), 2, 1.0)
    os.kill(os.getpid(), signal.{how})

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_no_worker_outlives_the_server(how: str) -> None:
    """The pipe is at its end only when every process that has it is gone."""
    code = ["-c", LONELY.replace("{how}", how)]
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, *code], capture_output=True, env=environment, timeout=120, check=False
    )
    assert done.returncode < 0, done.stderr


# --- at the table --------------------------------------------------------------------


class Slow(Thinkers):
    """Nobody thinks; the test answers, or does not."""

    def __init__(self, ready: bool = True) -> None:
        super().__init__(1)
        self.asked: list[tuple[str, View, int, float]] = []
        self.answers: list[asyncio.Future[str | None]] = []
        self.now = ready

    @property
    def ready(self) -> bool:
        return self.now

    def ask(self, level: str, view: View, seed: int, seconds: float) -> asyncio.Future[str | None]:
        self.asked.append((level, view, seed, seconds))
        self.answers.append(asyncio.get_running_loop().create_future())
        return self.answers[-1]


def sitting(level: str = "grandmaster", slow: Slow | None = None) -> tuple[LiveTable, Driver]:
    """A table at which a player that searches is in turn, with some moves to choose from."""
    for seed in range(100):
        table = Table([Table.opening([Seat("Du", "human"), Seat("Bo", level)], "svensk", 0)])
        deck = list(table.pack())
        random.Random(seed).shuffle(deck)
        table.apply(table.deal(deck, seed))
        turn = table.in_turn()
        if turn == 1 and len(outcomes(table.view(1))) > 2:
            live = LiveTable("table", table, MemoryStore())
            return live, Driver(live, 1.0, random.Random(5), None, slow)
    raise AssertionError("nobody has a choice")


async def test_one_thinks_in_the_time_a_move_takes_anyway() -> None:
    slow = Slow()
    live, driving = sitting(slow=slow)
    level = LEVELS["grandmaster"]
    _, due = driving.plan(100.0) or (None, 0.0)
    [(key, view, _, seconds)] = slow.asked
    assert (key, view, seconds) == ("grandmaster", live.view(1), level.seconds)
    # as long as there is no answer it is waited for, but not for ever
    assert due == 100.0 + limit(level.seconds)
    slow.answers[0].set_result("draw")
    intent, sooner = driving.plan(100.5) or (None, 0.0)
    assert intent is not None and len(slow.asked) == 1
    # whatever it was to be thought about, it took its time
    assert 100.0 + level.seconds <= sooner < due
    assert driving._choice(1, live.view(1)) == "draw"


async def test_without_an_answer_van_plays_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slow = Slow()
    live, driving = sitting(slow=slow)
    driving.plan(100.0)
    view = live.view(1)
    assert driving._choice(1, view) == LEVELS["regular"].choose(view, random.Random(0))
    assert "Van plays instead" in caplog.text


async def test_nobody_waits_for_workers_that_are_not_ready(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slow = Slow(ready=False)
    live, driving = sitting("master", slow)
    _, due = driving.plan(100.0) or (None, math.inf)
    assert due < 100.0 + 2
    for _ in range(3):
        assert driving._choice(1, live.view(1)) in move_texts(
            live.view(1).rules, live.view(1).legal
        )
    assert caplog.text.count("until a worker is ready") == 1


async def test_an_answer_that_comes_late_is_dropped() -> None:
    slow = Slow()
    live, driving = sitting(slow=slow)
    driving.plan(100.0)
    view = live.view(1)
    play(live.table, move_texts(view.rules, view.singles)[-1])
    live._tell()
    driving.plan(101.0)
    assert slow.answers[0].cancelled()
    again = live.table.in_turn() == 1
    assert len(slow.asked) == 1 + again


async def test_a_table_that_is_dropped_wants_no_answer() -> None:
    slow = Slow()
    live, driving = sitting(slow=slow)
    fresh = asyncio.Event()
    slow.ask = _telling(slow.ask, fresh)  # type: ignore[method-assign]
    task = asyncio.create_task(driving.run())
    async with asyncio.timeout(60):
        await fresh.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert slow.answers[0].cancelled()
    assert live.watchers == 0


def _telling(ask: Callable[..., Any], event: asyncio.Event) -> Callable[..., Any]:
    def told(*given: Any) -> Any:
        event.set()
        return ask(*given)

    return told


@pytest.mark.parametrize("work", [thinkers.troubled, thinkers.telling, thinkers.plainly])
async def test_a_match_is_played_whatever_the_workers_do(
    work: Callable[[Any], None], caplog: pytest.LogCaptureFixture
) -> None:
    """They fail, they answer nonsense, or they think."""
    caplog.set_level(logging.CRITICAL)
    async with working(work) as kept:
        house = House(MemoryStore(), 0, thinkers=kept)
        live = await house.open(Settings(opponents=2, level="master", rules="svensk-ml0"), SECRET)
        await play_on(live, random.Random(1))
        assert live.view(0).winners
        await house.close()


async def test_workers_come_with_a_table_and_go_with_the_last() -> None:
    async with working(thinkers.telling) as kept:
        house = House(MemoryStore(), 1e6, thinkers=kept)
        running = []
        for level in ("regular", "master"):
            await house.open(Settings(level=level), SECRET)
            running.append(kept.running)
        assert running == [False, True]
        await house.drop_idle(asyncio.get_running_loop().time() + 1e6)
        assert (house.in_memory, kept.running) == (0, False)
        await house.close()
