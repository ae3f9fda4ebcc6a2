"""The rules of one table, compiled: sets of cards and small numbers.

`vandatta.options` makes a `Rules` from named options, once; the engine reads
only this and never an option's name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# draw_all_follow
FOLLOW_SUIT = 0
FOLLOW_SUIT_OR_RANK = 1
FOLLOW_MATCH = 2

# match_end
LAST_IN = 0
LOWEST = 1
SINGLE = 2


@dataclass(slots=True)
class Rules:
    """What may be done at a table. Sets are ints with a bit a card.

    Lists "a rank" have 14 items, by `vandatta.cards.rank_of`, jokers last.
    """

    min_seats: int = 0
    max_seats: int = 0
    hand_size: int = 0
    second_deck_from: int = 0
    wilds: int = 0
    """Cards whose layer names the suit."""
    all_draw: int = 0
    """Cards that make every other seat draw one."""
    again: int = 0
    """Cards after which the same seat goes on."""
    anywhere: int = 0
    """Cards that need match neither suit nor rank."""
    same_rank: list[int] = field(default_factory=lambda: [0] * 14)
    """A rank on top: the cards that match it by rank."""
    allowed_on: list[int] = field(default_factory=lambda: [0] * 14)
    """A rank on top: the cards that may lie on it at all, if they match."""
    put_back: int = 0
    """Turned-up cards that go back into the stock."""
    start_names: int = 0
    """Turned-up cards whose suit forehand names."""
    follow: int = FOLLOW_SUIT
    not_last: int = 0
    """Cards that may not be a hand's last."""
    last_in_suit: int = 0
    must_lay: int = 0
    draw_limit: int = 0
    turn_limit: int = 0
    reshuffles: int = 0
    lappen: int = 0
    penalty: int = 0
    """Cards drawn for a forgotten call."""
    wait: int = 0
    """A seat whose one card may not be the last may pass without drawing."""
    points: list[int] = field(default_factory=lambda: [0] * 14)
    """Points a rank left in hand."""
    limit: int = 0
    limit_passed: int = 0
    """1: out only above the limit; 0: at it."""
    match_end: int = LAST_IN
