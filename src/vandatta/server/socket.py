"""An open page at a table: one WebSocket.

The browser sends what was tapped, and gets the whole table anew: after each of
its own messages, and whenever the table has changed. A page that is slow to
read gets fewer tables, never old ones.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from vandatta.cards import SUITS, card_from_text
from vandatta.engine.alphabet import CALL_BIT
from vandatta.server.exchange import seat_at
from vandatta.server.holding import Hold, left_after, picked
from vandatta.server.live import LiveTable
from vandatta.server.notices import misplay_told, told
from vandatta.server.problems import sentence_of, settings_of
from vandatta.server.render import render_table
from vandatta.server.security import (
    FRAME_LIMIT,
    Problem,
    bucket,
    check_origin,
    number,
    parse_object,
    word,
)
from vandatta.server.settings import CHOICES, Settings, Sort
from vandatta.server.stage import stage
from vandatta.server.tips import may_ask, thinking, tip_for
from vandatta.table import Refused

BURST = 60
"""Messages a page may send at once ..."""
RATE = 20
"""... and a second in the long run; what comes faster waits."""
PAGES = 40
"""Pages open at one table at most."""

TOO_BIG = 1009
NOT_TEXT = 1003
TRY_LATER = 1013
NO_TABLE = 4404
"""There is no such table, or it is not this player's: trying again is no use."""


async def table_socket(socket: WebSocket) -> None:
    """``/t/<id>/ws``. Another website is refused before it opens."""
    try:
        check_origin(socket)
    except Problem:
        await socket.close()
        return
    await socket.accept()
    try:
        live, seat = await seat_at(socket, socket.path_params["table"])
    except Problem as problem:
        # a page can't read why a socket did not open, but it can read how it closed
        await socket.close(NO_TABLE if problem.key == "no_table" else TRY_LATER)
        return
    if live.watchers > PAGES:
        await socket.close(TRY_LATER)
        return
    await OpenPage(socket, live, seat, settings_of(socket)).run()


