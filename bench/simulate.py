"""A million rounds by ``vandatta simulate``, on all cores and on one, each in a process of its own.

Seconds are those of a clock on the wall, from the start of the process to its end; the loops have
been compiled before. That the answers are the same byte for byte is seen along the way.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from time import perf_counter

from vandatta.simulation.running import cores

RULES = "svensk"
SEATS = "4"


def answer(rounds: int, players: str, jobs: int) -> tuple[float, bytes]:
    """Seconds, and what the command answered."""
    words = ["--rules", RULES, "--seats", SEATS, "--players", players, "--rounds", str(rounds)]
    command = [sys.executable, "-m", "vandatta", "simulate", *words, "--jobs", str(jobs), "--json"]
    start = perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return perf_counter() - start, done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    rounds = parser.parse_args().rounds
    answer(1000, "careful", 1)
    for players in ("eager", "careful"):
        (one, single), (all_of_them, several) = (
            answer(rounds, players, jobs) for jobs in (1, cores())
        )
        assert single == several
        start, _ = answer(1000, players, 1)
        print(
            f"{rounds:,} rounds, {RULES}, {SEATS} seats, {players}: "
            f"{all_of_them:.1f} s on {cores()} cores, {one:.1f} s on one, "
            f"of which {start:.1f} s to start; without the start "
            f"{(one - start) / (all_of_them - start):.2f} times as fast; the same answer"
        )


if __name__ == "__main__":
    main()
