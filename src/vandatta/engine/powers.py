"""What happens when a card lands on the pile.

Source: 000 "Åttan byter färg", "Esset tvingar de andra att dra".
"""

from __future__ import annotations

from vandatta.engine.alphabet import NAMING, TO_FOLLOW
from vandatta.engine.drawing import draw_card
from vandatta.engine.mark import rule
from vandatta.engine.state import DREW_FOR_ACE, LAID, State, next_seat, note, take_card
from vandatta.engine.turns import end_round, end_turn


@rule
def lay(s: State, card: int) -> None:
    """The seat in turn lays ``card`` and its power acts."""
    seat = s.turn
    take_card(s, seat, card)
    s.pile[s.n_pile] = card
    s.n_pile += 1
    s.passes = 0
    s.called &= ~(1 << seat)
    s.forgot &= ~(1 << seat)
    note(s, LAID, seat, card)
    if s.count[seat] == 0:
        end_round(s, seat)
        return
    if s.count[seat] == 1 and s.rules.lappen:
        s.window = seat
    bit = 1 << card
    if s.rules.wilds & bit:
        s.phase = NAMING
        return
    s.suit = card & 3
    if s.rules.all_draw & bit:
        everyone_else_draws(s, seat)
    if s.rules.again & bit:
        s.phase = TO_FOLLOW
        s.drawn = 0
    else:
        end_turn(s)


@rule
def everyone_else_draws(s: State, seat: int) -> None:
    """Every other seat in turn draws one card; who finds none goes free."""
    other = next_seat(s, seat)
    while other != seat:
        draw_card(s, other, DREW_FOR_ACE)
        other = next_seat(s, other)
