"""Searching players: plain and compiled alike, legal in any mix, and finding what is plain."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from tests.recorded import mix
from tests.sittings import table_with
from tests.test_memory import dealt, going
from vandatta.engine.searching import Tries
from vandatta.notation.outcomes import outcomes
from vandatta.options import PRESETS
from vandatta.players import search
from vandatta.players.search import Compiled, Effort, Engine, choose, engine, weigh
from vandatta.table import Table
from vandatta.view import View

FEW = Effort(40)


def sums(engine: Engine, view: View, number: int) -> Tries:
    """What comes of a few tries of a view's moves."""
    found = outcomes(view)[:8]
    begun = engine.begin(view, search.to_try(found), number)
    begun.go_on(12)
    begun.go_on(3)
    tries = begun.tries
    plain = Tries()
    for each in fields(Tries):
        value = getattr(tries, each.name)
        setattr(plain, each.name, int(value) if each.name == "many" else [int(n) for n in value])
    return plain


@pytest.mark.slow
def test_plain_and_compiled_searches_come_to_the_same() -> None:
    pytest.importorskip("numba")
    chance, compiled = random.Random("alike"), Compiled()
    looked: Counter[int] = Counter()
    for rules in (*PRESETS, *(mix(chance, 3) for _ in range(8))):
        table = dealt(chance, rules, 3)
        for step, s in enumerate(going(table, chance, 30)):
            if step % 10 == 0:
                view = table.view(s.turn)
                plain = sums(Engine(), view, step)
                assert plain == sums(compiled, view, step), (table.rules_id, step)
                looked[sum(plain.tried)] += 1
    assert sum(looked.values()) > 30
    assert max(looked) > 100


@pytest.mark.parametrize("part", range(3))
def test_a_search_plays_any_mix_to_its_end(part: int) -> None:
    chance = random.Random(f"search {part}")
    for _ in range(6):
        seats = chance.randrange(2, 9)
        table = dealt(chance, mix(chance, seats) | {"turn_limit": 40}, seats)
        moves = 0
        while (turn := table.in_turn()) is not None:
            # a refused move would raise
            table.apply(table.move(turn, choose(table.view(turn), chance, Effort(2))))
            moves += 1
        assert moves > 1


def best(table: Table, guesses: int = 300) -> str:
    """What a search finds best for the seat in turn."""
    turn = table.in_turn()
    assert turn is not None
    return choose(table.view(turn), Random(1), Effort(guesses))


def test_it_goes_out_where_it_can() -> None:
    rules = {"base": "crazy_eights", "hand_size": 1}
    table = table_with(["9c", "7s", "7d"], "9h 2s 3s 4s", rules=rules)
    assert {each.text for each in outcomes(table.view(0))} == {"9c", "draw"}
    assert best(table) == "9c"
    ranked = weigh(table.view(0), Random(1), Effort(100))
    assert [each.outcome.text for each in ranked] == ["9c", "draw"]
    assert ranked[0].first == 1


def test_the_same_chance_gives_the_same_choice_and_another_may_not() -> None:
    table = table_with(["", ""], "9h", rules="svensk")
    view = table.view(0)
    first = weigh(view, Random(5), FEW)
    assert first == weigh(view, Random(5), FEW)
    assert first != weigh(view, Random(6), FEW)


def test_it_stops_when_the_time_is_up_and_has_tried_every_move() -> None:
    asked = []

    def spent() -> bool:
        asked.append(1)
        return len(asked) == 2

    table = table_with(["9c 9d 9s Kh 2h", ""], "9h", rules="svensk")
    weighed = weigh(table.view(0), Random(1), Effort(1000, spent))
    assert len(asked) == 2
    assert len({each.tried for each in weighed}) == 1
    assert weighed[0].tried == 2 * engine().chunk
    assert len(weighed) == len(outcomes(table.view(0)))


def test_poor_moves_are_left_out_and_the_best_is_tried_most() -> None:
    table = table_with(["9c 9d 9s Kh 2h", ""], "9h", rules="svensk")
    weighed = weigh(table.view(0), Random(1), Effort(2000))
    tried = [each.tried for each in weighed]
    assert tried == sorted(tried, reverse=True)
    assert tried[0] == 2000 > tried[-1]
    everything = weigh(table.view(0), Random(1), Effort(2000), narrow=False)
    assert {each.tried for each in everything} == {2000}
