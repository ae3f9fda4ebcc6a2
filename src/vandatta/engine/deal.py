"""The deal: hands, stock, and the card that is turned up.

Source: 000 "Given och bordet".
"""

from __future__ import annotations

from collections.abc import Sequence

from vandatta.cards import NO_CARD, NO_SUIT, members
from vandatta.engine.alphabet import MAX_SEATS, NO_SEAT, TO_LAY, TO_NAME
from vandatta.engine.drawing import draw_card
from vandatta.engine.mark import rule
from vandatta.engine.powers import act
from vandatta.engine.rng import below, seed
from vandatta.engine.rules import (
    START_ALL_DRAW,
    START_DEALER_DRAWS,
    Rules,
    hand_size_for,
    packs_for,
)
from vandatta.engine.state import (
    DEALT,
    DREW_AT_START,
    PUT_BACK,
    SKIPPED,
    TURNED,
    State,
    add_card,
    next_seat,
    note,
)


def pack_for(rules: Rules, players: int) -> tuple[int, ...]:
    """The cards in play for ``players`` seats, unshuffled: one pack or two."""
    return tuple(members(rules.pack)) * packs_for(rules, players)


def new_round(
    rules: Rules, players: int, playing: int, dealer: int, deck: Sequence[int], chance: int
) -> State:
    """A dealt round.

    Args:
        rules: the table's rules.
        players: seats at the table.
        playing: the set of seats in this round.
        dealer: who deals; forehand is the next seat in the round.
        deck: the shuffled cards, the first dealt first.
        chance: seed, below 2**96, of what the engine itself shuffles later.
    """
    s = State(rules=rules, players=players, playing=playing, dealer=dealer)
    seed(s.rng, chance)
    for i, card in enumerate(reversed(deck)):
        s.stock[i] = card
    s.n_stock = len(deck)
    deal(s)
    return s


@rule
def deal(s: State) -> None:
    """Deal from the stock as it lies, one card at a time clockwise from forehand."""
    s.direction = 1
    s.suit = NO_SUIT
    s.drawn = 0
    s.drawn_card = NO_CARD
    s.duty = 0
    s.reshuffled = 0
    s.passes = 0
    s.turns = 0
    s.laid = 0
    s.skips = 0
    s.in_suit = 0
    s.n_pile = 0
    s.called = 0
    s.forgot = 0
    s.owes = 0
    s.window = NO_SEAT
    s.out = NO_SEAT
    for seat in range(MAX_SEATS):
        s.first[seat] = 0
        s.second[seat] = 0
        s.count[seat] = 0
    seat = s.dealer
    players = s.playing.bit_count()
    for _ in range(hand_size_for(s.rules, players) * players):
        seat = next_seat(s, seat)
        s.n_stock -= 1
        add_card(s, seat, s.stock[s.n_stock])
        note(s, DEALT, seat, s.stock[s.n_stock])
    s.turn = next_seat(s, s.dealer)
    turn_up(s)


PUT_BACKS = 100
"""Cards put back in one deal at most."""


@rule
def turn_up(s: State) -> None:
    """Turn up the first card of the pile, putting back what may not start a round."""
    card = s.stock[s.n_stock - 1]
    # enough for any real pack; where hardly any card may start, the round does with what comes
    for _ in range(PUT_BACKS):
        if s.rules.put_back >> card & 1 == 0 or not another_can_start(s):
            break
        note(s, PUT_BACK, NO_SEAT, card)
        # anywhere but on top, so that another card is turned
        where = below(s.rng, s.n_stock - 1)
        s.stock[s.n_stock - 1] = s.stock[where]
        s.stock[where] = card
        card = s.stock[s.n_stock - 1]
    s.n_stock -= 1
    s.pile[0] = card
    s.n_pile = 1
    note(s, TURNED, NO_SEAT, card)
    if s.rules.start_names >> card & 1 == 1:
        s.phase = TO_NAME
        return
    s.phase = TO_LAY
    s.suit = card & 3
    if s.rules.start_aces >> card & 1 == 1:
        start_with_ace(s)
    elif s.rules.start_powers:
        start_with_power(s, card)


@rule
def start_with_ace(s: State) -> None:
    """A turned-up ace makes the dealer draw one card, or everyone."""
    if s.rules.start_ace == START_DEALER_DRAWS:
        draw_card(s, s.dealer, DREW_AT_START)
    elif s.rules.start_ace == START_ALL_DRAW:
        seat = s.dealer
        for _ in range(s.playing.bit_count()):
            seat = next_seat(s, seat)
            draw_card(s, seat, DREW_AT_START)


@rule
def start_with_power(s: State, card: int) -> None:
    """The turned-up card acts as if the dealer had laid it."""
    s.turn = s.dealer
    act(s, card)
    s.turn = next_seat(s, s.dealer)
    for _ in range(s.skips):
        note(s, SKIPPED, s.turn, -1)
        s.turn = next_seat(s, s.turn)
    s.skips = 0


@rule
def another_can_start(s: State) -> bool:
    """Is there a card in the stock that may be turned up?"""
    for i in range(s.n_stock):  # noqa: SIM110 - compiled code has no generators
        if s.rules.put_back >> s.stock[i] & 1 == 0:
            return True
    return False
