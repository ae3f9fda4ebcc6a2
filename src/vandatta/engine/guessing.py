"""Guessing hidden cards again and again, each as often as what was seen makes it likely.

Every hidden card lies in a place: in another seat's hand, since a certain moment, in the stock,
or deep in the pile. Hints say what a seat's cards at a moment were like. A guess is changed by
letting two cards change places; likelier guesses are kept more often (the method of Metropolis),
so that after enough changes a guess is as likely to be met as it is to be true.

Likelihoods are whole numbers, in sixteenths of a natural logarithm: plain and compiled, the
guesses are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp

from vandatta.engine.alphabet import MAX_SEATS
from vandatta.engine.mark import rule
from vandatta.engine.rng import M32, next32, one_of, seed_words
from vandatta.engine.state import PILE_ROOM, State, add_card

HINTS = 96
"""Hints heeded at most."""
UNIT = 16
"""What makes a guess 2.7 times as likely."""
NEVER = 12 * UNIT
"""What would have to be against the rules: so hard to take that it is met only where nothing else
has been found."""
WORTHS = 4
"""A hint tells what it is worth that none, one, two or more of its cards are held."""
ODDS = tuple(int(exp(-k / UNIT) * M32) for k in range(NEVER * 2))
"""How often, of 2**32 times, a change to a guess less likely by so much is made all the same."""


@dataclass(slots=True)
class Guess:
    """Where the hidden cards may lie, and what speaks for and against it."""

    fixed: int = 0
    """Places in hands whose cards have been seen. They come first ..."""
    held: int = 0
    """... then, up to here, the other places in hands ..."""
    hidden: int = 0
    """... then the stock's places, and those of the pile of which nothing is known ..."""
    places: int = 0
    """... and then the rest of the pile, top card last."""
    card: list[int] = field(default_factory=lambda: [0] * PILE_ROOM)
    """A place: the card guessed there."""
    seat: list[int] = field(default_factory=lambda: [0] * PILE_ROOM)
    """A place in a hand: whose."""
    born: list[int] = field(default_factory=lambda: [0] * PILE_ROOM)
    """A place in a hand: when its card came there."""
    start: list[int] = field(default_factory=lambda: [0] * (MAX_SEATS + 1))
    """A seat: where its hints begin; they end where the next seat's begin."""
    about: list[int] = field(default_factory=lambda: [0] * HINTS)
    """A hint: the set of cards it speaks of."""
    moment: list[int] = field(default_factory=lambda: [0] * HINTS)
    """A hint: it speaks of cards that came before."""
    worth: list[int] = field(default_factory=lambda: [0] * (HINTS * WORTHS))
    """A hint: the likelihood of none, one, two or more cards of the set."""
    has: list[int] = field(default_factory=lambda: [0] * HINTS)
    """A hint: how many of its cards the guess gives the seat."""


def settle(g: Guess) -> None:
    """Count what the guess has of each hint's cards."""
    for k in range(g.start[MAX_SEATS]):
        g.has[k] = 0
    for place in range(g.held):
        for k in range(g.start[g.seat[place]], g.start[g.seat[place] + 1]):
            if g.born[place] < g.moment[k]:
                g.has[k] += g.about[k] >> g.card[place] & 1


@rule
def put(g: Guess, place: int, card: int) -> int:
    """Guess that ``card`` lies in ``place``.

    Returns:
        By how much the hints find that likelier than what was guessed before.
    """
    was = g.card[place]
    g.card[place] = card
    gain = 0
    if place < g.held:
        for k in range(g.start[g.seat[place]], g.start[g.seat[place] + 1]):
            if g.born[place] < g.moment[k]:
                step = (g.about[k] >> card & 1) - (g.about[k] >> was & 1)
                if step != 0:
                    before = g.has[k]
                    g.has[k] = before + step
                    gain += g.worth[WORTHS * k + min(before + step, WORTHS - 1)]
                    gain -= g.worth[WORTHS * k + min(before, WORTHS - 1)]
    return gain


@rule
def stir(g: Guess, rng: list[int], times: int) -> None:
    """Let cards change places ``times`` times, or stay where they are likelier."""
    if g.held == g.fixed:
        return
    for _ in range(times):
        one = g.fixed + one_of(rng, g.held - g.fixed)
        other = g.fixed + one_of(rng, g.hidden - g.fixed)
        mine = g.card[one]
        its = g.card[other]
        if mine == its:
            continue
        gain = put(g, one, its) + put(g, other, mine)
        if gain < 0 and (-gain >= len(ODDS) or next32(rng) > ODDS[-gain]):
            put(g, one, mine)
            put(g, other, its)


@rule
def mix_unheld(g: Guess, rng: list[int]) -> None:
    """Put the cards that are in no hand in an order by chance: nothing is known of it."""
    for i in range(g.hidden - 1, g.held, -1):
        j = g.held + one_of(rng, i + 1 - g.held)
        card = g.card[i]
        g.card[i] = g.card[j]
        g.card[j] = card


@rule
def believe(g: Guess, s: State, rng: list[int]) -> None:
    """Put the guessed cards where they are guessed, in a round that lacks them."""
    mix_unheld(g, rng)
    for place in range(g.held):
        s.first[g.seat[place]] = 0
        s.second[g.seat[place]] = 0
        s.count[g.seat[place]] = 0
    for place in range(g.held):
        add_card(s, g.seat[place], g.card[place])
    at = g.held
    for i in range(s.n_stock):
        s.stock[i] = g.card[at]
        at += 1
    for i in range(g.places - at):
        s.pile[i] = g.card[at + i]
    seed_words(s.rng, next32(rng), next32(rng), next32(rng))
