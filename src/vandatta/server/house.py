"""All tables: those in memory, and those that wait in the store to be sat down at."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass

from vandatta.options import OptionsError
from vandatta.players import LEVELS, TRAINED, Level
from vandatta.server import chance
from vandatta.server.driver import Driver
from vandatta.server.live import LiveTable, new_table, trouble
from vandatta.server.security import Problem
from vandatta.server.settings import Settings
from vandatta.server.thinking import Thinkers
from vandatta.store.interface import Entry, Store, StoreError
from vandatta.table import Seat, Table

log = logging.getLogger(__name__)

IDLE = 600.0
"""Seconds after which a table nobody looks at is dropped from memory."""
SWEEP = 60.0
"""Seconds between looking for such tables."""
MOST = 1000
"""Tables in memory above which those nobody looks at are dropped at once."""
NAMES = ("Astrid", "Birger", "Cecilia", "David", "Edit", "Folke", "Greta", "Hugo")
"""The computer players' names, the same in every language."""
PERSON = "Spelare"
"""What the log calls the person; pages say "du" or "you"."""


@dataclass(slots=True)
class Place:
    """A table in memory and what runs it."""

    live: LiveTable
    driver: asyncio.Task[None]
    used: float


class House:
    """Opens, finds and drops tables.

    Args:
        store: where their logs are.
        pace: multiplies the computer players' times.
        trained: the computer player of the level `TRAINED`, if there is one.
        thinkers: who thinks for the levels that search; None: processes of its own.
    """

    def __init__(
        self,
        store: Store,
        pace: float,
        trained: Level | None = None,
        thinkers: Thinkers | None = None,
    ) -> None:
        self._store = store
        self._pace = pace
        self.trained = trained
        self.thinkers = Thinkers() if thinkers is None else thinkers
        self._places: dict[str, Place] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def open(self, settings: Settings, secret: str) -> LiveTable:
        """A new table for one player against computer players, dealt and in the store.

        Args:
            settings: how many opponents, of which level, and by which rules.
            secret: the player's secret.

        Raises:
            Problem: it could not be kept, or the rules are not for so many.
        """
        names = chance.pick(NAMES, settings.opponents)
        # remembered from a time when there was one
        missing = settings.level == TRAINED and self.trained is None
        level = "regular" if missing else settings.level
        seats = [Seat(PERSON, "human"), *(Seat(name, level) for name in names)]
        try:
            made = new_table(seats, secret, chance.below(len(seats)), settings.rules)
        except OptionsError as error:
            raise Problem(422, "seats", error) from None
        return await self.take_in(*made)

    async def take_in(self, table: Table, entries: list[Entry]) -> LiveTable:
        """A table that has been made, kept in the store and let run.

        Args:
            table: the table.
            entries: all of its log.

        Raises:
            Problem: it could not be kept.
        """
        name = chance.table_id()
        try:
            await self._store.append(name, 0, entries)
        except (StoreError, OSError) as error:
            raise trouble(error) from error
        return self._seat(name, table)

    async def find(self, name: str) -> LiveTable:
        """The table called ``name``, replayed from its log if it is not in memory.

        Raises:
            Problem: there is none, or its log can't be read.
        """
        place = self._places.get(name)
        if place is not None:
            place.used = asyncio.get_running_loop().time()
            return place.live
        # two that ask at once must get the same table in memory
        if name not in self._loading:
            loading = asyncio.create_task(self._load(name))
            self._loading[name] = loading
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> LiveTable:
        try:
            entries = await self._store.read(name)
        except (StoreError, OSError) as error:
            raise trouble(error) from error
        if not entries:
            raise Problem(404, "no_table")
        try:
            table = Table(entries)
            _check_extra(table)
        except ValueError:
            log.exception("table %s can't be replayed", name)
            raise Problem(410, "unreadable") from None
        return self._seat(name, table)

    def _seat(self, name: str, table: Table) -> LiveTable:
        live = LiveTable(name, table, self._store)
        if _searches(table):
            self.thinkers.prepare()
        driver = Driver(live, self._pace, chance.bot_luck(), self.trained, self.thinkers)
        task = asyncio.create_task(driver.run(), name=f"driver of {name}")
        self._places[name] = Place(live, task, asyncio.get_running_loop().time())
        return live

    async def sweep(self) -> None:
        """Drop idle tables now and then, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP)
            await self.drop_idle(asyncio.get_running_loop().time())

    async def drop_idle(self, now: float) -> None:
        """Drop the tables that nobody has looked at for a while."""
        idle = 0.0 if len(self._places) > MOST else IDLE
        for name, place in list(self._places.items()):
            # the driver watches too
            if place.live.watchers <= 1 and now - place.used >= idle:
                del self._places[name]
                await _stop(place)
        if not any(_searches(place.live.table) for place in self._places.values()):
            await self.thinkers.close()

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._places)

    async def close(self) -> None:
        """Stop all computer players, and wait until what is being kept is kept."""
        places = list(self._places.values())
        self._places.clear()
        for place in places:
            await _stop(place)
        await self.thinkers.close()


def _searches(table: Table) -> bool:
    """Is there somebody who searches for moves?"""
    return any(seat.player in LEVELS and LEVELS[seat.player].guesses for seat in table.seats)


def _check_extra(table: Table) -> None:
    """See that the opening says whose the seats are.

    Raises:
        ValueError: it does not.
    """
    players, keys = table.extra.get("players"), table.extra.get("keys")
    if not isinstance(players, dict) or not isinstance(keys, str):
        raise ValueError("the opening names no players or no keys")
    bytes.fromhex(keys)
    for seat, kept in players.items():
        known = seat.isdecimal() and int(seat) < len(table.seats)
        if not known or not isinstance(kept, str) or not kept.isascii():
            raise ValueError(f"the opening names no player for seat {seat}")


async def _stop(place: Place) -> None:
    place.driver.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await place.driver
    await place.live.settled()
