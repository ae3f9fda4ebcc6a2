"""A lay while it is put together: what may join the cards taken out, and when it is whole.

Worked out by the engine on a round made up from the seat's own view, so that it says
what the rules say and knows no more than the seat does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vandatta.cards import CARD_TYPES
from vandatta.engine.alphabet import DONE, MORE, NAME, NAMING, OVER
from vandatta.engine.play import apply, legal
from vandatta.notation.moves import Move
from vandatta.notation.outcomes import imagined
from vandatta.view import View

LAYS = (1 << NAME) - 1


@dataclass(frozen=True, slots=True)
class Begun:
    """Some cards taken out of the hand to be laid in one move."""

    cards: tuple[int, ...]
    """Bottom card first."""
    more: int
    """The set of cards that may come on top of them."""
    whole: bool
    """Are they a move as they are, with no suit named?"""
    names: bool
    """Are they a move with a suit named?"""

    def move(self, suit: int = -1) -> str:
        """The move that lays them, with a suit named or not."""
        return str(Move(self.cards, suit))


def begun(view: View, cards: Sequence[int]) -> Begun | None:
    """What becomes of ``cards``, bottom card first, if the seat of ``view`` lays them now.

    Returns:
        None if not even a longer move may begin with them.
    """
    if not cards or view.turn != view.seat or not view.legal:
        return None
    s = imagined(view)
    for number, card in enumerate(cards):
        if number and s.phase not in (NAMING, MORE):
            return None
        if not 0 <= card < CARD_TYPES or not legal(s) >> card & 1:
            return None
        apply(s, card)
    wild = s.rules.wilds >> cards[-1] & 1 == 1
    if s.phase in (NAMING, MORE):
        actions = legal(s)
        return Begun(
            tuple(cards),
            actions & LAYS,
            whole=actions >> DONE & 1 == 1,
            names=actions >> NAME & 1 == 1,
        )
    # where the round ends with the eight, its suit is still said, unless it was the last card
    says = wild and s.phase == OVER and s.count[view.seat] > 0
    whole = not says or s.rules.name_optional == 1
    return Begun(tuple(cards), 0, whole=whole, names=says)
