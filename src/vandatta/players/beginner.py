"""Nybörjare: plays at random what fits."""

from __future__ import annotations

from random import Random

from vandatta.cards import RED_JOKER, suit_of
from vandatta.notation.outcomes import Outcome, outcomes
from vandatta.view import View

NAMES_OWN_SUIT = 0.5
"""How often a suit in the hand is named, rather than any at all."""
LAYS_ALL = 0.6
"""How often all cards of a rank are laid at once, where several may be."""


def choose(view: View, rng: Random) -> str:
    """A legal move of the seat in turn: any card that fits, and some suit or other.

    Args:
        view: what the seat sees.
        rng: the chance the choice is made by.

    Raises:
        ValueError: it is not this seat's turn.
    """
    found = outcomes(view)
    lays = [outcome for outcome in found if outcome.cards]
    if lays:
        # by card first, or an eight, with its four suits, would be laid four times as often
        card = rng.choice(sorted({outcome.cards[0] for outcome in lays}))
        found = [outcome for outcome in lays if outcome.cards[0] == card]
        sizes = {len(outcome.cards) for outcome in found}
        size = max(sizes) if rng.random() < LAYS_ALL else min(sizes)
        found = [outcome for outcome in found if len(outcome.cards) == size]
    own = [outcome for outcome in found if outcome.suit in _suits(outcome)]
    if own and rng.random() < NAMES_OWN_SUIT:
        found = own
    return rng.choice(found).text


def _suits(outcome: Outcome) -> set[int]:
    return {suit_of(card) for card in outcome.rest if card < RED_JOKER}
