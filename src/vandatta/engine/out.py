"""Going out: which card may be a hand's last.

Source: 000 "Får man gå ut på en åtta?", "Får man gå ut på ett ess?".
"""

from __future__ import annotations

from vandatta.engine.mark import rule
from vandatta.engine.matching import ONE_SUIT, fitting
from vandatta.engine.state import State


@rule
def playable(s: State, seat: int) -> int:
    """The set of cards that ``seat`` could lay now, were it in turn."""
    cards = s.first[seat] & fitting(s)
    if s.count[seat] == 1:
        cards &= ~s.rules.not_last
        if s.rules.last_in_suit:
            cards &= ONE_SUIT << s.suit
    return cards


@rule
def may_wait(s: State, seat: int) -> bool:
    """May ``seat`` pass without drawing, because its one card may not be the last?"""
    return s.rules.wait != 0 and s.count[seat] == 1 and s.first[seat] & s.rules.not_last != 0
