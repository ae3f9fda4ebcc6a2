"""Van: weighs a handful of plain considerations and takes the best move.

Each consideration is a small function from a move's outcome and what the seat
knows to a number, near 0 for "no matter" and near 1 for "very much so". A move's
score is their weighted sum; the unit of the weights is about one card less in hand.
What a card does is never asked by its rank: the outcome tells what it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from vandatta.cards import members, suit_of
from vandatta.engine.rules import SINGLE, Rules
from vandatta.notation.outcomes import Outcome, outcomes
from vandatta.players.memory import Memory, remember
from vandatta.view import View


@dataclass(frozen=True, slots=True)
class Mind:
    """What the seat sees, what it remembers, and what it reckons with."""

    view: View
    memory: Memory
    unit: float
    """Points of a card dear enough to be worth getting rid of."""

    def others(self, outcome: Outcome) -> Iterator[int]:
        """The other seats in the round, the next in turn after ``outcome`` first."""
        seats, step = self.view.players, outcome.direction
        for i in range(seats):
            seat = (outcome.turn + i * step) % seats
            if seat != self.view.seat and self.view.playing[seat]:
                yield seat

    def near(self, seat: int) -> float:
        """How near going out another seat is now."""
        return NEARNESS.get(self.view.counts[seat], 0.0)


def mind_of(view: View) -> Mind:
    """The mind of the seat that sees ``view``."""
    return Mind(view, remember(view), _unit(view.rules))


def _unit(rules: Rules) -> float:
    """About the points of a court card: a third more than a card's, whatever the scale."""
    plain = members(rules.pack & ~rules.wilds & ~rules.jokers)
    return 4 / 3 * sum(rules.points[card >> 2] for card in plain) / max(len(plain), 1) or 1.0


Consideration = Callable[[Outcome, Mind], float]


def _in(cards: int, card: int) -> bool:
    return cards >> card & 1 == 1


def _again(outcome: Outcome) -> bool:
    """Is a card laid, and the same seat in turn once more?"""
    return not outcome.over and outcome.turn == outcome.seat and bool(outcome.cards)


def _out(outcome: Outcome) -> bool:
    return outcome.counts[outcome.seat] == 0


def goes_out(outcome: Outcome, _: Mind) -> float:
    """Is the last card laid?"""
    return float(_out(outcome))


def ends_next(outcome: Outcome, _: Mind) -> float:
    """Is it an ace, say, after which the rest of the hand can be laid before the others?"""
    return float(_again(outcome) and _can_end(outcome, DEPTH))


def _can_end(outcome: Outcome, depth: int) -> bool:
    """Can the seat that is in turn again go out before anybody else is in turn?"""
    if not outcome.playable or len(outcome.rest) > FEW:
        return False
    after = [each for each in outcome.then() if each.cards]
    if any(_out(each) for each in after):
        return True
    return depth > 1 and any(_again(each) and _can_end(each, depth - 1) for each in after)


def sheds_cards(outcome: Outcome, _: Mind) -> float:
    """How many cards are laid?"""
    return float(len(outcome.cards))


def sheds_points(outcome: Outcome, mind: Mind) -> float:
    """Are the cards dear? An eight is not shed but spent, see `spends_wild`."""
    rules = mind.view.rules
    if rules.match_end == SINGLE:
        return 0.0
    plain = [card for card in outcome.cards if not _in(rules.wilds | rules.jokers, card)]
    return sum(rules.points[card >> 2] for card in plain) / mind.unit


def sheds_risk(outcome: Outcome, mind: Mind) -> float:
    """Are the cards dear, eights too, when somebody is about to go out?"""
    rules = mind.view.rules
    if rules.match_end == SINGLE or not outcome.cards:
        return 0.0
    near = max(map(mind.near, mind.others(outcome)), default=0.0)
    return near * sum(rules.points[card >> 2] for card in outcome.cards) / mind.unit


def spends_wild(outcome: Outcome, mind: Mind) -> float:
    """Does it burn the way out of a locked suit? Of two eights one is to spare."""
    rules = mind.view.rules
    free = rules.anywhere
    spent = sum(_in(free, card) for card in outcome.cards)
    if not spent or len(outcome.rest) <= 1:
        return 0.0
    return spent - 0.5 * any(_in(free, card) for card in outcome.rest)


def must_draw(outcome: Outcome, _: Mind) -> float:
    """Is it an ace, say, that nothing in the hand can follow, so that cards must be drawn?"""
    return float(_again(outcome) and bool(outcome.rest) and not outcome.playable)


def goes_on(outcome: Outcome, _: Mind) -> float:
    """Is there another turn at once, with a card to lay in it?"""
    return float(_again(outcome) and bool(outcome.playable))


def makes_draw(outcome: Outcome, mind: Mind) -> float:
    """Who must draw because of it, above all among those about to go out?"""
    if not outcome.cards:
        return 0.0
    total = 0.0
    for seat in mind.others(outcome):
        drawn: float = outcome.counts[seat] - mind.view.counts[seat]
        if seat == outcome.turn and outcome.duty:
            answers = mind.memory.can_answer(seat, outcome.suit, outcome.fits, 0)
            drawn += outcome.duty * (1 - answers)
        total += min(drawn, MANY) * DRAWN + min(drawn, 1) * mind.near(seat)
    return total


