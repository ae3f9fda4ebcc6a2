"""The computer players' part in a live table: their moves, calling, catching, going on.

The driver of a table keeps a small list of intents, each with the time it is
due, and sleeps until the first of them or until the table changes. An intent
keeps its time while it stays possible, so that a call by one seat does not make
another think anew. Who searches for its move does so in that time, elsewhere
(`vandatta.server.thinking`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from vandatta.engine.alphabet import NO_SEAT
from vandatta.events import Eliminated, Laid
from vandatta.notation.moves import move_texts
from vandatta.players import (
    LEVELS,
    TRAINED,
    Level,
    delay_to_call,
    delay_to_move,
    delay_to_notice,
    forgotten,
    is_to_call,
    will_call,
    will_notice,
)
from vandatta.server.live import LiveTable
from vandatta.server.security import Problem
from vandatta.server.thinking import Thinkers, limit
from vandatta.table import Refused
from vandatta.view import View

log = logging.getLogger(__name__)

GRACE = 2.2
"""Seconds a person has to call before a computer player moves or points it out."""
BETWEEN = 8.0
"""Seconds the end of a round stands when no person is left in the match ..."""
FAREWELL = 12.0
"""... and of the round that put a person out of it."""
OVERLOOKED = 0.6
"""Seconds after which a call that has not come is forgotten: longer than any takes."""
DRAWING = 0.6
"""How much of the thinking time it takes to draw one more card."""
QUICK = 0.35
"""How much of their time moves and calls take when no person is left in the match."""
PATIENCE = (1.0, 5.0)
"""Seconds to the next attempt when a move can't be kept: at first, and at most."""

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Intent:
    """Something a computer player means to do."""

    key: Key
    """What makes it the same intent as before."""
    wait: Callable[[], float]
    """Seconds from now, asked once, when the intent is new; infinity for never."""
    seat: int
    words: str
    """The move, or "" for one that is thought of when the time has come."""
    earliest: float = 0.0
    """Not before this time, whenever it was due."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A move that somebody else is thinking of."""

    decision: int
    seconds: float
    """How long it takes, with many or with few moves to choose from: nobody learns by the clock
    what cards they are."""
    until: float
    """So long it is waited for."""
    move: asyncio.Future[str | None]


