"""Random actions a second of the plain engine, beside OpenSpiel's crazy_eights driven from Python.

Both play whole rounds of four seats, every action chosen at random from the legal ones, and both
are asked from Python for each action. An action is a decision of a player: a lay, a named suit, a
draw, a pass. OpenSpiel also asks Python for every card dealt or drawn; those steps are counted in
the second of its figures only. The two games differ a little in their rules and in how they end,
so read the ratio, and read it as an order of magnitude.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

from vandatta.cards import members
from vandatta.engine.alphabet import OVER
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.play import apply, legal
from vandatta.options import rules_from

SEATS = 4
PEER = "crazy_eights(players=4,reshuffle=true)"

Counted = tuple[int, int]
"""Decisions of players, and all steps that were asked for from Python."""


def ours(rounds: int, chance: Random) -> Counted:
    """Play rounds of svensk on the plain engine."""
    rules = rules_from("svensk")
    pack = list(pack_for(rules, SEATS))
    actions = 0
    for dealer in range(rounds):
        chance.shuffle(pack)
        seed = chance.getrandbits(96)
        s = new_round(rules, SEATS, (1 << SEATS) - 1, dealer % SEATS, pack, seed)
        while s.phase != OVER:
            some = members(legal(s))
            apply(s, some[int(chance.random() * len(some))])
            actions += 1
    return actions, actions


def theirs(game: Any, rounds: int, chance: Random) -> Counted:
    """Play rounds of OpenSpiel's game; of one pack every card is as likely."""
    actions = steps = 0
    for _ in range(rounds):
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += 1
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
            else:
                some = state.legal_actions()
                state.apply_action(some[int(chance.random() * len(some))])
                actions += 1
    return actions, steps


def measured(play: Callable[[int, Random], Counted], rounds: int, seed: int) -> tuple[float, float]:
    """Decisions and steps a second of processor time."""
    chance = Random(seed)
    start = process_time()
    actions, steps = play(rounds, chance)
    seconds = process_time() - start
    return actions / seconds, steps / seconds


def peer() -> Any:
    """OpenSpiel's game, or None where it isn't installed."""
    try:
        return import_module("pyspiel").load_game(PEER)
    except ImportError:
        return None


def main() -> None:
    """Measure in turn, so that a slow moment of the machine meets both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300, help="rounds of ours in each repeat")
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    game = peer()
    mine: list[float] = []
    decisions: list[float] = []
    steps: list[float] = []
    for repeat in range(options.repeats):
        mine.append(measured(ours, options.rounds, repeat)[0])
        if game is not None:

            def play(rounds: int, chance: Random) -> Counted:
                return theirs(game, rounds, chance)

            found = measured(play, max(1, options.rounds // 5), repeat)
            decisions.append(found[0])
            steps.append(found[1])
    print(f"vandatta, plain Python      {median(mine):10,.0f} actions/s")
    if game is None:
        print("OpenSpiel is not installed: `pip install open_spiel`, or run `make bench`.")
        return
    print(f"OpenSpiel, from Python      {median(decisions):10,.0f} actions/s")
    print(f"  with its chance nodes     {median(steps):10,.0f} steps/s")
    ratios = sorted(a / b for a, b in zip(mine, decisions, strict=True))
    with_chance = median(a / b for a, b in zip(mine, steps, strict=True))
    print(
        f"vandatta : OpenSpiel        {median(ratios):10.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        f"; {with_chance:.2f} with the chance nodes counted"
    )


if __name__ == "__main__":
    main()
