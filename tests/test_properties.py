"""Thousands of whole matches at random: they end, no card is lost, and `legal` is the truth."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.playing import (
    SVENSK,
    all_of,
    choose,
    conservation,
    fresh_round,
    play_match,
    play_round,
    shuffled,
    talk,
)
from vandatta.cards import ALL_CARDS
from vandatta.engine.alphabet import ALPHABET, CALL, DONE, NAMING, NO_SEAT, OVER
from vandatta.engine.calls import calls
from vandatta.engine.deal import new_round
from vandatta.engine.match import Match
from vandatta.engine.play import apply, call_bit, legal
from vandatta.engine.points import hand_points
from vandatta.engine.reasons import FINE, NAMES, why_not
from vandatta.engine.state import State

WATCHES = {seats: conservation(SVENSK, seats) for seats in range(1, 6)}
"""By the seats in the round: a fifth seat brings the second pack, and takes it away again."""


def conserved(s: State) -> None:
    WATCHES[s.playing.bit_count()](s)


def whole_matches(first: int, matches: int) -> None:
    """Play matches with 2 to 5 seats, every other one by players who forget and dawdle."""
    ends: Counter[str] = Counter()

    def scored(m: Match, s: State) -> None:
        assert s.phase == OVER and legal(s) == 0
        assert s.turns <= SVENSK.turn_limit
        assert (s.out != NO_SEAT) == any(
            s.count[seat] == 0 for seat in range(m.players) if s.playing >> seat & 1
        )
        ends["out" if s.out != NO_SEAT else "blocked"] += 1

    for number in range(first, first + matches):
        chance = random.Random(number)
        m, actions = play_match(
            chance, 2 + number // 2 % 4, number % 2 == 0, watch=conserved, scored=scored
        )
        ends["matches"] += 1
        assert m.winners and actions > 0
        if m.playing:
            # the last one in, who alone is not at the limit
            assert m.winners == m.playing
            losers = [seat for seat in range(m.players) if not m.winners >> seat & 1]
            assert all(m.totals[seat] >= SVENSK.limit for seat in losers)
        else:
            assert all(total >= SVENSK.limit for total in m.totals[: m.players])
    assert ends["matches"] == matches
    assert ends["out"] > matches


def test_matches_end_and_keep_their_cards() -> None:
    whole_matches(0, 160)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_matches_end_and_keep_their_cards(part: int) -> None:
    whole_matches(1_000 + 500 * part, 500)


def test_the_watch_sees_a_lost_a_doubled_and_a_swapped_card() -> None:
    for seats in (2, 5):
        for harm in ("lost", "doubled", "swapped"):
            s = fresh_round(random.Random(seats), seats)
            WATCHES[seats](s)
            low = s.first[0] & -s.first[0]
            if harm == "lost":
                s.first[0] ^= low
                s.second[0] &= ~low
                s.count[0] = s.first[0].bit_count() + s.second[0].bit_count()
            elif harm == "doubled":
                s.stock[s.n_stock] = s.stock[0]
                s.n_stock += 1
            else:
                s.stock[0] = (s.stock[0] + 1) % 52
            with pytest.raises(AssertionError):
                WATCHES[seats](s)


def legal_is_accepted(s: State) -> None:
    """Ask `why_not` of every action of the alphabet, for every seat."""
    actions = legal(s)
    assert actions & ~(ALL_CARDS | 0b111111 << 54) == 0
    for seat in range(s.players):
        if not s.playing >> seat & 1:
            assert calls(s, seat) == 0
            continue
        own = actions if seat == s.turn else 0
        spoken = calls(s, seat)
        for action in range(ALPHABET):
            allowed = own >> action & 1 if action < CALL else spoken & call_bit(action) != 0
            why = why_not(s, seat, action)
            assert (why == FINE) == bool(allowed), (seat, action, NAMES[why])
    assert actions >> DONE & 1 == 0


def legal_is_accepted_in_turn(s: State) -> None:
    """Ask `why_not` of every action of the alphabet, for the seat in turn."""
    actions, spoken = legal(s), calls(s, s.turn)
    for action in range(ALPHABET):
        allowed = actions >> action & 1 if action < CALL else spoken & call_bit(action) != 0
        assert (why_not(s, s.turn, action) == FINE) == bool(allowed), action


def test_legal_is_exactly_what_is_accepted() -> None:
    for number in range(40):
        chance = random.Random(number)
        s = fresh_round(chance, 2 + number % 4)
        actions = play_round(s, chance, number % 2 == 0, watch=legal_is_accepted)
        assert actions > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_legal_is_exactly_what_is_accepted_in_whole_matches(part: int) -> None:
    for number in range(125):
        chance = random.Random(f"legal {part} {number}")
        # every eighth match asks for every seat, the others for the one in turn
        watch = legal_is_accepted if number % 8 == 0 else legal_is_accepted_in_turn
        m, _ = play_match(chance, 2 + number % 4, number % 3 == 0, watch=watch)
        assert m.winners


def renamed(cards: int, suits: list[int]) -> int:
    """A set of cards with other suits."""
    return sum(1 << (c & ~3 | suits[c & 3]) for c in range(52) if cards >> c & 1)


def renamed_action(action: int, suits: list[int]) -> int:
    if action < 52:
        return action & ~3 | suits[action & 3]
    return 54 + suits[action - 54] if 54 <= action < 58 else action


def test_renaming_the_suits_changes_nothing_else() -> None:
    for number in range(60):
        chance = random.Random(number)
        players = 2 + number % 4
        suits = chance.sample(range(4), 4)
        deck = shuffled(chance, SVENSK, players)
        other_deck = [card & ~3 | suits[card & 3] for card in deck]
        one, other = (
            new_round(SVENSK, players, all_of(players), number % players, cards, number)
            for cards in (deck, other_deck)
        )
        while True:
            for seat in range(players):
                assert renamed(one.first[seat], suits) == other.first[seat]
                assert renamed(one.second[seat], suits) == other.second[seat]
                assert calls(one, seat) == calls(other, seat)
                assert hand_points(one, seat) == hand_points(other, seat)
            for name in ("turn", "phase", "drawn", "passes", "turns", "called", "forgot", "window"):
                assert getattr(one, name) == getattr(other, name), name
            assert other.suit == (suits[one.suit] if one.suit >= 0 else one.suit)
            actions = legal(one)
            for action in range(61):
                assert actions >> action & 1 == legal(other) >> renamed_action(action, suits) & 1
            if one.phase == OVER:
                break
            action = choose(chance, actions, number % 2 == 0)
            apply(one, action)
            apply(other, renamed_action(action, suits))
            if one.phase not in (NAMING, OVER):
                seed = chance.random()
                said = [talk(s, random.Random(seed), eager=False) for s in (one, other)]
                assert said[0] == said[1]
        assert one.out == other.out
