"""How long the rounds of a mix last, and how many never end by themselves.

The players are random but eager: they lay whenever they may, and call whenever they
should. People do better; what does not end among these does not end well at a table
either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vandatta.engine.playouts import Round, eager_rounds, seated
from vandatta.options import Value, check_seats, compile_rules

ENDLESS = 4000
"""Moves after which a round counts as one that does not end, whatever the rules say."""
BUDGET = 250_000
"""Moves in all; a mix of very long rounds is judged by fewer of them."""
FEWEST = 30
"""Rounds that are played all the same."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the rounds of a mix were."""

    rounds: int
    """How many were played."""
    mean: float
    """Moves a round; drawing a card is a move, laying several cards at once is one."""
    p99: int
    """Moves that 99 of 100 rounds keep within."""
    limited: float
    """The share of rounds in which nobody went out before the longest round was over."""


def lengths(values: Mapping[str, Value], seats: int, rounds: int = 300, seed: int = 0) -> Lengths:
    """Play rounds of a mix.

    Args:
        values: every option's value.
        seats: how many play.
        rounds: how many rounds, fewer where they are very long.
        seed: the same seed gives the same rounds.

    Raises:
        OptionsError: the rules are not for so many, or the cards don't suffice.
    """
    rules = compile_rules(values)
    check_seats(rules, seats)
    states, rng, results = [seated(rules, seats)], [0] * 4, [Round()]
    moves: list[int] = []
    limited = 0
    while len(moves) < rounds and (len(moves) < FEWEST or sum(moves) < BUDGET):
        eager_rounds(states, rng, seed, len(moves), ENDLESS, results)
        moves.append(results[0].moves)
        limited += not results[0].ended
    moves.sort()
    played = len(moves)
    p99 = moves[min(played - 1, played * 99 // 100)]
    return Lengths(played, sum(moves) / played, p99, limited / played)


__all__ = ["Lengths", "lengths"]
