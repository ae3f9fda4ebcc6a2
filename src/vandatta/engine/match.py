"""The match: totals, who is out of it, who wins. Source: 000 "Hundra poäng och ut"."""

from __future__ import annotations

from dataclasses import dataclass, field

from vandatta.engine.alphabet import MAX_SEATS, NO_SEAT
from vandatta.engine.mark import rule
from vandatta.engine.points import hand_points
from vandatta.engine.rules import LAST_IN, SINGLE, Rules
from vandatta.engine.state import State


@dataclass(slots=True)
class Match:
    """A match in progress. Lists "a seat" have room for eight; sets of seats are ints."""

    players: int = 0
    playing: int = 0
    """Seats still in the match."""
    dealer: int = NO_SEAT
    """Who deals the round that is next or being played."""
    round: int = 1
    """The number of that round."""
    totals: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    winners: int = 0
    """The set of seats that won; 0 while the match goes on."""


@rule
def over_limit(rules: Rules, total: int) -> bool:
    """Is a seat with ``total`` points at the match's limit?"""
    return total > rules.limit or (total == rules.limit and rules.limit_passed == 0)


@rule
def lowest(m: Match, among: int) -> int:
    """The set of seats with the lowest total among the set ``among``."""
    best = 1 << 30
    found = 0
    for seat in range(m.players):
        if among >> seat & 1:
            if m.totals[seat] < best:
                best = m.totals[seat]
                found = 0
            if m.totals[seat] == best:
                found |= 1 << seat
    return found


@rule
def score_round(m: Match, s: State) -> None:
    """Add a finished round to the match, and move the deal or end the match."""
    reached = 0
    for seat in range(m.players):
        if m.playing >> seat & 1:
            m.totals[seat] += hand_points(s, seat)
            if over_limit(s.rules, m.totals[seat]):
                reached |= 1 << seat
    in_play = m.playing
    if s.rules.match_end == SINGLE:
        m.winners = 1 << s.out if s.out != NO_SEAT else lowest(m, in_play)
        return
    if s.rules.match_end == LAST_IN:
        m.playing &= ~reached
        if m.playing == 0:
            m.winners = lowest(m, in_play)
        elif m.playing & (m.playing - 1) == 0:
            m.winners = m.playing
    elif reached != 0:
        m.winners = lowest(m, in_play)
    if m.winners == 0:
        m.round += 1
        m.dealer = (m.dealer + 1) % m.players
        while m.playing >> m.dealer & 1 == 0:
            m.dealer = (m.dealer + 1) % m.players
