"""Ending a turn, and a round that nobody can win.

Source: 000 "Kan ingen vid bordet lägga är omgången över"; 002 "nästa gång det är
hans tur först dra ett kort" for a penalty drawn at the start of a turn.
"""

from __future__ import annotations

from vandatta.cards import NO_CARD
from vandatta.engine.alphabet import NO_SEAT, OVER, TO_LAY
from vandatta.engine.drawing import can_draw, draw_card
from vandatta.engine.mark import rule
from vandatta.engine.state import (
    DREW_AS_DUTY,
    DREW_AS_PENALTY,
    DREW_FOR_ACE,
    ENDED,
    SKIPPED,
    State,
    next_seat,
    note,
    top_card,
)


@rule
def end_round(s: State, out: int) -> None:
    """The round is over; ``out`` laid its last card, or -1: the round is blocked."""
    s.out = out
    s.phase = OVER
    s.window = NO_SEAT
    s.forgot = 0
    s.owes = 0
    s.duty = 0
    note(s, ENDED, out, -1)


@rule
def end_turn(s: State) -> None:
    """Give the turn on, unless a full circle has passed or the turns are used up."""
    after = next_seat(s, s.turn)
    for _ in range(s.skips):
        note(s, SKIPPED, after, -1)
        after = next_seat(s, after)
    give_turn(s, after)


@rule
def take_duty(s: State) -> None:
    """Draw all that is owed, or as much as there is, and lose the turn."""
    why = DREW_FOR_ACE if s.rules.pass_on >> top_card(s) & 1 else DREW_AS_DUTY
    owed = s.duty
    s.duty = 0
    found = 0
    for _ in range(owed):
        if draw_card(s, s.turn, why) >= 0:
            found += 1
    # where only passes without a stock count, OpenSpiel's count a duty that the last card paid
    paid_with_the_last = s.rules.pass_counts_when_empty != 0 and found == owed and not can_draw(s)
    if found == 0 or paid_with_the_last:
        s.passes += 1
    end_turn(s)


@rule
def lose_turn(s: State) -> None:
    """The seat in turn may do no more; what it owes the last card it draws all the same."""
    if s.duty > 0:
        take_duty(s)
    else:
        end_turn(s)


@rule
def used_up(s: State) -> bool:
    """Are the round's turns or lays used up?"""
    return 0 < s.rules.turn_limit <= s.turns or 0 < s.rules.lay_limit <= s.laid


@rule
def is_blocked(s: State) -> bool:
    """Has a full circle of turns gone by with nothing laid or drawn, or are they used up?"""
    circle = s.passes >= s.playing.bit_count() + s.rules.block_after
    return circle or 0 < s.rules.turn_limit <= s.turns


@rule
def give_turn(s: State, seat: int) -> None:
    """End the turn and begin ``seat``'s, unless the round is blocked."""
    s.turns += 1
    s.drawn = 0
    s.drawn_card = NO_CARD
    s.skips = 0
    s.phase = TO_LAY
    if is_blocked(s):
        end_round(s, NO_SEAT)
        return
    s.turn = seat
    if s.owes >> seat & 1 == 1:
        s.owes &= ~(1 << seat)
        for _ in range(s.rules.penalty):
            draw_card(s, seat, DREW_AS_PENALTY)
