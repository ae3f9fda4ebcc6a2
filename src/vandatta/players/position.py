"""What a seat sees and remembers, and what a move does to the others, as reasons speak of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vandatta.cards import NO_CARD, NO_SUIT, rank_of, suit_of
from vandatta.engine.alphabet import NO_SEAT
from vandatta.events import Drew, Laid, Named, Passed, Skipped, TurnedUp
from vandatta.notation.outcomes import Outcome
from vandatta.players import regular
from vandatta.players.memory import Memory, remember
from vandatta.view import View

NEAR = 2
"""With so many cards left somebody is about to go out."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat sees and remembers."""

    view: View
    memory: Memory
    drew: dict[int, int]
    """A seat: the suit that it drew on in its latest turn; none for one that did not."""

    def others(self, outcome: Outcome) -> Iterator[int]:
        """The other seats in the round, the next in turn after ``outcome`` first."""
        return regular.Mind(self.view, self.memory, 1.0).others(outcome)

    def near(self, outcome: Outcome) -> list[int]:
        """The other seats that are about to go out, the nearest to it first."""
        found = [seat for seat in self.others(outcome) if self.view.counts[seat] <= NEAR]
        return sorted(found, key=lambda seat: self.view.counts[seat])

    def plain(self, outcome: Outcome) -> list[int]:
        """The cards left that belong to a suit: not those that go anywhere."""
        free = self.view.rules.anywhere | self.view.rules.jokers
        return [card for card in outcome.rest if not free >> card & 1]

    def of_suit(self, outcome: Outcome) -> list[int]:
        """The plain cards left of the suit that will be in force."""
        return [card for card in self.plain(outcome) if suit_of(card) == outcome.suit]

    def wild(self, outcome: Outcome) -> int:
        """The last card laid that changes the suit; `NO_CARD` if none is."""
        found = [card for card in outcome.cards if self.view.rules.wilds >> card & 1]
        return found[-1] if found else NO_CARD

    def worth(self, outcome: Outcome) -> int:
        """Points of the cards laid."""
        return sum(self.view.rules.points[rank_of(card)] for card in outcome.cards)

    def drawing(self, outcome: Outcome) -> list[int]:
        """The others that draw at once because of the move."""
        if not outcome.cards:
            return []
        before = self.view.counts
        return [seat for seat in self.others(outcome) if outcome.counts[seat] > before[seat]]

    def skipped(self, outcome: Outcome) -> list[int]:
        """The others that lose a turn to a card that skips."""
        if outcome.over or not any(self.view.rules.skip >> card & 1 for card in outcome.cards):
            return []
        found: list[int] = []
        seat = outcome.seat
        while True:
            seat = (seat + outcome.direction) % self.view.players
            if seat in (outcome.turn, outcome.seat):
                return found
            if self.view.playing[seat]:
                found.append(seat)

    def owing(self, outcome: Outcome) -> int:
        """The seat that owes cards after the move, and did not before; `NO_SEAT` if none."""
        owes = outcome.cards and outcome.duty and not outcome.over
        return outcome.turn if owes and outcome.turn != outcome.seat else NO_SEAT

    def only_card(self, seat: int) -> int:
        """The one card that another seat has left, if it is known; else `NO_CARD`."""
        shown = self.memory.shown[seat]
        return shown.bit_length() - 1 if self.view.counts[seat] == 1 and shown else NO_CARD

    def lets_lay(self, outcome: Outcome, seat: int, card: int) -> bool:
        """Is ``seat`` next, and does ``card`` go on what lies there then?"""
        return not outcome.over and outcome.turn == seat and outcome.fits >> card & 1 == 1

    def lacks(self, outcome: Outcome, surely: bool) -> int:
        """The next seat if it has nothing of the suit in force: by the rules, or by its draw."""
        if outcome.over or outcome.suit == NO_SUIT or outcome.turn == outcome.seat:
            return NO_SEAT
        seat = outcome.turn
        if surely and self.memory.maybe[seat][outcome.suit] == 0:
            return seat
        drew = self.drew.get(seat) == outcome.suit and self.memory.likely[seat][outcome.suit] == 0
        return seat if drew and not surely else NO_SEAT


def position(view: View) -> Position:
    """The position as the seat of ``view`` knows it."""
    return Position(view, remember(view), _draws(view))


def _draws(view: View) -> dict[int, int]:
    """The suits that seats drew on in their latest turns."""
    found: dict[int, int] = {}
    suit, drawing = NO_SUIT, NO_SEAT
    for event in view.history:
        match event:
            case TurnedUp(card=card):
                suit = suit_of(card)
            case Named(suit=named):
                suit = named
            case Drew(seat=seat, why="turn"):
                found[seat], drawing = suit, seat
            case Laid(seat=seat, card=card):
                # what it lays after drawing belongs to the same turn, and nothing else
                if seat != drawing:
                    found.pop(seat, None)
                drawing = NO_SEAT
                if not (view.rules.wilds | view.rules.jokers) >> card & 1:
                    suit = suit_of(card)
            case Passed() | Drew() | Skipped():
                drawing = NO_SEAT
            case _:
                pass
    return found
