"""What may lie on what.

Source: 000 "Grundregeln: färg eller valör", "Åtta på åtta", "Du fortsätter i
essets färg".
"""

from __future__ import annotations

from vandatta.engine.alphabet import TO_FOLLOW
from vandatta.engine.mark import rule
from vandatta.engine.rules import FOLLOW_MATCH, FOLLOW_SUIT_OR_RANK
from vandatta.engine.state import State, top_card

ONE_SUIT = 0x1111111111111
"""The thirteen spades."""


@rule
def matching(s: State) -> int:
    """The set of cards that match the top card, not yet asking what may lie on it.

    After one's own ace the match is the one `draw_all_follow` names.
    """
    rank = top_card(s) >> 2
    in_suit = ONE_SUIT << s.suit
    if s.phase == TO_FOLLOW and s.rules.follow != FOLLOW_MATCH:
        if s.rules.follow == FOLLOW_SUIT_OR_RANK:
            return in_suit | s.rules.same_rank[rank]
        return in_suit
    return in_suit | s.rules.same_rank[rank] | s.rules.anywhere


@rule
def fitting(s: State) -> int:
    """The set of cards that may be laid on the top card."""
    return matching(s) & s.rules.allowed_on[top_card(s) >> 2]
