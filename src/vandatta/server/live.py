"""A table that is being played at: one lock, one log, and everybody who watches.

A move is checked, kept in the store, applied and told, in that order and one at
a time. Whoever shows the table waits on an event of `watch` and then reads the
table as it is; nobody is sent what happened in between.
"""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vandatta.engine.alphabet import NO_SEAT
from vandatta.server import chance
from vandatta.server.keyring import Keyring
from vandatta.server.seats import Sitting
from vandatta.server.security import Problem, fingerprint, same_player
from vandatta.server.settings import Sort
from vandatta.store.interface import Conflict, Entry, Store, StoreError, StoreFull
from vandatta.table import Refused, Seat, Table
from vandatta.view import View

log = logging.getLogger(__name__)


class LiveTable:
    """A table in memory, in step with its log.

    Args:
        name: the table's id.
        table: the table as its log has it.
        store: where the log is.

    Attributes:
        table: read it freely; it changes only through the methods below.
        sort: how each seat last asked for its hand to be sorted.
        overlooked: the seat that has had time to call and has not; see `overlook`.
    """

    def __init__(self, name: str, table: Table, store: Store) -> None:
        self.name = name
        self.table = table
        self.sort: dict[int, Sort] = {}
        self.overlooked = NO_SEAT
        self._store = store
        self._lock = asyncio.Lock()
        self._commits: set[asyncio.Task[None]] = set()
        self._watchers: set[asyncio.Event] = set()
        self._keyrings: dict[int, Keyring] = {}
        self._views: dict[int, View] = {}

    # -- what a seat sees -----------------------------------------------------------

    def seat_of(self, secret: str | None) -> int | None:
        """The seat that belongs to a player's secret; None for a stranger's."""
        if secret is None:
            return None
        for seat, kept in self.table.extra.get("players", {}).items():
            if same_player(secret, kept):
                return int(seat)
        return None

    def view(self, seat: int) -> View:
        """What ``seat`` sees now."""
        if seat not in self._views:
            self._views[seat] = self.table.view(seat)
        return self._views[seat]

    def keyring(self, seat: int) -> Keyring:
        """The names of the card elements on the pages of ``seat``, up to now."""
        if seat not in self._keyrings:
            secret = bytes.fromhex(self.table.extra.get("keys", ""))
            self._keyrings[seat] = Keyring(secret, seat)
        keyring = self._keyrings[seat]
        keyring.follow(self.view(seat).history)
        return keyring

    def sitting(self) -> Sitting:
        """What everybody at the table may know beside the round."""
        table = self.table
        return Sitting(
            table=self.name,
            seats=table.seats,
            number=table.number,
            decision=table.decision,
            phase_of_match=table.phase_of_match,
            rounds=table.rounds,
            overlooked=self.overlooked,
        )

    async def log(self) -> list[Entry]:
        """All entries of the table's log.

        Raises:
            Problem: the store can't be read.
        """
        try:
            return await self._store.read(self.name)
        except (StoreError, OSError) as error:
            raise trouble(error) from error

    @contextmanager
    def watch(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table has changed; clear it before reading."""
        fresh = asyncio.Event()
        self._watchers.add(fresh)
        try:
            yield fresh
        finally:
            self._watchers.discard(fresh)

    @property
    def watchers(self) -> int:
        """How many wait for news, the computer players' driver among them."""
        return len(self._watchers)

    @property
    def humans_in_match(self) -> bool:
        """Is a person still in the match?"""
        seats = zip(self.table.seats, self.table.in_match, strict=True)
        return any(inside and seat.player == "human" for seat, inside in seats)

    # -- what changes it ------------------------------------------------------------

    async def move(self, seat: int, words: str, decision: int | None = None) -> None:
        """Make a move; it is in the log when this returns.

        Args:
            seat: who moves.
            words: the move as text.
            decision: the table's decision that the mover saw.

        Raises:
            Refused: the rules forbid it, or the table has moved on.
            Problem: it could not be kept; the table is as it was.
        """
        await self._commit(lambda: [self.table.move(seat, words, decision)])

    async def go_on(self, decision: int | None = None) -> None:
        """Deal the next round.

        Raises:
            Refused: a round is being played, or the match is over.
            Problem: the table has moved on since ``decision``, or the deal could not be kept.
        """
        await self._commit(lambda: self._deal(decision))

    async def again(self, decision: int | None = None) -> None:
        """Begin a new match at the same table, with the dealer drawn by lot.

        Raises:
            Refused: the match is not over.
            Problem: as for `go_on`.
        """
        dealer = chance.below(len(self.table.seats))
        await self._commit(lambda: self._rematch(dealer, decision))

    def sort_hand(self, seat: int, sort: Sort) -> None:
        """Sort a seat's hand another way on all its pages, until the table is dropped."""
        self.sort[seat] = sort
        self._wake()

    def overlook(self, seat: int) -> None:
        """Let the pages offer to point out that ``seat`` has not called, while it may still."""
        self.overlooked = seat
        self._wake()

    def _check(self, decision: int | None) -> None:
        if decision is not None and decision != self.table.decision:
            raise Problem(409, "stale")

    def _rematch(self, dealer: int, decision: int | None) -> list[Entry]:
        """The new match and its first deal, which are kept both or neither."""
        self._check(decision)
        begun = self.table.rematch(dealer)
        ahead = copy.deepcopy(self.table)
        ahead.apply(begun)
        return [begun, ahead.deal(chance.shuffled(ahead.pack()), chance.seed())]

    def _deal(self, decision: int | None) -> list[Entry]:
        self._check(decision)
        return [self.table.deal(chance.shuffled(self.table.pack()), chance.seed())]

    async def _commit(self, propose: Callable[[], list[Entry]]) -> None:
        # Whoever asked may go away while the store writes; what is written must be applied.
        commit = asyncio.create_task(self._keep(propose))
        self._commits.add(commit)
        commit.add_done_callback(self._commits.discard)
        await asyncio.shield(commit)

    async def _keep(self, propose: Callable[[], list[Entry]]) -> None:
        """Propose, keep, apply and tell entries, with nobody else's in between."""
        async with self._lock:
            entries = propose()
            try:
                await self._store.append(self.name, self.table.length, entries)
            except Conflict:
                await self._catch_up()
                raise Problem(409, "conflict") from None
            except (StoreError, OSError) as error:
                raise trouble(error) from error
            for entry in entries:
                self.table.apply(entry)
            self._tell()

    async def _catch_up(self) -> None:
        """Apply what somebody else has appended."""
        try:
            entries = await self._store.read(self.name, self.table.length)
        except (StoreError, OSError) as error:
            raise trouble(error) from error
        try:
            for entry in entries:
                self.table.apply(entry)
        except ValueError:
            log.exception("table %s can't be replayed", self.name)
            raise Problem(410, "unreadable") from None
        finally:
            self._tell()

    def _tell(self) -> None:
        self._views.clear()
        if self.overlooked != NO_SEAT and self.view(0).window != self.overlooked:
            self.overlooked = NO_SEAT
        self._wake()

    def _wake(self) -> None:
        for fresh in self._watchers:
            fresh.set()

    async def settled(self) -> None:
        """Wait until what is being kept is kept."""
        while self._commits:
            await asyncio.wait(self._commits)


def trouble(error: Exception) -> Problem:
    """The problem to tell a player of when the store fails; the details go to the log."""
    log.error("the store failed: %s", error)
    return Problem(503, "store_full" if isinstance(error, StoreFull) else "store")


def new_table(
    seats: list[Seat], secret: str, dealer: int, rules: str = "svensk"
) -> tuple[Table, list[Entry]]:
    """A table with its first round dealt, and the entries that its log begins with.

    Args:
        seats: who sits where.
        secret: the secret of the player who has the human seats.
        dealer: who deals first.
        rules: the rules' id.

    Raises:
        vandatta.options.OptionsError: no such rules, or not for so many seats.
    """
    kept = fingerprint(secret)
    humans = [str(i) for i, seat in enumerate(seats) if seat.player == "human"]
    extra = {"players": dict.fromkeys(humans, kept), "keys": chance.key_secret()}
    table = Table()
    opening = table.opening(seats, rules, dealer, extra)
    table.apply(opening)
    deal = table.deal(chance.shuffled(table.pack()), chance.seed())
    table.apply(deal)
    return table, [opening, deal]


__all__ = ["LiveTable", "Refused", "new_table", "trouble"]
