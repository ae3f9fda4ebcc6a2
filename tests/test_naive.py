"""The engine and the naive referee of svensk, in lockstep."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.naive import Naive
from tests.playing import fresh_round
from vandatta.cards import SUITS, card_text, cards_from_text, cards_text
from vandatta.engine.alphabet import CALL, CALL_BIT, CHALLENGE, NO_SEAT, OVER, TO_FOLLOW, TO_NAME
from vandatta.engine.calls import calls
from vandatta.engine.drawing import renew_stock
from vandatta.engine.play import singles
from vandatta.engine.points import hand_points
from vandatta.engine.state import State, hand_of, top_card
from vandatta.notation.moves import Plan, make, move_texts, plan, read_move


def stock_of(s: State) -> list[str]:
    """The stock, top first."""
    return [card_text(card) for card in reversed(s.stock[: s.n_stock])]


class Both:
    """One round, played by the engine and the naive referee at once."""

    def __init__(self, s: State) -> None:
        self.s = s
        hands = [[card_text(card) for card in hand_of(s, seat)] for seat in range(s.players)]
        self.naive = Naive(
            hands,
            stock_of(s),
            card_text(top_card(s)),
            s.dealer,
            self.renew,
        )

    def renew(self, cards: list[str]) -> list[str]:
        """The order that the engine's own generator, as it stood before the move, gives."""
        twin = State(rules=self.s.rules, rng=list(self.rng))
        pile = bytes(cards_from_text(" ".join(cards)))
        twin.pile[: len(pile)] = pile
        twin.n_pile = len(pile) + 1
        renew_stock(twin)
        return stock_of(twin)

    def play(self, move: str, calling: bool) -> None:
        self.rng = list(self.s.rng)
        self.do(self.s.turn, move + "!" * (calling and move[0] not in "=dp"))
        self.naive.play(move, calling)

    def call(self, seat: int) -> None:
        self.do(seat, "!")
        self.naive.call(seat)

    def point_out(self, seat: int, forgetful: int) -> None:
        self.rng = list(self.s.rng)
        self.do(seat, f"?{forgetful}")
        self.naive.point_out(seat, forgetful)

    def do(self, seat: int, words: str) -> None:
        move = read_move(words)
        parts = plan(self.s, seat, move)
        assert isinstance(parts, Plan), (words, parts)
        make(self.s, seat, move, parts)

    def compare(self) -> None:
        s, naive = self.s, self.naive
        assert (s.phase == OVER) == naive.over
        assert set(move_texts(s.rules, singles(s))) == naive.legal()
        for seat in range(s.players):
            hand = cards_text(hand_of(s, seat)).split()
            assert sorted(hand) == sorted(naive.hands[seat])
            assert hand_points(s, seat) == naive.points()[seat]
            assert s.called >> seat & 1 == naive.called[seat], (seat, "called")
            spoken = calls(s, seat)
            assert bool(spoken & CALL_BIT) == naive.may_call(seat)
            for other in range(s.players):
                may = bool(spoken >> 1 + other & 1)
                assert may == naive.may_point_out(seat, other), (seat, other)
        assert stock_of(s) == naive.stock
        assert [card_text(card) for card in s.pile[: s.n_pile]] == naive.pile
        if naive.over:
            return
        assert s.turn == naive.turn
        assert (s.phase == TO_NAME) == naive.must_name
        assert (s.phase == TO_FOLLOW) == naive.goes_on
        assert s.suit == NO_SEAT if naive.must_name else s.suit == SUITS.index(naive.suit)
        assert s.drawn == naive.drawn
        assert s.turns == naive.turns


def lockstep(number: int) -> Counter[str]:
    """Play one round at random; what happened in it."""
    chance = random.Random(number)
    forgetful = chance.choice((0.0, 0.5, 1.0))
    watchful = chance.choice((0.0, 0.1, 0.5))
    both = Both(fresh_round(chance, 2 + number % 4))
    seen: Counter[str] = Counter()
    naive, seats = both.naive, range(both.naive.seats)
    both.compare()
    while not naive.over:
        talkers = [seat for seat in seats if naive.may_call(seat)]
        informers = [(a, b) for a in seats for b in seats if naive.may_point_out(a, b)]
        if talkers and chance.random() < 0.3:
            both.call(chance.choice(talkers))
            seen["late call"] += 1
        elif informers and chance.random() < watchful:
            a, b = chance.choice(informers)
            seen["penalty in turn" if b == naive.turn else "penalty"] += 1
            both.point_out(a, b)
        else:
            before = naive.renewed
            move = chance.choice(sorted(naive.legal()))
            seen["pass" if move == "pass" else "draw" if move == "draw" else move[0]] += 1
            both.play(move, chance.random() > forgetful)
            seen["renewed"] += naive.renewed and not before
        both.compare()
    seen["out" if any(not hand for hand in naive.hands) else "blocked"] += 1
    return seen


def rounds(first: int, count: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        try:
            seen += lockstep(number)
        except AssertionError as error:
            raise AssertionError(f"round {number} differs: {error}") from error
    for what in ("8", "A", "=", "draw", "pass", "out", "renewed", "late call", "penalty"):
        assert seen[what], f"{what} never happened"


def test_engine_and_naive_referee_agree() -> None:
    rounds(0, 100)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_engine_and_naive_referee_agree_for_hundreds_of_rounds(part: int) -> None:
    rounds(1_000 + 400 * part, 400)


def test_naive_hears_the_same_alphabet() -> None:
    """A call and a challenge are what they are called."""
    assert read_move("!").call and read_move("?3").action == CHALLENGE + 3
    assert CALL < CHALLENGE
