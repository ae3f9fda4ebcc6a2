"""Why an action is refused: the rule that forbids it, by name."""

from __future__ import annotations

from vandatta.engine.alphabet import (
    CALL,
    DONE,
    DRAW,
    MORE,
    NAME,
    NAMING,
    OVER,
    TO_FOLLOW,
    TO_NAME,
)
from vandatta.engine.calls import calls
from vandatta.engine.mark import rule
from vandatta.engine.matching import ONE_SUIT, matching
from vandatta.engine.out import may_wait, must_lay_drawn, playable
from vandatta.engine.play import call_bit, may_be_done, may_draw_more, must_lay
from vandatta.engine.state import State, rank_cards, top_card

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
NEEDS_FOLLOW = 22
MUST_NAME_SUIT = 23
NOT_WILD = 24
SEVERAL_NOT_ALLOWED = 25
NOT_SAME_RANK = 26
ONLY_THE_DRAWN = 27
MUST_TAKE_DUTY = 28

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
    "needs_follow",
    "must_name_suit",
    "not_wild",
    "several_not_allowed",
    "not_same_rank",
    "only_the_drawn",
    "must_take_duty",
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
    if action < DRAW:
        if s.phase == TO_NAME or (s.phase == NAMING and not must_lay_drawn(s)):
            return FINE
        return ONLY_THE_DRAWN if s.phase == NAMING else NOTHING_TO_NAME
    if s.phase == TO_NAME:
        return NAME_FIRST
    if s.phase == NAMING or s.phase == MORE:
        if action == DONE and may_be_done(s):
            return FINE
        if must_lay_drawn(s):
            return ONLY_THE_DRAWN
        return MUST_NAME_SUIT if s.phase == NAMING else MUST_LAY
    if action == DRAW:
        return why_not_draw(s, seat)
    return why_not_pass(s, seat, action)


@rule
def why_not_draw(s: State, seat: int) -> int:
    """The rule that forbids ``seat``, which is in turn, to draw."""
    if s.duty > 0:
        return FINE
    if must_lay(s, seat) and playable(s, seat) != 0:
        return MUST_LAY
    if may_draw_more(s):
        return FINE
    if s.rules.draw_limit > 0 and s.drawn >= s.rules.draw_limit:
        return DRAW_LIMIT
    return STOCK_EMPTY


@rule
def why_not_pass(s: State, seat: int, action: int) -> int:
    """The rule that forbids ``seat``, which is in turn, to pass (or end no set)."""
    if s.duty > 0:
        return MUST_TAKE_DUTY
    if must_lay(s, seat) and playable(s, seat) != 0:
        return MUST_LAY
    if action == DONE or (may_draw_more(s) and not may_wait(s, seat)):
        return DRAW_FIRST
    return FINE


@rule
def why_not_lay(s: State, seat: int, card: int) -> int:
    """The rule that forbids ``seat``, which is in turn, to lay ``card``."""
    bit = 1 << card
    if s.phase == TO_NAME:
        return NAME_FIRST
    if s.first[seat] & bit == 0:
        return NOT_IN_HAND
    if playable(s, seat) & bit:
        return FINE
    if s.phase == MORE or s.phase == NAMING:
        return why_not_add(s, seat, card)
    top = top_card(s)
    if s.duty > 0:
        if rank_cards(top) & bit == 0:
            return MUST_TAKE_DUTY
    elif s.rules.allowed_on[top >> 2] & bit == 0:
        return why_not_on(s, card)
    elif matching(s) & bit == 0:
        return MUST_FOLLOW_SUIT if s.phase == TO_FOLLOW else NO_MATCH
    why = why_not_last(s, seat, card)
    if why != FINE:
        return why
    if must_lay_drawn(s):
        return ONLY_THE_DRAWN
    return NEEDS_FOLLOW


@rule
def why_not_add(s: State, seat: int, card: int) -> int:
    """The rule that forbids ``seat`` to add ``card`` to what it has just laid."""
    if rank_cards(top_card(s)) >> card & 1 == 0:
        return NOT_SAME_RANK
    if s.phase == NAMING:
        if s.rules.several_wilds == 0:
            return SEVERAL_NOT_ALLOWED
    elif s.rules.several >> card & 1 == 0:
        return SEVERAL_NOT_ALLOWED
    if s.count[seat] == 1:
        if s.rules.not_last >> card & 1 == 1:
            return why_not_last(s, seat, card)
        return LAST_CARD_SUIT
    return ONLY_THE_DRAWN


@rule
def why_not_last(s: State, seat: int, card: int) -> int:
    """The rule that forbids ``card`` to be ``seat``'s last; `FINE` if it isn't that."""
    bit = 1 << card
    if s.count[seat] != 1:
        return FINE
    if s.rules.not_last & bit:
        if s.rules.wilds & bit:
            return OUT_ON_WILD
        if s.rules.jokers & bit:
            return OUT_ON_JOKER
        return OUT_ON_DRAW_ALL
    if s.rules.last_in_suit and (ONE_SUIT << s.suit) & bit == 0:
        return LAST_CARD_SUIT
    return FINE


@rule
def why_not_on(s: State, card: int) -> int:
    """The rule that keeps the special ``card`` off the special top card."""
    on_wild = s.rules.wilds >> top_card(s) & 1 == 1
    if s.rules.wilds >> card & 1 == 1:
        return WILD_ON_WILD if on_wild else WILD_ON_DRAW_ALL
    return DRAW_ALL_ON_WILD if on_wild else DRAW_ALL_ON_DRAW_ALL


MISPLAYS = frozenset(
    (
        NO_MATCH,
        WILD_ON_WILD,
        WILD_ON_DRAW_ALL,
        DRAW_ALL_ON_WILD,
        DRAW_ALL_ON_DRAW_ALL,
        MUST_FOLLOW_SUIT,
        NEEDS_FOLLOW,
        OUT_ON_WILD,
        OUT_ON_DRAW_ALL,
        OUT_ON_JOKER,
        LAST_CARD_SUIT,
        ONLY_THE_DRAWN,
        MUST_TAKE_DUTY,
        SEVERAL_NOT_ALLOWED,
        NOT_SAME_RANK,
    )
)
"""Why a lay of cards one holds does not go: with `misplay` they are laid and taken back."""
