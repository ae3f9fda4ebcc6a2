"""What a request gets instead of what it asked for: always a sentence, never a crash."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vandatta import describe
from vandatta.messages import LANGS, Lang, text
from vandatta.server.render import render_error
from vandatta.server.security import HEADERS, Problem
from vandatta.server.settings import SETTINGS_COOKIE, Settings, parse_settings
from vandatta.table import Refused

log = logging.getLogger(__name__)

STATUS = {"stale": 409, "bad_request": 400}
"""HTTP statuses of refused moves, where it isn't 422."""
MISSES = {404: "no_page", 405: "no_method"}


def settings_of(connection: HTTPConnection) -> Settings:
    """What the browser behind a request wishes."""
    headers = connection.headers
    return parse_settings(
        connection.cookies.get(SETTINGS_COOKIE), headers.get("accept-language", "")
    )


def sentence_of(error: Problem | Refused, lang: Lang) -> str:
    """What to tell the reader."""
    if isinstance(error, Refused) and error.rule != "bad_request":
        return error.sentence(lang)
    if isinstance(error, Problem) and error.reason:
        return describe.problem(lang, error.reason)
    key = error.key if isinstance(error, Problem) else error.rule
    return text(lang, f"problem.{key}")


def wants_json(request: Request) -> bool:
    """Is this a program asking, or a page?"""
    accept = request.headers.get("accept", "")
    # not `request.url`, which can't be made of every Host header
    if request.scope["path"].endswith(("/move", "/next", "/view")):
        return True
    return "application/json" in accept and "text/html" not in accept


async def answer(request: Request, error: Exception) -> Response:
    """The response to a request that can't be granted: a page, or JSON for programs."""
    headers: dict[str, str] = {}
    if isinstance(error, HTTPException):
        if error.status_code < 400 and error.headers:
            return RedirectResponse(error.headers["Location"], error.status_code)
        headers.update(error.headers or {})
        key = MISSES.get(error.status_code, "bad_request")
        error = Problem(error.status_code, key)
    if not isinstance(error, Problem | Refused):
        raise error
    if isinstance(error, Problem):
        status, rule = error.status, error.key
    else:
        status, rule = STATUS.get(error.rule, 422), error.rule
    if status == 429:
        headers["Retry-After"] = "2"
    if wants_json(request):
        words: dict[str, Any] = {lang: sentence_of(error, lang) for lang in LANGS}
        return JSONResponse({"rule": rule, **words}, status, headers)
    settings = settings_of(request)
    page = render_error(settings, sentence_of(error, settings.lang))
    return HTMLResponse(page, status, headers)


class Shell:
    """Around the whole application: security headers, and a sentence for whatever we missed.

    Args:
        app: the application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_safely(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        try:
            await self._app(scope, receive, send_safely)
        except ClientDisconnect:
            log.debug("%s: the client went away", scope.get("path"))
        except Exception:
            log.exception("%s %s failed", scope["type"], scope.get("path"))
            if scope["type"] == "http" and not begun:
                response = await answer(Request(scope), Problem(503, "unexpected"))
                await response(scope, receive, send_safely)
            elif scope["type"] == "websocket":
                with suppress(RuntimeError, OSError):  # it may be closed already
                    await send({"type": "websocket.close", "code": 1011})


_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
