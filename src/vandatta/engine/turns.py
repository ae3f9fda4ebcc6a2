"""Ending a turn, and a round that nobody can win.

Source: 000 "Kan ingen vid bordet lägga är omgången över".
"""

from __future__ import annotations

from vandatta.engine.alphabet import NO_SEAT, OVER, TO_LAY
from vandatta.engine.mark import rule
from vandatta.engine.state import ENDED, State, next_seat, note


@rule
def end_round(s: State, out: int) -> None:
    """The round is over; ``out`` laid its last card, or -1: the round is blocked."""
    s.out = out
    s.phase = OVER
    s.window = NO_SEAT
    s.forgot = 0
    note(s, ENDED, out, -1)


@rule
def end_turn(s: State) -> None:
    """Give the turn on, unless a full circle has passed or the turns are used up."""
    s.turns += 1
    s.drawn = 0
    s.phase = TO_LAY
    blocked = s.passes >= s.playing.bit_count()
    if blocked or (s.rules.turn_limit > 0 and s.turns >= s.rules.turn_limit):
        end_round(s, NO_SEAT)
    else:
        s.turn = next_seat(s, s.turn)
