"""What happens at a table, as typed, numbered events, and what of it a seat may hear.

Web, terminal, records, statistics and speech all read these; nobody compares
states. `redact` hides and never removes, so a stream of events has no holes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, assert_never

Why = Literal["turn", "ace", "penalty"]
"""Why a card was drawn: on one's own turn, an ace's duty, a forgotten call."""


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
    """``by`` pointed out that ``seat`` forgot to call; the penalty is drawn next."""

    n: int
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat ended its turn without laying."""

    n: int
    seat: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round ended: ``out`` laid the last card, or nobody could go on (None).

    ``hands``, ``points`` and ``totals`` have an item a seat; a seat that is not
    in the round has an empty hand and 0 points.
    """

    n: int
    out: int | None
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
    | Passed
    | RoundOver
    | Eliminated
    | MatchOver
)


def redact(event: Event, seat: int) -> Event:
    """``event`` as ``seat`` may hear it: others' dealt and drawn cards are hidden."""
    match event:
        case Dealt() if event.seat != seat:
            return replace(event, cards=None)
        case Drew() if event.seat != seat:
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
            | Passed()
            | RoundOver()
            | Eliminated()
            | MatchOver()
        ):
            return event
        case _:
            assert_never(event)
