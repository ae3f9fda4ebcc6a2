"""An open page in a real browser, with the test at the server's end of its socket."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, Route, ViewportSize, WebSocketRoute, expect

from tests.scenes import start
from vandatta.messages import Lang
from vandatta.server.render import render_page, render_table
from vandatta.server.scene import Scene
from vandatta.server.security import HEADERS
from vandatta.server.settings import Settings
from vandatta.server.static import asset

PHONE: ViewportSize = {"width": 360, "height": 740}
LIVE = "B" * 22
"""The table that comes through the socket, to tell it from the one that came with the page."""


class Table:
    """An open page, and the server's end of its socket."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.sent: list[str] = []
        self.sockets: list[WebSocketRoute] = []
        self.reachable = True
        self.answers = True
        self._html = ""
        self._scene = start("sv")
        self.page.route("**/*", self._serve)
        self.page.route_web_socket("**/ws", self._connected)
        self.page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))

    def open(self, scene: Scene, settings: Settings | None = None) -> Page:
        """Open the page of a table that looks like ``scene``."""
        self._scene = scene
        self.open_html(render_page(scene, settings or Settings(lang=_lang(scene))))
        # what comes through the socket tells itself from what came with the page
        expect(self.page.locator("#table")).to_have_attribute("data-table", LIVE)
        return self.page

    def open_html(self, html: str) -> Page:
        """Open a page as it is."""
        self._html = html
        self.page.goto("http://table.test/")
        return self.page

    def push(self, scene: Scene) -> None:
        """Let the server show another table."""
        self._scene = scene
        self.sockets[-1].send(render_table(scene, Settings(lang=_lang(scene))))
        expect(self.page.locator("#table")).to_have_attribute("data-number", str(scene.number))

    def freeze(self) -> None:
        """Let every animation stand still at its start, however slow the machine."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def turn(self) -> None:
        """Let the page go on for a moment, and hear what it said meanwhile."""
        self.page.evaluate("new Promise(requestAnimationFrame)")

    def heard(self, *said: str) -> None:
        """Wait until the page has sent just this, and no more, since the last time."""
        for _ in range(200):
            if len(self.sent) >= len(said):
                break
            self.turn()
        self.turn()
        sent, self.sent = self.sent, []
        assert sent == list(said)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix("http://table.test").partition("?")[0]
        if not path.startswith("/static/"):
            route.fulfill(body=self._html, content_type="text/html", headers=dict(HEADERS))
            return
        file = asset(path.removeprefix("/static/"))
        assert file is not None, path
        route.fulfill(body=file.plain, content_type=file.kind)

    def _connected(self, socket: WebSocketRoute) -> None:
        if not self.reachable:
            socket.close()
            return
        self.sockets.append(socket)
        socket.on_message(lambda words: self._heard(socket, json.loads(words)["do"]))
        self._show(socket)

    def _heard(self, socket: WebSocketRoute, do: str) -> None:
        self.sent.append(do)
        if self.answers:
            self._show(socket)

    def _show(self, socket: WebSocketRoute) -> None:
        scene = replace(self._scene, table=LIVE)
        socket.send(render_table(scene, Settings(lang=_lang(scene))))


def _lang(scene: Scene) -> Lang:
    return "sv" if scene.lang == "sv" else "en"


def settled(page: Page) -> None:
    """Let everything that moves arrive."""
    page.evaluate(
        "Promise.all(document.getAnimations().filter(a => a.effect.getComputedTiming().endTime"
        " < 1e6 && a.animationName !== 'toast').map(a => (a.finish(), a.finished)))"
    )
