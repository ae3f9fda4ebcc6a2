"""The engine and the naive referees of svensk and klassisk, in lockstep."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.lockstep import KLASSISK, Both, lockstep
from tests.naive import Naive
from tests.naive_klassisk import Klassisk
from tests.playing import SVENSK
from vandatta.cards import SUITS
from vandatta.engine.alphabet import CALL, CHALLENGE, NO_SEAT, OVER, TO_FOLLOW, TO_NAME
from vandatta.engine.match import Match, score_round
from vandatta.engine.play import singles
from vandatta.engine.rules import Rules
from vandatta.engine.state import State, add_card
from vandatta.notation.moves import Plan, make, move_texts, plan, read_move

PRESETS = {"svensk": SVENSK, "klassisk": KLASSISK}
ROUNDS, PARTS = 10_000, 10
HAPPENS = {
    "svensk": ["8", "A", "=", "draw", "pass", "out", "blocked", "renewed", "penalty"],
    "klassisk": ["8", "A", "draw", "pass", "out", "blocked", "limit", "renewed"],
}


def rounds(preset: str, first: int, count: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        try:
            seen.update(lockstep(number, PRESETS[preset]))
        except AssertionError as error:
            raise AssertionError(f"round {number} of {preset} differs: {error}") from error
    for what in [*HAPPENS[preset], "late call"]:
        assert seen[what] or count < ROUNDS // PARTS, f"{what} never happened"


@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_naive_referee_agree(preset: str) -> None:
    rounds(preset, 0, 80)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_naive_referee_agree_for_ten_thousand_rounds(preset: str, part: int) -> None:
    each = ROUNDS // PARTS
    rounds(preset, 1_000 + part * each, each)


# --- as text moves, and with all that the referee's answers tell


class Spoken(Both):
    """One round in both, with moves as players write them."""

    def compare(self) -> None:
        s, naive = self.s, self.naive
        expected = naive.legal()
        alone = {move for move in expected if len(move.partition("=")[0]) < 3 or move == "draw"}
        assert set(move_texts(s.rules, singles(s))) == alone | (expected & {"pass"})
        self.compare_sets(expected)
        self.agree_on_calls()
        self.agree_on_cards()
        if naive.over:
            return
        assert s.turn == naive.turn
        assert s.drawn == naive.drawn
        assert (s.phase == TO_FOLLOW) == naive.goes_on
        if isinstance(naive, Klassisk):
            assert s.suit == SUITS.index(naive.suit)
            return
        for seat, called in enumerate(naive.called):
            assert s.called >> seat & 1 == called, (seat, "called")
        assert (s.phase == TO_NAME) == naive.must_name
        assert s.suit == NO_SEAT if naive.must_name else s.suit == SUITS.index(naive.suit)

    def compare_sets(self, expected: set[str]) -> None:
        """Two and more of a rank in one move, every such lay of the hand in turn."""
        hand = [] if self.naive.over else self.naive.hands[self.s.turn]
        for first in set(hand):
            for second in set(hand):
                if hand.count(first) > (first == second):
                    move = first + second
                    allowed = isinstance(plan(self.s, self.s.turn, read_move(move)), Plan)
                    assert allowed == (move in expected), move
        for move in expected:
            if len(move) > 4:
                assert isinstance(plan(self.s, self.s.turn, read_move(move)), Plan), move

    def do(self, seat: int, words: str) -> None:
        self.rng[:] = self.s.rng
        move = read_move(words)
        parts = plan(self.s, seat, move)
        assert isinstance(parts, Plan), (words, parts)
        make(self.s, seat, move, parts)


def spoken(number: int, rules: Rules) -> None:
    chance = random.Random(number)
    both = Spoken(chance, rules.min_seats + number % (rules.max_seats - 1), rules)
    naive, seats = both.naive, range(both.naive.seats)
    both.compare()
    while not naive.over:
        talkers = [seat for seat in seats if naive.may_call(seat)]
        informers = [(a, b) for a in seats for b in seats if naive.may_point_out(a, b)]
        if talkers and chance.random() < 0.3:
            both.do(talkers[0], "!")
            naive.call(talkers[0])
        elif informers and chance.random() < 0.2:
            a, b = chance.choice(informers)
            both.do(a, f"?{b}")
            assert isinstance(naive, Naive)
            naive.point_out(a, b)
        else:
            moves = sorted(naive.legal())
            lays = [move for move in moves if move[0] not in "=dp"]
            move = chance.choice(lays if lays and chance.random() < 0.9 else moves)
            calling = move in lays and chance.random() < 0.5
            both.do(both.s.turn, move + "!" * calling)
            naive.play(move, calling)
        both.compare()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_referee_and_the_naive_one_agree(preset: str) -> None:
    for number in range(30):
        spoken(number, PRESETS[preset])


# --- results of whole matches


def winners_svensk(totals: list[int], playing: list[int]) -> tuple[list[int], list[int]]:
    """ "Den som passerar hundra ... är ute, och den siste kvar vinner", at 100 already."""
    left = [seat for seat in playing if totals[seat] < 100]
    if len(left) > 1:
        return left, []
    fewest = min(totals[seat] for seat in playing)
    return left, left or [seat for seat in playing if totals[seat] == fewest]


def winners_klassisk(totals: list[int], playing: list[int]) -> tuple[list[int], list[int]]:
    """ "Så snart någon kommit ned i -100 eller mer är spelet slut": the fewest points win."""
    if max(totals) < 100:
        return playing, []
    return playing, [seat for seat in playing if totals[seat] == min(totals)]


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_end_as_the_texts_say(preset: str) -> None:
    winners = {"svensk": winners_svensk, "klassisk": winners_klassisk}[preset]
    chance = random.Random(7)
    shared = 0
    for _ in range(300):
        seats = chance.randint(2, 5)
        m = Match(players=seats, playing=(1 << seats) - 1, dealer=0)
        totals, playing, won = [0] * seats, list(range(seats)), list[int]()
        while not won:
            s = State(rules=PRESETS[preset], players=seats, playing=m.playing, phase=OVER)
            for seat in playing:
                # so many fives that totals often meet, and often meet the limit
                number = chance.choice((0, 5, 10, 20))
                totals[seat] += 5 * number
                for card in range(4, 4 + number):  # twos, threes ... count five each
                    add_card(s, seat, card)
            score_round(m, s)
            playing, won = winners(totals, playing)
            assert m.totals[:seats] == totals
            assert [seat for seat in range(seats) if m.winners >> seat & 1] == won
            if not won:
                assert [seat for seat in range(seats) if m.playing >> seat & 1] == playing
        shared += len(won) > 1
    assert shared


def test_naive_hears_the_same_alphabet() -> None:
    """A call and a challenge are what they are called."""
    assert read_move("!").call and read_move("?3").action == CHALLENGE + 3
    assert CALL < CHALLENGE
