"""Counting legal sequences from a fixed position, by the engine and by others.

A step is a single text move of the seat in turn, with or without a call where that makes a
difference, or a call or a pointing out by any seat; it is written ``seat:move``.

    python -m tests.counting tests/counts/lappen.json

counts what the file counts. Where a count differs from the one kept, or the engine's from that
of an independent referee, it follows the first step that counts differently down to the
position whose steps do. More words are steps to go first, ``-d 4`` a depth, ``-w`` keeps
what the engine counts now.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any, Protocol

from tests.lockstep import renewed
from tests.naive import Naive
from tests.naive_klassisk import Klassisk
from tests.spiel import SpielGame
from vandatta.cards import SUITS, card_text
from vandatta.engine.alphabet import CALL_BIT, OVER
from vandatta.engine.calls import calls
from vandatta.engine.copying import copy_of
from vandatta.engine.play import singles
from vandatta.engine.state import State, hand_of
from vandatta.notation.moves import Plan, make, move_texts, plan, read_move
from vandatta.notation.position import read_position


class Game(Protocol):
    """A round somewhere in its course."""

    def steps(self) -> list[str]:
        """Everything anyone may do, as ``seat:move``."""

    def after(self, step: str) -> Game:
        """The round after a step; this one stays as it is."""


def laid(words: str) -> int:
    """How many cards a text move lays."""
    return 0 if words[0] in "=dp?!" else len(words.removesuffix("!").partition("=")[0]) // 2


@dataclass(frozen=True)
class EngineGame:
    """The engine, moved as players write their moves."""

    s: State

    def steps(self) -> list[str]:
        return list(self._steps())

    def _steps(self) -> Iterator[str]:
        s = self.s
        if s.phase == OVER:
            return
        for words in [*move_texts(s.rules, singles(s)), *self._sets()]:
            yield f"{s.turn}:{words}"
            left = s.count[s.turn] - laid(words)
            # breathing the call with the lay is another step where it makes a difference
            if laid(words) and s.rules.lappen and left in (1, s.rules.warning_at or 1):
                yield f"{s.turn}:{words}!"
        for seat in range(s.players):
            spoken = calls(s, seat)
            if spoken & CALL_BIT:
                yield f"{seat}:!"
            for other in range(s.players):
                if spoken >> 1 + other & 1:
                    yield f"{seat}:?{other}"

    def _sets(self) -> Iterator[str]:
        """Lays of several cards."""
        s = self.s
        if not s.rules.several and not s.rules.several_wilds:
            return
        hand = hand_of(s, s.turn)
        for rank in range(13):
            same = [card_text(card) for card in hand if card >> 2 == rank]
            names = ["=" + suit for suit in SUITS] if s.rules.wilds >> 4 * rank & 1 else [""]
            for size in range(2, len(same) + 1):
                for cards in dict.fromkeys(permutations(same, size)):
                    for name in names:
                        words = "".join(cards) + name
                        if isinstance(plan(s, s.turn, read_move(words)), Plan):
                            yield words

    def after(self, step: str) -> EngineGame:
        then = copy_of(self.s)
        seat, words = step.split(":")
        move = read_move(words)
        parts = plan(then, int(seat), move)
        assert isinstance(parts, Plan), (step, parts)
        make(then, int(seat), move, parts)
        return EngineGame(then)


@dataclass(frozen=True)
class NaiveGame:
    """One of the naive referees."""

    naive: Naive | Klassisk

    def steps(self) -> list[str]:
        return list(self._steps())

    def _steps(self) -> Iterator[str]:
        naive, seats = self.naive, range(self.naive.seats)
        for words in sorted(naive.legal()):
            yield f"{naive.turn}:{words}"
            if laid(words) and len(naive.hands[naive.turn]) - laid(words) == 1:
                yield f"{naive.turn}:{words}!"
        for seat in seats:
            if naive.may_call(seat):
                yield f"{seat}:!"
            for other in seats:
                if naive.may_point_out(seat, other):
                    yield f"{seat}:?{other}"

    def after(self, step: str) -> NaiveGame:
        then = copy(self.naive)
        then.hands = [list(hand) for hand in then.hands]
        for name, value in vars(then).items():
            if isinstance(value, list) and name != "hands":
                setattr(then, name, value[:])
        seat, words = int(step[0]), step[2:]
        if words == "!":
            then.call(seat)
        elif words[0] == "?":
            assert isinstance(then, Naive)
            then.point_out(seat, int(words[1]))
        else:
            then.play(words.removesuffix("!"), words.endswith("!"))
        return NaiveGame(then)


def naive_game(position: dict[str, Any]) -> NaiveGame:
    """A position of the files here, for the naive referee of its preset."""
    # a stock may be renewed once on the way: the generator is where it was
    rng = read_position(position).rng
    hands = [hand.split() for hand in position["hands"]]
    pile, stock = position["pile"].split(), position["stock"].split()
    dealer = (position["turn"] - 1) % len(hands)
    naive: Naive | Klassisk
    if position["rules"] == "klassisk":
        naive = Klassisk(hands, stock, pile, dealer, lambda cards: renewed(rng, cards))
    else:
        naive = Naive(hands, stock, pile[-1], dealer, lambda cards: renewed(rng, cards))
        naive.pile = pile
        naive.must_name = position.get("phase") == "name"
        naive.called = list(position.get("called", naive.called))
    naive.suit = position.get("suit", naive.suit)
    naive.renewals = position.get("reshuffled", 0)
    return NaiveGame(naive)


def games(position: dict[str, Any]) -> dict[str, Game]:
    """The engine and, where there is one for these rules, an independent referee."""
    found: dict[str, Game] = {"engine": EngineGame(read_position(position))}
    if position["rules"] in ("svensk", "klassisk"):
        found["naive"] = naive_game(position)
    elif isinstance(position["rules"], dict) and position["rules"]["base"] == "openspiel":
        found["OpenSpiel"] = SpielGame.at(position)
    return found


def count(game: Game, depth: int) -> int:
    """The number of sequences of that many steps."""
    if depth == 0:
        return 1
    steps = game.steps()
    return len(steps) if depth == 1 else sum(count(game.after(s), depth - 1) for s in steps)


def divide(game: Game, depth: int) -> dict[str, int]:
    """`count` by first step."""
    return {step: count(game.after(step), depth - 1) for step in game.steps()}


def differs(one: Game, other: Game, depth: int) -> tuple[list[str], set[str], set[str]] | None:
    """Where two games come to count differently.

    Returns:
        The steps to that position, and what may be done there by each; None if nowhere.
    """
    mine, theirs = set(one.steps()), set(other.steps())
    if mine != theirs:
        return [], mine, theirs
    if depth > 1:
        for step in sorted(mine):
            found = differs(one.after(step), other.after(step), depth - 1)
            if found:
                return [step, *found[0]], *found[1:]
    return None


def table(columns: dict[str, dict[str, int]]) -> Iterator[str]:
    """Divided counts side by side, the lines that differ marked."""
    yield "  {:12}".format("") + "".join(f"{name:>12}" for name in columns)
    for step in dict.fromkeys(step for each in columns.values() for step in each):
        cells = [each.get(step, 0) for each in columns.values()]
        mark = "*" if len(set(cells)) > 1 else " "
        yield f"{mark} {step:12}" + "".join(f"{cell:12,}" for cell in cells)


def told(kept: dict[str, Any], steps: list[str], depth: int) -> Iterator[str]:
    """What there is to say about the counts of a file, in lines."""
    found = games(kept["position"])
    for step in steps:
        found = {name: game.after(step) for name, game in found.items()}
    columns = {name: divide(game, depth) for name, game in found.items()}
    if not steps and depth == kept["divided"]["depth"]:
        columns["kept"] = kept["divided"]["by"]
    sums = {name: sum(each.values()) for name, each in columns.items()}
    if not steps and depth <= len(kept["counts"]):
        sums["kept"] = kept["counts"][depth - 1]
    yield f"to depth {depth}: " + ", ".join(f"{name} {n:,}" for name, n in sums.items())
    yield from table(columns)
    mine, *others = found.values()
    for other in others:
        split = differs(mine, other, depth)
        if split:
            way, here, there = split
            yield f"The steps differ after {' '.join([*steps, *way]) or 'no step'}:"
            yield f"  the engine alone: {' '.join(sorted(here - there)) or '-'}"
            yield f"  the other alone:  {' '.join(sorted(there - here)) or '-'}"


def counted(kept: dict[str, Any]) -> dict[str, Any]:
    """The contents of a file, with what the engine counts now."""
    game = EngineGame(read_position(kept["position"]))
    depths = len(kept.get("counts", [0] * 6))
    divided = divide(game, depths)
    counts = [count(game, depth) for depth in range(1, depths)]
    counts.append(sum(divided.values()))
    return {**kept, "counts": counts, "divided": {"depth": depths, "by": divided}}


def main(words: list[str]) -> None:
    """Print where counts differ, or keep new ones."""
    parser = argparse.ArgumentParser("python -m tests.counting", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("steps", nargs="*")
    parser.add_argument("-d", "--depth", type=int)
    parser.add_argument("-w", "--write", action="store_true")
    given = parser.parse_args(words)
    kept = json.loads(given.file.read_text("utf-8"))
    if given.write:
        kept = counted(kept)
        lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(kept[key])}" for key in kept)
        given.file.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    depth = given.depth or kept["divided"]["depth"] - len(given.steps)
    sys.stdout.write("\n".join(told(kept, given.steps, depth)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
