"""What one seat sees of a round in an environment, and what it has heard so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from vandatta.engine.alphabet import MORE, NAMING, NO_SEAT, TO_FOLLOW, TO_LAY, TO_NAME
from vandatta.view import View

QUESTIONS = ("lay", "name", "follow", "suit", "more", "call")
"""What a seat can be asked: to lay, draw or pass; to name the suit of a turned-up eight;
to go on after its own ace; the suit of the eight it has laid; for more of the rank it has
laid; to call "lappen" or keep silent."""
NO_QUESTION = -1
TO_CALL = QUESTIONS.index("call")
OF_PHASE = {TO_LAY: 0, TO_NAME: 1, TO_FOLLOW: 2, NAMING: 3, MORE: 4}
"""The question of each of the engine's phases."""


class Seen(NamedTuple):
    """A round as one seat sees it between two decisions."""

    view: View
    """What the table looks like, without the `View.history`. While another seat is in the
    middle of its move (adding cards, naming a suit), as it looked before that move."""
    pile: bytes
    """The cards of the pile, top card last: everybody has seen each of them laid."""
    question: int
    """What this seat is asked, an index of `QUESTIONS`; -1 while it isn't."""
    actions: int
    """The set of actions it has, a bit each; 0 while it isn't asked."""


class Row(NamedTuple):
    """Something that happened, as far as a seat may know."""

    kind: int
    """An index of `KINDS`."""
    seat: int
    """Whom it happened to, or who did it; -1: nobody."""
    what: int
    """A card, suit, seat or number; -1: nothing, or hidden."""


KINDS = (
    "dealt",
    "dealt_hidden",
    "turned_up",
    "put_back",
    "named",
    "laid",
    "drew",
    "drew_for_ace",
    "drew_penalty",
    "drew_duty",
    "drew_at_start",
    "drew_for_misplay",
    "drew_for_challenge",
    "renewed",
    "called",
    "caught",
    "caught_by_rule",
    "falsely_challenged",
    "warned",
    "warning_forgotten",
    "turned_round",
    "skipped",
    "passed",
    "out",
    "blocked",
    "left",
    "turn",
    "done",
    "silent",
    "chose",
)
"""Kinds of `Row`. ``dealt`` is one card of one's own, ``dealt_hidden`` how many another
got, ``left`` a card left in a hand when the round ended, ``turn`` whose turn began, ``chose``
the action one has taken that waits for cards to come; once it is done, what it did stands there."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of a round's log: what those see who see all of it, and what the others do."""

    rows: tuple[Row, ...]
    owner: int = NO_SEAT
    """Who alone sees ``rows``; -1: everybody."""
    hidden: tuple[Row, ...] = ()
    """What everybody but the owner sees of it."""

    def to(self, seat: int) -> tuple[Row, ...]:
        """What ``seat`` sees of it."""
        return self.rows if self.owner in (NO_SEAT, seat) else self.hidden
