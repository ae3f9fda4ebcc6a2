"""Counting what is left in the hands. Source: 000 "Poäng när någon gått ut"."""

from __future__ import annotations

from vandatta.engine.mark import rule
from vandatta.engine.state import State


@rule
def hand_points(s: State, seat: int) -> int:
    """The points of a hand; 0 for an empty one."""
    if s.first[seat] == 0:
        return 0
    total = 0
    for rank in range(14):
        cards = 0xF << 4 * rank
        held = (s.first[seat] & cards).bit_count() + (s.second[seat] & cards).bit_count()
        total += held * s.rules.points[rank]
        if held > 0 and s.rules.suit_points[rank] > 0:
            for suit in range(4):
                bit = 1 << 4 * rank + suit
                copies = int(s.first[seat] & bit != 0) + int(s.second[seat] & bit != 0)
                total += copies * s.rules.suit_points[rank] * (3 - suit)
    return total
