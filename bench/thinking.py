"""How quick the players that search are, and the server meanwhile, with many tables at once.

Tables of one player, who moves at once, against computer players, in one server process as it is
run for players; another process asks for pages all the while. Measured are the times from asking
a worker for a move, where there is a choice, to its answer, and from asking for a page to having
it. Each figure stands beside its goal; a busy machine excuses all of them but workers that fail.

    python bench/thinking.py [--tables 8] [--seconds 40]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import os
import random
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import uvicorn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.houses import SECRET, asks_something, legal, until
from vandatta.server.app import create_app
from vandatta.server.house import House
from vandatta.server.live import LiveTable
from vandatta.server.security import Problem
from vandatta.server.settings import LevelKey, Settings
from vandatta.server.thinking import Thinkers
from vandatta.store.memory import MemoryStore
from vandatta.table import Refused
from vandatta.view import View

HOST = "127.0.0.1"
GOALS = {"master": 0.350, "grandmaster": 2.0}
PAGE = 0.050
EVERY = 0.05
"""Seconds between two requests for pages."""
OPPONENTS = 3
SETTLING = 6.0
"""Seconds of play before anything is measured."""


class Timed(Thinkers):
    """Workers whose answers are timed."""

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[str, list[float]] = defaultdict(list)
        self.failed = 0
        self.late = 0

    def ask(self, level: str, view: View, seed: int, seconds: float) -> asyncio.Future[str | None]:
        """Let a worker think of a move, and note when it answers."""
        answer = super().ask(level, view, seed, seconds)
        begun = time.perf_counter()

        def note(done: asyncio.Future[str | None]) -> None:
            if not done.cancelled() and view.singles.bit_count() > 1:
                self.times[level].append(time.perf_counter() - begun)
                self.failed += done.result() is None

        answer.add_done_callback(note)
        return answer

    def missed(self, _table: str) -> None:
        """Note that *Van* had to play."""
        self.late += 1


def quantile(figures: Sequence[float], share: float) -> float:
    """The figure that ``share`` of all figures don't exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def told(what: str, figures: Sequence[float], goal: float) -> None:
    """Print the figures of one thing beside its goal."""
    if not figures:
        print(f"  {what:<34} none")
        return
    worst = quantile(figures, 0.99)
    middle = statistics.median(figures)
    verdict = "good" if worst <= goal else "OVER"
    print(
        f"  {what:<34} {len(figures):>6,}  p50 {1000 * middle:>5.0f}  p99 {1000 * worst:>5.0f}"
        f"  max {1000 * max(figures):>5.0f} ms   goal p99 < {1000 * goal:.0f} ms  {verdict}"
    )


async def person(live: LiveTable, luck: random.Random) -> None:
    """Play seat 0 for ever: something legal as soon as it is asked for."""
    while True:
        await until(live, asks_something)
        phase = live.table.phase_of_match
        with contextlib.suppress(Refused, Problem):
            if phase == "over":
                await live.again()
            elif phase == "between":
                await live.go_on()
            else:
                await live.move(0, luck.choice(legal(live)), live.table.decision)


def ask_pages(port: int, seconds: float, paths: Sequence[str]) -> None:
    """In a process of its own: ask for pages and print how long each took."""
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    cookie = {"cookie": os.environ.get("COOKIE", ""), "accept": "text/html"}
    stop = time.perf_counter() + seconds
    turn = 0
    while time.perf_counter() < stop:
        begun = time.perf_counter()
        line.request("GET", paths[turn % len(paths)], headers=cookie)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, (answer.status, paths[turn % len(paths)])
        print(time.perf_counter() - begun)
        turn += 1
        time.sleep(EVERY)


async def measure(levels: Sequence[LevelKey], seconds: float) -> Timed:
    """Play at a table of each of ``levels`` at once, and print what was measured."""
    app = create_app(MemoryStore(), 1.0)
    config = uvicorn.Config(
        app, host=HOST, port=0, lifespan="on", log_config=None, access_log=False
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 -- uvicorn has no event for it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    house: House = app.state.house
    timed = Timed()
    house.thinkers = timed
    timed.prepare()
    begun = time.perf_counter()
    while not timed.ready:  # noqa: ASYNC110 -- said in another thread
        await asyncio.sleep(0.05)
    print(f"  a worker is ready after {time.perf_counter() - begun:.1f} s")
    tables = [await house.open(Settings(opponents=OPPONENTS, level=key), SECRET) for key in levels]
    people = [
        asyncio.create_task(person(live, random.Random(number)))
        for number, live in enumerate(tables)
    ]
    # until the second worker has come; what was before is not counted
    await asyncio.sleep(SETTLING)
    timed.times.clear()
    timed.late = 0
    asking = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, "--pages", str(port), "--seconds", str(seconds)),
        stdout=subprocess.PIPE,
    )
    said, _ = await asking.communicate()
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    for level, goal in GOALS.items():
        if level in levels:
            told(f"{level}, from ask to answer", timed.times[level], goal)
    told("a page, from request to answer", [float(each) for each in said.split()], PAGE)
    print(f"  Van had to play {timed.late} times; workers failed {timed.failed} times")
    server.should_exit = True
    await serving
    return timed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=8, help="tables at once")
    parser.add_argument("--seconds", type=float, default=40, help="how long each is measured")
    parser.add_argument("--pages", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.pages:
        ask_pages(args.pages, args.seconds, ["/", "/rules", "/choose/svensk"])
        return 0
    print(
        f"{args.tables} tables, each of one player and {OPPONENTS} computer players;"
        f" {os.cpu_count()} cores"
    )
    masters: list[LevelKey] = ["master"] * args.tables
    grandmasters: list[LevelKey] = ["grandmaster"] * args.tables
    both = [*masters[::2], *grandmasters[1::2]]
    kinds = {
        "all of them Mästare": masters,
        "all of them Stormästare": grandmasters,
        "half of them each": both,
    }
    failed = 0
    for name, levels in kinds.items():
        load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
        print(f"{name}{load}")
        timed = asyncio.run(measure(levels, args.seconds))
        failed += timed.failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
