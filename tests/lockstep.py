"""The engine and a naive referee side by side, decision by decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from tests.naive import Naive
from tests.naive_klassisk import Klassisk
from tests.playing import SVENSK, all_of, shuffled
from vandatta.cards import SUITS, card_from_text, card_text, cards_from_text, cards_text
from vandatta.engine.alphabet import (
    CALL,
    CALL_BIT,
    CHALLENGE,
    DONE,
    DRAW,
    MORE,
    NAME,
    NAMING,
    OVER,
    PASS,
)
from vandatta.engine.calls import calls
from vandatta.engine.deal import new_round
from vandatta.engine.drawing import renew_stock
from vandatta.engine.play import apply, legal, speak
from vandatta.engine.points import hand_points
from vandatta.engine.rules import Rules
from vandatta.engine.state import State, hand_of
from vandatta.options import rules_from

KLASSISK = rules_from("klassisk")
ACTION = {card_text(card): card for card in range(52)}
ACTION |= {"draw": DRAW, "pass": PASS, **{f"={suit}": NAME + i for i, suit in enumerate(SUITS)}}


def stock_of(s: State) -> list[str]:
    """The stock, top first."""
    return [card_text(card) for card in reversed(s.stock[: s.n_stock])]


def renewed(rng: list[int], cards: list[str]) -> list[str]:
    """The order that the engine's generator, as it stands in ``rng``, gives a new stock."""
    twin = State(rng=list(rng))
    pile = bytes(cards_from_text(" ".join(cards)))
    twin.pile[: len(pile)] = pile
    twin.n_pile = len(pile) + 1
    renew_stock(twin)
    return stock_of(twin)


def actions(words: Iterable[str]) -> int:
    """A set of the engine's actions."""
    return sum(1 << ACTION[word] for word in words)


class Both:
    """One round in both, which must agree before and after every decision."""

    def __init__(self, chance: random.Random, seats: int, rules: Rules = SVENSK) -> None:
        dealer = chance.randrange(seats)
        deck = shuffled(chance, rules, seats)
        self.s = s = new_round(rules, seats, all_of(seats), dealer, deck, chance.getrandbits(96))
        self.rng = list(s.rng)
        self.naive: Naive | Klassisk
        cards = [card_text(card) for card in deck]
        if rules is KLASSISK:
            self.naive = Klassisk.dealt(cards, seats, dealer, self.renew)
        else:
            # one at a time from forehand; an ace goes back, and chance turns up another card
            dealt = [cards[place : 7 * seats : seats] for place in range(seats)]
            hands = [dealt[(seat - dealer - 1) % seats] for seat in range(seats)]
            up, first = card_text(s.pile[0]), cards[7 * seats]
            assert up[0] != "A" and (up == first or first[0] == "A")
            self.naive = Naive(hands, stock_of(s), up, dealer, self.renew)

    def renew(self, cards: list[str]) -> list[str]:
        """The new stock for the naive referee: the engine shuffled by ``rng``."""
        return renewed(self.rng, cards)

    # --- agreeing

    def agree(self) -> tuple[list[str], list[str]]:
        """The same seat is in turn, and may do the same: these cards, and that besides."""
        s, naive = self.s, self.naive
        assert (s.phase == OVER) == naive.over
        assert naive.over or s.turn == naive.turn
        lays, waits = sorted(naive.bottoms()), sorted(naive.waits())
        assert legal(s) == actions(lays) | actions(waits)
        return lays, waits

    def agree_on_calls(self) -> None:
        """Everyone may call and point out the same."""
        for seat in range(self.naive.seats):
            expected = CALL_BIT * self.naive.may_call(seat)
            for other in range(self.naive.seats):
                expected |= self.naive.may_point_out(seat, other) << 1 + other
            assert calls(self.s, seat) == expected, (seat, bin(expected))

    def agree_on_cards(self) -> None:
        """The same hands, stock, pile and points."""
        s, naive = self.s, self.naive
        for seat, points in enumerate(naive.points()):
            cards = sorted(naive.hands[seat], key=card_from_text)
            assert cards_text(hand_of(s, seat)).split() == cards
            assert hand_points(s, seat) == points
        assert stock_of(s) == naive.stock
        assert [card_text(card) for card in s.pile[: s.n_pile]] == naive.pile
        assert (s.turns, s.reshuffled) == (naive.turns, naive.renewals)

    # --- doing

    def wait(self, word: str) -> None:
        """Draw, pass, or name the suit of a turned-up eight."""
        self.rng[:] = self.s.rng
        apply(self.s, ACTION[word])
        self.naive.play(word)

    def lay(self, bottom: str, chance: random.Random, calling: bool) -> None:
        """Lay a card, in klassisk now and then more of its rank, and name a suit."""
        s, naive = self.s, self.naive
        self.rng[:] = s.rng
        seat, cards, suit = s.turn, [bottom], ""
        apply(s, ACTION[bottom])
        if isinstance(naive, Klassisk) and bottom[0] not in "8A":
            while more := self.more(naive, cards):
                if naive.may_end(cards) and chance.random() < 0.4:
                    apply(s, DONE)
                    break
                cards.append(chance.choice(sorted(more)))
                apply(s, ACTION[cards[-1]])
        elif s.phase == NAMING:
            # "Spelar någon en åtta utan att ange färg": in klassisk alone
            silent = isinstance(naive, Klassisk)
            assert legal(s) == 0b1111 << NAME | silent << DONE
            suit = "" if silent and chance.random() < 0.2 else "=" + chance.choice(SUITS)
            apply(s, ACTION[suit] if suit else DONE)
        if calling and calls(s, seat) & CALL_BIT:
            speak(s, seat, CALL)
        naive.play("".join(cards) + suit, calling)

    def more(self, naive: Klassisk, cards: list[str]) -> set[str]:
        """What may be laid on ``cards`` in the same move; the two must agree."""
        more = naive.may_add(cards)
        assert (self.s.phase == MORE) == bool(more)
        if more:
            assert legal(self.s) == actions(more) | naive.may_end(cards) << DONE
        return more

    def call(self, seat: int) -> None:
        speak(self.s, seat, CALL)
        self.naive.call(seat)

    def point_out(self, seat: int, forgetful: int) -> None:
        self.rng[:] = self.s.rng
        speak(self.s, seat, CHALLENGE + forgetful)
        assert isinstance(self.naive, Naive)
        self.naive.point_out(seat, forgetful)


