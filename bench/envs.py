"""Steps a second of the PettingZoo environment, beside PettingZoo's own `connect_four_v3`.

Both are played at random by the loop that PettingZoo's documentation gives, whole rounds one
after another, with an observation and a mask for every step. How the random action is found is
the loop's affair and the same for both: one of the mask's ones.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

TARGET = 3.0


class Pace:
    """Rounds of an environment played at random, and the processor time they took."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.steps = 0
        self.seconds = 0.0

    def play(self, chance: Random) -> None:
        """Play a round."""
        env = self.env
        start = process_time()
        env.reset(seed=chance.getrandbits(31))
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                some = observation["action_mask"].nonzero()[0]
                env.step(some[int(chance.random() * len(some))])
            self.steps += 1
        self.seconds += process_time() - start

    @property
    def steps_a_second(self) -> float:
        """Steps a second of processor time."""
        return self.steps / self.seconds


def pair(ours: Any, theirs: Any, seconds: float, chance: Random) -> tuple[float, float]:
    """Steps a second of both, played round by round in turn for so many seconds each.

    A shared machine is now slow, now quick; so close together, both meet the same of it.
    """
    mine, peer = Pace(ours), Pace(theirs)
    while min(mine.seconds, peer.seconds) < seconds:
        behind = mine if mine.seconds <= peer.seconds else peer
        behind.play(chance)
    return mine.steps_a_second, peer.steps_a_second


def main() -> None:
    """Measure, and print both and the median of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="svensk")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each repeat")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    try:
        ours = import_module("vandatta.envs.aec").env(options.rules, options.seats)
        theirs = import_module("pettingzoo.classic").connect_four_v3.env()
    except ImportError as error:
        print(f"This bench needs PettingZoo and pygame, or run `make bench` ({error}).")
        return
    mine: list[float] = []
    peer: list[float] = []
    for repeat in range(options.repeats):
        our, their = pair(ours, theirs, options.seconds, Random(repeat))
        mine.append(our)
        peer.append(their)
    ratios = sorted(a / b for a, b in zip(mine, peer, strict=True))
    title = f"vandatta, {options.rules}, {options.seats} seats"
    print(f"{title:30} {median(mine):10,.0f} steps/s")
    print(f"{'PettingZoo connect_four_v3':30} {median(peer):10,.0f} steps/s")
    print(
        f"{'vandatta : connect_four_v3':30} {median(ratios):10.2f}"
        f" ({ratios[0]:.2f} to {ratios[-1]:.2f}); at least {TARGET:.0f} is wanted"
    )


if __name__ == "__main__":
    main()