def skips(outcome: Outcome, mind: Mind) -> float:
    """Who loses a turn because of it, above all among those about to go out?"""
    if not outcome.cards or outcome.over:
        return 0.0
    total, seat = 0.0, outcome.seat
    while True:
        seat = (seat + outcome.direction) % mind.view.players
        if seat in (outcome.turn, outcome.seat):
            return total
        if mind.view.playing[seat]:
            total += 0.2 + mind.near(seat)


def own_suit(outcome: Outcome, mind: Mind) -> float:
    """How much of the rest of the hand is of the suit that will be in force?"""
    free = mind.view.rules.anywhere
    plain = [card for card in outcome.rest if not _in(free, card)]
    return sum(suit_of(card) == outcome.suit for card in plain) / max(len(plain), 3)


def many_suits(outcome: Outcome, mind: Mind) -> float:
    """How many suits could still be answered?"""
    free = mind.view.rules.anywhere
    return len({suit_of(card) for card in outcome.rest if not _in(free, card)}) / 4


def hard_to_answer(outcome: Outcome, mind: Mind) -> float:
    """How likely must the next seats draw? That one about to go out can lay counts most."""
    if outcome.over or _again(outcome):
        return 0.0
    wilds = mind.view.rules.anywhere
    total, care = 0.0, 1.0
    for seat in mind.others(outcome):
        answers = mind.memory.can_answer(seat, outcome.suit, outcome.fits, wilds)
        total += care * (1 - answers * (1 + THREAT * mind.near(seat)))
        care *= 0.3  # by the next seat but one the suit has often changed
    return total


def no_exit(outcome: Outcome, mind: Mind) -> float:
    """Would nothing but cards that may not be the last be left?"""
    rest = outcome.rest
    stuck = rest and all(_in(mind.view.rules.not_last, card) for card in rest)
    return 1 / len(rest) if stuck else 0.0


def idles(outcome: Outcome, _: Mind) -> float:
    """Is nothing laid?"""
    return float(not outcome.cards and outcome.text[0] != "=")


def draws_an_exit(outcome: Outcome, mind: Mind) -> float:
    """Would any card drawn free a lone special, which may be laid but for being the last?"""
    view = mind.view
    if outcome.text != "draw" or len(view.hand) != 1 or outcome.duty:
        return 0.0
    return 1.0 if _in(outcome.fits, view.hand[0]) else -0.5


def keeps_defence(outcome: Outcome, mind: Mind) -> float:
    """Is there still a card that sends on what others make one owe?"""
    return float(any(_makes_owe(mind.view.rules, card) for card in outcome.rest))


def _makes_owe(rules: Rules, card: int) -> bool:
    return rules.draws[card >> 2] > 0 or _in(rules.pass_on, card)


def blocks(outcome: Outcome, mind: Mind) -> float:
    """Does the round end with cards left, and with more of them here than elsewhere?"""
    if not outcome.over or _out(outcome):
        return 0.0
    others = [outcome.counts[seat] for seat in mind.others(outcome)]
    return sum(others) / max(len(others), 1) - outcome.counts[outcome.seat]


NEARNESS = {1: 1.0, 2: 0.4}
"""How near going out somebody with so many cards is."""
THREAT = 6.0
"""How much more a seat about to go out is worth blocking than any other."""
DRAWN = 0.3
"""What a card drawn by another is worth ..."""
MANY = 6
"""... up to so many."""
FEW = 5
"""Cards in hand from which on it is worth looking for a way to go out at once."""
DEPTH = 3
"""How many turns in a row are looked ahead."""

WEIGHTS: tuple[tuple[Consideration, float], ...] = (
    (goes_out, 100.0),  # nothing is better
    (ends_next, 50.0),  # nor this, but for going out at once
    (sheds_cards, 1.0),  # where several may be laid
    (sheds_points, 0.5),  # the round can end without warning
    (sheds_risk, 0.7),  # what is left in hand then counts
    (spends_wild, -2.0),  # saved for the last third
    (must_draw, -1.0),  # up to three cards to draw
    (goes_on, 1.5),  # a card more, before anyone else has a turn
    (makes_draw, 0.8),  # the last card becomes two
    (skips, 1.0),  # not in turn, not going out
    (own_suit, 1.0),  # the suit often comes back as it was left
    (many_suits, 0.5),  # whatever comes can be answered
    (hard_to_answer, 0.5),  # who draws is a turn behind
    (no_exit, -2.0),  # neither eight nor ace goes out
    (idles, -3.0),  # laying is what wins, where it is optional
    (draws_an_exit, 1.0),  # else it is better to wait with the special
    (keeps_defence, 0.7),  # what a two asks is sent on with another
    (blocks, 1.0),  # what is left in the hands decides
)


def score(outcome: Outcome, mind: Mind) -> float:
    """How good an outcome looks, in cards."""
    return sum(weight * consider(outcome, mind) for consider, weight in WEIGHTS)


def by_score(view: View) -> Callable[[Outcome], float]:
    """The `score` of outcomes, by what the seat of ``view`` knows."""
    mind = mind_of(view)
    return lambda outcome: score(outcome, mind)


def choose(view: View, rng: Random) -> str:
    """A legal move of the seat in turn: the one that scores best, any of equals.

    Args:
        view: what the seat sees.
        rng: breaks ties.

    Raises:
        ValueError: it is not this seat's turn.
    """
    found = outcomes(view)
    if len(found) == 1:
        return found[0].text
    mind = mind_of(view)
    scores = [score(outcome, mind) for outcome in found]
    best = max(scores)
    return rng.choice(
        [each.text for each, value in zip(found, scores, strict=True) if value == best]
    )
