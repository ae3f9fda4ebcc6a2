"""A turn: what the seat in turn may do, and doing it."""

from __future__ import annotations

from vandatta.engine.alphabet import (
    CALL,
    CALL_BIT,
    CHALLENGE,
    DRAW,
    NAME,
    NAMING,
    NO_SEAT,
    OVER,
    PASS,
    TO_LAY,
    TO_NAME,
)
from vandatta.engine.calls import call, challenge
from vandatta.engine.drawing import can_draw, draw_card
from vandatta.engine.mark import rule
from vandatta.engine.out import may_wait, playable
from vandatta.engine.powers import lay
from vandatta.engine.state import DREW, NAMED, PASSED, State, note
from vandatta.engine.turns import end_turn


@rule
def must_lay(s: State) -> bool:
    """Must a seat in turn that can lay do so? After one's own ace always."""
    return s.rules.must_lay != 0 or s.phase != TO_LAY


@rule
def may_draw_more(s: State) -> bool:
    """May the seat in turn, which need not or cannot lay, draw a card?"""
    return (s.rules.draw_limit == 0 or s.drawn < s.rules.draw_limit) and can_draw(s)


@rule
def legal(s: State) -> int:
    """The set of actions the seat in turn may choose from; never empty in play."""
    if s.phase == OVER:
        return 0
    if s.phase == TO_NAME or s.phase == NAMING:
        return 0b1111 << NAME
    cards = playable(s, s.turn)
    if cards != 0 and must_lay(s):
        return cards
    if may_draw_more(s):
        if may_wait(s, s.turn):
            return cards | 1 << DRAW | 1 << PASS
        return cards | 1 << DRAW
    return cards | 1 << PASS


@rule
def apply(s: State, action: int) -> None:
    """Do a legal ``action`` of the seat in turn."""
    if s.window != NO_SEAT and s.window != s.turn:
        s.forgot |= 1 << s.window
        s.window = NO_SEAT
    if action < NAME:
        lay(s, action)
    elif action < DRAW:
        s.suit = action - NAME
        note(s, NAMED, s.turn, s.suit)
        if s.phase == NAMING:
            end_turn(s)
        else:
            s.phase = TO_LAY
    elif action == DRAW:
        s.drawn += 1
        draw_card(s, s.turn, DREW)
    else:
        note(s, PASSED, s.turn, -1)
        # only a turn in which nothing was drawn or laid brings the round nearer its end
        if s.drawn == 0 and s.phase == TO_LAY:
            s.passes += 1
        end_turn(s)


@rule
def speak(s: State, seat: int, action: int) -> None:
    """Do a call or challenge that `calls` allows ``seat``, in or out of turn."""
    if action == CALL:
        call(s, seat)
    else:
        challenge(s, seat, action - CHALLENGE)


@rule
def call_bit(action: int) -> int:
    """The bit of a call or challenge in the set that `calls` gives."""
    if action == CALL:
        return CALL_BIT
    return CALL_BIT << 1 + action - CHALLENGE
