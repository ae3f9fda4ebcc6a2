"""What a seat may lay from its hand, and going out: which card may be the last.

Source: 000 "Får man gå ut på en åtta?", "Får man gå ut på ett ess?"; 001
"Esset" for the card to go on with; 002 "Går detta att spela" for the drawn card.
"""

from __future__ import annotations

from vandatta.engine.alphabet import MORE, NAMING
from vandatta.engine.mark import rule
from vandatta.engine.matching import ONE_SUIT, fitting, following
from vandatta.engine.state import State, rank_cards, top_card


@rule
def playable(s: State, seat: int) -> int:
    """The set of cards that ``seat`` could lay now, were it in turn."""
    if s.phase == MORE or s.phase == NAMING:
        return addable(s, seat)
    cards = s.first[seat] & fitting(s)
    if s.count[seat] == 1:
        cards &= ~s.rules.not_last
        if s.rules.last_in_suit:
            cards &= ONE_SUIT << s.suit
    if cards & s.rules.needs_follow:
        cards = without_lonely_aces(s, seat, cards)
    if must_lay_drawn(s):
        cards &= with_the_drawn(s, seat)
    return cards


@rule
def addable(s: State, seat: int) -> int:
    """The set of cards that may be added to what ``seat`` has just laid."""
    top = top_card(s)
    if s.phase == NAMING:
        if s.rules.several_wilds == 0:
            return 0
        cards = s.first[seat] & s.rules.wilds
    else:
        cards = s.first[seat] & s.rules.several & rank_cards(top)
    if s.count[seat] == 1:
        cards &= ~s.rules.not_last
        if s.rules.last_in_suit and s.in_suit == 0:
            return 0
    elif must_lay_drawn(s) and s.count[seat] == 2:
        # the drawn card must still come, and it may not be able to be the last
        drawn = 1 << s.drawn_card
        if s.rules.not_last & drawn or (s.rules.last_in_suit and s.in_suit == 0):
            cards &= drawn
    return cards


@rule
def must_lay_drawn(s: State) -> bool:
    """Must the card just drawn be in what the seat in turn lays?"""
    return s.rules.lay_drawn != 0 and s.drawn > 0 and s.drawn_card >= 0


@rule
def with_the_drawn(s: State, seat: int) -> int:
    """The set of cards that can begin a set with the card just drawn in it."""
    drawn = 1 << s.drawn_card
    group = rank_cards(s.drawn_card)
    if s.rules.several & drawn:
        group &= s.rules.several
    elif s.rules.several_wilds != 0 and s.rules.wilds & drawn:
        if s.count[seat] == 2 and s.rules.not_last & drawn:
            return drawn
    else:
        return drawn
    if s.count[seat] == 2 and s.rules.last_in_suit:
        return drawn | (group & ONE_SUIT << s.suit)
    return group


@rule
def without_lonely_aces(s: State, seat: int, cards: int) -> int:
    """``cards`` without the aces after which ``seat`` would hold nothing to go on with."""
    for suit in range(4):
        aces = cards & s.rules.needs_follow & ONE_SUIT << suit
        if aces:
            rank = aces.bit_length() - 1 >> 2
            rest = s.first[seat] & ~aces | s.second[seat] & aces
            rest &= following(s, suit, rank) & s.rules.allowed_on[rank]
            if s.count[seat] == 2:
                rest &= ~s.rules.not_last
                if s.rules.last_in_suit:
                    rest &= ONE_SUIT << suit
            if rest == 0:
                cards &= ~aces
    return cards


@rule
def may_wait(s: State, seat: int) -> bool:
    """May ``seat`` pass without drawing, because its one card may not be the last?"""
    return s.rules.wait != 0 and s.count[seat] == 1 and s.first[seat] & s.rules.not_last != 0
