"""A player with a few plain habits, for loops that play millions of rounds.

It uses what its seat sees and nothing else: its own hand, how many cards the others have, what
lies on top, the suit in force, what is owed. It remembers nothing. What a card does is asked of
the rules, never of its rank.
"""

from __future__ import annotations

from vandatta.engine.alphabet import DRAW, NAME, NAMING, PASS, TO_NAME
from vandatta.engine.choosing import any_of, eager_of
from vandatta.engine.mark import rule
from vandatta.engine.matching import ONE_SUIT, fitting, following
from vandatta.engine.rules import SINGLE
from vandatta.engine.state import State, next_seat, rank_cards

# What a habit weighs. Ten is about one more card of the suit that one leaves in force.
OUT = 10_000
"""Going out."""
SUIT = 10
"""Each card of one's own in the suit that will be in force."""
SAVED = 60
"""Holding on to a card that goes on anything."""
SPENT = -1000
"""The same for one who lays it before all others."""
DEAR = 15
"""Getting rid of a card as dear as a court card ..."""
DEAR_IN_DANGER = 45
"""... when somebody is about to go out."""
AGAIN = 30
"""Another turn at once, with a card to lay in it; without one, as much is lost."""
HARM = 12
"""Each card that another must draw, and a turn that the next loses ..."""
HARM_IN_DANGER = 60
"""... when that one is about to go out."""
SEVERAL = 25
"""Each card that can be laid along."""
STUCK = 40
"""Being left with nothing that may be the last card."""
NEAR = 2
"""With so many cards a seat is about to go out."""


@rule
def careful_of(s: State, rng: list[int], actions: int) -> int:
    """What the seat in turn prefers of ``actions``, its `legal` ones; by chance among equals."""
    return preferred(s, rng, actions, SAVED, True)


@rule
def spending_of(s: State, rng: list[int], actions: int) -> int:
    """`careful_of` for one who lays what goes on anything as soon as it can."""
    return preferred(s, rng, actions, SPENT, True)


@rule
def heedless_of(s: State, rng: list[int], actions: int) -> int:
    """`careful_of` for one to whom a dear card is as good as any."""
    return preferred(s, rng, actions, SAVED, False)


@rule
def waiting_of(s: State, rng: list[int], actions: int) -> int:
    """`careful_of` for one who rather draws, where that is allowed, than lays what goes on
    anything.
    """
    lays = actions & (1 << NAME) - 1
    may_draw = actions >> DRAW & 1 == 1 and s.count[s.turn] > 2
    if may_draw and lays != 0 and lays & ~s.rules.anywhere == 0:
        return DRAW
    return careful_of(s, rng, actions)


@rule
def preferred(s: State, rng: list[int], actions: int, saved: int, heeds: bool) -> int:
    """What the seat in turn prefers of ``actions``.

    Args:
        s: the round.
        rng: decides among equals.
        actions: the `legal` ones.
        saved: what it weighs to hold on to a card that goes on anything.
        heeds: whether dear cards go first.
    """
    if s.phase == TO_NAME:
        return NAME + longest_suit(s, rng, s.first[s.turn])
    lays = actions & (1 << NAME) - 1
    if s.phase == NAMING:
        if lays != 0 and s.count[s.turn] == 1:
            return any_of(rng, lays)
        if actions & 0b1111 << NAME == 0:
            return any_of(rng, actions)
        return NAME + longest_suit(s, rng, s.first[s.turn])
    if lays == 0:
        if s.duty == 0 and actions >> PASS & 1 == 1 and s.first[s.turn] & fitting(s) == 0:
            # with a last card that may not be the last, and does not fit either
            return PASS
        return eager_of(rng, actions)
    return best_lay(s, rng, lays, saved, heeds)


@rule
def longest_suit(s: State, rng: list[int], cards: int) -> int:
    """The suit that most of one's ``cards`` have, not counting those that go on anything."""
    most = -1
    found = 0
    plain = cards & ~s.rules.anywhere
    for suit in range(4):
        held = cards_of_suit(s, plain, suit)
        if held > most:
            most = held
            found = 0
        if held == most:
            found |= 1 << suit
    return any_of(rng, found)


