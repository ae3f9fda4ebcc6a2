"""What a seat has learnt from the round so far, by listening only.

Who draws on spades had no spades; the cards drawn since are the only ones that
could be. The pile has been seen, so what is still about can be counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from vandatta.cards import NO_SUIT, PACK, RED_JOKER, SUITS, suit_of
from vandatta.engine.matching import ONE_SUIT
from vandatta.events import Dealt, Drew, Laid, Named, Passed, Renewed, TurnedUp
from vandatta.view import View


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of hidden cards."""

    unseen: Counter[int]
    """Cards neither in the own hand nor in the pile, and how many of each."""
    maybe: tuple[Sequence[int], ...]
    """A seat and suit: how many of its cards could be of that suit."""
    likes: tuple[int, ...]
    """A seat: the suit it named and has not been seen to lack since; -1 if none."""
    counts: tuple[int, ...]
    """Cards a seat."""

    def share(self, cards: int) -> float:
        """The share of the unseen cards that are in the set ``cards``."""
        total = self.unseen.total()
        return sum(n for card, n in self.unseen.items() if cards >> card & 1) / max(total, 1)

    def can_answer(self, seat: int, suit: int, answers: int) -> float:
        """How likely ``seat`` holds one of ``answers``, when ``suit`` is in force."""
        in_suit = answers & ONE_SUIT << suit
        lacks_suit = (1 - self.share(in_suit)) ** self.maybe[seat][suit]
        if self.likes[seat] == suit:
            lacks_suit *= NAMED_FOR_FUN
        lacks_others = (1 - self.share(answers & ~in_suit)) ** self.counts[seat]
        return 1 - lacks_suit * lacks_others


NAMED_FOR_FUN = 0.25
"""How often a suit is named by one who does not hold it."""


def remember(view: View) -> Memory:
    """What the history of ``view`` tells its seat."""
    rules = view.rules
    # where a round is told from its middle on, everything before is unknown
    maybe = [[count] * len(SUITS) for count in view.counts]
    counts = list(view.counts)
    likes = [NO_SUIT] * view.players
    drew = [False] * view.players
    pile: list[int] = []
    suit = NO_SUIT

    def lacks(seat: int) -> None:
        if suit == NO_SUIT:
            return
        # a lone special that may not be the last says nothing about its suit, but goes nowhere
        maybe[seat][suit] = 0
        if likes[seat] == suit:
            likes[seat] = NO_SUIT

    for event in view.history:
        match event:
            case Dealt(seat=seat, count=count):
                maybe[seat] = [count] * len(SUITS)
                counts[seat] = count
            case TurnedUp(card=card):
                pile.append(card)
                suit = suit_of(card)
            case Named(seat=seat, suit=named):
                suit = likes[seat] = named
            case Drew(seat=seat, why=why):
                if why == "turn":
                    lacks(seat)
                maybe[seat] = [many + 1 for many in maybe[seat]]
                counts[seat] += 1
                drew[seat] = why == "turn"
            case Passed(seat=seat):
                lacks(seat)
                drew[seat] = False
            case Laid(seat=seat, card=card):
                pile.append(card)
                counts[seat] -= 1
                # nothing fitted before, so it is the card just drawn, whatever that might have
                # been; unless it is a special that only could not be the last
                fresh = drew[seat] and not rules.not_last >> card & 1
                for each in range(len(SUITS)):
                    if fresh or (card < RED_JOKER and each == suit_of(card)):
                        maybe[seat][each] -= 1
                    maybe[seat][each] = max(0, min(maybe[seat][each], counts[seat]))
                drew[seat] = False
                if card < RED_JOKER and not rules.wilds >> card & 1:
                    suit = suit_of(card)
            case Renewed():
                pile = pile[-1:]
            case _:
                pass
    packs = 2 if sum(view.playing) >= rules.second_deck_from else 1
    unseen = Counter(PACK * packs)
    unseen.subtract(view.hand)
    unseen.subtract(pile or [view.top])
    known = [[min(many, n) for many in suits] for suits, n in zip(maybe, view.counts, strict=True)]
    return Memory(+unseen, tuple(known), tuple(likes), view.counts)
