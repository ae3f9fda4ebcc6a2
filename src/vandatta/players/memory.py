"""What a seat has learnt from the round so far, by listening only.

Who must lay and draws on spades had no spades; the cards drawn since are the only
ones that could be. Who need not lay and draws most likely had none either. A card
laid by mistake and taken back has been seen. The pile has been seen, so what is
still about can be counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from vandatta.cards import NO_CARD, NO_SUIT, SUITS, members, suit_of
from vandatta.engine.alphabet import NO_SEAT
from vandatta.engine.matching import ONE_SUIT, fits
from vandatta.engine.rules import DRAW_ONE, Rules, packs_for
from vandatta.events import (
    Caught,
    Dealt,
    Drew,
    Event,
    Laid,
    Misplayed,
    Named,
    Passed,
    Renewed,
    TurnedUp,
)
from vandatta.view import View

WILD = len(SUITS)
"""In a list "a suit": the wild cards, whatever suit they have."""
UNTOLD = 60
"""Cards of a seat whose deal was not told: more than any hand."""


class Hint(NamedTuple):
    """Something a seat did that speaks of the cards it held then."""

    seat: int
    cards: int
    """The set of cards that it speaks of."""
    moment: int
    """The number of events heard by then."""
    kind: int
    """One of the kinds below."""


LACKED = 0
"""It held none of the cards, by the rules."""
HARDLY_HELD = 1
"""It need not lay, and did not."""
NAMED_IT = 2
"""It named the suit."""
TURNED_TO = 3
"""It laid a card of another suit than was in force."""
SPENT_A_WILD = 4
"""It laid what goes on anything, though one of the cards would have gone too."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of hidden cards."""

    first: int
    """The set of cards that lie nowhere to be seen, one copy or two ..."""
    second: int
    """... and those with two copies."""
    maybe: tuple[tuple[int, ...], ...]
    """A seat and suit (or `WILD`): at most so many of its cards are of that suit."""
    likely: tuple[tuple[int, ...], ...]
    """The same, if everyone laid who could."""
    shown: tuple[int, ...]
    """A seat: the set of cards it holds for certain, for they have been seen."""
    open_hands: bool
    """Is every hand seen?"""
    likes: tuple[int, ...]
    """A seat: the suit it named and has not been seen to lack since; -1 if none."""
    counts: tuple[int, ...]
    """Cards a seat."""

    @property
    def unseen(self) -> Counter[int]:
        """The cards that lie nowhere to be seen, and how many of each."""
        return Counter(members(self.first) + members(self.second))

    def share(self, cards: int) -> float:
        """The share of the unseen cards that are in the set ``cards``."""
        total = self.first.bit_count() + self.second.bit_count()
        found = (self.first & cards).bit_count() + (self.second & cards).bit_count()
        return found / max(total, 1)

    def can_answer(self, seat: int, suit: int, answers: int, wilds: int) -> float:
        """How likely ``seat`` holds one of ``answers``.

        Args:
            seat: another seat.
            suit: the suit in force.
            answers: a set of cards.
            wilds: the wild cards.
        """
        if self.shown[seat] & answers:
            return 1.0
        if self.open_hands:
            return 0.0
        in_suit = ONE_SUIT << suit & ~wilds
        lacks = 1.0
        for cards, group in ((in_suit, suit), (wilds, WILD)):
            share = 1 - self.share(answers & cards)
            sure, likely = self.maybe[seat][group], self.likely[seat][group]
            lacks *= TRUST * share**likely + (1 - TRUST) * share**sure
        if self.likes[seat] == suit and answers & in_suit:
            lacks *= NAMED_FOR_FUN
        lacks *= (1 - self.share(answers & ~in_suit & ~wilds)) ** self.counts[seat]
        return 1 - lacks


NAMED_FOR_FUN = 0.25
"""How often a suit is named by one who does not hold it."""
TRUST = 0.85
"""How often one who need not lay, and does not, cannot."""


def remember(view: View) -> Memory:
    """What the history of ``view`` tells its seat."""
    rules = view.rules
    packs = packs_for(rules, sum(view.playing))
    sure = Listener(rules, view.players, packs, sure=True)
    sure.listen(view.history)
    likely = sure
    if not rules.must_lay:
        likely = Listener(rules, view.players, packs, sure=False)
        likely.listen(view.history)
    first, second = without(view, sure.pile or [view.top])
    shown = list(sure.shown)
    for seat, hand in enumerate(view.hands or ()):
        shown[seat] = sum(1 << card for card in set(hand))
    return Memory(
        first=first,
        second=second,
        maybe=_at_most(view, sure, first, second),
        likely=_at_most(view, likely, first, second),
        shown=tuple(shown),
        open_hands=view.hands is not None,
        likes=tuple(likely.likes),
        counts=view.counts,
    )


