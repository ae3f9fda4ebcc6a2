"""What happens at a table, as typed, numbered events, and what of it a seat may hear.

Web, terminal, records, statistics and speech all read these; nobody compares
states. `redact` hides and never removes, so a stream of events has no holes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, assert_never

Why = Literal["turn", "ace", "penalty", "duty", "start", "misplay", "challenge"]
"""Why a card was drawn: on one's own turn, an ace's duty, a forgotten call, what a
two or a joker makes one owe, a turned-up ace, a lay taken back, a false challenge."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seat got its cards; ``cards`` is None to the other seats."""

    n: int
    seat: int
    count: int
    cards: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card was turned up beside the stock."""

    n: int
    card: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """The turned-up card went back into the stock and another will be turned."""

    n: int
    card: int


@dataclass(frozen=True, slots=True)
class Named:
    """A seat named the suit of the eight on top."""

    n: int
    seat: int
    suit: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid a card on the pile."""

    n: int
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew one card; ``card`` is None to the other seats."""

    n: int
    seat: int
    card: int | None
    why: Why


@dataclass(frozen=True, slots=True)
class Renewed:
    """The pile, but for its top card, was shuffled into a new stock of ``count``."""

    n: int
    count: int


@dataclass(frozen=True, slots=True)
class Called:
    """A seat called "lappen"."""

    n: int
    seat: int


@dataclass(frozen=True, slots=True)
class Caught:
    """``by`` pointed out that ``seat`` forgot to call, or it was noticed by itself.

    The penalty is drawn next, or when the seat's next turn begins.
    """

    n: int
    seat: int
    by: int | None


@dataclass(frozen=True, slots=True)
class FalselyChallenged:
    """``by`` pointed out a call that ``seat`` had not forgotten."""

    n: int
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class Warned:
    """A seat warned, in time, that it has ``count`` cards left."""

    n: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class WarningForgotten:
    """The table is told that a seat has ``count`` cards left."""

    n: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TurnedRound:
    """A seat's card turned the direction of play."""

    n: int
    seat: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat lost its turn to a card that skips."""

    n: int
    seat: int


@dataclass(frozen=True, slots=True)
class Misplayed:
    """A seat laid a card that does not go, and took it back."""

    n: int
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat ended its turn without laying."""

    n: int
    seat: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round ended: ``out`` laid the last card, or nobody did (None).

    Nobody did where nobody could go on, or, ``used_up``, where the round had gone on
    for as long as it may; where both are so, the latter ended it.
    ``hands``, ``points`` and ``totals`` have an item a seat; a seat that is not
    in the round has an empty hand and 0 points.
    """

    n: int
    out: int | None
    used_up: bool
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A seat reached the match's limit and is out of the match."""

    n: int
    seat: int


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match ended; several winners share a tie."""

    n: int
    winners: tuple[int, ...]


Event = (
    Dealt
    | TurnedUp
    | PutBack
    | Named
    | Laid
    | Drew
    | Renewed
    | Called
    | Caught
    | FalselyChallenged
    | Warned
    | WarningForgotten
    | TurnedRound
    | Skipped
    | Misplayed
    | Passed
    | RoundOver
    | Eliminated
    | MatchOver
)


def redact(event: Event, seat: int, open_hands: bool = False) -> Event:
    """``event`` as ``seat`` may hear it: others' dealt and drawn cards are hidden.

    Args:
        event: what happened.
        seat: who hears of it.
        open_hands: the table plays with open hands.
    """
    match event:
        case Dealt() if event.seat != seat and not open_hands:
            return replace(event, cards=None)
        case Drew() if event.seat != seat and not open_hands:
            return replace(event, card=None)
        case (
            Dealt()
            | Drew()
            | TurnedUp()
            | PutBack()
            | Named()
            | Laid()
            | Renewed()
            | Called()
            | Caught()
            | FalselyChallenged()
            | Warned()
            | WarningForgotten()
            | TurnedRound()
            | Skipped()
            | Misplayed()
            | Passed()
            | RoundOver()
            | Eliminated()
            | MatchOver()
        ):
            return event
        case _:
            assert_never(event)


class History:
    """A round's events, each redacted once for every seat that asks.

    Args:
        events: what has happened so far, not redacted.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._events = list(events)
        self._heard: dict[int, tuple[Event, ...]] = {}

    def __iter__(self) -> Iterator[Event]:
        """The events, not redacted."""
        return iter(self._events)

    def extend(self, events: Iterable[Event]) -> None:
        """Add what happened next."""
        self._events += events

    def heard_by(self, seat: int, open_hands: bool = False) -> tuple[Event, ...]:
        """All events so far, as ``seat`` may hear them (see `redact`)."""
        heard = self._heard.get(seat, ())
        if len(heard) < len(self._events):
            fresh = self._events[len(heard) :]
            heard += tuple(redact(event, seat, open_hands) for event in fresh)
            self._heard[seat] = heard
        return heard
