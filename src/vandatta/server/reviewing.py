"""A round gone through afterwards, for one who sat in it: ``/t/<id>/review``.

The match is stepped through as any other, with all hands open, but only the rounds that are over
are in it. What the reader's moves cost is worked out when it is first asked for, move by move, so
that a tip at another table need not wait for all of them.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vandatta.messages import text
from vandatta.notation.record import Record
from vandatta.notation.record_log import match_log, records
from vandatta.players.search import Weighed
from vandatta.replay import Replay
from vandatta.replay.analysing import Decision, Review, decisions, reviewed
from vandatta.server import chance
from vandatta.server.advising import Adviser, Busy, consider
from vandatta.server.exchange import page, query_number, seat_at, take_token
from vandatta.server.live import LiveTable
from vandatta.server.problems import settings_of
from vandatta.server.render import render_replay, render_wait
from vandatta.server.replay_stage import Look, replay_scene
from vandatta.server.replaying import count_matches, eyes_of, shelf_of
from vandatta.server.review_scene import review_scene
from vandatta.server.security import Problem
from vandatta.server.shelf import Opened
from vandatta.store.interface import Entry

EACH = 0.4
"""Seconds a move is tried for at most ..."""
ALL = 8.0
"""... and all moves of a round together."""
WAIT = 1.5
"""Seconds in which a review is often ready; else the page says that it is coming."""
KEPT = 200
"""Reviews that are remembered."""

Key = tuple[str, int, int, int]
"""A table, a match of it, a round and a seat."""


class Reviews:
    """What moves have cost, worked out once.

    Args:
        adviser: tries the moves.
    """

    def __init__(self, adviser: Adviser) -> None:
        self._adviser = adviser
        self._found: OrderedDict[Key, asyncio.Task[Review]] = OrderedDict()

    async def find(self, key: Key, replay: Replay, wait: float) -> Review | None:
        """The review under ``key``; None if it takes longer than ``wait`` seconds.

        Raises:
            Problem: too many others are being worked out.
        """
        task = self._found.get(key)
        if task is None or task.cancelled() or (task.done() and task.exception()):
            task = asyncio.create_task(self._work(replay, key[3], key[2]))
            self._found[key] = task
        self._found.move_to_end(key)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)[1].cancel()
        done, _ = await asyncio.wait({task}, timeout=wait)
        return task.result() if done else None

    async def _work(self, replay: Replay, seat: int, number: int) -> Review:
        found = await asyncio.to_thread(decisions, replay, seat, number)
        seconds = min(EACH, ALL / max(len(found), 1))
        tried: list[tuple[Decision, Sequence[Weighed]]] = []
        for each in found:
            try:
                weighed = await self._adviser.work(consider, each.view, seconds, chance.seed())
            except Busy:
                raise Problem(503, "busy_review") from None
            tried.append((each, weighed))
        return reviewed(replay, seat, number, tried)

    def close(self) -> None:
        """Let nothing more be worked out."""
        for task in self._found.values():
            task.cancel()


async def review_page(request: Request) -> Response:
    """``GET /t/<id>/review``: a step of the finished rounds, and what the reader's moves cost."""
    live, seat = await seat_at(request, request.path_params["table"])
    settings = settings_of(request)
    opened, number = await _finished(request, live)
    replay = opened.replays[0]
    asked = query_number(request, "at")
    last = len(replay.starts)
    at = min(asked, replay.steps - 1) if "at" in request.query_params else replay.starts[last - 1]
    look = Look(
        lang=settings.lang,
        sort=settings.sort,
        base=request.scope["path"],
        replay=replay,
        at=at,
        eyes=eyes_of(request, replay, None),
        me=seat,
        match=number,
        matches=opened.matches,
    )
    reviews: Reviews = request.app.state.reviews
    found = await reviews.find((live.name, number, look.round, seat), replay, WAIT)
    here = look.href(at)
    if found is None:
        return page(request, render_wait(settings, here))
    scene = replay_scene(look, f"/t/{live.name}")
    title = text(settings.lang, "review.title", number=look.round)
    scene = replace(scene, title=title, review=review_scene(look, found))
    return page(request, render_replay(scene, settings))


async def _finished(request: Request, live: LiveTable) -> tuple[Opened, int]:
    """The rounds of a match that are over, opened, and the match's number.

    Raises:
        Problem: no such match, no round of it is over, or too many others wait.
    """
    log = await live.log()
    matches = count_matches(log)
    number = query_number(request, "match") or matches
    if not 1 <= number <= matches:
        raise Problem(404, "no_match")
    part = match_log(log, number)
    playing = number == matches and live.table.in_turn() is not None
    rounds = sum(entry["t"] == "deal" for entry in part) - playing
    if rounds < 1:
        raise Problem(409, "no_review")
    shelf, key = shelf_of(request), f"t/{live.name}/review/{number}"
    found = shelf.get(key)
    if found is None or found.entries < rounds:
        take_token(request)
    opened = await shelf.find(key, lambda: _open(part, number, matches, rounds), rounds)
    return replace(opened, matches=matches), number


def _open(part: list[Entry], number: int, matches: int, rounds: int) -> Opened:
    (record,) = records(part)
    return Opened((Replay(over(record)),), number, matches, rounds)


def over(record: Record) -> Record:
    """A record without the round that is still being played."""
    return replace(record, rounds=tuple(each for each in record.rounds if each.result))


ROUTES = [Route("/t/{table}/review", review_page)]


__all__ = ["ROUTES", "Reviews", "over", "review_page"]
