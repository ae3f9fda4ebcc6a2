"""The proof that a player does not peek.

At positions met in play everything that its seat can't see is dealt anew (`worlds`). What the seat
sees must be the same in both worlds, and so must be what the player does with the same chance: if
it is, chance for chance, then the distribution of its moves is the same, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from vandatta.arena.players import player
from vandatta.arena.worlds import differs, redealt, retold
from vandatta.engine.alphabet import OVER, TO_FOLLOW, TO_NAME
from vandatta.engine.choosing import amid_a_move, call_in_time
from vandatta.engine.match import Match
from vandatta.engine.play import apply, legal
from vandatta.engine.playouts import deal_number, seated
from vandatta.engine.rules import Rules
from vandatta.engine.sitting import ANY, CAREFUL, EAGER, WAITING, chosen
from vandatta.events import History
from vandatta.narrate import Narrator
from vandatta.options import compile_rules, named
from vandatta.players import Choose
from vandatta.simulation.plan import ENDLESS, Share
from vandatta.simulation.working import Stopped, never
from vandatta.view import View, observe

PHASES = ("name", "lay", "drawn", "owing", "follow")
"""The phases of a round in which a player is asked for a move: to name the suit of a turned-up
eight, at the beginning of a turn, after drawing, with cards owed, after an ace of its own. The
suit of its own eight and the other cards of a set are parts of a move."""
HABITS = (EAGER, CAREFUL, WAITING, ANY)
"""Who plays the rounds that positions are taken from."""
A_ROUND = 4
"""Positions of a phase taken from a round at the most."""
ROUNDS = 60
"""Rounds looked through for each position wanted, at the most: some phases come seldom."""
UNMET = 500
"""A phase not met in so many rounds is not waited for: under many rules some can't be met."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a position is met."""

    number: int
    """The round."""
    step: int
    """The decision in it."""
    phase: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What is to be proved, under some rules."""

    player: str
    rules: str
    """The id of a rule set."""
    seed: int
    chances: int
    """How many seeds the player is asked with."""
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a position."""

    place: Place
    seat: int
    other: bool
    """Did the worlds differ in cards, or their order?"""
    fault: str = ""
    """``peeks``: another move; ``seen``: the seat sees the difference; ``fickle``: it moves
    differently even if nothing differs; or nothing."""
    one: str = ""
    two: str = ""
    """The two moves, or views."""


# --- positions


def places(rules: str, seed: int, many: int) -> tuple[list[Place], int]:
    """So many positions of each phase, as far as they are met.

    Returns:
        The positions, and how many rounds were looked through.
    """
    compiled, found = compile_rules(named(rules)), dict[str, list[Place]]()
    number = 0
    while number < ROUNDS * many:
        met: dict[str, list[Place]] = {}
        for step, s in enumerate(course(compiled, seed, number)):
            if legal(s).bit_count() > 1:
                phase = phase_of(s)
                met.setdefault(phase, []).append(Place(number, step, phase))
        for phase, each in met.items():
            taken = found.setdefault(phase, [])
            few = min(A_ROUND, len(each), many - len(taken))
            taken += sorted(Random(f"{seed} {number}").sample(each, few), key=lambda p: p.step)
        number += 1
        waited_for = PHASES if number < UNMET else tuple(found)
        if all(len(found.get(phase, ())) == many for phase in waited_for):
            break
    return [each for phase in PHASES for each in found.get(phase, [])], number


def course(rules: Rules, seed: int, number: int) -> Iterator[Any]:
    """A round, as it is each time somebody is to move."""
    seats, luck = 2 + number % (min(rules.max_seats, 5) - 1), [0] * 4
    s = seated(rules, seats)
    deal_number(s, luck, seed, number)
    for _ in range(ENDLESS):
        if s.phase == OVER:
            break
        if not amid_a_move(s):
            yield s
        apply(s, chosen(s, luck, HABITS[(number + s.turn) % len(HABITS)]))
        call_in_time(s)


def phase_of(s: Any) -> str:
    """In which of `PHASES` a round is."""
    if s.phase == TO_NAME:
        return "name"
    if s.phase == TO_FOLLOW:
        return "follow"
    if s.duty:
        return "owing"
    return "drawn" if s.drawn else "lay"


# --- asking


def work(proof: Proof, share: Share, stop: Callable[[], bool] = never) -> list[Asked]:
    """Try a share of the positions.

    Raises:
        Stopped: ``stop`` said so.
    """
    choose, found = player(proof.player), []
    for place in proof.places[share.first : share.first + share.count]:
        if stop():
            raise Stopped
        found.append(tried(proof, choose, place))
    return found


def tried(proof: Proof, choose: Choose, place: Place) -> Asked:
    """Ask a player in two worlds, with every seed."""
    narrator, history, told = Narrator(), History(), 0
    s: Any = None
    for step, s in enumerate(course(compile_rules(named(proof.rules)), proof.seed, place.number)):
        history.extend(narrator.events(s, told))
        told = s.noted
        if step == place.step:
            break
    luck = Random(f"{proof.seed} {place.number} {place.step}")
    seat, m = s.turn, Match(players=s.players, playing=s.playing, dealer=s.dealer)
    other = redealt(s, seat, luck)
    events = list(history) if s.rules.open_hands else retold(history, seat, luck)
    anew, differ = History(events), differs(s, other)
    for _ in range(proof.chances):
        chance = luck.getrandbits(64)
        view, one = asked(choose, s, m, seat, history, chance)
        same, two = asked(choose, other, m, seat, anew, chance)
        if view != same:
            return Asked(place, seat, differ, "seen", repr(view), repr(same))
        if one != two:
            _, again = asked(choose, s, m, seat, history, chance)
            return Asked(place, seat, differ, "peeks" if one == again else "fickle", one, two)
    return Asked(place, seat, differ)


def asked(
    choose: Choose, s: Any, m: Match, seat: int, history: History, chance: int
) -> tuple[View, str]:
    """What a seat sees, and what a player does there."""
    view = observe(s, m, seat, history)
    return view, choose(view, Random(chance))


__all__ = ["PHASES", "Asked", "Place", "Proof", "places", "tried", "work"]