@rule
def cards_of_suit(s: State, cards: int, suit: int) -> int:
    """How many of the set ``cards`` the seat in turn has in a suit, second copies counted."""
    among = cards & ONE_SUIT << suit
    return among.bit_count() + (among & s.second[s.turn]).bit_count()


@rule
def best_lay(s: State, rng: list[int], lays: int, saved: int, heeds: bool) -> int:
    """The card of ``lays`` that is best to lay, see `preferred`."""
    if lays & (lays - 1) == 0:
        return any_of(rng, lays)
    after = next_seat(s, s.turn)
    fewest = fewest_cards(s)
    court = dear_card(s) if heeds else 0
    best = -OUT
    found = 0
    left = lays
    while left != 0:
        bit = left & -left
        left ^= bit
        value = worth(s, bit.bit_length() - 1, after, fewest, court, saved)
        if value > best:
            best = value
            found = 0
        if value == best:
            found |= bit
    return any_of(rng, found)


@rule
def fewest_cards(s: State) -> int:
    """The number of cards of the other seat that has fewest."""
    fewest = 1 << 10
    for seat in range(s.players):
        if seat != s.turn and s.playing >> seat & 1 == 1 and s.count[seat] < fewest:
            fewest = s.count[seat]
    return fewest


@rule
def dear_card(s: State) -> int:
    """The points of the dearest ordinary rank, 0 where points do not matter."""
    if s.rules.match_end == SINGLE:
        return 0
    most = 0
    for rank in range(13):
        if s.rules.anywhere >> 4 * rank & 1 == 0 and s.rules.points[rank] > most:
            most = s.rules.points[rank]
    return most


@rule
def worth(s: State, card: int, after: int, fewest: int, court: int, saved: int) -> int:
    """How good it is to lay ``card``.

    Args:
        s: the round.
        card: a card that may be laid.
        after: the next seat.
        fewest: see `fewest_cards`.
        court: see `dear_card`.
        saved: see `preferred`.
    """
    if s.count[s.turn] == 1:
        return OUT
    bit = 1 << card
    rest = s.first[s.turn] & ~bit | s.second[s.turn] & bit
    value = 0
    if rest & ~s.rules.not_last == 0:
        value -= STUCK
    if court > 0:
        dear = DEAR_IN_DANGER if fewest <= NEAR else DEAR
        points = s.rules.points[card >> 2]
        if s.rules.anywhere & bit == 0 or fewest <= 1:
            value += dear * points // court
    if s.rules.anywhere & bit:
        return value - saved if s.count[s.turn] > 2 else value
    value += SUIT * cards_of_suit(s, rest & ~s.rules.anywhere, card & 3)
    value += SEVERAL * (rest & s.rules.several & rank_cards(card)).bit_count()
    return value + power(s, card, rest, after, fewest)


@rule
def power(s: State, card: int, rest: int, after: int, fewest: int) -> int:
    """How good it is what ``card`` does to the others, and whether one goes on at once."""
    bit = 1 << card
    harm = HARM_IN_DANGER if s.count[after] <= NEAR else HARM
    value = 0
    if s.rules.all_draw & bit:
        goes_on = following(s, card & 3, card >> 2) & rest != 0
        value += AGAIN if goes_on else -AGAIN
        value += HARM_IN_DANGER if fewest <= NEAR else HARM
    if s.rules.once_more & bit:
        goes_on = rest & (ONE_SUIT << (card & 3) | rank_cards(card) | s.rules.anywhere) != 0
        value += AGAIN if goes_on else 0
    if s.rules.pass_on & bit or s.rules.draws[card >> 2] > 0:
        value += harm
    if s.rules.skip & bit:
        value += harm
    if s.rules.reverse & bit and s.count[after] <= NEAR and s.playing.bit_count() > 2:
        value += harm
    return value


__all__ = ["careful_of", "heedless_of", "spending_of", "waiting_of"]
