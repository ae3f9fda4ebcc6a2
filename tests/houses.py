"""Live tables in the same process, for the tests of what runs them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

from vandatta.engine.alphabet import TO_LAY
from vandatta.notation.moves import move_texts
from vandatta.server.house import House
from vandatta.server.live import LiveTable
from vandatta.server.settings import Settings
from vandatta.store.interface import Entry
from vandatta.store.memory import MemoryStore
from vandatta.table import Table

SECRET = "a-secret-of-22-letters"
NEVER = 1e6
"""A pace at which no computer player gets to move in a test."""


class Moody(MemoryStore):
    """A store that fails, or waits, when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[Exception] = []
        self.open = asyncio.Event()
        self.open.set()
        self.asked = asyncio.Event()

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        self.asked.set()
        await self.open.wait()
        if self.failures:
            raise self.failures.pop(0)
        await super().append(table, expected, entries)


async def until(live: LiveTable, holds: Callable[[Table], bool]) -> None:
    """Wait until something holds; it is looked at whenever the table changes."""
    with live.watch() as fresh:
        async with asyncio.timeout(60):
            while not holds(live.table):
                fresh.clear()
                await fresh.wait()


async def my_turn(house: House, settings: Settings | None = None) -> LiveTable:
    """A new table at which the player begins, and no eight was turned up."""
    while True:
        live = await house.open(settings or Settings(), SECRET)
        if live.table.in_turn() == 0 and live.view(0).phase == TO_LAY:
            return live


def legal(live: LiveTable, seat: int = 0) -> list[str]:
    view = live.view(seat)
    return move_texts(view.rules, view.singles)


def asks_something(table: Table) -> bool:
    """Is it for the person to move, or to go on, or is it all over?"""
    if table.phase_of_match == "between":
        return table.in_match[0]
    return table.in_turn() == 0 or table.phase_of_match == "over"


async def play_on(live: LiveTable, luck: random.Random) -> None:
    """Play seat 0 to the end of the match: anything legal, never calling."""
    while True:
        await until(live, asks_something)
        if live.table.phase_of_match == "over":
            return
        if live.table.phase_of_match == "between":
            await live.go_on()
        else:
            await live.move(0, luck.choice(legal(live)), live.table.decision)
