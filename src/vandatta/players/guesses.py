"""What a seat sees and has heard, as a round with hidden cards to be guessed.

How much a hint is worth is a matter of people, not of rules: few who could lay draw, most who
name a suit hold it, and one who lays a card of another suit often has more of that suit.
"""

from __future__ import annotations

from vandatta.cards import members
from vandatta.engine.alphabet import MAX_SEATS
from vandatta.engine.guessing import HINTS, NEVER, UNIT, WORTHS, Guess, settle
from vandatta.engine.rules import packs_for
from vandatta.players.memory import (
    HARDLY_HELD,
    LACKED,
    NAMED_IT,
    SPENT_A_WILD,
    TURNED_TO,
    Listener,
    without,
)
from vandatta.view import View

WORTH = {
    LACKED: (0.0, -NEVER / UNIT, -2 * NEVER / UNIT, -3 * NEVER / UNIT),
    HARDLY_HELD: (0.0, -2.5, -3.5, -4.0),
    NAMED_IT: (-2.0, -0.5, 0.2, 0.6),
    TURNED_TO: (-0.4, 0.0, 0.2, 0.4),
    SPENT_A_WILD: (0.0, -0.7, -1.0, -1.3),
}
"""A kind of hint: the logarithm of how likely it is with none, one, two and more such cards."""


def guess_of(view: View) -> Guess:
    """A first guess of what the seat of ``view`` does not see, and what speaks for and against.

    To be believed of the round that `vandatta.notation.outcomes.imagined` makes of the view.
    """
    heard = Listener(view.rules, view.players, packs_for(view.rules, sum(view.playing)), sure=False)
    heard.listen(view.history)
    pile = heard.pile if len(heard.pile) == view.pile else [view.top]
    first, second = without(view, pile)
    unseen = members(first) + members(second)
    seen: list[tuple[int, int, int]] = []
    hidden: list[tuple[int, int]] = []
    for seat in range(view.players):
        if seat == view.seat or view.hands is not None:
            continue
        born = heard.born[seat]
        if len(born) != view.counts[seat]:
            # the deal was not told
            born = [0] * view.counts[seat]
        sure = [card for card in members(heard.shown[seat]) if card in unseen][: len(born)]
        for card, moment in zip(sure, born, strict=False):
            unseen.remove(card)
            seen.append((seat, moment, card))
        hidden += ((seat, moment) for moment in born[len(sure) :])
    g = Guess(fixed=len(seen), held=len(seen) + len(hidden), hidden=len(seen) + len(unseen))
    cards = [card for _, _, card in seen] + unseen + list(pile)
    g.places = len(cards)
    g.card[: g.places] = cards
    g.seat[: g.held] = [each[0] for each in (*seen, *hidden)]
    g.born[: g.held] = [each[1] for each in (*seen, *hidden)]
    _weigh(g, view, heard)
    settle(g)
    return g


def _weigh(g: Guess, view: View, heard: Listener) -> None:
    """Write down what the hints are worth, seat by seat, the latest of them."""
    hints = [h for h in heard.hints if h.seat != view.seat] if view.hands is None else []
    at = 0
    for seat in range(view.players):
        g.start[seat] = at
        theirs = [h for h in hints if h.seat == seat][-(HINTS // max(view.players - 1, 1)) :]
        for hint in theirs:
            g.about[at], g.moment[at] = hint.cards, hint.moment
            g.worth[WORTHS * at : WORTHS * (at + 1)] = [round(UNIT * w) for w in WORTH[hint.kind]]
            at += 1
    for seat in range(view.players, MAX_SEATS + 1):
        g.start[seat] = at


__all__ = ["WORTH", "guess_of"]
