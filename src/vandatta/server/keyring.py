"""Names for the card elements of one seat's page.

A card on the page is an element with an id that lives as long as the card can
be followed: from the stock to a hand to the pile. The ids come from what the
seat may hear, the redacted events, and from a secret of the table, so two tabs
and a reconnect get the same ids while no id says which card lies hidden. When
another seat lays a card, *some* id of that hand becomes the laid card's id,
chosen without regard to the card: which of its cards it laid, one that was
dealt or the one just drawn, is nobody's business.

Cards in the stock have no ids. A reshuffle therefore forgets the pile's, and
every card drawn is a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from vandatta.events import Dealt, Drew, Event, Laid, PutBack, Renewed, RoundOver, TurnedUp


@dataclass(frozen=True, slots=True)
class Keyed:
    """A card element's id, and the card if the seat may know it."""

    key: str
    card: int | None


class Keyring:
    """The ids of every card one seat can see, face up or face down.

    Args:
        secret: the table's secret; without it the choices can't be foretold.
        seat: whose page this is.
    """

    def __init__(self, secret: bytes, seat: int) -> None:
        self._secret = secret
        self._seat = seat
        self._start = 0
        self._number = 0
        self._hands: dict[int, list[Keyed]] = {}
        self._pile: list[Keyed] = []

    def follow(self, history: Sequence[Event]) -> None:
        """Take in what happened since the last time.

        Args:
            history: the round's events since the deal, redacted for the seat,
                as in its view. Another round's history starts afresh.
        """
        if not history:
            self._start = self._number = 0
            self._hands, self._pile = {}, []
            return
        if history[0].n != self._start or history[-1].n < self._number:
            self._start = history[0].n
            self._number = 0
            self._hands = {}
            self._pile = []
        # events are numbered without holes, so the new ones are the last ones
        new = min(history[-1].n - self._number, len(history))
        for event in history[len(history) - new :]:
            self._take(event)
        self._number = history[-1].n

    def hand(self, seat: int) -> tuple[Keyed, ...]:
        """The cards in a seat's hand, in the order they came to it."""
        return tuple(self._hands.get(seat, ()))

    def pile(self, count: int) -> tuple[Keyed, ...]:
        """The ``count`` top cards of the pile, or as many as there are, bottom first."""
        return tuple(self._pile[-count:])

    def _take(self, event: Event) -> None:
        match event:
            case Dealt():
                cards: Sequence[int | None] = event.cards or [None] * event.count
                hand = self._hands.setdefault(event.seat, [])
                hand += [Keyed(self._name(event.n, i), card) for i, card in enumerate(cards)]
            case Drew():
                hand = self._hands.setdefault(event.seat, [])
                hand.append(Keyed(self._name(event.n, 0), event.card))
            case TurnedUp():
                self._pile.append(Keyed(self._name(event.n, 0), event.card))
            case Laid():
                hand = self._hands[event.seat]
                where = self._which(hand, event)
                self._pile.append(Keyed(hand.pop(where).key, event.card))
            case PutBack():
                self._pile.clear()
            case Renewed():
                del self._pile[:-1]
            case RoundOver():
                for seat, hand in self._hands.items():
                    self._hands[seat] = _opened(hand, event.hands[seat])
            case _:
                pass

    def _which(self, hand: Sequence[Keyed], laid: Laid) -> int:
        """Which element of ``hand`` goes to the pile: the card itself if known, else any."""
        for i, each in enumerate(hand):
            if each.card == laid.card:
                return i
        hidden = [i for i, each in enumerate(hand) if each.card is None]
        return hidden[int.from_bytes(self._hash(laid.n, 0)) % len(hidden)]

    def _name(self, number: int, i: int) -> str:
        # 40 bits: among the hundred names of a round two agree once in 200 million rounds
        return "k" + self._hash(number, i)[:5].hex()

    def _hash(self, number: int, i: int) -> bytes:
        words = f"{self._seat}.{number}.{i}".encode()
        return blake2b(words, key=self._secret, digest_size=8).digest()


def _opened(hand: Sequence[Keyed], cards: Sequence[int]) -> list[Keyed]:
    """``hand`` turned face up: hidden elements take the cards not accounted for."""
    left = sorted(cards)
    for each in hand:
        if each.card is not None and each.card in left:
            left.remove(each.card)
    return [each if each.card is not None else Keyed(each.key, left.pop(0)) for each in hand]
