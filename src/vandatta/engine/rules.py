"""The rules of one table, compiled: sets of cards and small numbers.

`vandatta.options` makes a `Rules` from named options, once; the engine reads
only this and never an option's name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vandatta.engine.mark import rule

# draw_all_follow
FOLLOW_SUIT = 0
FOLLOW_SUIT_OR_RANK = 1
FOLLOW_MATCH = 2

# start_ace
START_PLAIN = 0
START_DEALER_DRAWS = 1
START_ALL_DRAW = 2

# match_end
LAST_IN = 0
LOWEST = 1
SINGLE = 2

# misplay
REFUSE = 0
DRAW_ONE = 1
RETRY = 2


@dataclass(slots=True)
class Rules:
    """What may be done at a table. Sets are ints with a bit a card.

    Lists "a rank" have 14 items, by `vandatta.cards.rank_of`, jokers last.
    """

    min_seats: int = 0
    max_seats: int = 0
    hand_size: int = 0
    hand_size_two: int = 0
    """Cards dealt to each of two players."""
    second_deck_from: int = 0
    pack: int = 0
    """The cards of one pack."""
    open_hands: int = 0
    wilds: int = 0
    """Cards whose layer names the suit."""
    name_optional: int = 0
    """An eight may be laid without a suit, and then takes the one beneath."""
    all_draw: int = 0
    """Cards that make every other seat draw one, after which the same seat goes on."""
    pass_on: int = 0
    """Cards that make the next seat draw one, or send the duty on with another."""
    needs_follow: int = 0
    """Cards that may be laid only by one who holds a card to go on with."""
    draws: list[int] = field(default_factory=lambda: [0] * 14)
    """A rank: cards that the next seat owes."""
    duty_needs_stock: int = 0
    """Such a card makes no duty while the stock is empty."""
    skip: int = 0
    """Cards that skip the next seat."""
    reverse: int = 0
    """Cards that turn the direction."""
    once_more: int = 0
    """Cards after which the same seat takes another turn."""
    jokers: int = 0
    anywhere: int = 0
    """Cards that need match neither suit nor rank."""
    same_rank: list[int] = field(default_factory=lambda: [0] * 14)
    """A rank on top: the cards that match it by rank."""
    allowed_on: list[int] = field(default_factory=lambda: [0] * 14)
    """A rank on top: the cards that may lie on it at all, if they match."""
    several: int = 0
    """Cards that may be laid several of a rank at a time."""
    several_wilds: int = 0
    put_back: int = 0
    """Turned-up cards that go back into the stock."""
    start_names: int = 0
    """Turned-up cards whose suit forehand names."""
    start_ace: int = START_PLAIN
    """What a turned-up ``start_aces`` card does."""
    start_aces: int = 0
    start_powers: int = 0
    """A turned-up card acts as if the dealer had laid it."""
    follow: int = FOLLOW_SUIT
    not_last: int = 0
    """Cards that may not be a hand's last."""
    last_in_suit: int = 0
    must_lay: int = 0
    hand_cap: int = 0
    """With this many cards one must lay, if one can; 0: no cap."""
    draw_limit: int = 0
    lay_drawn: int = 0
    """After drawing only a set with the card just drawn in it may be laid."""
    turn_limit: int = 0
    lay_limit: int = 0
    """Cards laid in a round after which it ends; 0: none."""
    block_after: int = 0
    """Passes beyond a full circle before the round is blocked."""
    pass_counts_when_empty: int = 0
    """Only a pass while no card can be drawn counts towards a blocked round."""
    renew_early: int = 0
    """The stock is renewed as soon as it is empty, not when a card is to be drawn."""
    reshuffles: int = 0
    lappen: int = 0
    penalty: int = 0
    """Cards drawn for a forgotten call."""
    noticed: int = 0
    """A forgotten call is noticed by itself."""
    penalty_next_turn: int = 0
    warning_at: int = 0
    """Cards left at which a warning is called; 0: none."""
    false_penalty: int = 0
    """Cards drawn for pointing out a call that was not forgotten."""
    wait: int = 0
    """A seat whose one card may not be the last may pass without drawing."""
    misplay: int = REFUSE
    points: list[int] = field(default_factory=lambda: [0] * 14)
    """Points a rank left in hand."""
    suit_points: list[int] = field(default_factory=lambda: [0] * 14)
    """A rank: points more for each suit above clubs (clubs, diamonds, hearts, spades)."""
    limit: int = 0
    limit_passed: int = 0
    """1: out only above the limit; 0: at it."""
    match_end: int = LAST_IN


@rule
def packs_for(rules: Rules, players: int) -> int:
    """How many packs are shuffled together for ``players`` seats: one or two."""
    return 2 if players >= rules.second_deck_from else 1


@rule
def hand_size_for(rules: Rules, players: int) -> int:
    """How many cards each of ``players`` seats is dealt."""
    return rules.hand_size_two if players == 2 else rules.hand_size