class OpenPage:
    """One open page and what it has in hand."""

    def __init__(self, socket: WebSocket, live: LiveTable, seat: int, settings: Settings) -> None:
        self._socket = socket
        self._live = live
        self._seat = seat
        self._settings = settings
        self._hold = Hold(seen=live.table.number)
        self._decision = live.table.decision
        self._notices = 0
        self._news = False
        self._told = live.table.number
        self._last: tuple[str, int | None] | None = None
        self._owed = True
        self._shown: tuple[int, int, Hold] | None = None
        self._fresh = asyncio.Event()
        self._asking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Show the table and take messages until the page goes away."""
        with self._live.watch() as fresh:
            self._fresh = fresh
            fresh.set()
            ways = {
                asyncio.create_task(self._read(fresh)),
                asyncio.create_task(self._write(fresh)),
            }
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.wait(ways)
                if self._asking is not None:
                    self._asking.cancel()
            for way in ways:
                with contextlib.suppress(WebSocketDisconnect, asyncio.CancelledError):
                    way.result()

    async def _write(self, fresh: asyncio.Event) -> None:
        """Send the table whenever there is something new on it, or an answer is owed."""
        while True:
            await fresh.wait()
            fresh.clear()
            self._look()
            if self._owed or self._state() != self._shown:
                self._owed = False
                self._shown = self._state()
                await self._socket.send_text(self._render())

    def _state(self) -> tuple[int, int, Hold]:
        """All that decides what the page shows."""
        return self._live.table.length, self._live.overlooked, replace(self._hold, seen=0)

    def _look(self) -> None:
        """Let go of what the table has made pointless."""
        table, hold = self._live.table, self._hold
        if table.decision != self._decision:
            self._decision = table.decision
            hold = replace(hold, chosen=(), tip=None)
            if table.in_turn() == self._seat and not self._news:
                # what was wrong before is past
                hold = replace(hold, notice="", notice_key="")
        view = self._live.view(self._seat)
        if not left_after(view, hold.chosen):
            hold = replace(hold, armed=False)
        sort = self._live.sort.get(self._seat, self._settings.sort)
        self._hold = replace(hold, sort=sort)
        words = told(view, table.seats, self._told, self._settings.lang)
        if words:
            self._told = table.number
            self._put_up(words, news=True)

    def _render(self) -> str:
        live, seat = self._live, self._seat
        scene = stage(
            live.view(seat), live.keyring(seat), live.sitting(), self._hold, self._settings.lang
        )
        self._hold = replace(self._hold, seen=live.table.number)
        return render_table(scene, self._settings)

    async def _read(self, fresh: asyncio.Event) -> None:
        """Take messages, no faster than a page of ours sends them."""
        clock = asyncio.get_running_loop().time
        flow = bucket(BURST, RATE, clock())
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            words = message.get("text")
            if words is None:
                await self._socket.close(NOT_TEXT)
                return
            if len(words.encode("utf-8", "replace")) > FRAME_LIMIT:
                await self._socket.close(TOO_BIG)
                return
            # the connection is not read meanwhile, so who floods fills nothing of ours
            await asyncio.sleep(flow.take(clock()))
            await self._take(words)
            fresh.set()

    async def _take(self, words: str) -> None:
        """Do what one message asks, or put up a notice that says why not."""
        self._hold = replace(self._hold, notice="", notice_key="")
        length = self._live.table.length
        tap: tuple[str, int | None] | None = None
        try:
            asked = parse_object(words, ("do", "n"))
            tap = (word(asked.get("do")), number(asked.get("n")))
            await self._do(*tap)
            self._last = tap
        except Refused as refused:
            # a double tap has got what it asked for
            if refused.rule != "stale" or tap != self._last:
                self._notice(refused)
        except Problem as problem:
            if problem.key != "stale" or tap != self._last:
                self._notice(problem)
        if self._live.table.length == length:
            self._owed = True

    def _notice(self, error: Problem | Refused) -> None:
        self._put_up(sentence_of(error, self._settings.lang))

    def _put_up(self, sentence: str, news: bool = False) -> None:
        """Put up a notice; ``news`` is of what has happened, and stands though turns go by."""
        self._notices += 1
        self._news = news
        self._hold = replace(self._hold, notice=sentence, notice_key=f"n{self._notices}")

    async def _do(self, do: str, n: int | None) -> None:
        live = self._live
        match do.split(" "):
            case ["move", words]:
                await self._move(words, n)
            case ["pick", words]:
                self._pick(words, n)
            case ["drop", place] if place.isdecimal() and len(place) < 3:
                self._hold = replace(self._hold, chosen=self._hold.chosen[: int(place)])
            case ["unpick"]:
                self._hold = replace(self._hold, chosen=())
            case ["lappen"]:
                await self._lappen()
            case ["sort", sort] if sort in CHOICES["sort"]:
                live.sort_hand(self._seat, cast("Sort", sort))
            case ["tips"]:
                self._ask()
            case ["next"]:
                await live.go_on(n)
            case ["again"]:
                await live.again(n)
            case _:
                raise Problem(400, "bad_request")

    def _ask(self) -> None:
        """Begin to think of a tip; who asks again puts it away."""
        if self._hold.tip is not None:
            self._hold = replace(self._hold, tip=None)
            return
        may_ask(self._live, self._seat)
        self._hold = replace(self._hold, tip=thinking(self._settings.lang))
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._advised())

    async def _advised(self) -> None:
        """Put up a tip, unless the table has moved on or nobody wants it any more."""
        decision = -1
        while self._hold.tip is not None and decision != self._live.table.decision:
            decision = self._live.table.decision
            try:
                adviser = self._socket.app.state.adviser
                tip = await tip_for(adviser, self._live, self._seat, self._settings.lang)
            except Problem:
                # it is another's turn by now
                tip = None
            if decision == self._live.table.decision and self._hold.tip is not None:
                self._hold = replace(self._hold, tip=tip)
                self._fresh.set()

    async def _move(self, words: str, n: int | None) -> None:
        """A move; an armed "lappen" goes with a lay. A lay taken back is told of."""
        lay = words[:1] not in ("!", "?", "=") and words not in ("draw", "pass")
        if self._hold.armed and lay and not words.endswith("!"):
            words += "!"
        table = self._live.table
        wrong = table.misplays(self._seat, words) if lay else None
        await self._live.move(self._seat, words, n)
        self._hold = replace(self._hold, chosen=(), armed=False)
        if wrong is not None:
            self._put_up(misplay_told(table.rules, wrong, self._settings.lang), news=True)

    def _pick(self, words: str, n: int | None) -> None:
        """Take a card out to be laid: on top of those taken out, or as the first."""
        try:
            card = card_from_text(words)
        except ValueError:
            raise Problem(400, "bad_request") from None
        table, view = self._live.table, self._live.view(self._seat)
        if n is not None and n != table.decision:
            raise Problem(409, "stale")
        chosen = picked(view, self._hold.chosen, card)
        if chosen is None:
            move = f"{words}={SUITS[0]}" if view.rules.wilds >> card & 1 else words
            refused = table.why_not(self._seat, move, n) or table.misplays(self._seat, move)
            raise refused or Problem(409, "stale")
        self._hold = replace(self._hold, chosen=chosen)

    async def _lappen(self) -> None:
        """Call if a call is due; if one will be, call with the next card laid."""
        view = self._live.view(self._seat)
        if view.calls & CALL_BIT or not left_after(view, self._hold.chosen):
            await self._live.move(self._seat, "!")
        else:
            self._hold = replace(self._hold, armed=not self._hold.armed)
