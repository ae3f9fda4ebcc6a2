"""Lappen: calling one's last card, and pointing out a forgotten call.

Source: 000 "Lappen – ropet vid ett kort kvar".
"""

from __future__ import annotations

from vandatta.engine.alphabet import CALL_BIT, NAMING, NO_SEAT, OVER
from vandatta.engine.drawing import draw_card
from vandatta.engine.mark import rule
from vandatta.engine.state import CALLED, CAUGHT, DREW_AS_PENALTY, State, note
from vandatta.engine.turns import end_turn


@rule
def can_be_challenged(s: State, seat: int) -> bool:
    """Has ``seat`` one card that it has not called?"""
    return s.phase != OVER and (s.window == seat or s.forgot >> seat & 1 == 1)


@rule
def calls(s: State, seat: int) -> int:
    """The set of calls and challenges ``seat`` may make now, in or out of turn.

    Bit 0 is the call, bit ``1 + k`` points out that seat ``k`` forgot.
    """
    if s.phase == OVER or s.phase == NAMING or s.playing >> seat & 1 == 0:
        return 0
    found = 0
    if s.window == seat:
        found = CALL_BIT
    for other in range(s.players):
        if other != seat and can_be_challenged(s, other):
            found |= CALL_BIT << 1 + other
    return found


@rule
def call(s: State, seat: int) -> None:
    """``seat`` calls "lappen"."""
    s.called |= 1 << seat
    s.window = NO_SEAT
    note(s, CALLED, seat, -1)


@rule
def challenge(s: State, by: int, seat: int) -> None:
    """``by`` points out that ``seat`` forgot to call; the penalty follows at once.

    The penalty ends the forgetful seat's turn if it is that seat's. Without a
    penalty it is a reminder, and the call counts as made.
    """
    note(s, CAUGHT, seat, by)
    s.forgot &= ~(1 << seat)
    if s.window == seat:
        s.window = NO_SEAT
    for _ in range(s.rules.penalty):
        draw_card(s, seat, DREW_AS_PENALTY)
    if s.count[seat] == 1:
        s.called |= 1 << seat
    if s.rules.penalty > 0 and s.turn == seat:
        end_turn(s)
