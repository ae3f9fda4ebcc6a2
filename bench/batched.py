"""Steps a second of the batched environment on one core, beside OpenSpiel's loop from Python.

A step is a decision of a player, by chance, with the observation and the mask of the seat that
decides, in arrays. The peer is `crazy_eights` played by the loop that OpenSpiel's documentation
gives, asked for `observation_tensor` and `legal_actions_mask` at every decision, which are lists;
and the same with the lists made arrays. Its chance nodes are played too, and not counted. Both
deal their rounds. They are measured turn and turn about, by processor time: medians, and the
median of the pairs' ratios.

The batched environment is also measured with a player of the engine at the other seats: then a
step goes on until one's own seat decides again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import process_time

import numpy as np

from vandatta.envs.batched import BatchedEnv

TARGET = 30.0
Measure = Callable[[], float]
"""A measurement: how many steps a second of processor time."""


def ours(rules: str, seats: int, tables: int, opponents: str | None = None) -> Measure:
    """Play by chance at many tables."""
    game = BatchedEnv(rules, seats, tables, opponents=opponents)
    game.reset(seed=1)
    actions = np.zeros(tables, np.int64)
    rounds = max(1, 200_000 // tables)

    def measure() -> float:
        start = process_time()
        for _ in range(rounds):
            game.step(game.sample(actions))
        return rounds * tables / (process_time() - start)

    measure()
    return measure


def peer(seats: int, arrays: bool, games: int = 40) -> Measure:
    """OpenSpiel's game from Python, with observations and masks, as lists or as arrays."""
    game = import_module("pyspiel").load_game(f"crazy_eights(players={seats})")
    chance = Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                # of one pack, every card is as likely
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
                continue
            seat = state.current_player()
            seen, mask = state.observation_tensor(seat), state.legal_actions_mask(seat)
            if arrays:
                np.array(seen, np.float32)
                np.array(mask, np.int8)
            some = state.legal_actions()
            state.apply_action(some[int(chance.random() * len(some))])
            steps += 1
        return steps

    def measure() -> float:
        start = process_time()
        steps = sum(play() for _ in range(games))
        return steps / (process_time() - start)

    return measure


def row(what: str, mine: Measure, peers: dict[str, Measure], repeats: int) -> None:
    """Measure in turn, so that a slow moment of the machine meets all, and print."""
    found = [(mine(), *(each() for each in peers.values())) for _ in range(repeats)]
    print(f"{what:52}{median(each[0] for each in found):13,.0f} /s")
    for at, name in enumerate(peers, 1):
        ratio = median(each[0] / each[at] for each in found)
        speed = median(each[at] for each in found)
        print(f"  {name:50}{speed:13,.0f} /s {ratio:7.1f} x (goal {TARGET:.0f} x)")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--tables", type=int, default=1024)
    options = parser.parse_args()
    try:
        import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: `pip install open_spiel`, or run `make bench`.")
        return
    for rules, seats in (("openspiel", 2), ("openspiel", 4), ("svensk", 4)):
        what = f"steps at {options.tables:,} tables, {rules}, {seats} seats"
        peers = {
            "OpenSpiel from Python, lists": peer(seats, arrays=False),
            "OpenSpiel from Python, arrays": peer(seats, arrays=True),
        }
        row(what, ours(rules, seats, options.tables), peers, options.repeats)
    for who in ("eager", "careful"):
        what = f"steps of one seat, svensk, 4 seats, others {who}"
        row(what, ours("svensk", 4, options.tables, who), {}, options.repeats)


if __name__ == "__main__":
    main()
