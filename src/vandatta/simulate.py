"""How long the rounds of a mix last, and how many never end by themselves.

The players are random but eager: they lay whenever they may, and call whenever they
should. People do better; what does not end among these does not end well at a table
either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from vandatta.cards import members
from vandatta.engine.alphabet import CALL, DRAW, MORE, NAMING, NO_SEAT, OVER
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.play import apply, legal, speak
from vandatta.engine.rules import Rules
from vandatta.options import Value, check_seats, compile_rules

LAYS_AND_NAMES = (1 << DRAW) - 1
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
    luck = Random(seed)
    deck = list(pack_for(rules, seats))
    moves: list[int] = []
    limited = 0
    while len(moves) < rounds and (len(moves) < FEWEST or sum(moves) < BUDGET):
        luck.shuffle(deck)
        many, ended = _play(rules, seats, len(moves) % seats, deck, luck)
        moves.append(many)
        limited += not ended
    moves.sort()
    played = len(moves)
    p99 = moves[min(played - 1, played * 99 // 100)]
    return Lengths(played, sum(moves) / played, p99, limited / played)


def _play(rules: Rules, seats: int, dealer: int, deck: list[int], luck: Random) -> tuple[int, bool]:
    """Play a round.

    Returns:
        How many moves it took, and whether it ended before it was stopped.
    """
    s = new_round(rules, seats, (1 << seats) - 1, dealer, deck, luck.getrandbits(96))
    moves = 0
    while s.phase != OVER and moves < ENDLESS:
        amid = s.phase in (NAMING, MORE)
        apply(s, _choose(legal(s), luck))
        moves += not amid
        if s.window != NO_SEAT and s.phase not in (NAMING, MORE, OVER):
            speak(s, s.window, CALL)
    used_up = 0 < s.rules.turn_limit <= s.turns or 0 < s.rules.lay_limit <= s.laid
    return moves, s.phase == OVER and (s.out != NO_SEAT or not used_up)


def _choose(actions: int, luck: Random) -> int:
    """One of ``actions``: laying, if that is among them, then drawing."""
    if actions & LAYS_AND_NAMES:
        actions &= LAYS_AND_NAMES
    elif actions >> DRAW & 1:
        return DRAW
    some = members(actions)
    return some[int(luck.random() * len(some))]


__all__ = ["Lengths", "lengths"]
