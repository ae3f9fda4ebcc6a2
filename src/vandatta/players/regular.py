"""Van: weighs a handful of plain considerations and takes the best move.

Each consideration is a small function from a choice and what the seat knows to
a number, near 0 for "no matter" and near 1 for "very much so". A choice's score
is their weighted sum; the unit of the weights is about one card less in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from vandatta.cards import NO_CARD, RED_JOKER, suit_of
from vandatta.players.choices import Choice, choices, followers, matches
from vandatta.players.memory import Memory, remember
from vandatta.view import View


@dataclass(frozen=True, slots=True)
class Mind:
    """What the seat sees and what it remembers."""

    view: View
    memory: Memory

    def others(self) -> Iterator[int]:
        """The other seats in the round, the next in turn first."""
        seats, step = self.view.players, self.view.direction
        for i in range(1, seats):
            seat = (self.view.seat + i * step) % seats
            if self.view.playing[seat]:
                yield seat


Consideration = Callable[[Choice, Mind], float]


def _in(cards: int, card: int) -> bool:
    return card != NO_CARD and cards >> card & 1 == 1


def goes_out(choice: Choice, _: Mind) -> float:
    """Does it end the round?"""
    return float(not choice.rest)


def ends_next(choice: Choice, mind: Mind) -> float:
    """Is it an ace whose follower is the last card?"""
    rules = mind.view.rules
    if not _in(rules.all_draw, choice.card) or len(choice.rest) != 1:
        return 0.0
    return float(_in(followers(rules, choice.card) & ~rules.not_last, choice.rest[0]))


def sheds_points(choice: Choice, mind: Mind) -> float:
    """Is the card dear? An eight is not shed but spent, see `spends_wild`."""
    rules = mind.view.rules
    if choice.card == NO_CARD or _in(rules.wilds, choice.card):
        return 0.0
    return rules.points[choice.card >> 2] / 10


def spends_wild(choice: Choice, mind: Mind) -> float:
    """Does it burn the way out of a locked suit? Of two eights one is to spare."""
    wilds = mind.view.rules.wilds
    if not _in(wilds, choice.card) or len(choice.rest) <= 1:
        return 0.0
    return 0.5 if any(_in(wilds, card) for card in choice.rest) else 1.0


def lone_ace(choice: Choice, mind: Mind) -> float:
    """Is it an ace that nothing in the hand can follow, so that cards must be drawn?"""
    rules = mind.view.rules
    if not _in(rules.all_draw, choice.card) or not choice.rest:
        return 0.0
    follow = followers(rules, choice.card)
    return float(not any(_in(follow, card) for card in choice.rest))


def hits_leader(choice: Choice, mind: Mind) -> float:
    """Does an ace make somebody draw who is about to go out?"""
    if not _in(mind.view.rules.all_draw, choice.card):
        return 0.0
    return sum(NEARNESS.get(mind.view.counts[seat], 0.0) for seat in mind.others())


def own_suit(choice: Choice, mind: Mind) -> float:
    """How much of the rest of the hand is of the suit that will be in force?"""
    wilds = mind.view.rules.wilds
    plain = [card for card in choice.rest if card < RED_JOKER and not _in(wilds, card)]
    return sum(suit_of(card) == choice.suit for card in plain) / max(len(plain), 3)


def many_suits(choice: Choice, mind: Mind) -> float:
    """How many suits could still be answered?"""
    wilds = mind.view.rules.wilds
    return len({suit_of(card) for card in choice.rest if not _in(wilds, card)}) / 4


def hard_to_answer(choice: Choice, mind: Mind) -> float:
    """How likely must the next seats draw? Those about to go out count most."""
    rules, top = mind.view.rules, choice.card
    if top == NO_CARD:
        top = mind.view.top
    answers = matches(rules, top, choice.suit)
    total, care = 0.0, 1.0
    for seat in mind.others():
        locked = 1 - mind.memory.can_answer(seat, choice.suit, answers)
        total += care * locked * (1 + THREAT * NEARNESS.get(mind.view.counts[seat], 0.0))
        care *= 0.3  # by the next seat but one the suit has often changed
    return total


def no_exit(choice: Choice, mind: Mind) -> float:
    """Would nothing but cards that may not be the last be left?"""
    stuck = choice.rest and all(_in(mind.view.rules.not_last, card) for card in choice.rest)
    return 1 / len(choice.rest) if stuck else 0.0


def idles(choice: Choice, _: Mind) -> float:
    """Is nothing laid?"""
    return float(choice.card == NO_CARD and choice.text[0] != "=")


def draws_an_exit(choice: Choice, mind: Mind) -> float:
    """Would any card drawn free a lone special, which may be laid but for being the last?"""
    view = mind.view
    if choice.text != "draw" or len(view.hand) != 1:
        return 0.0
    return 1.0 if _in(matches(view.rules, view.top, view.suit), view.hand[0]) else -0.5


NEARNESS = {1: 1.0, 2: 0.4}
"""How near going out somebody with so many cards is."""
THREAT = 4.0
"""How much more a seat about to go out is worth blocking than any other."""

WEIGHTS: tuple[tuple[Consideration, float], ...] = (
    (goes_out, 100.0),  # nothing is better
    (ends_next, 50.0),  # nor this, but for going out at once
    (sheds_points, 0.5),  # the round can end without warning
    (spends_wild, -2.0),  # saved for the last third
    (lone_ace, -1.0),  # up to three cards to draw
    (hits_leader, 1.0),  # the last card becomes two
    (own_suit, 1.0),  # the suit often comes back as it was left
    (many_suits, 0.5),  # whatever comes can be answered
    (hard_to_answer, 1.0),  # who draws is a turn behind
    (no_exit, -2.0),  # neither eight nor ace goes out
    (idles, -3.0),  # laying is what wins, where it is optional
    (draws_an_exit, 1.0),  # else it is better to wait with the special
)


def score(choice: Choice, mind: Mind) -> float:
    """How good a choice looks, in cards."""
    return sum(weight * consider(choice, mind) for consider, weight in WEIGHTS)


def choose(view: View, rng: Random) -> str:
    """A legal move of the seat in turn: the one that scores best, any of equals.

    Args:
        view: what the seat sees.
        rng: breaks ties.

    Raises:
        ValueError: it is not this seat's turn.
    """
    found = choices(view)
    if len(found) == 1:
        return found[0].text
    mind = Mind(view, remember(view))
    scores = [score(choice, mind) for choice in found]
    best = max(scores)
    return rng.choice(
        [each.text for each, value in zip(found, scores, strict=True) if value == best]
    )