class Driver:
    """Plays the computer seats of one table.

    Args:
        live: the table.
        pace: multiplies all times; 0 plays at once.
        luck: the computer players' chance.
        trained: who plays at seats of `TRAINED`; None: *regular*.
        thinkers: who thinks for the levels that search; None: nobody, and they play as *regular*.
    """

    def __init__(
        self,
        live: LiveTable,
        pace: float,
        luck: random.Random,
        trained: Level | None = None,
        thinkers: Thinkers | None = None,
    ) -> None:
        self._live = live
        self._pace = pace
        self._luck = luck
        self._trained = trained
        self._thinkers = thinkers
        self._thought: Thought | None = None
        self._fresh: asyncio.Event | None = None
        self._due: dict[Key, float] = {}
        self._window = (NO_SEAT, 0)
        self._grace = 0.0

    async def run(self) -> None:
        """Play until cancelled. Whatever goes wrong is logged and tried again."""
        patience = PATIENCE[0]
        with self._live.watch() as fresh, contextlib.ExitStack() as end:
            self._fresh = fresh
            end.callback(self._forget)
            while True:
                fresh.clear()
                try:
                    await self._step(fresh)
                    patience = PATIENCE[0]
                except Problem as problem:
                    # the store is full, say; whoever plays has been told by their own moves
                    log.warning("table %s: %s", self._live.name, problem)
                    await _pause(fresh, patience)
                    patience = min(2 * patience, PATIENCE[1])
                except Exception:
                    log.exception("table %s: a computer player failed", self._live.name)
                    await _pause(fresh, patience)
                    patience = min(2 * patience, PATIENCE[1])

    async def _step(self, fresh: asyncio.Event) -> None:
        now = asyncio.get_running_loop().time()
        found = self.plan(now)
        if found is None:
            await fresh.wait()
            return
        intent, due = found
        if due > now:
            try:
                async with asyncio.timeout(due - now):
                    await fresh.wait()
            except TimeoutError:
                pass
            else:
                return
        await self._do(intent)

    def plan(self, now: float) -> tuple[Intent, float] | None:
        """The intent that is due first at time ``now``, and when; None if there is none."""
        intents = list(self._intents(now))
        keys = {intent.key for intent in intents}
        self._due = {key: due for key, due in self._due.items() if key in keys}
        first: tuple[Intent, float] | None = None
        for intent in intents:
            if intent.key not in self._due:
                self._due[intent.key] = now + intent.wait()
            due = max(self._due[intent.key], intent.earliest)
            if due < (math.inf if first is None else first[1]):
                first = (intent, due)
        return first

    def _intents(self, now: float) -> Iterator[Intent]:
        """What the computer players could mean to do now; calls before moves."""
        table = self._live.table
        phase = table.phase_of_match
        if phase == "deal":
            yield Intent(("deal", table.decision), lambda: 0.0, NO_SEAT, "")
        if phase == "between" and not self._live.humans_in_match:
            yield Intent(("next", table.decision), self._standing, NO_SEAT, "")
        if self._thought is not None and self._thought.decision != table.decision:
            self._forget()
        turn = table.in_turn()
        if turn is None:
            return
        known = self._levels()
        levels = {i: known[s.player] for i, s in enumerate(table.seats) if s.player in known}
        # window and forgotten calls are public: any seat's view tells of them
        view = self._live.view(turn)
        grace = self._grace_of(view, now)
        yield from self._calls(view, levels, grace)
        if turn in levels:
            yield Intent(
                ("turn", table.decision),
                partial(self._moving, levels[turn], view),
                turn,
                "",
                max(grace, self._searching(levels[turn], view, now)),
            )

    def _levels(self) -> dict[str, Level]:
        """All computer players there are."""
        return {**LEVELS, TRAINED: self._trained or LEVELS["regular"]}

    def _calls(self, view: View, levels: dict[int, Level], grace: float) -> Iterator[Intent]:
        """Calling "lappen", and pointing out that somebody did not."""
        for seat in range(view.players):
            if view.window != seat and not view.forgot[seat]:
                continue
            laid = max(e.n for e in view.history if isinstance(e, Laid) and e.seat == seat)
            if view.window == seat and seat in levels and self._live.overlooked != seat:
                yield Intent(("overlook", seat, laid), self._overlooking, seat, "")
            if view.window == seat and seat in levels and self._pace > 0:
                calls = partial(self._if, will_call, delay_to_call, levels[seat])
                yield Intent(("call", seat, laid), calls, seat, "!")
            for other, level in levels.items():
                if view.playing[other] and seat in forgotten(self._live.view(other)):
                    catches = partial(self._if, will_notice, delay_to_notice, level)
                    yield Intent(("catch", other, seat, laid), catches, other, f"?{seat}", grace)

    def _if(
        self,
        happens: Callable[[Level, random.Random], bool],
        delay: Callable[[Level, random.Random], float],
        level: Level,
    ) -> float:
        """The seconds of ``delay``, or for ever if it does not happen."""
        if not happens(level, self._luck):
            return math.inf
        return self._time(delay(level, self._luck))

    def _moving(self, level: Level, view: View) -> float:
        """Seconds for a move; one more card is drawn faster than the first."""
        delay = delay_to_move(level, view, self._luck) * (DRAWING if view.drawn else 1.0)
        return max(self._time(delay), self._thought.seconds if self._thought else 0.0)

    def _searching(self, level: Level, view: View, now: float) -> float:
        """Have a move searched for, where the level does that; until when it is waited for."""
        if not level.guesses or self._thinkers is None:
            return 0.0
        if self._thought is None:
            # no slower a table gives more time than the level has
            seconds = level.seconds * min(1.0, self._time(DRAWING if view.drawn else 1.0))
            ready = self._thinkers.ready
            move = self._thinkers.ask(level.key, view, self._luck.getrandbits(64), seconds)
            move.add_done_callback(lambda _: self._wake())
            until = now + limit(seconds) if ready else 0.0
            self._thought = Thought(self._live.table.decision, seconds, until, move)
        return 0.0 if self._thought.move.done() else self._thought.until

    def _wake(self) -> None:
        if self._fresh is not None:
            self._fresh.set()

    def _forget(self) -> None:
        """Nobody needs that move any more; should it come all the same, nobody hears it."""
        if self._thought is not None:
            self._thought.move.cancel()
            self._thought = None

    def _grace_of(self, view: View, now: float) -> float:
        """Until when the computer players wait for a person to call "lappen"."""
        window = (view.window, self._live.table.decision)
        if view.window == NO_SEAT or self._live.table.seats[view.window].player != "human":
            return 0.0
        if window != self._window:
            self._window = window
            self._grace = now + GRACE * self._pace
        return self._grace

    def _overlooking(self) -> float:
        """Seconds in which every call is made that is not forgotten."""
        return self._time(OVERLOOKED)

    def _standing(self) -> float:
        """Seconds for which the end of a round stands: never cut short, people read it."""
        table = self._live.table
        out = {event.seat for event in self._live.view(0).history if isinstance(event, Eliminated)}
        person = any(table.seats[seat].player == "human" for seat in out)
        return (FAREWELL if person else BETWEEN) * self._pace

    def _time(self, seconds: float) -> float:
        """``seconds`` at the table's pace."""
        return seconds * self._pace * (1.0 if self._live.humans_in_match else QUICK)

    async def _do(self, intent: Intent) -> None:
        if intent.key[0] == "overlook":
            self._live.overlook(intent.seat)
            return
        if intent.seat == NO_SEAT:
            try:
                await self._live.go_on()
            except Refused:
                log.debug("table %s: somebody else dealt", self._live.name)
            return
        if intent.words:
            try:
                await self._live.move(intent.seat, intent.words)
            except Refused as refused:
                log.debug("table %s: too late for %s: %s", self._live.name, intent.words, refused)
            # done or too late, either way it is not meant any more
            self._due[intent.key] = math.inf
            return
        await self._move(intent.seat)

    async def _move(self, seat: int) -> None:
        """Choose and make the move of the seat in turn: if need be any that is legal."""
        live = self._live
        view = live.view(seat)
        decision = live.table.decision
        legal = move_texts(view.rules, view.singles)
        for words in [self._choice(seat, view), *legal]:
            try:
                await live.move(seat, words, decision)
            except Refused as refused:
                if refused.rule == "stale":
                    return
                log.warning("table %s: %s may not be played: %s", live.name, words, refused)
            else:
                return
        raise RuntimeError(f"no move can be made in seat {seat}")

    def _choice(self, seat: int, view: View) -> str:
        """What the seat's player chooses; without time to call afterwards, with the call."""
        level = self._levels()[self._live.table.seats[seat].player]
        try:
            words = self._searched() if level.guesses else level.choose(view, self._luck)
            if not words:
                words = LEVELS["regular"].choose(view, self._luck)
            at_once = self._pace == 0 and is_to_call(view, words)
            return words + "!" if at_once and will_call(level, self._luck) else words
        except Exception:
            log.exception("table %s: player %s failed", self._live.name, level.key)
            return move_texts(view.rules, view.singles)[0]

    def _searched(self) -> str | None:
        """The move that was searched for; None if it has not been found in time."""
        thought = self._thought
        if thought is not None and thought.decision == self._live.table.decision:
            words = thought.move.result() if thought.move.done() else None
            if words:
                return words
        if self._thinkers is not None:
            self._thinkers.missed(self._live.name)
        return None


async def _pause(fresh: asyncio.Event, seconds: float) -> None:
    """Wait so long at most; a table that changes shows that the store is back."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await fresh.wait()
