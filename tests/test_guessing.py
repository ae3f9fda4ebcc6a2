"""Hidden cards are guessed as often as they are likely, and never against the rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from math import exp

import pytest

from tests.recorded import mix
from tests.test_memory import dealt, going
from vandatta.cards import members
from vandatta.engine.guessing import NEVER, UNIT, WORTHS, Guess, believe, settle, stir
from vandatta.engine.rng import seed
from vandatta.engine.rules import packs_for
from vandatta.engine.state import State, hand_of
from vandatta.notation.outcomes import imagined
from vandatta.options import PRESETS
from vandatta.players.guesses import guess_of
from vandatta.players.memory import LACKED, Listener
from vandatta.view import View


def luck_from(number: int) -> list[int]:
    rng = [0] * 4
    seed(rng, number)
    return rng


def test_guesses_are_met_as_often_as_they_are_likely() -> None:
    """Two seats with two and one cards of five, and three hints: every deal counted by hand."""
    cards = [0, 1, 4, 8, 12]
    hints = [
        (0, 1 << 0 | 1 << 4, 5, (0.0, 1.0, 2.0, 0.0)),
        (0, 1 << 8, 3, (0.5, 0.0, 0.0, 0.0)),
        (1, 1 << 0 | 1 << 12, 9, (0.0, -1.5, 0.0, 0.0)),
    ]
    places = [(0, 1), (0, 4), (1, 2)]
    g = Guess(held=3, hidden=5, places=5)
    g.card[:5], g.seat[:3], g.born[:3] = cards, [0, 0, 1], [1, 4, 2]
    for k, (_, about, moment, worth) in enumerate(hints):
        g.about[k], g.moment[k] = about, moment
        g.worth[WORTHS * k : WORTHS * (k + 1)] = [round(UNIT * each) for each in worth]
    g.start[:] = [0, 2, *[3] * 7]
    expected: Counter[tuple[int, ...]] = Counter()
    deals: list[tuple[int, ...]] = list(permutations(cards, 3))
    for deal in deals:
        weight = 0.0
        for seat, about, moment, worth in hints:
            has = sum(
                about >> card & 1
                for card, (whose, born) in zip(deal, places, strict=True)
                if whose == seat and born < moment
            )
            weight += worth[has]
        expected[deal] += exp(weight)  # type: ignore[assignment]
    settle(g)
    rng, met, many = luck_from(1), Counter[tuple[int, ...]](), 40_000
    for _ in range(many):
        stir(g, rng, 6)
        met[tuple(g.card[:3])] += 1
    total = sum(expected.values())
    for deal, weight in expected.items():
        share = weight / total
        assert abs(met[deal] / many - share) < 0.006, (deal, met[deal] / many, share)


def contradictions(s: State, view: View, g: Guess) -> list[str]:
    """What is wrong with a guess of the round ``s``, seen as ``view``."""
    trial = imagined(view)
    believe(g, trial, luck_from(2))
    wrong = []
    cards = Counter(trial.stock[: s.n_stock]) + Counter(trial.pile[: s.n_pile])
    for seat in range(s.players):
        cards.update(hand_of(trial, seat))
        if trial.count[seat] != s.count[seat] or len(hand_of(trial, seat)) != s.count[seat]:
            wrong.append(f"seat {seat} has {trial.count[seat]} cards")
    real = Counter(s.stock[: s.n_stock]) + Counter(s.pile[: s.n_pile])
    for seat in range(s.players):
        real.update(hand_of(s, seat))
    if cards != real:
        wrong.append("other cards are in play")
    if bytes(trial.pile[: s.n_pile]) != bytes(s.pile[: s.n_pile]):
        wrong.append("another pile")
    if hand_of(trial, view.seat) != hand_of(s, view.seat):
        wrong.append("another hand of one's own")
    return wrong


def untrue(s: State, view: View) -> list[str]:
    """Hints that say a seat lacked what it must have held, by what it holds indeed."""
    heard = Listener(view.rules, s.players, packs_for(view.rules, sum(view.playing)), sure=False)
    heard.listen(view.history)
    wrong = []
    for hint in heard.hints:
        hand = hand_of(s, hint.seat)
        later = sum(moment >= hint.moment for moment in heard.born[hint.seat])
        holds = sum(hint.cards >> card & 1 for card in hand)
        if hint.kind == LACKED and holds > later and hint.seat != view.seat:
            wrong.append(f"{hint} but {hand}, {heard.born[hint.seat]}")
    counted = [len(heard.born[seat]) for seat in range(s.players)]
    if counted != s.count[: s.players]:
        wrong.append(f"counts are {s.count}, heard {heard.born}")
    return wrong


@pytest.mark.parametrize("part", range(4))
def test_a_guess_agrees_with_what_was_seen_in_any_mix(part: int) -> None:
    chance = random.Random(f"guesses {part}")
    found: Counter[str] = Counter()
    for _ in range(12):
        seats = chance.randrange(2, 9)
        table = dealt(chance, mix(chance, seats), seats)
        for s in going(table, chance, 60):
            assert s.turn >= 0
            view = table.view(s.turn)
            wrong = untrue(s, view)
            assert not wrong, (table.rules_id, wrong)
            g = guess_of(view)
            stir(g, luck_from(found["guesses"]), 20 * g.held)
            wrong = contradictions(s, view, g)
            assert not wrong, (table.rules_id, wrong)
            found["guesses"] += 1
            found["hinted"] += g.start[8] > 0
    assert found["hinted"] > 0.5 * found["guesses"] > 100


@pytest.mark.parametrize("rules", PRESETS)
def test_what_the_rules_exclude_is_hardly_ever_guessed(rules: str) -> None:
    chance = random.Random(rules)
    guesses = broken = hints = 0
    for _ in range(6):
        table = dealt(chance, rules, 3)
        for s in going(table, chance, 60):
            g = guess_of(table.view(s.turn))
            rng = luck_from(guesses)
            stir(g, rng, 60 * g.held)
            for _ in range(10):
                stir(g, rng, 2 * g.held)
                guesses += 1
                hints += g.start[8]
                broken += sum(
                    g.worth[WORTHS * k + min(g.has[k], WORTHS - 1)] <= -NEVER
                    for k in range(g.start[8])
                )
    assert guesses > 1000
    assert broken <= 0.002 * hints, (broken, hints, guesses)


def test_cards_that_were_seen_stay_where_they_are() -> None:
    g = Guess(fixed=1, held=3, hidden=6, places=6)
    g.card[:6], g.seat[:3] = [5, 6, 7, 8, 9, 10], [1, 1, 2]
    rng = luck_from(3)
    seen = set()
    for _ in range(50):
        stir(g, rng, 5)
        assert g.card[0] == 5
        seen.add(tuple(g.card[1:3]))
    assert len(seen) > 10
    assert members(sum(1 << card for card in g.card[:6])) == [5, 6, 7, 8, 9, 10]
