"""Cards as small ints: ``4 * rank + suit``, then the two jokers.

A set of cards is an int with a bit a card. Second copies (two packs) are kept
in a set of their own by whoever needs them.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "shdc"
"""Spader, hjärter, ruter, klöver (spades, hearts, diamonds, clubs)."""

RED_JOKER = 52
BLACK_JOKER = 53
CARD_TYPES = 54
"""Kinds of card; at most two copies of each are in play."""

NO_CARD = -1
NO_SUIT = -1

ALL_CARDS = (1 << CARD_TYPES) - 1
PACK = tuple(range(52))
"""One pack without jokers."""


def rank_of(card: int) -> int:
    """The rank of ``card``, an index into `RANKS`; 13 for a joker."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of ``card``, an index into `SUITS`. A joker has none: don't ask."""
    return card & 3


def card_text(card: int) -> str:
    """``card`` in the project's notation: ``9c``, ``Th``, ``JK``."""
    if card >= RED_JOKER:
        return "JK"
    return RANKS[card >> 2] + SUITS[card & 3]


def card_from_text(text: str) -> int:
    """The card that `card_text` writes as ``text``; ``JK`` is the red joker.

    Raises:
        ValueError: ``text`` names no card.
    """
    if text == "JK":
        return RED_JOKER
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(f"no such card: {text!r}")
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def cards_text(cards: Iterable[int]) -> str:
    """``cards`` separated by spaces, in the order given."""
    return " ".join(card_text(card) for card in cards)


def cards_from_text(text: str) -> list[int]:
    """The cards of a text like ``7h 8s 2c``, in its order.

    Raises:
        ValueError: a word names no card.
    """
    return [card_from_text(word) for word in text.split()]


def members(cards: int) -> list[int]:
    """The cards in the set ``cards``, ascending."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found
