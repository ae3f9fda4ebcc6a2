"""What happens when a card lands on the pile.

Source: 000 "Åttan byter färg", "Esset tvingar de andra att dra", "Ess på ess",
"Husregler som brukar smyga sig in".
"""

from __future__ import annotations

from vandatta.engine.alphabet import MORE, NAMING, NO_SEAT, TO_FOLLOW
from vandatta.engine.calls import is_called_at
from vandatta.engine.drawing import can_draw, draw_card, renew_if_early
from vandatta.engine.mark import rule
from vandatta.engine.state import (
    DREW_FOR_ACE,
    LAID,
    TURNED_ROUND,
    State,
    next_seat,
    note,
    rank_cards,
    take_card,
    top_card,
)
from vandatta.engine.turns import end_round, end_turn, give_turn


@rule
def lay(s: State, card: int) -> None:
    """The seat in turn lays ``card``, the first or one more of a set."""
    seat = s.turn
    bit = 1 << card
    if s.phase != MORE and s.phase != NAMING:
        s.in_suit = int(s.rules.jokers & bit == 0 and card & 3 == s.suit)
    take_card(s, seat, card)
    s.pile[s.n_pile] = card
    s.n_pile += 1
    s.laid += 1
    s.passes = 0
    if card == s.drawn_card:
        s.drawn_card = -1
    s.called &= ~(1 << seat)
    s.forgot &= ~(1 << seat)
    if s.window == seat:
        s.window = NO_SEAT
    note(s, LAID, seat, card)
    if s.count[seat] == 0:
        end_round(s, seat)
        return
    if s.rules.lay_limit > 0 and s.laid >= s.rules.lay_limit:
        end_round(s, NO_SEAT)
        return
    renew_if_early(s)
    if is_called_at(s.rules, s.count[seat]):
        s.window = seat
    if s.rules.wilds & bit:
        s.phase = NAMING
        return
    if s.rules.jokers & bit == 0:
        s.suit = card & 3
    act(s, card)
    if s.rules.several & bit and s.first[seat] & s.rules.several & rank_cards(card):
        s.phase = MORE
    else:
        finish(s)


@rule
def act(s: State, card: int) -> None:
    """The powers of ``card`` that add up over a set."""
    bit = 1 << card
    draws = s.rules.draws[card >> 2]
    if draws > 0 and (s.rules.duty_needs_stock == 0 or can_draw(s)):
        s.duty += draws
    if s.rules.skip & bit:
        s.skips += 1
    # between two players turning round changes nothing
    if s.rules.reverse & bit and s.playing.bit_count() > 2:
        s.direction = -s.direction
        note(s, TURNED_ROUND, s.turn, -1)


@rule
def finish(s: State) -> None:
    """All of a set lies on the pile: give the turn on, or go on."""
    bit = 1 << top_card(s)
    if s.rules.all_draw & bit:
        everyone_else_draws(s, s.turn)
        s.phase = TO_FOLLOW
        s.drawn = 0
        s.drawn_card = -1
    elif s.rules.once_more & bit:
        give_turn(s, s.turn)
    else:
        if s.rules.pass_on & bit:
            s.duty = 1
        end_turn(s)


@rule
def everyone_else_draws(s: State, seat: int) -> None:
    """Every other seat in turn draws one card; who finds none goes free."""
    other = next_seat(s, seat)
    while other != seat:
        draw_card(s, other, DREW_FOR_ACE)
        other = next_seat(s, other)