def without(view: View, pile: Iterable[int]) -> tuple[int, int]:
    """The cards neither in ``pile`` nor in a hand that is seen, and those with two copies."""
    first = view.rules.pack
    second = first if packs_for(view.rules, sum(view.playing)) == 2 else 0
    for cards in (pile, *(view.hands or (view.hand,))):
        for card in cards:
            if card != NO_CARD and second >> card & 1:
                second ^= 1 << card
            elif card != NO_CARD:
                first &= ~(1 << card)
    return first, second


def _at_most(view: View, heard: Listener, first: int, second: int) -> tuple[tuple[int, ...], ...]:
    """What was heard, where the cards that can be seen say no more."""
    found = []
    for seat, count in enumerate(view.counts):
        hand = view.hand if seat == view.seat else view.hands[seat] if view.hands else None
        if hand is None:
            about = [(first & g).bit_count() + (second & g).bit_count() for g in heard.groups]
            found.append(tuple(map(min, heard.most[seat], about, [count] * len(about))))
        else:
            found.append(tuple(sum(g >> card & 1 for card in hand) for g in heard.groups))
    return tuple(found)


class Listener:
    """Follows a round by what is told of it.

    Args:
        rules: the table's rules.
        players: seats at the table.
        packs: how many packs are played with.
        sure: believe of one who need not lay nothing but what is certain.

    Attributes:
        groups: the four suits' cards and the wild ones.
        most: a seat and group: at most so many of its cards belong to it.
        likes: see `Memory`.
        shown: see `Memory`.
        pile: the cards in the pile, as far as they have been told.
        hints: what else speaks of the cards that seats still hold, the oldest first.
        born: a seat: for each of its cards, the longest held first, the number of events heard
            when it came. Which card was laid is told, but not when it came: of those that it
            may have been, it is taken for the one held longest.
    """

    def __init__(self, rules: Rules, players: int, packs: int, sure: bool) -> None:
        self.rules = rules
        self.sure = sure
        self._packs = packs
        self.groups = [*(ONE_SUIT << suit for suit in range(len(SUITS))), rules.wilds]
        self.most = [[UNTOLD] * len(self.groups) for _ in range(players)]
        self.likes = [NO_SUIT] * players
        self.shown = [0] * players
        self.pile: list[int] = []
        self.hints: list[Hint] = []
        self.born: list[list[int]] = [[] for _ in range(players)]
        self._now = 0
        self._counts = [UNTOLD] * players
        self._suit = NO_SUIT
        self._lacked = [0] * players
        """A seat: cards it did not hold when it drew last; of these it can lay only new ones."""
        self._certain = [False] * players
        """A seat: is that certain?"""
        self._own_ace = NO_SEAT
        """The seat that goes on after its own ace."""
        self._drew = NO_SEAT
        """The seat in turn, once it has drawn in this turn."""

    def listen(self, events: Iterable[Event]) -> None:
        """Hear a round's events in turn."""
        for event in events:
            self._now += 1
            match event:
                case Laid(seat=seat, card=card):
                    self._lay(seat, card)
                case Drew(seat=seat, why=why):
                    self._draw(seat, why == "turn")
                case Passed(seat=seat):
                    self._lacks(seat)
                    self._end_turn()
                case Named(seat=seat, suit=suit):
                    self._suit = self.likes[seat] = suit
                    self._hint(seat, ONE_SUIT << suit & ~self.rules.anywhere, NAMED_IT)
                case Dealt(seat=seat, count=count):
                    self._counts[seat] = count
                    self.born[seat] = [self._now] * count
                    self.most[seat] = [count] * len(self.groups)
                case TurnedUp(card=card):
                    self.pile.append(card)
                    self._suit = suit_of(card)
                case Renewed():
                    self._renew()
                case Misplayed(seat=seat, card=card):
                    self.shown[seat] |= 1 << card
                    if self.rules.misplay == DRAW_ONE:
                        self._end_turn()
                case Caught(seat=seat):
                    at_once = self.rules.penalty and not self.rules.penalty_next_turn
                    # caught in its own turn, it loses it
                    if at_once and seat in (self._own_ace, self._drew):
                        self._end_turn()
                case _:
                    pass

    def _hint(self, seat: int, cards: int, kind: int) -> None:
        if cards:
            self.hints.append(Hint(seat, cards, self._now, kind))

    def _renew(self) -> None:
        """What lay in the pile nobody held; who draws it does so later."""
        seen = Counter(self.pile)
        cards = sum(1 << card for card, many in seen.items() if many == self._packs)
        for seat in range(len(self.born)):
            self._hint(seat, cards, LACKED)
        self.pile = self.pile[-1:]

    def _part_with(self, seat: int, card: int) -> None:
        """Take away the card held longest of those that ``card`` may be.

        It came after it was lacked. It most likely came after the seat could have laid it and did
        not; that is believed where it makes no difference to what is certain.
        """
        born = self.born[seat]
        if not born:
            return
        theirs = [hint for hint in self.hints if hint.seat == seat]
        told = [hint for hint in theirs if hint.cards >> card & 1]
        at = _first_since(born, [hint.moment for hint in told if hint.kind == LACKED])
        likely = _first_since(born, [each.moment for each in told if each.kind == HARDLY_HELD])
        certain = [hint.moment for hint in theirs if hint.kind == LACKED]
        if not any(born[at] < moment <= born[likely] for moment in certain):
            at = max(at, likely)
        born.pop(at)
        oldest = born[0] if born else self._now
        self.hints = [each for each in self.hints if each.seat != seat or each.moment > oldest]

    def _tell_by_laying(self, seat: int, card: int) -> None:
        """Note what a card that is laid says of the others in the hand."""
        bit, rules = 1 << card, self.rules
        if self._suit == NO_SUIT or not self.pile:
            return
        if rules.anywhere & bit:
            other = fits(rules, self.pile[-1], self._suit, False) & ~rules.anywhere
            self._hint(seat, other, SPENT_A_WILD)
        elif suit_of(card) != self._suit:
            self._hint(seat, ONE_SUIT << suit_of(card) & ~rules.anywhere, TURNED_TO)

    def _end_turn(self) -> None:
        self._own_ace = self._drew = NO_SEAT

    def _lay(self, seat: int, card: int) -> None:
        bit = 1 << card
        self._part_with(seat, card)
        self._tell_by_laying(seat, card)
        self.pile.append(card)
        self._counts[seat] -= 1
        self.shown[seat] &= ~bit
        fresh = self._lacked[seat] & bit != 0
        for i, group in enumerate(self.groups):
            # a card just drawn may have been counted for any suit
            taken = fresh or group & bit != 0
            self.most[seat][i] = max(0, min(self.most[seat][i] - taken, self._counts[seat]))
        self._end_turn()
        if self.rules.all_draw & bit:
            self._own_ace = seat
        if not (self.rules.wilds | self.rules.jokers) & bit:
            self._suit = suit_of(card)

    def _draw(self, seat: int, on_turn: bool) -> None:
        if on_turn:
            self._lacks(seat)
            self._drew = seat
        elif self._drew == seat and self.rules.lay_drawn:
            # cards came between that the next draw says nothing of
            self._lacked[seat] = 0
        self._counts[seat] += 1
        self.born[seat].append(self._now)
        for i in range(len(self.groups)):
            self.most[seat][i] += 1

    def _lacks(self, seat: int) -> None:
        """``seat`` did not lay: it holds nothing that fits, if it would have had to lay it."""
        rules, count = self.rules, self._counts[seat]
        own_ace = self._own_ace == seat
        must = rules.must_lay or own_ace or 0 < rules.hand_cap <= count
        cards = 0
        if self._suit != NO_SUIT and (must or not self.sure):
            # nobody else knows what an ace's follower would have been
            cards = fits(rules, self.pile[-1], self._suit, own_ace) & ~rules.needs_follow
        if count == 1:
            cards &= ~rules.not_last
            if rules.last_in_suit:
                cards &= ONE_SUIT << self._suit
        if rules.lay_drawn and self._drew == seat:
            # the second time only the card just drawn might have been laid
            cards &= self._lacked[seat]
            must = must and self._certain[seat]
        self._lacked[seat] = cards
        self._certain[seat] = bool(must)
        self._hint(seat, cards & rules.pack, LACKED if must else HARDLY_HELD)
        for i, group in enumerate(self.groups):
            left = self._packs * (group & ~cards & rules.pack).bit_count()
            self.most[seat][i] = min(self.most[seat][i], left)
        if self.likes[seat] != NO_SUIT and self.most[seat][self.likes[seat]] == 0:
            self.likes[seat] = NO_SUIT


def _first_since(born: list[int], moments: list[int]) -> int:
    """The place in ``born`` of the first card that came after all of ``moments``; else the last."""
    since = max(moments, default=0)
    return next((at for at, moment in enumerate(born) if moment >= since), len(born) - 1)
