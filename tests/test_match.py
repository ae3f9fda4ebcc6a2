"""The match: totals, elimination at the limit, ties, and where the deal goes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.playing import SVENSK, all_of, play_match
from vandatta.cards import cards_from_text
from vandatta.engine.alphabet import NO_SEAT, OVER
from vandatta.engine.match import Match, over_limit, score_round
from vandatta.engine.points import hand_points
from vandatta.engine.rules import Rules
from vandatta.engine.state import State, add_card
from vandatta.options import rules_from

FIFTY = "8s 8h"
TEN = "Td"
FIVE = "9d"


def finished(
    hands: Sequence[str], playing: int | None = None, out: int = NO_SEAT, rules: Rules = SVENSK
) -> State:
    """A round that is over, with these cards left."""
    players = len(hands)
    s = State(rules=rules, players=players, playing=playing or all_of(players), phase=OVER, out=out)
    for seat, hand in enumerate(hands):
        for card in cards_from_text(hand):
            add_card(s, seat, card)
    return s


def match_of(totals: Sequence[int], playing: int | None = None, dealer: int = 0) -> Match:
    players = len(totals)
    room = [0] * (8 - players)
    return Match(
        players=players,
        playing=all_of(players) if playing is None else playing,
        dealer=dealer,
        totals=[*totals, *room],
    )


def scored(m: Match, s: State) -> Match:
    score_round(m, s)
    return m


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("8s", 25),
        ("As", 15),
        ("Ts", 10),
        ("Js", 10),
        ("Qs", 10),
        ("Ks", 10),
        ("2s", 5),
        ("7s", 5),
        ("9s", 5),
        ("8s Kd 3c", 40),
        ("8s 8s As As", 80),
        ("", 0),
    ],
)
def test_points_of_the_usual_scale(hand: str, points: int) -> None:
    assert hand_points(finished([hand, ""]), 0) == points


@pytest.mark.parametrize(
    ("hand", "points"), [("8s", 10), ("As", 5), ("Ks", 1), ("8s 2d 3d 4d", 13)]
)
def test_points_of_the_childrens_scale(hand: str, points: int) -> None:
    rules = rules_from({"base": "svensk", "scale": "children"})
    assert hand_points(finished([hand, ""], rules=rules), 0) == points


@pytest.mark.parametrize(
    ("total", "limit_is", "over"),
    [
        (99, "reached", False),
        (100, "reached", True),
        (101, "reached", True),
        (100, "passed", False),
        (101, "passed", True),
    ],
)
def test_the_limit_is_reached_or_passed(total: int, limit_is: str, over: bool) -> None:
    assert over_limit(rules_from({"base": "svensk", "limit_is": limit_is}), total) is over


def test_who_goes_out_gets_nothing_and_the_others_what_they_hold() -> None:
    m = scored(match_of([10, 20, 30]), finished(["", TEN, FIFTY], out=0))
    assert m.totals[:3] == [10, 30, 80]
    assert (m.round, m.dealer, m.winners, m.playing) == (2, 1, 0, 0b111)


def test_a_blocked_round_counts_for_everyone() -> None:
    m = scored(match_of([0, 0]), finished([TEN, FIFTY]))
    assert m.totals[:2] == [10, 50]


def test_exactly_one_hundred_is_out_and_ninety_five_is_not() -> None:
    m = scored(match_of([50, 90, 90]), finished(["", TEN, FIVE], out=0))
    assert m.totals[:3] == [50, 100, 95]
    assert m.playing == 0b101
    assert m.winners == 0


def test_of_two_the_first_at_the_limit_has_lost() -> None:
    m = scored(match_of([95, 50]), finished([FIVE, ""], out=1))
    assert m.winners == 0b10
    assert m.playing == 0b10
    assert m.round == 1


def test_the_last_one_in_wins_whatever_the_others_had() -> None:
    m = scored(match_of([60, 99, 95]), finished(["", FIVE, FIVE], out=0))
    assert m.winners == 0b001


def test_two_fall_in_one_round_and_the_match_goes_on() -> None:
    m = scored(match_of([95, 0, 95, 10]), finished([FIVE, "", FIVE, TEN], out=1))
    assert m.playing == 0b1010
    assert m.winners == 0


def test_everybody_out_at_once_the_lowest_wins() -> None:
    m = scored(match_of([95, 96, 99]), finished([TEN, FIVE, TEN]))
    assert m.playing == 0
    assert m.totals[:3] == [105, 101, 109]
    assert m.winners == 0b010


def test_everybody_out_at_once_a_tie_is_shared() -> None:
    m = scored(match_of([95, 95, 95]), finished([TEN, TEN, FIFTY]))
    assert m.winners == 0b011


def test_only_those_still_in_can_win_a_round_that_puts_all_out() -> None:
    # seat 1 fell earlier, with fewer points than the two who fall now
    m = match_of([98, 100, 97], playing=0b101)
    score_round(m, finished([TEN, "", TEN], playing=0b101))
    assert m.totals[:3] == [108, 100, 107]
    assert m.winners == 0b100


def test_the_points_of_a_seat_out_of_the_match_stand_still() -> None:
    m = match_of([10, 120, 30], playing=0b101)
    score_round(m, finished(["", "", TEN], playing=0b101, out=0))
    assert m.totals[:3] == [10, 120, 40]


@pytest.mark.parametrize(
    ("dealer", "playing", "then"),
    [
        (0, 0b1111, 1),
        (3, 0b1111, 0),
        (0, 0b1101, 2),
        (2, 0b0111, 0),
        (3, 0b1100, 2),
        (1, 0b1101, 2),
    ],
)
def test_the_deal_moves_one_seat_left_past_seats_that_are_out(
    dealer: int, playing: int, then: int
) -> None:
    hands = [TEN if playing >> seat & 1 else "" for seat in range(4)]
    m = match_of([0] * 4, playing=playing, dealer=dealer)
    score_round(m, finished(hands, playing=playing))
    assert m.dealer == then


def test_the_deal_moves_past_a_seat_that_fell_in_this_very_round() -> None:
    m = scored(match_of([0, 95, 0], dealer=0), finished(["", FIVE, FIVE], out=0))
    assert m.playing == 0b101
    assert m.dealer == 2


def test_the_lowest_wins_as_soon_as_anyone_is_out() -> None:
    rules = rules_from({"base": "svensk", "match_end": "lowest"})
    m = scored(match_of([40, 95, 40]), finished(["", FIVE, ""], out=0, rules=rules))
    assert m.winners == 0b101
    m = scored(match_of([40, 90, 40]), finished(["", FIVE, ""], out=0, rules=rules))
    assert m.winners == 0


def test_a_single_round_is_won_by_going_out() -> None:
    rules = rules_from({"base": "svensk", "match_end": "single"})
    assert scored(match_of([0, 0]), finished([TEN, ""], out=1, rules=rules)).winners == 0b10


def test_a_match_to_a_higher_limit_takes_longer() -> None:
    rounds = []
    for limit in (50, 100, 200):
        rules = rules_from({"base": "svensk", "limit": limit})
        chance = random.Random(3)
        rounds.append(sum(play_match(chance, 4, True, rules)[0].round for _ in range(10)))
    assert rounds == sorted(rounds)
    assert rounds[0] < rounds[2]
