"""What the table page shows one seat: every text, label and action already decided.

A scene is made from the seat's view by `stage.py` and turned into HTML by the
template ``table.html``. Templates and the browser hold no rules and no words.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardScene:
    """One card element. ``key`` is its opaque id; ``card`` is None for a back."""

    key: str
    card: str | None
    name: str
    """Spoken name in the reader's language ("klöver nio"); "" for a back."""
    origin: str
    """Id of the element a newly seen card comes flying from: "stock", "pile"."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the reader's own hand, a button."""

    face: CardScene
    playable: bool
    do: str
    """What a tap sends, e.g. ``move 9c``, or ``pick 8h`` to choose a suit."""
    label: str
    """Full accessible name: "Hjärter dam, går att lägga"."""
    drop: str | None = None
    """What it sends when it is dragged to the pile, if not what a tap sends; "" for nothing."""
    order: int = 0
    """1 for the first card taken out to be laid, 2 for the one on top of it ...; else 0."""
    joins: bool = False
    """May it come on top of the cards taken out?"""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: its words, what it sends, and its accessible name."""

    text: str
    do: str
    label: str
    suit: str = ""
    """``s h d c`` where the button shows a suit symbol."""


@dataclass(frozen=True, slots=True)
class SeatScene:
    """One opponent, at the top of the table."""

    seat: int
    name: str
    level: str
    count: int
    fan: tuple[CardScene, ...]
    """Backs, or faces when the round is over."""
    in_turn: bool
    dealer: bool
    called: bool
    """Has called "lappen": shown as a small speech bubble."""
    challenge: str | None
    """``move ?2`` when a tap on the seat points out a forgotten call."""
    out: bool
    """Out of the match."""
    total: int
    label: str
    """Accessible sentence: "Astrid, 5 kort, 40 poäng"."""
    bubble: str
    """What the seat just said or did ("Lappen!", "drar", "passar"); "" if nothing."""
    owes: int = 0
    """Cards it draws for a forgotten call when its turn comes."""
    accuse: Choice | None = None
    """Points out a call that was perhaps not forgotten, where that may be done at a price."""
    open: bool = False
    """Its hand lies open while the round is played."""


@dataclass(frozen=True, slots=True)
class SuitChoice:
    """Naming a suit, in place; ``back`` is None for a turned-up eight."""

    title: str
    suits: tuple[Choice, ...]
    back: Choice | None
    bare: Choice | None = None
    """Lays it without a suit, where that is allowed."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log. ``key`` never changes while the line is shown."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class TipScene:
    """What the teacher says."""

    words: str
    """What to do: "Lägg klöver nio.", or that it is being thought of."""
    why: str
    """"" while it is."""
    cards: tuple[str, ...] = ()
    """The cards it speaks of."""
    draw: bool = False
    """It says to draw."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """A hand laid open at the end of a round, with points a card."""

    name: str
    cards: tuple[tuple[CardScene, int], ...]
    points: int
    total: int
    went_out: bool
    eliminated: bool


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round: open hands, the score sheet, and the way on."""

    title: str
    """"Du gick ut!", "Omgången är låst" ..."""
    hands: tuple[HandScore, ...]
    sheet_names: tuple[str, ...]
    sheet_rows: tuple[tuple[int | None, ...], ...]
    """Points a round and seat, oldest first; None where a seat was out."""
    sheet_totals: tuple[int, ...]
    note: str
    """Who is out of the match, or who won it; "" if neither."""
    match_over: bool
    won: bool
    """The match is over and the reader (co-)won it."""
    go_on: Choice
    """"Nästa omgång" or "Spela igen"."""
    single: bool = False
    """The match is this one round, and the points are not kept."""
    limit: str = ""
    """When somebody is out of the match, or when it ends; "" where there are no points."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table as one seat sees it."""

    lang: str
    """"sv" or "en"."""
    table: str
    number: int
    """The last event this scene shows."""
    decision: int
    """Sent back with every move; a move made from an older table is refused."""
    opponents: tuple[SeatScene, ...]
    me_name: str
    me_total: int
    me_called: bool
    me_dealer: bool
    my_turn: bool
    me_out: bool
    stock_count: int
    stock_label: str
    stock_do: str
    """Always ``move draw``; when not allowed the answer says why."""
    stock_may: bool
    pile: tuple[CardScene, ...]
    """The top cards of the pile, at most three, bottom first."""
    pile_label: str
    badge: str | None
    """Suit in force, shown large whenever an eight lies on top (``s h d c``)."""
    badge_label: str
    status: str
    """Whose turn it is and what may be done: always there, one short sentence."""
    notice: str
    """The referee's sentence after a refused move; "" if none."""
    notice_key: str
    hand: tuple[HandCard, ...]
    sort: Choice
    """Switches between sorting by suit and by rank."""
    lappen: Choice | None
    """Always in the same spot; None where nobody calls. See ``lappen_armed``."""
    lappen_armed: bool
    """The call, or the warning, goes with the next card."""
    lappen_urgent: bool
    """A call is due right now."""
    pass_turn: Choice | None
    suit_choice: SuitChoice | None
    log: tuple[LogLine, ...]
    """The last round of moves, oldest first."""
    round_end: RoundEnd | None
    sounds: tuple[str, ...]
    """Sounds of the newest move: "lay", "draw", "call", "turn", "win", "lose"."""
    lay: Choice | None = None
    """"Lägg 3": lays the cards taken out."""
    take: Choice | None = None
    """"Dra 4": takes what is owed."""
    pile_do: str = ""
    """What a tap on the pile does; "" for nothing."""
    direction: int = 0
    """1 clockwise, -1 the other way; 0 where it can't change."""
    direction_label: str = ""
    duty: int = 0
    """Cards that the seat in turn owes."""
    duty_label: str = ""
    single: bool = False
    """The match is one round, and points are not kept."""
    me_owes: int = 0
    """Cards the reader draws for a forgotten call when the turn comes."""
    me_owes_label: str = ""
    tips: bool = False
    """May the reader ask for tips?"""
    tip: TipScene | None = None
