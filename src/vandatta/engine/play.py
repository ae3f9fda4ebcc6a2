"""A turn: what the seat in turn may do, and doing it."""

from __future__ import annotations

from vandatta.engine.alphabet import (
    CALL,
    CALL_BIT,
    CHALLENGE,
    DONE,
    DRAW,
    MORE,
    NAME,
    NAMING,
    NO_SEAT,
    OVER,
    PASS,
    TO_LAY,
    TO_NAME,
)
from vandatta.engine.calls import call, challenge, close_window
from vandatta.engine.drawing import can_draw, draw_card
from vandatta.engine.mark import rule
from vandatta.engine.out import may_wait, must_lay_drawn, playable
from vandatta.engine.powers import finish, lay
from vandatta.engine.rules import DRAW_ONE
from vandatta.engine.state import (
    DREW,
    DREW_FOR_MISPLAY,
    MISPLAYED,
    NAMED,
    PASSED,
    State,
    note,
)
from vandatta.engine.turns import end_turn, lose_turn, take_duty


@rule
def must_lay(s: State, seat: int) -> bool:
    """Must ``seat``, in turn and able to lay, do so? After one's own ace always."""
    if s.rules.must_lay != 0 or s.phase != TO_LAY:
        return True
    return 0 < s.rules.hand_cap <= s.count[seat]


@rule
def may_draw_more(s: State) -> bool:
    """May the seat in turn, which need not or cannot lay, draw a card?"""
    return (s.rules.draw_limit == 0 or s.drawn < s.rules.draw_limit) and can_draw(s)


@rule
def may_be_done(s: State) -> bool:
    """May the seat in turn end a set, or leave an eight's suit unsaid?"""
    if must_lay_drawn(s):
        return False
    return s.phase == MORE or (s.phase == NAMING and s.rules.name_optional != 0)


@rule
def legal(s: State) -> int:
    """The set of actions the seat in turn may choose from; never empty in play."""
    if s.phase == OVER:
        return 0
    if s.phase == TO_NAME:
        return 0b1111 << NAME
    cards = playable(s, s.turn)
    if s.phase == NAMING or s.phase == MORE:
        if must_lay_drawn(s):
            return cards
        if s.phase == NAMING:
            cards |= 0b1111 << NAME
        if may_be_done(s):
            cards |= 1 << DONE
        return cards
    if s.duty > 0:
        return cards | 1 << DRAW
    if cards != 0 and must_lay(s, s.turn):
        return cards
    if may_draw_more(s):
        if may_wait(s, s.turn):
            return cards | 1 << DRAW | 1 << PASS
        return cards | 1 << DRAW
    return cards | 1 << PASS


@rule
def singles(s: State) -> int:
    """The actions of `legal` that can be a whole move: a lay that needs no more cards."""
    actions = legal(s)
    if must_lay_drawn(s) and s.phase != MORE and s.phase != NAMING:
        lays = (1 << NAME) - 1
        actions &= ~lays | 1 << s.drawn_card
    return actions


@rule
def apply(s: State, action: int) -> None:
    """Do a legal ``action`` of the seat in turn."""
    if s.window != NO_SEAT and s.window != s.turn:
        close_window(s)
    if action < NAME:
        lay(s, action)
    elif action < DRAW:
        s.suit = action - NAME
        note(s, NAMED, s.turn, s.suit)
        if s.phase == NAMING:
            end_turn(s)
        else:
            s.phase = TO_LAY
    elif action == DONE:
        if s.phase == NAMING:
            end_turn(s)
        else:
            finish(s)
    elif action == PASS:
        note(s, PASSED, s.turn, -1)
        # only a turn in which nothing was drawn or laid brings the round nearer its end
        if s.rules.pass_counts_when_empty:
            s.passes = 0 if can_draw(s) else s.passes + 1
        elif s.drawn == 0 and s.phase == TO_LAY:
            s.passes += 1
        end_turn(s)
    elif s.duty > 0:
        take_duty(s)
    else:
        s.drawn += 1
        s.drawn_card = draw_card(s, s.turn, DREW)


@rule
def misplay(s: State, card: int) -> None:
    """The seat in turn has laid a card that does not go; it is taken back."""
    if s.window != NO_SEAT and s.window != s.turn:
        close_window(s)
    note(s, MISPLAYED, s.turn, card)
    if s.rules.misplay == DRAW_ONE:
        draw_card(s, s.turn, DREW_FOR_MISPLAY)
        lose_turn(s)


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
