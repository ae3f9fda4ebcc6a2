"""Lappen: calling one's last card, and pointing out a forgotten call.

Source: 000 "Lappen – ropet vid ett kort kvar", "Varning vid tre kort".
"""

from __future__ import annotations

from vandatta.engine.alphabet import CALL_BIT, MORE, NAMING, NO_SEAT, OVER
from vandatta.engine.drawing import can_draw, draw_card
from vandatta.engine.mark import rule
from vandatta.engine.rules import Rules
from vandatta.engine.state import (
    CALLED,
    CAUGHT,
    DREW_AS_PENALTY,
    DREW_FOR_FALSE_CHALLENGE,
    FALSELY_CHALLENGED,
    FORGOT_WARNING,
    WARNED,
    State,
    note,
)
from vandatta.engine.turns import lose_turn


@rule
def is_called_at(rules: Rules, left: int) -> bool:
    """Must a lay that leaves ``left`` cards be called, or warned of?"""
    return rules.lappen != 0 and left > 0 and (left == 1 or left == rules.warning_at)


@rule
def can_be_challenged(s: State, seat: int) -> bool:
    """Has ``seat`` one card that it has not called?"""
    if s.phase == OVER or s.rules.noticed or s.count[seat] != 1:
        return False
    return s.window == seat or s.forgot >> seat & 1 == 1


@rule
def calls(s: State, seat: int) -> int:
    """The set of calls and challenges ``seat`` may make now, in or out of turn.

    Bit 0 is the call, bit ``1 + k`` points out that seat ``k`` forgot.
    """
    if s.phase == OVER or s.phase == NAMING or s.phase == MORE:
        return 0
    if s.playing >> seat & 1 == 0:
        return 0
    found = 0
    if s.window == seat:
        found = CALL_BIT
    # where pointing out in vain costs cards, it may be done, as long as there are any
    vain = s.rules.lappen != 0 and s.rules.false_penalty > 0 and s.rules.noticed == 0
    anybody = vain and can_draw(s)
    if not anybody and s.forgot == 0 and s.window == NO_SEAT:
        return 0
    for other in range(s.players):
        if other == seat or s.playing >> other & 1 == 0:
            continue
        if anybody or can_be_challenged(s, other):
            found |= CALL_BIT << 1 + other
    return found


@rule
def call(s: State, seat: int) -> None:
    """``seat`` calls "lappen", or warns that few cards are left."""
    s.window = NO_SEAT
    if s.count[seat] == 1:
        s.called |= 1 << seat
        note(s, CALLED, seat, -1)
    else:
        note(s, WARNED, seat, s.count[seat])


@rule
def close_window(s: State) -> None:
    """The time to call is over: the next player acts."""
    seat = s.window
    s.window = NO_SEAT
    if s.count[seat] != 1:
        note(s, FORGOT_WARNING, seat, s.count[seat])
    elif s.rules.noticed == 0:
        s.forgot |= 1 << seat
    else:
        note(s, CAUGHT, seat, -1)
        punish(s, seat)


@rule
def punish(s: State, seat: int) -> None:
    """The penalty for a forgotten call, now or when the seat's next turn begins."""
    if s.rules.penalty_next_turn and s.rules.penalty > 0:
        s.owes |= 1 << seat
    else:
        for _ in range(s.rules.penalty):
            draw_card(s, seat, DREW_AS_PENALTY)
    if s.count[seat] == 1:
        s.called |= 1 << seat


@rule
def challenge(s: State, by: int, seat: int) -> None:
    """``by`` points out that ``seat`` forgot to call.

    The penalty ends the forgetful seat's turn if it is that seat's and drawn at
    once; what it owes the last card is drawn too, for no other seat owes it.
    Without a penalty it is a reminder, and the call counts as made. Who points
    out what was not forgotten draws for it.
    """
    if not can_be_challenged(s, seat):
        note(s, FALSELY_CHALLENGED, seat, by)
        for _ in range(s.rules.false_penalty):
            draw_card(s, by, DREW_FOR_FALSE_CHALLENGE)
        return
    note(s, CAUGHT, seat, by)
    s.forgot &= ~(1 << seat)
    if s.window == seat:
        s.window = NO_SEAT
    punish(s, seat)
    if s.rules.penalty > 0 and s.rules.penalty_next_turn == 0 and s.turn == seat:
        lose_turn(s)
