"""Rounds as a seat must imagine them, played to their end: for computer players that search.

What the seat can't see is dealt anew, by chance, and the round is played on.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from vandatta.cards import NO_CARD
from vandatta.engine.choosing import any_of
from vandatta.engine.copying import assign
from vandatta.engine.mark import rule
from vandatta.engine.playouts import play_any, put_aside, shuffle_stock
from vandatta.engine.points import hand_points
from vandatta.engine.rng import next32, seed_words
from vandatta.engine.state import State, add_card


@rule
def redeal(s: State, seat: int, rng: list[int]) -> None:
    """Deal anew what ``seat`` can't see: the other hands, the stock, what will be shuffled.

    Every hand keeps its number of cards. What could be concluded from the play so far, or
    remembered of it, is not heeded. Not for the middle of another seat's move, which nobody sees.
    """
    for other in range(s.players):
        if other != seat and s.rules.open_hands == 0:
            put_aside(s, s.first[other])
            put_aside(s, s.second[other])
            s.first[other] = 0
            s.second[other] = 0
    shuffle_stock(s, rng)
    for other in range(s.players):
        if other != seat and s.rules.open_hands == 0:
            cards = s.count[other]
            s.count[other] = 0
            for _ in range(cards):
                s.n_stock -= 1
                add_card(s, other, s.stock[s.n_stock])
    if s.turn != seat and s.drawn_card != NO_CARD and s.rules.open_hands == 0:
        # it drew another card then, and any of its hand may be it
        s.drawn_card = any_of(rng, s.first[s.turn])
    seed_words(s.rng, next32(rng), next32(rng), next32(rng))


@rule
def rollouts(
    states: Sequence[State],
    seat: int,
    rng: list[int],
    many: int,
    most: int,
    points: MutableSequence[int],
) -> int:
    """Imagine the round ``many`` times and play it on, every action as likely.

    Args:
        states: the round as it is, and a state to play on.
        seat: who imagines.
        rng: a generator, started from a seed.
        many: how many times.
        most: actions after which a round is broken off.
        points: a seat; what it has in hand in the end is added, over all rounds.

    Returns:
        How many actions that took.
    """
    s = states[1]
    actions = 0
    for _ in range(many):
        assign(s, states[0])
        redeal(s, seat, rng)
        actions += play_any(s, rng, most)
        for other in range(s.players):
            points[other] += hand_points(s, other)
    return actions
