"""What may lie on what.

Source: 000 "Grundregeln: färg eller valör", "Åtta på åtta", "Du fortsätter i
essets färg".
"""

from __future__ import annotations

from vandatta.cards import members, rank_of
from vandatta.engine.alphabet import TO_FOLLOW
from vandatta.engine.mark import rule
from vandatta.engine.rules import FOLLOW_SUIT, FOLLOW_SUIT_OR_RANK, Rules
from vandatta.engine.state import State, rank_cards, top_card

ONE_SUIT = 0x1111111111111
"""The thirteen spades."""


@rule
def matches(rules: Rules, top: int, suit: int, own_ace: bool) -> int:
    """The set of cards that match ``top``, not yet asking what may lie on it.

    Args:
        rules: the table's rules.
        top: the top card.
        suit: the suit in force.
        own_ace: the seat in turn goes on after its own ace, by `draw_all_follow`.
    """
    cards = ONE_SUIT << suit
    if own_ace and rules.follow == FOLLOW_SUIT:
        return cards
    cards |= rules.same_rank[top >> 2]
    if own_ace and rules.follow == FOLLOW_SUIT_OR_RANK:
        return cards
    return cards | rules.anywhere


@rule
def fits(rules: Rules, top: int, suit: int, own_ace: bool) -> int:
    """The set of cards that may be laid on ``top`` while nothing is owed (see `matches`)."""
    return matches(rules, top, suit, own_ace) & rules.allowed_on[top >> 2]


def ranks_beside(rules: Rules, top: int, suit: int, own_ace: bool) -> tuple[int, ...]:
    """The ranks of which cards of other suits, too, may be laid on ``top`` (see `fits`).

    Returns:
        Them in the order in which one says it: the top card's own first, a joker (13) last.
    """
    cards = fits(rules, top, suit, own_ace) & rules.pack & ~(ONE_SUIT << suit)
    ranks = {rank_of(card) for card in members(cards)}
    return tuple(sorted(ranks, key=lambda rank: (rank == 13, rank != rank_of(top), rank)))


@rule
def following(s: State, suit: int, rank: int) -> int:
    """The set of cards that match one's own ace of ``suit``, by `draw_all_follow`."""
    return matches(s.rules, 4 * rank, suit, True)


@rule
def matching(s: State) -> int:
    """The set of cards that match the top card, not yet asking what may lie on it."""
    return matches(s.rules, top_card(s), s.suit, s.phase == TO_FOLLOW)


@rule
def fitting(s: State) -> int:
    """The set of cards that may be laid on the top card.

    Under a duty only a card of the same rank sends it on, whatever its suit.
    """
    if s.duty > 0:
        return rank_cards(top_card(s))
    return fits(s.rules, top_card(s), s.suit, s.phase == TO_FOLLOW)
