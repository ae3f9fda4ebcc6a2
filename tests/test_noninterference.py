"""What a seat can't see makes no difference to it.

At every step of whole rounds, and for every seat, all that the seat can't see is dealt anew: the
other hands, the stock and its order, the generator, the hidden cards of past events. What the seat
gets must stay the same: its view and its moves, a computer player's choice, and, for one seat a
step, each in turn, the bytes of its page's socket and of its JSON view.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import pytest
from starlette.websockets import WebSocket

from tests.quick import some
from tests.test_table import going, opened
from vandatta.arena.worlds import redealt, retold
from vandatta.engine.alphabet import MAX_SEATS, OVER
from vandatta.engine.state import State, hand_of
from vandatta.events import History
from vandatta.messages import LANGS
from vandatta.server.live import LiveTable
from vandatta.server.script import view_json
from vandatta.server.settings import Settings
from vandatta.server.socket import OpenPage
from vandatta.store import MemoryStore
from vandatta.table import Table
from vandatta.view import View


@dataclass(frozen=True)
class Moment:
    """A table at one step, as one seat sees it, in two worlds that differ in what it can't see."""

    table: Table
    step: int
    seat: int
    one: View
    other: View
    world: Table
    """The other world's table."""


def choices(moment: Moment) -> None:
    """Computer players make the same move in both worlds."""
    if not moment.one.legal:
        return
    number = random.Random(moment.table.number).random()
    for level in some(random.Random(number)).values():
        one = level.choose(moment.one, random.Random(number))
        assert level.choose(moment.other, random.Random(number)) == one
        assert moment.table.why_not(moment.seat, one) is None


def sent(table: Table, seat: int, settings: Settings) -> list[bytes]:
    """What the server sends a seat of this table: a frame of its socket, the JSON view.

    The table is put into a live one of its own, with nothing kept from another world.
    """
    live = LiveTable("t", table, MemoryStore())
    page = OpenPage(cast("WebSocket", None), live, seat, settings)
    page._look()
    return [page._render().encode(), json.dumps(view_json(live, seat, 0)).encode()]


def same_bytes(moment: Moment) -> None:
    """Every byte that the server sends is the same in both worlds.

    Nothing here leans on the views having been compared: each world is a table of its own.
    """
    lang = LANGS[moment.table.number % 2]
    settings = Settings(lang=lang, sort="rank" if moment.table.number % 3 else "suit")
    mine = sent(moment.table, moment.seat, settings)
    assert all(mine)
    assert sent(moment.world, moment.seat, settings) == mine


def through_rounds(
    number: int, rounds: int, check: Callable[[Moment], None], every: int = 1
) -> tuple[int, int]:
    """Play rounds at random and hold both worlds beside each other at every step.

    Returns:
        How many moments were looked at, and in how many of them the hidden cards differed.
    """
    chance = random.Random(f"hidden {number}")
    looked = differed = played = 0
    while played < rounds:
        players = 2 + played % 4
        table, _ = opened(players, chance.randrange(players))
        for step, _ in enumerate(going(table, chance)):
            s = table._round
            assert s is not None
            for seat in range(players if step % every == 0 or s.phase == OVER else 0):
                other = redealt(s, seat, chance)
                world = copy.copy(table)
                world._round = other
                world._history = History(retold(table._history, seat, chance))
                moment = Moment(table, step, seat, table.view(seat), world.view(seat), world)
                check(moment)
                # its history as the seat may hear it is a part of the view
                assert moment.other == moment.one
                looked += 1
                differed += other.first != s.first or other.stock != s.stock
            if s.phase == OVER:
                played += 1
                if played == rounds:
                    break
    return looked, differed


def some_pages(moment: Moment) -> None:
    choices(moment)
    if (moment.step + moment.seat) % 23 == 0:
        same_bytes(moment)


def every_page(moment: Moment) -> None:
    """At every step the bytes to one seat, each in turn."""
    choices(moment)
    if (moment.step + moment.seat) % len(moment.table.seats) == 0:
        same_bytes(moment)


def test_views_choices_and_pages_tell_nothing_hidden() -> None:
    looked, differed = through_rounds(0, 30, some_pages, every=3)
    assert looked > 1000
    assert differed > 0.9 * looked


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_views_choices_and_pages_tell_nothing_hidden_in_500_rounds(part: int) -> None:
    looked, differed = through_rounds(1 + part, 50, every_page)
    assert looked > 2000
    assert differed > 0.9 * looked


def test_a_table_that_differs_in_what_is_seen_sends_other_bytes() -> None:
    table, _ = opened(3)
    seen = 0
    for step, _ in enumerate(going(table, random.Random(5))):
        s = table._round
        assert s is not None
        if step > 40 or s.phase == OVER:
            break
        world = copy.copy(table)
        # as another seat sees it, that seat's hand is what is hidden
        world._round = redealt(s, 1, random.Random(step))
        if world._round.first[0] != s.first[0]:
            one, other = (sent(each, 0, Settings()) for each in (table, world))
            assert one != other
            seen += 1
    assert seen > 10


LEAKS: dict[str, Callable[[State], object]] = {
    "top of the stock": lambda s: s.stock[s.n_stock - 1] if s.n_stock else None,
    "another's hand": lambda s: s.first[1],
    "has another an eight": lambda s: s.first[1] & 0xF << 28 != 0,
    "the generator": lambda s: s.rng[0],
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str) -> None:
    chance = random.Random(3)
    table, _ = opened(3)
    told = 0
    for step, _ in enumerate(going(table, chance)):
        s = table._round
        assert s is not None
        if s.phase != OVER:
            told += LEAKS[leak](s) != LEAKS[leak](redealt(s, 0, chance))
        if step > 60:
            break
    assert told > 5


def test_dealing_anew_keeps_what_everyone_knows() -> None:
    chance = random.Random(4)
    table, _ = opened(4)
    for step, _ in enumerate(going(table, chance)):
        s = table._round
        assert s is not None
        for seat in range(4):
            other = redealt(s, seat, chance)
            assert other.count == s.count
            assert (other.n_stock, other.n_pile) == (s.n_stock, s.n_pile)
            assert hand_of(other, seat) == hand_of(s, seat)
            cards = sorted(
                [*other.stock[: s.n_stock], *other.pile[: s.n_pile]]
                + [card for k in range(MAX_SEATS) for card in hand_of(other, k)]
            )
            assert cards == list(range(52))
        if step > 100:
            break
    assert step > 50
