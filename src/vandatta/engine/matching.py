"""What may lie on what.

Source: 000 "Grundregeln: färg eller valör", "Åtta på åtta", "Du fortsätter i
essets färg".
"""

from __future__ import annotations

from vandatta.engine.alphabet import TO_FOLLOW
from vandatta.engine.mark import rule
from vandatta.engine.rules import FOLLOW_MATCH, FOLLOW_SUIT, FOLLOW_SUIT_OR_RANK
from vandatta.engine.state import State, rank_cards, top_card

ONE_SUIT = 0x1111111111111
"""The thirteen spades."""


@rule
def following(s: State, suit: int, rank: int) -> int:
    """The set of cards that match one's own ace of ``suit``, by `draw_all_follow`."""
    if s.rules.follow == FOLLOW_SUIT:
        return ONE_SUIT << suit
    if s.rules.follow == FOLLOW_SUIT_OR_RANK:
        return ONE_SUIT << suit | s.rules.same_rank[rank]
    return ONE_SUIT << suit | s.rules.same_rank[rank] | s.rules.anywhere


@rule
def matching(s: State) -> int:
    """The set of cards that match the top card, not yet asking what may lie on it.

    After one's own ace the match is the one `draw_all_follow` names.
    """
    rank = top_card(s) >> 2
    if s.phase == TO_FOLLOW and s.rules.follow != FOLLOW_MATCH:
        return following(s, s.suit, rank)
    return ONE_SUIT << s.suit | s.rules.same_rank[rank] | s.rules.anywhere


@rule
def fitting(s: State) -> int:
    """The set of cards that may be laid on the top card.

    Under a duty only a card of the same rank sends it on, whatever its suit.
    """
    top = top_card(s)
    if s.duty > 0:
        return rank_cards(top)
    return matching(s) & s.rules.allowed_on[top >> 2]
