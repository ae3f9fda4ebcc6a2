"""Every move, once, and what it leads to."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from tests.recorded import mix
from tests.test_memory import dealt
from vandatta.cards import BLACK_JOKER, RED_JOKER, SUITS, card_from_text, card_text
from vandatta.engine.match import Match
from vandatta.engine.out import playable
from vandatta.engine.state import hand_of
from vandatta.events import History
from vandatta.notation.moves import Plan, plan, read_move
from vandatta.notation.outcomes import ENOUGH, Outcome, outcomes
from vandatta.notation.position import read_position
from vandatta.notation.refusal import Refusal
from vandatta.table import Table
from vandatta.view import observe


def at(*hands: str, pile: str, rules: Any, **more: Any) -> list[Outcome]:
    """What seat 0 may do where the seats hold ``hands``."""
    s = read_position({"rules": rules, "hands": list(hands), "pile": pile, **more})
    return outcomes(observe(s, Match(players=len(hands), playing=s.playing), 0, History()))


def texts(*hands: str, pile: str, rules: Any, **more: Any) -> set[str]:
    return {each.text for each in at(*hands, pile=pile, rules=rules, **more)}


def played(chance: random.Random, seats: int, rules: object, steps: int) -> Iterator[Table]:
    """A table before each of so many moves, any of those there are."""
    table = dealt(chance, rules, seats)
    for _ in range(steps):
        seat = table.in_turn()
        if seat is None:
            return
        yield table
        found = outcomes(table.view(seat))
        table.apply(table.move(seat, chance.choice(found).text))


@pytest.mark.parametrize("part", range(2))
def test_a_move_leads_where_its_outcome_says(part: int) -> None:
    chance = random.Random(f"leads {part}")
    seen = 0
    for _ in range(12):
        seats = chance.randrange(2, 9)
        for table in played(chance, seats, mix(chance, seats), 40):
            seat = table.in_turn()
            assert seat is not None
            for each in outcomes(table.view(seat)):
                trial = copy.deepcopy(table)
                trial.apply(trial.move(seat, each.text))
                s = trial._round
                assert s is not None
                assert each.over == (trial.phase_of_match != "round"), each
                if each.over:
                    continue
                drew = len(hand_of(s, seat)) > len(each.rest)
                own = playable(s, seat)
                assert (each.turn, each.direction, each.suit) == (s.turn, s.direction, s.suit)
                assert (each.duty, each.counts) == (s.duty, tuple(s.count[:seats]))
                assert drew or each.rest == tuple(hand_of(s, seat))
                assert drew or each.playable == own
                assert each.top == s.pile[s.n_pile - 1]
                seen += 1
    assert seen > 500


def every_lay(table: Table, seat: int) -> set[tuple[object, ...]]:
    """All lays of up to three cards that the table lets ``seat`` make, found by trying."""
    view = table.view(seat)
    found: set[tuple[object, ...]] = set()
    for size in (1, 2, 3):
        for cards in set(permutations(view.hand, size)):
            if len({card >> 2 for card in cards}) > 1:
                continue
            words = "".join(map(card_text, cards))
            wild = view.rules.wilds >> cards[-1] & 1
            for suit in [*(f"={letter}" for letter in SUITS), ""] if wild else [""]:
                last = len(cards) == len(view.hand)
                if not (last and suit) and table.why_not(seat, words + suit) is None:
                    found.add(alike(words + suit))
    return found


def alike(words: str) -> tuple[object, ...]:
    """What matters of a lay: its cards, the last of them, the suit named."""
    move = read_move(words)
    return tuple(sorted(move.cards)), move.cards[-1], move.suit


@pytest.mark.parametrize("part", range(2))
def test_every_lay_is_found(part: int) -> None:
    chance = random.Random(f"every {part}")
    sets = 0
    for _ in range(15):
        seats = chance.randrange(2, 9)
        rules = mix(chance, seats) | {"several_of_a_rank": True, "several_wilds": True}
        rules |= {"misplay": "refuse", "lay_limit": 0}
        for table in played(chance, seats, rules, 25):
            seat = table.in_turn()
            assert seat is not None
            lays = [each.text for each in outcomes(table.view(seat)) if each.cards]
            mine = {alike(words) for words in lays if len(read_move(words).cards) <= 3}
            assert len(lays) == len(set(lays))
            assert mine == every_lay(table, seat), (table.rules_id, table.view(seat).hand)
            sets += sum(len(cards) > 1 for cards, *_ in mine if isinstance(cards, tuple))
    assert sets > 100


def test_sets_that_differ_only_in_the_middle_are_one_move() -> None:
    found = texts("4s 4h 4d 4c 9s", "2s 2d", pile="7s", rules="guide", stock="3s")
    # of three or four cards only the last matters, besides which they are
    assert len(found - {"draw", "9s"}) == 1 + 3 + 6 + 3
    assert "9s" in found and "4s" in found


def test_eights_are_laid_bare_several_or_with_any_suit() -> None:
    rules = {"base": "klassisk", "several_wilds": True}
    found = texts("8s 8h 9c", "2s 2d", pile="7h", rules=rules, stock="3s")
    for suit in ["", "=s", "=h", "=d", "=c"]:
        assert {"8s" + suit, "8h" + suit} < found
        assert "8s8h" + suit in found or "8h8s" + suit in found


def test_a_turn_that_goes_on_is_looked_into() -> None:
    found = at("As 3s 9h", "2s 2d", pile="7s", rules="svensk", stock="3d 4d")
    ace = next(each for each in found if each.text == "As")
    assert (ace.turn, ace.counts) == (0, (2, 3))
    assert [each.text for each in ace.then()] == ["3s"]
    assert [each.rest for each in ace.then()] == [(card_from_text("9h"),)]
    other = next(each for each in found if each.text == "3s")
    assert other.turn == 1
    assert other.then() == []


def test_of_a_duty_there_is_drawing_and_sending_it_on() -> None:
    rules = {"base": "svensk", "next_draws": "2:2"}
    found = at("2c 3s 4s", "5h 6h", pile="2s", rules=rules, duty=2, stock="3d 4d 5d 6d")
    assert {each.text: each.duty for each in found} == {"draw": 0, "2c": 4}
    assert [each.counts for each in found if each.text == "draw"] == [(5, 2)]


@pytest.mark.parametrize("drawn", [RED_JOKER, BLACK_JOKER])
def test_the_joker_just_drawn_is_the_one_that_is_laid(drawn: int) -> None:
    rules = {"base": "klassisk", "jokers": 2}
    hands = ["JK JK 9c", "2s 2d"]
    s = read_position({"rules": rules, "hands": hands, "pile": "7h", "stock": "3s"})
    s.first[0] = 1 << RED_JOKER | 1 << BLACK_JOKER | 1 << card_from_text("9c")
    s.second[0], s.drawn, s.drawn_card = 0, 1, drawn
    found = plan(s, 0, read_move("JK"))
    assert isinstance(found, Plan) and found.parts == (drawn,)
    view = observe(s, Match(players=2, playing=s.playing), 0, History())
    laid = next(each for each in outcomes(view) if each.cards)
    assert (laid.text, laid.turn, len(laid.rest)) == ("JK", 1, 2)


def test_another_eight_than_the_drawn_takes_the_drawn_with_it() -> None:
    rules = {"base": "klassisk", "several_wilds": True}
    for several in (True, False):
        here: dict[str, Any] = {
            "rules": {**rules, "several_of_a_rank": several},
            "hands": ["8s 8h 9c 4d", "2s 2d"],
            "pile": "7h",
            "stock": "3s",
            "drawn": 1,
            "drawn_card": "8s",
        }
        s = read_position(here)
        refused = [plan(s, 0, read_move(words)) for words in ("8h", "8h=s")]
        assert {why.rule for why in refused if isinstance(why, Refusal)} == {"only_the_drawn"}
        assert all(isinstance(why, Refusal) for why in refused)
        for words in ("8s", "8s=h", "8h8s=c", "8s8h"):
            assert isinstance(plan(s, 0, read_move(words)), Plan), words


def test_there_are_never_more_moves_than_can_be_looked_at() -> None:
    """Half of two packs in one hand, with sets of eight: few enough, and quick."""
    rules = {"base": "guide", "several_wilds": True, "wild_on_wild": True, "players": "2-8"}
    hand = " ".join(card_text(card) for card in range(52) for _ in range(1 + (card >> 2) % 2))
    found = at(hand, "3h", "5s", "7s", "9s", "Js", pile="7h", rules=rules, stock="3s")
    assert ENOUGH < len(found) < ENOUGH + 250
    assert len({each.text for each in found}) == len(found)
