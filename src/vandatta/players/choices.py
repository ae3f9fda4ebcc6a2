"""What a seat in turn may choose from: every legal move, and what it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vandatta.cards import NO_CARD, RED_JOKER, SUITS, card_text, members, suit_of
from vandatta.engine.alphabet import DRAW, NAME, PASS
from vandatta.engine.matching import ONE_SUIT
from vandatta.engine.rules import FOLLOW_MATCH, FOLLOW_SUIT_OR_RANK, Rules
from vandatta.view import View


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move and the table it leaves."""

    text: str
    """The move in the project's notation, without a call."""
    card: int
    """The card laid; -1 if none is."""
    suit: int
    """The suit in force afterwards."""
    rest: tuple[int, ...]
    """The hand left."""


def choices(view: View) -> list[Choice]:
    """Every legal move of the seat in turn; an eight once for each suit.

    Raises:
        ValueError: it is not this seat's turn.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} is not in turn")
    return [choice for action in members(view.legal) for choice in _choices(view, action)]


def _choices(view: View, action: int) -> Iterator[Choice]:
    if action < NAME:
        rest = list(view.hand)
        rest.remove(action)
        left = tuple(rest)
        if view.rules.wilds >> action & 1:
            for suit, letter in enumerate(SUITS):
                yield Choice(f"{card_text(action)}={letter}", action, suit, left)
        else:
            suit = view.suit if action >= RED_JOKER else suit_of(action)
            yield Choice(card_text(action), action, suit, left)
    elif action < DRAW:
        yield Choice("=" + SUITS[action - NAME], NO_CARD, action - NAME, view.hand)
    elif action in (DRAW, PASS):
        text = "draw" if action == DRAW else "pass"
        yield Choice(text, NO_CARD, view.suit, view.hand)


def matches(rules: Rules, top: int, suit: int) -> int:
    """The set of cards that anybody could lay on ``top`` with ``suit`` in force."""
    rank = top >> 2
    in_suit = ONE_SUIT << suit
    return (in_suit | rules.same_rank[rank] | rules.anywhere) & rules.allowed_on[rank]


def followers(rules: Rules, ace: int) -> int:
    """The set of cards that may follow one's own ``ace``."""
    rank = ace >> 2
    in_suit = ONE_SUIT << suit_of(ace)
    if rules.follow == FOLLOW_MATCH:
        return matches(rules, ace, suit_of(ace))
    if rules.follow == FOLLOW_SUIT_OR_RANK:
        return (in_suit | rules.same_rank[rank]) & rules.allowed_on[rank]
    return in_suit & rules.allowed_on[rank]
