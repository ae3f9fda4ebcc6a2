"""Drawing cards, and renewing the stock.

Source: 000 "När du inte kan lägga", "Tar talongen slut mitt i en omgång".
"""

from __future__ import annotations

from vandatta.cards import NO_CARD
from vandatta.engine.alphabet import NO_SEAT
from vandatta.engine.mark import rule
from vandatta.engine.rng import below
from vandatta.engine.state import RENEWED, State, add_card, note


@rule
def can_draw(s: State) -> bool:
    """Can a card be drawn, from the stock or after renewing it?"""
    return s.n_stock > 0 or (
        s.n_pile > 1 and (s.rules.reshuffles < 0 or s.reshuffled < s.rules.reshuffles)
    )


@rule
def renew_stock(s: State) -> None:
    """Shuffle the pile, but for its top card, into a new stock."""
    top = s.n_pile - 1
    for i in range(top):
        s.stock[i] = s.pile[i]
    for i in range(top - 1, 0, -1):
        j = below(s.rng, i + 1)
        card = s.stock[i]
        s.stock[i] = s.stock[j]
        s.stock[j] = card
    s.pile[0] = s.pile[top]
    s.n_pile = 1
    s.n_stock = top
    s.reshuffled += 1
    note(s, RENEWED, NO_SEAT, top)


def before_shuffle(rng: list[int], wanted: list[int]) -> list[int]:
    """How cards must lie so that `renew_stock` shuffles them into the order ``wanted``.

    Args:
        rng: the generator as it is before the shuffle; it stays so.
        wanted: the cards, the first to be drawn last.
    """
    rng = rng[:]
    source = list(range(len(wanted)))
    for i in range(len(wanted) - 1, 0, -1):
        j = below(rng, i + 1)
        source[i], source[j] = source[j], source[i]
    found = wanted[:]
    for card, comes_from in zip(wanted, source, strict=True):
        found[comes_from] = card
    return found


@rule
def renew_if_early(s: State) -> None:
    """Renew an empty stock at once, where the rules do not wait until it is needed."""
    if s.rules.renew_early and s.n_stock == 0 and can_draw(s):
        renew_stock(s)


@rule
def draw_card(s: State, seat: int, why: int) -> int:
    """Draw one card for ``seat``; ``why`` is the kind of note.

    Returns:
        The card, or -1 when there is none to draw.
    """
    if not can_draw(s):
        return NO_CARD
    if s.n_stock == 0:
        renew_stock(s)
    s.n_stock -= 1
    card = s.stock[s.n_stock]
    add_card(s, seat, card)
    s.passes = 0
    # the hand is no longer the one card that was, or should have been, called
    s.called &= ~(1 << seat)
    s.forgot &= ~(1 << seat)
    if s.window == seat:
        s.window = NO_SEAT
    note(s, why, seat, card)
    renew_if_early(s)
    return card
