"""The shelf of opened records: what is asked for at once is made once, and nothing old is given."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from typing import Any

from tests.recorded import match
from vandatta.notation.record_log import records
from vandatta.replay import Replay
from vandatta.server.shelf import FEWEST, STEP, Opened, Shelf

REPLAY = Replay(records(match(random.Random(5), 2, "svensk", moves=10)[0])[0])


def maker(made: list[int], entries: int, go: threading.Event | None = None) -> Callable[[], Opened]:
    def make() -> Opened:
        if go is not None:
            assert go.wait(30)
        made.append(entries)
        return Opened((REPLAY,), entries=entries)

    return make


async def test_what_two_ask_for_at_once_is_made_once() -> None:
    shelf, go = Shelf(), threading.Event()
    made: list[int] = []
    asked = [asyncio.create_task(shelf.find("key", maker(made, 3, go), 3)) for _ in range(4)]
    await asyncio.sleep(0)
    go.set()
    found = await asyncio.gather(*asked)
    assert made == [3]
    assert all(each is found[0] for each in found)


async def test_an_older_record_gives_way_and_a_newer_one_stays() -> None:
    shelf = Shelf()
    made: list[int] = []
    assert (await shelf.find("key", maker(made, 3), 3)).entries == 3
    assert (await shelf.find("key", maker(made, 5), 5)).entries == 5
    # one who read the log earlier, and waited long, gets what was made since
    assert (await shelf.find("key", maker(made, 4), 4)).entries == 5
    assert made == [3, 5]
    assert shelf.size == FEWEST + STEP * REPLAY.steps


async def test_what_can_not_be_made_leaves_the_shelf_as_it_was() -> None:
    shelf = Shelf()

    def fail() -> Any:
        raise ValueError("no record")

    for _ in range(20):  # more than may wait
        try:
            await shelf.find("key", fail)
        except ValueError as error:
            assert str(error) == "no record"
    assert shelf.get("key") is None
    made: list[int] = []
    await shelf.find("key", maker(made, 1), 1)
    assert made == [1]
