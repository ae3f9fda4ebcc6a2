"""Nybörjare: lays at random what fits."""

from __future__ import annotations

from random import Random

from vandatta.cards import NO_CARD, RED_JOKER, suit_of
from vandatta.players.choices import choices
from vandatta.view import View

NAMES_OWN_SUIT = 0.5
"""How often a suit in the hand is named, rather than any at all."""


def choose(view: View, rng: Random) -> str:
    """A legal move of the seat in turn: any card that fits, and some suit or other.

    Args:
        view: what the seat sees.
        rng: the chance the choice is made by.

    Raises:
        ValueError: it is not this seat's turn.
    """
    found = choices(view)
    lays = [choice for choice in found if choice.card != NO_CARD]
    if lays:
        # by card first, or an eight, with its four suits, would be laid four times as often
        card = rng.choice(sorted({choice.card for choice in lays}))
        found = [choice for choice in lays if choice.card == card]
    held = {suit_of(card) for card in found[0].rest if card < RED_JOKER}
    own = [choice for choice in found if choice.suit in held]
    if own and rng.random() < NAMES_OWN_SUIT:
        found = own
    return rng.choice(found).text
