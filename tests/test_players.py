"""The computer players: legal, honest, and as sensible as their level says."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from bench.players import compare, compare_matches, play_round
from tests.quick import LEVELS, some
from vandatta.cards import card_from_text
from vandatta.engine.match import Match
from vandatta.engine.state import add_card, hand_of
from vandatta.events import Dealt, Drew, Event, History, Laid, Named, Passed, TurnedUp
from vandatta.messages import text
from vandatta.notation.moves import move_texts
from vandatta.notation.outcomes import outcomes
from vandatta.notation.position import read_position
from vandatta.options import preset
from vandatta.players import (
    delay_to_call,
    delay_to_move,
    delay_to_notice,
    will_call,
    will_notice,
)
from vandatta.players.memory import remember
from vandatta.players.regular import mind_of, score
from vandatta.table import Seat, Table
from vandatta.view import View, observe

REGULAR = LEVELS["regular"]
BEGINNER = LEVELS["beginner"]


def at(*hands: str, pile: str, history: Sequence[Event] = (), **more: Any) -> View:
    """What seat 0 sees where the seats hold ``hands``."""
    position = {"rules": "svensk", "hands": list(hands), "pile": pile, **more}
    s = read_position(position)
    return observe(s, Match(players=len(hands), playing=s.playing), 0, History(history))


def best(view: View) -> str:
    return REGULAR.choose(view, random.Random(0))


def heard(view: View, *events: Event) -> View:
    """``view`` with a history: the deal, and then these events."""
    deals = [Dealt(i + 1, i, count, None) for i, count in enumerate(view.counts)]
    return replace(view, history=(*deals, *events))


# --- legal in every state


def new_table(chance: random.Random, seats: int, rules: object = "svensk") -> Table:
    """A dealt round of the levels that do not search, mixed."""
    table = Table()
    players = chance.choices([key for key, each in LEVELS.items() if not each.guesses], k=seats)
    table.apply(table.opening([Seat(key, key) for key in players], rules, chance.randrange(seats)))
    deal(table, chance)
    return table


def deal(table: Table, chance: random.Random) -> None:
    deck = list(table.pack())
    chance.shuffle(deck)
    table.apply(table.deal(deck, chance.getrandbits(96)))


def step(table: Table, chance: random.Random) -> None:
    """The seat in turn moves as its level does; calls are made or forgotten and caught."""
    seat = table.in_turn()
    assert seat is not None
    level = LEVELS[table.seats[seat].player]
    table.apply(table.move(seat, level.choose(table.view(seat), chance)))
    if table.why_not(seat, "!") is None:
        if will_call(level, chance):
            table.apply(table.move(seat, "!"))
        else:
            others = [i for i, still in enumerate(table.in_match) if still and i != seat]
            noticed = [i for i in others if will_notice(LEVELS[table.seats[i].player], chance)]
            if noticed:
                table.apply(table.move(noticed[0], f"?{seat}"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_move_of_a_match_is_legal(seats: int) -> None:
    chance = random.Random(seats)
    for _ in range(4):
        table = new_table(chance, seats)
        while table.phase_of_match != "over":
            if table.phase_of_match == "between":
                deal(table, chance)
            step(table, chance)  # a move that may not be made raises
        assert any(table.view(0).winners[0] == seat for seat in range(seats))


def mixed_rules(chance: random.Random) -> dict[str, Any]:
    """Options that are played, each as likely to differ from the preset as not."""
    values: dict[str, list[Any]] = {
        "start_eight": ["name", "redraw", "own_suit"],
        "draw_all_follow": ["suit", "suit_or_rank", "match"],
        "scale": ["standard", "children", "face_value", "english"],
        "draw_limit": [0, 1, 3, 5],
        "reshuffles": [-1, 0, 1],
        "hand_size": [1, 2, 5, 7],
        "lappen_penalty": [0, 1, 3],
        "turn_limit": [120],
        "wild_rank": list("8JQ2"),
        "draw_all_rank": list("A79"),
    }
    switches = [key for key, value in preset("svensk").items() if isinstance(value, bool)]
    for key in switches:
        values[key] = [True, False]
    return {key: chance.choice(some) for key, some in values.items()}


@pytest.mark.parametrize("part", range(4))
def test_no_mix_of_played_options_breaks_a_player(part: int) -> None:
    chance = random.Random(part)
    for _ in range(25):
        rules = mixed_rules(chance)
        table = new_table(chance, chance.randrange(2, 6), rules)
        while table.phase_of_match == "round":
            step(table, chance)
        assert table.rounds, rules


def test_a_choice_is_one_of_the_legal_texts() -> None:
    chance = random.Random(3)
    for _ in range(10):
        table = new_table(chance, 3)
        while (seat := table.in_turn()) is not None:
            view = table.view(seat)
            for level in some(chance).values():
                assert level.choose(view, chance) in move_texts(view.rules, view.singles)
            step(table, chance)


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS.keys())
def test_who_is_not_in_turn_has_nothing_to_choose(level: Any) -> None:
    with pytest.raises(ValueError, match="not in turn"):
        level.choose(at("3s 4s", "5s 6s", pile="7s", turn=1), random.Random(0))


# --- honest: the same seen, the same chosen


def dealt_anew(table: Table, seat: int, chance: random.Random, shown_to: int | None = None) -> View:
    """What ``seat``, or ``shown_to``, sees once all that ``seat`` can't see has changed places."""
    assert table._round is not None
    s = copy.deepcopy(table._round)
    others = [each for each in range(s.players) if each != seat]
    hidden = [card for each in others for card in hand_of(s, each)] + list(s.stock[: s.n_stock])
    chance.shuffle(hidden)
    told: list[Event] = []
    for event in table._history:
        if isinstance(event, Dealt) and event.seat != seat:
            event = replace(event, cards=tuple(chance.choices(hidden, k=event.count)))
        elif isinstance(event, Drew) and event.seat != seat:
            event = replace(event, card=chance.choice(hidden))
        told.append(event)
    for each in others:
        many, s.count[each], s.first[each], s.second[each] = s.count[each], 0, 0, 0
        for _ in range(many):
            add_card(s, each, hidden.pop())
    s.stock[: s.n_stock] = bytes(hidden)
    s.rng = [chance.getrandbits(32) for _ in s.rng]
    return observe(s, table._match, seat if shown_to is None else shown_to, History(told))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_choice_depends_on_nothing_a_seat_cannot_see(seats: int) -> None:
    chance = random.Random(seats)
    for _ in range(4):
        table = new_table(chance, seats)
        while (seat := table.in_turn()) is not None:
            view, other = table.view(seat), dealt_anew(table, seat, chance)
            assert other == view
            seed = chance.getrandbits(32)
            for level in some(chance).values():
                first = level.choose(view, random.Random(seed))
                assert level.choose(view, random.Random(seed)) == first
                assert level.choose(other, random.Random(seed)) == first
            step(table, chance)


