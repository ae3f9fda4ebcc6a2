"""Who can sit at the table in loops that play by themselves, and what each of them does."""

from __future__ import annotations

from vandatta.engine.careful import careful_of, heedless_of, spending_of, waiting_of
from vandatta.engine.choosing import any_of, eager_of
from vandatta.engine.mark import rule
from vandatta.engine.play import legal
from vandatta.engine.state import State

ANY = 0
"""Every action as likely."""
EAGER = 1
"""Lays whenever it may, any card that fits."""
CAREFUL = 2
"""See `vandatta.engine.careful`."""
THINKING = 3
"""Somebody that only a caller of these loops can ask."""
SPENDING = 4
"""`CAREFUL`, but lays eights as soon as it can."""
HEEDLESS = 5
"""`CAREFUL`, but of no card's points."""
WAITING = 6
"""`CAREFUL`, but draws where it may rather than lays an eight."""


@rule
def chosen(s: State, rng: list[int], who: int) -> int:
    """What the seat in turn does, where ``who`` sits there."""
    actions = legal(s)
    if actions & (actions - 1) == 0 or who == ANY:
        return any_of(rng, actions)
    if who == EAGER:
        return eager_of(rng, actions)
    if who == SPENDING:
        return spending_of(s, rng, actions)
    if who == HEEDLESS:
        return heedless_of(s, rng, actions)
    if who == WAITING:
        return waiting_of(s, rng, actions)
    return careful_of(s, rng, actions)
