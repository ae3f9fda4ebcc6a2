"""Why an action is refused: the rule that forbids it, by name."""

from __future__ import annotations

from vandatta.engine.alphabet import (
    CALL,
    DRAW,
    NAME,
    NAMING,
    OVER,
    PASS,
    TO_FOLLOW,
    TO_NAME,
)
from vandatta.engine.calls import calls
from vandatta.engine.mark import rule
from vandatta.engine.matching import matching
from vandatta.engine.out import may_wait, playable
from vandatta.engine.play import call_bit, may_draw_more, must_lay
from vandatta.engine.state import State, top_card

FINE = 0
NOT_YOUR_TURN = 1
NOT_IN_HAND = 2
NO_MATCH = 3
WILD_ON_WILD = 4
WILD_ON_DRAW_ALL = 5
DRAW_ALL_ON_WILD = 6
DRAW_ALL_ON_DRAW_ALL = 7
MUST_FOLLOW_SUIT = 8
OUT_ON_WILD = 9
OUT_ON_DRAW_ALL = 10
OUT_ON_JOKER = 11
LAST_CARD_SUIT = 12
MUST_LAY = 13
DRAW_FIRST = 14
DRAW_LIMIT = 15
STOCK_EMPTY = 16
NAME_FIRST = 17
NOTHING_TO_NAME = 18
NOTHING_TO_CALL = 19
NOT_FORGOTTEN = 20
ROUND_OVER = 21

NAMES = (
    "",
    "not_your_turn",
    "not_in_hand",
    "no_match",
    "wild_on_wild",
    "wild_on_draw_all",
    "draw_all_on_wild",
    "draw_all_on_draw_all",
    "must_follow_suit",
    "out_on_wild",
    "out_on_draw_all",
    "out_on_joker",
    "last_card_suit",
    "must_lay",
    "draw_first",
    "draw_limit",
    "stock_empty",
    "name_first",
    "nothing_to_name",
    "nothing_to_call",
    "not_forgotten",
    "round_over",
)
"""The rules' names, as the referee answers them."""


@rule
def why_not(s: State, seat: int, action: int) -> int:
    """The rule that forbids ``seat`` to do ``action`` now; `FINE` if it may."""
    if s.phase == OVER:
        return ROUND_OVER
    if action >= CALL:
        if calls(s, seat) & call_bit(action):
            return FINE
        return NOTHING_TO_CALL if action == CALL else NOT_FORGOTTEN
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action < NAME:
        return why_not_lay(s, seat, action)
    naming = s.phase == TO_NAME or s.phase == NAMING
    if action < DRAW:
        return FINE if naming else NOTHING_TO_NAME
    if naming:
        return NAME_FIRST
    if playable(s, seat) != 0 and must_lay(s):
        return MUST_LAY
    if action == DRAW:
        return why_not_draw(s)
    if action == PASS and (not may_draw_more(s) or may_wait(s, seat)):
        return FINE
    return DRAW_FIRST


@rule
def why_not_draw(s: State) -> int:
    """The rule that forbids the seat in turn, which need not lay, to draw."""
    if may_draw_more(s):
        return FINE
    if s.rules.draw_limit > 0 and s.drawn >= s.rules.draw_limit:
        return DRAW_LIMIT
    return STOCK_EMPTY


@rule
def why_not_lay(s: State, seat: int, card: int) -> int:
    """The rule that forbids ``seat``, which is in turn, to lay ``card``."""
    bit = 1 << card
    if s.phase == TO_NAME or s.phase == NAMING:
        return NAME_FIRST
    if s.first[seat] & bit == 0:
        return NOT_IN_HAND
    if playable(s, seat) & bit:
        return FINE
    rank = top_card(s) >> 2
    if s.rules.allowed_on[rank] & bit == 0:
        return why_not_on(s, card)
    if matching(s) & bit == 0:
        return MUST_FOLLOW_SUIT if s.phase == TO_FOLLOW else NO_MATCH
    if s.rules.not_last & bit == 0:
        return LAST_CARD_SUIT
    if s.rules.wilds & bit:
        return OUT_ON_WILD
    if s.rules.all_draw & bit:
        return OUT_ON_DRAW_ALL
    return OUT_ON_JOKER


@rule
def why_not_on(s: State, card: int) -> int:
    """The rule that keeps the special ``card`` off the special top card."""
    on_wild = s.rules.wilds >> top_card(s) & 1 == 1
    if s.rules.wilds >> card & 1 == 1:
        return WILD_ON_WILD if on_wild else WILD_ON_DRAW_ALL
    return DRAW_ALL_ON_WILD if on_wild else DRAW_ALL_ON_DRAW_ALL
