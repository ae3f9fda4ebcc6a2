"""Dealing anew what a seat can't see, so that it would have seen just what it did.

Every hidden card lies in a place of a certain age: it was dealt, or drawn at a certain
moment from a certain stock, or lies in the stock still. A card that was laid later must
have come from a place of the seat that laid it; a card that would have had to be laid
can't have been held when its holder drew. So each place takes some cards and not others,
and a dealing is a matching of places with cards, found with random choices and, where two
places want one card, by trading along. What can't be said of a single card (an ace that
may be laid only with another card to go on) is seen to when the round is played again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from random import Random

from vandatta.engine.alphabet import NAME, NO_SEAT
from vandatta.envs.chances import Chances, Got

NEVER = 1 << 30
ANY = -1


@dataclass(frozen=True, slots=True)
class Fate:
    """A card of a stock: who laid it next, and when; or it was not laid since."""

    card: int
    seat: int = NO_SEAT
    moment: int = NEVER
    drawn: int = ANY
    """When it must have been drawn, where only what was drawn last could be laid."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hidden card lies, or lay."""

    got: int
    """Which of `Chances.got` it is; -1: the stock."""
    seat: int
    born: int
    lacks: tuple[tuple[int, int], ...]
    """Moments from which on it can't have been one of those cards, and the cards."""

    def takes(self, fate: Fate) -> bool:
        """Can the card with this fate have lain here?"""
        if self.seat == NO_SEAT:
            return fate.seat == NO_SEAT
        if fate.seat not in (NO_SEAT, self.seat) or fate.moment < self.born:
            return False
        if fate.drawn not in (ANY, self.born):
            return False
        bit = 1 << fate.card
        return all(not cards & bit for moment, cards in self.lacks if moment <= fate.moment)


def shown_moments(c: Chances, seat: int) -> int:
    """How many of the decisions have had their effect on what ``seat`` sees."""
    game = c.game()
    made = game.moves
    if not game.unseen_moves(seat):
        return made
    # the move under way began with a lay, and all since are its own
    while not (c.decided[made - 1].action < NAME and c.decided[made - 1].question in (0, 2)):
        made -= 1
    return made - 1


def dealt_anew(c: Chances, seat: int, luck: Random, freely: bool = True) -> list[int] | None:
    """Cards for every place of `Chances.got`, as ``seat`` might imagine them.

    Args:
        c: the round.
        seat: who imagines; its own cards stay.
        luck: the chance of it.
        freely: of two copies of a card, of different age, either may be the one laid; else
            it is the one that was laid indeed.

    Returns:
        A card a place, in order; None where the choices made along the way led nowhere.
    """
    shown = shown_moments(c, seat)
    cards = [got.card for got in c.got]
    if c.rules.open_hands == 1:
        return cards
    fates = _fates(c, seat, shown, luck if freely else None)
    for stock, whole in fates.items():
        places = _places(c, seat, shown, stock, len(whole))
        found = _matched(places, whole, luck)
        if found is None:
            return None
        for place, fate in zip(places, found, strict=True):
            if place.got >= 0:
                cards[place.got] = fate.card
    return cards


def _fates(c: Chances, seat: int, shown: int, luck: Random | None) -> dict[int, list[Fate]]:
    """What became of the cards of each stock that ``seat`` did not get itself."""
    own: dict[int, Counter[int]] = defaultdict(Counter)
    got_at: dict[int, list[Got]] = defaultdict(list)
    for got in c.got:
        if got.seat == seat and got.moment <= shown:
            own[got.stock][got.card] += 1
        got_at[got.moment].append(got)
    room: Counter[tuple[int, int]] = Counter()
    """Places of a seat and stock that nothing laid has been found to come from."""
    held: dict[tuple[int, int], list[int]] = defaultdict(list)
    """The stocks that a seat's copies of a card came from."""
    free: dict[int, list[int]] = defaultdict(list)
    fates: dict[int, list[Fate]] = {}
    for moment in range(shown + 1):
        for stock, at in enumerate(c.renewed_at):
            if at == moment:
                fates[stock] = []
                for card in (c.stocks[stock] - own[stock]).elements():
                    free[card].append(stock)
        for got in got_at[moment]:
            room[got.seat, got.stock] += 1
            held[got.seat, got.card].append(got.stock)
        if moment == shown:
            break
        decided = c.decided[moment]
        if decided.action >= NAME or decided.seat == seat:
            continue
        card, who = decided.action, decided.seat
        stock = held[who, card].pop(0)
        if luck is not None:
            stock = luck.choice([each for each in free[card] if room[who, each] > 0] or [stock])
        if stock not in free[card]:
            stock = free[card][0]
        free[card].remove(stock)
        room[who, stock] -= 1
        fates[stock].append(Fate(card, who, moment, decided.drawn))
    for card, stocks in free.items():
        for stock in stocks:
            fates[stock].append(Fate(card))
    return fates


def _places(c: Chances, seat: int, shown: int, stock: int, many: int) -> list[Place]:
    """The places of the cards of a stock that ``seat`` did not get, the stock's own last."""
    lacks: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for moment, decided in enumerate(c.decided[:shown]):
        if decided.lacks:
            lacks[decided.seat].append((moment, decided.lacks))
    found = [
        Place(
            i,
            got.seat,
            got.moment,
            tuple(each for each in lacks[got.seat] if each[0] >= got.moment),
        )
        for i, got in enumerate(c.got)
        if got.stock == stock and got.seat != seat and got.moment <= shown
    ]
    return found + [Place(-1, NO_SEAT, 0, ())] * (many - len(found))


def _matched(places: list[Place], fates: list[Fate], luck: Random) -> list[Fate] | None:
    """A fate for each place, each used once, at random; None if there is no way."""
    if len(places) != len(fates):
        return None
    hands = [i for i, place in enumerate(places) if place.seat != NO_SEAT]
    cards = list(range(len(fates)))
    luck.shuffle(hands)
    luck.shuffle(cards)
    takes = {(i, k): places[i].takes(fates[k]) for i in hands for k in cards}
    held: dict[int, int] = {}
    holder: dict[int, int] = {}

    def settle(card: int, tried: set[int]) -> bool:
        """Find a place for a card, moving others about."""
        able = [i for i in hands if takes[i, card] and i not in tried]
        for i in [*(i for i in able if i not in held), *(i for i in able if i in held)]:
            if i in tried:
                continue
            tried.add(i)
            if i not in held or settle(held[i], tried):
                held[i], holder[card] = card, i
                return True
        return False

    def fill(place: int, tried: set[int]) -> bool:
        """Find a card for a place, moving others about; what had a place keeps one."""
        able = [k for k in cards if takes[place, k] and k not in tried]
        for k in [*(k for k in able if k not in holder), *(k for k in able if k in holder)]:
            if k in tried:
                continue
            tried.add(k)
            if k not in holder or fill(holder[k], tried):
                held[place], holder[k] = k, place
                return True
        return False

    laid = [k for k in cards if fates[k].seat != NO_SEAT]
    if not all(settle(k, set()) for k in laid):
        return None
    # those of which most is known first
    empty = sorted((i for i in hands if i not in held), key=lambda i: -len(places[i].lacks))
    if not all(fill(i, set()) for i in empty):
        return None
    left = iter([k for k in cards if k not in holder])
    return [fates[held[i] if i in held else next(left)] for i in range(len(places))]