@pytest.mark.parametrize("seats", [2, 4])
def test_thinking_takes_as_long_whatever_the_hidden_cards_are(seats: int) -> None:
    chance = random.Random(seats)
    changed = 0
    table = new_table(chance, seats)
    while (seat := table.in_turn()) is not None:
        view = table.view(seat)
        other = dealt_anew(table, (seat + 1) % seats, chance, seat)
        changed += other.legal != view.legal
        seed = chance.getrandbits(32)
        for level in LEVELS.values():
            times = [delay_to_move(level, each, random.Random(seed)) for each in (view, other)]
            assert times[0] == times[1]
        step(table, chance)
    assert changed


# --- Van's habits, as small positions


def test_an_eight_is_saved() -> None:
    assert best(at("8s 3h 4c 5d", "2s 2d 2c 3s", pile="9h")) == "3h"


def test_of_two_eights_one_may_be_spent_to_steer() -> None:
    def worth(hand: str) -> float:
        view = at(hand, "2s 2d 2c 3s", pile="9h")
        eight = (card_from_text("8s"),)
        return max(score(each, mind_of(view)) for each in outcomes(view) if each.cards == eight)

    assert worth("8s 8d 3h 4c 5c") > worth("8s 3d 3h 4c 5c")


def test_dear_cards_go_early() -> None:
    assert best(at("Kh 3h 4s 9c 2d", "2s 3d 2c 3s", pile="5h")) == "Kh"


def test_the_longest_suit_is_named() -> None:
    assert best(at("8s 3d 6d Jd 4c", "2s 2h 2c 3s", pile="9h")) == "8s=d"
    view = at("3d 6d Jd 4c 9s", "2s 2h 2c 3s", pile="8h", phase="name")
    assert best(view) == "=d"


def test_a_suit_somebody_drew_on_is_named_again() -> None:
    view = at("8s 3d 6d 2c 4c", "2s 2h 3h 3s", pile="9h")
    for suit, letter in ((2, "d"), (3, "c")):
        first = (TurnedUp(3, card_from_text("7s")), Named(4, 0, suit))
        drawing = (Drew(5, 1, None, "turn"), Laid(6, 1, card_from_text("9h")))
        assert best(heard(view, *first, *drawing)) == f"8s={letter}"


def test_a_suit_the_next_seat_named_is_not_given_back() -> None:
    view = at("8s 3d 6d 2c 4c", "2s 2h 3h 3s", pile="8d 9h")
    for suit, other in ((2, "c"), (3, "d")):
        named = (Laid(3, 1, card_from_text("8d")), Named(4, 1, suit))
        assert best(heard(view, *named, Laid(5, 0, card_from_text("9h")))) == f"8s={other}"


def test_the_last_card_is_an_ordinary_one() -> None:
    assert best(at("8s Kc", "2s 2h 3h", pile="5c")) == "8s=c"
    assert best(at("As 3s 9h", "2s 2h 3h 3d", pile="9d")) == "9h"