def lockstep(number: int, rules: Rules) -> Counter[str]:
    """Play a round at random in both.

    Returns:
        What happened in it, and how often.
    """
    chance = random.Random(number)
    seats = range(rules.min_seats + number % (rules.max_seats - rules.min_seats + 1))
    both = Both(chance, len(seats), rules)
    forgetful, watchful = chance.choice((0, 0.5, 1)), chance.choice((0, 0.1, 0.5))
    eager = chance.choice((0.5, 0.9, *[1] * 14))
    naive, seen = both.naive, Counter[str]()
    both.agree_on_cards()
    while True:
        # nobody has anything to say while all hands are larger
        if min(map(len, naive.hands)) < 2 or chance.random() < 0.02:
            both.agree_on_calls()
            seen.update(say(both, chance, watchful))
        lays, waits = both.agree()
        if naive.over:
            break
        if lays and not (waits and chance.random() > eager):
            card = chance.choice(lays)
            both.lay(card, chance, chance.random() > forgetful)
            seen[card[0]] += 1
        else:
            word = chance.choice(waits)
            both.wait(word)
            seen["=" if word[0] == "=" else word] += 1
    both.agree_on_calls()
    both.agree_on_cards()
    seen["renewed"] = naive.renewals
    seen["out" if not all(naive.hands) else "limit" if naive.turns == 500 else "blocked"] += 1
    return seen


def say(both: Both, chance: random.Random, watchful: float) -> list[str]:
    """Somebody calls late, or points out a forgotten call, perhaps."""
    naive, seats = both.naive, range(both.naive.seats)
    talkers = [seat for seat in seats if naive.may_call(seat)]
    if talkers and chance.random() < 0.3:
        both.call(talkers[0])
        return ["late call"]
    informers = [(a, b) for a in seats for b in seats if naive.may_point_out(a, b)]
    if informers and chance.random() < watchful:
        a, b = chance.choice(informers)
        in_turn = b == naive.turn
        both.point_out(a, b)
        return ["penalty in turn" if in_turn else "penalty"]
    return []
