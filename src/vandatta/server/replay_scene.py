"""What the page of a replay shows, as data: every text and address already decided.

The board is read-only, but it is made as the table's is: from the view that a
seat had, with the same names for the card elements, so that cards fly as they did.
"""

from __future__ import annotations

from dataclasses import dataclass

from vandatta.server.scene import CardScene


@dataclass(frozen=True, slots=True)
class Way:
    """A link to another step or another seat's eyes."""

    key: str
    """Its element's id."""
    text: str
    href: str
    """Empty where there is nowhere to go."""
    here: bool = False
    """It leads to what is shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card of the hand at the bottom."""

    face: CardScene
    fits: bool
    """The seat is in turn, and could lay it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the board."""

    seat: int
    name: str
    cards: tuple[Shown, ...]
    open: bool
    """Its cards can be seen."""
    count: int
    total: int
    in_turn: bool
    dealer: bool
    called: bool
    out: bool
    bubble: str
    label: str
    """For who can't see it: "Astrid, 3 kort: klöver nio, ruter kung och hjärter två"."""


@dataclass(frozen=True, slots=True)
class Board:
    """The table at a step."""

    bottom: Place
    others: tuple[Place, ...]
    mine: bool
    """The seat at the bottom is in turn."""
    stock: int
    stock_label: str
    pile: tuple[CardScene, ...]
    pile_label: str
    badge: str | None
    badge_label: str


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line of the list of moves."""

    at: int
    href: str
    words: str
    """The move as records write it; empty for the deal."""
    text: str
    here: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A round in the score sheet."""

    number: int
    href: str
    points: tuple[int | None, ...]
    here: bool


@dataclass(frozen=True, slots=True)
class Again:
    """The form that deals a round's cards anew."""

    action: str
    round: int
    match: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """A step of a match."""

    here: str
    """Its address."""
    lead: str
    """Where and when the match was played; empty where nothing is told."""
    title: str
    told: tuple[str, ...]
    """What happened in this step."""
    at: int
    steps: int
    board: Board
    ways: dict[str, Way]
    eyes: tuple[Way, ...]
    """Whose eyes to look with; none if there is no choice."""
    seen_from: str
    """Whose view it is, where there is no choice; else empty."""
    moves: tuple[MoveLine, ...]
    earlier: Way | None
    later: Way | None
    names: tuple[str, ...]
    sheet: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    won: str
    matches: tuple[Way, ...]
    """The other matches of the same file or table; none if it is the only one."""
    rules: str
    rules_name: str
    differs: tuple[str, ...]
    again: Again | None
    download: str
    """Where the record can be had; empty for one that was opened."""
    back: str
    """The table it was played at; empty for a record that was opened."""
    review: object = None
    """A `vandatta.server.review_scene.ReviewScene`, where the reader's moves are gone through."""