def test_an_ace_is_laid_when_the_last_card_follows_it() -> None:
    view = at("Ah 3h", "2s", pile="5h")
    assert best(view) == "Ah"


def test_an_ace_stays_in_hand_while_nothing_follows_it() -> None:
    assert best(at("Ah Kh 4c 9c", "2s 2h 3d 3s", pile="5h")) == "Ah"
    assert best(at("Ah Qc 4c 9c", "2s 2h 3d 3s", pile="Qh")) == "Qc"


def test_an_ace_hits_who_has_one_card() -> None:
    hand = "Ah 3h Qh 9c 4s"
    assert best(at(hand, "2h", "5s 6s", pile="5h")) == "Ah"


def test_the_last_card_of_another_is_not_let_through() -> None:
    view = at("Kh 9c 5c 6h", "2h", pile="9h")
    drew = (Laid(3, 0, card_from_text("4c")), Drew(4, 1, None, "turn"), Passed(5, 1))
    then = (Laid(6, 0, card_from_text("4h")), Laid(7, 1, card_from_text("9h")))
    quiet = heard(view, *drew, *then)
    assert remember(quiet).maybe[1][3] == 0
    assert best(quiet) == "9c"


def test_a_lone_eight_waits_on_an_eight_and_draws_on_anything_else() -> None:
    assert best(at("8s", "2h 3h", pile="8h", suit="d")) == "pass"
    assert best(at("8s", "2h 3h", pile="9h", stock="2c 3c 4c")) == "draw"


def test_where_laying_is_optional_it_is_done_all_the_same() -> None:
    rules = {"base": "svensk", "must_lay": False}
    for level in LEVELS.values():
        view = at("3h 4c 5d", "2s 2d", pile="9h", stock="2c 3c", rules=rules)
        assert level.choose(view, random.Random(0)) == "3h"


# --- Nybörjare


def test_a_beginner_lays_anything_that_fits() -> None:
    view = at("8s Kh 3h 9c", "2s 2d", pile="5h")
    moves = Counter(BEGINNER.choose(view, random.Random(seed)) for seed in range(200))
    assert {"Kh", "3h", "8s=s", "8s=h", "8s=d", "8s=c"} == set(moves)
    assert moves["8s=h"] + moves["8s=c"] > moves["8s=s"] + moves["8s=d"]


# --- levels


def test_levels_are_those_a_table_seats_and_the_catalogue_names() -> None:
    for key, level in LEVELS.items():
        assert level.key == key
        Table.opening([Seat("a", key), Seat("b", "human")])
    assert [text("sv", f"level.{key}") for key in LEVELS] == [
        "Nybörjare",
        "Vän",
        "Van",
        "Mästare",
        "Stormästare",
    ]


def test_the_better_a_level_the_more_attentive() -> None:
    rng = random.Random(1)
    called = [sum(will_call(level, rng) for _ in range(2000)) for level in LEVELS.values()]
    seen = [sum(will_notice(level, rng) for _ in range(2000)) for level in LEVELS.values()]
    assert called == sorted(called)
    assert seen == sorted(seen)
    assert 1400 < called[0] < 1800 < 1950 < called[2]
    assert seen[0] < 800 < 1400 < seen[2]


def test_delays_are_human_and_a_call_comes_before_the_next_move() -> None:
    rng = random.Random(1)
    easy = at("3h 4c", "2s 2d", pile="5h")
    hard = at("8s Kh 3h 4h 5h 6h 9h Th", "2s 2d", pile="5h")
    for level in LEVELS.values():
        for _ in range(200):
            slow, quick = delay_to_move(level, hard, rng), delay_to_move(level, easy, rng)
            assert 0.6 <= quick <= 0.9 < slow < 2
            assert 0 < delay_to_call(level, rng) < min(each.pace[0] for each in LEVELS.values())
            assert 1.5 < delay_to_notice(level, rng) < 5


# --- strength: fixed seeds, so that the same code always gives the same shares


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "deals", "share"), [(2, 120, 0.56), (4, 40, 0.29)])
def test_a_regular_beats_beginners(seats: int, deals: int, share: float) -> None:
    shares, points = compare(seats, deals, attentive=True)
    assert fmean(shares) > share
    assert points < 0.8


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["svensk", "klassisk", "pesten", "mau_mau", "crazy_eights"])
def test_a_regular_wins_matches_under_any_rules(rules: str) -> None:
    shares = compare_matches(2, 12, rules)
    # about four in five; each match is played from both chairs, so luck is even
    assert fmean(shares) > 0.6, shares


def test_a_round_is_the_same_again_with_the_same_seed() -> None:
    levels = [REGULAR, BEGINNER, REGULAR]
    first, again = (play_round(levels, 5, attentive=False) for _ in range(2))
    assert first == again
    assert first != play_round(levels, 6, attentive=False)
