"""Other worlds: the same round with everything that a seat can't see dealt anew.

This is the one place of the arena that touches the state of a round, to prove that what a player
answers does not hang on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from vandatta.cards import RED_JOKER
from vandatta.engine.alphabet import OVER
from vandatta.engine.copying import copy_of
from vandatta.engine.rng import seed
from vandatta.engine.state import State, add_card, hand_of
from vandatta.events import Dealt, Drew, Event


def redealt(s: State, seat: int, chance: Random) -> State:
    """The same round with everything that ``seat`` can't see dealt anew.

    Those are the other hands, the stock and its order, the engine's generator and its notes, and
    what lies about in memory beyond the stock.
    """
    other = copy_of(s)
    hidden = list(s.stock[: s.n_stock])
    # when the round is over, or the table plays with open hands, every hand is seen
    seen = s.phase == OVER or s.rules.open_hands == 1
    closed = [] if seen else [k for k in range(s.players) if k != seat]
    for k in closed:
        hidden += hand_of(s, k)
        other.first[k] = other.second[k] = other.count[k] = 0
    chance.shuffle(hidden)
    for k in closed:
        for _ in range(s.count[k]):
            add_card(other, k, hidden.pop())
    gone = chance.randbytes(len(s.stock) - s.n_stock)
    other.stock[:] = bytes(hidden) + bytes(byte % RED_JOKER for byte in gone)
    seed(other.rng, chance.getrandbits(96))
    other.notes = list(memoryview(chance.randbytes(4 * len(s.notes))).cast("I"))
    return other


def retold(history: Iterable[Event], seat: int, chance: Random) -> list[Event]:
    """The same events with other cards where ``seat`` did not see them."""
    found: list[Event] = []
    for event in history:
        if isinstance(event, Dealt) and event.seat != seat:
            cards = tuple(chance.randrange(RED_JOKER) for _ in range(event.count))
            found.append(replace(event, cards=cards))
        elif isinstance(event, Drew) and event.seat != seat:
            found.append(replace(event, card=chance.randrange(RED_JOKER)))
        else:
            found.append(event)
    return found


def differs(one: State, other: State) -> bool:
    """Do two rounds differ in hidden cards, or in their order?"""
    return one.first != other.first or one.second != other.second or one.stock != other.stock


__all__ = ["differs", "redealt", "retold"]
