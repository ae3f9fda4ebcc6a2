"""The server and its page: how soon, how large, how quick.

Everything is measured on a real server process and in a real Chromium on this machine, each figure
beside its budget. What is over its budget is said so, and makes the exit status 1; only what a
busy machine can't excuse does: sizes, imports, hosts.

    python bench/server.py [--starts 7] [--taps 250]
"""

from __future__ import annotations

import argparse
import selectors
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.conftest import CHROMIUM_FLAGS, chromium
from tests.person import Mouse, Person, Touch
from tests.serving import HOST, Server, serving

START_S = 1.0
PAGE_BYTES = 60_000
TAP_MS = 50.0
HEAVY = ("numba", "numpy")
"""What the server process must do without."""
PACE = 0.2
"""Of the computer players while taps are measured: an answer comes after the table was painted."""

TAPS = """
window.taps = []
let tapped = 0, felt = 0, shown = ''
const table = () => document.getElementById('table')
addEventListener('click', (event) => {
  if (!event.target.closest('#hand .slot, #stock, #pass, #four button')) return
  tapped = event.timeStamp
  felt = performance.now()
  shown = table().dataset.number
}, true)
addEventListener('DOMContentLoaded', () => {
  new MutationObserver(() => {
    if (!tapped || table().dataset.number === shown) return
    const from = [tapped, felt]
    tapped = 0
    // a frame's callbacks run before it is painted, a message sent from there comes after
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => taps.push(from.map((each) => performance.now() - each))
      port2.postMessage(0)
    })
  }).observe(table() ?? document, { attributes: true, attributeFilter: ['data-number'] })
})
"""
"""Measures from a tap to the frame after the table has changed: from when the browser says it was,
and from when the page heard of it; in between a browser makes out whether a touch is a tap."""


class Failures(list[str]):
    """What is over its budget and has no excuse."""

    def line(self, what: str, figure: str, budget: str, good: bool, excuse: bool = False) -> None:
        """Print one figure beside its budget."""
        verdict = "" if not budget else "good" if good else "OVER"
        print(f"  {what:<48} {figure:>16}  {budget:<18} {verdict}".rstrip())
        if not good and not excuse:
            self.append(what)


def quantile(figures: Sequence[float], share: float) -> float:
    """The figure that ``share`` of all figures don't exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def starting(failures: Failures, starts: int) -> None:
    """From starting the process to having the first page."""
    print(f"cold start to the first page, {starts} processes, warm installation")
    times = []
    for _ in range(starts):
        with tempfile.TemporaryDirectory() as data:
            server = Server(Path(data), 1)
            begun = time.perf_counter()
            try:
                with urllib.request.urlopen(server.start()) as answer:
                    answer.read()
                times.append(time.perf_counter() - begun)
            finally:
                server.abandon()
    middle, worst = quantile(times, 0.5), max(times)
    failures.line("median", f"{middle * 1000:.0f} ms", f"< {START_S:.0f} s", middle < START_S, True)
    failures.line("slowest", f"{worst * 1000:.0f} ms", f"< {START_S:.0f} s", worst < START_S, True)


def importing(failures: Failures, browser: Browser) -> None:
    """What a server process has imported when it has served everything there is."""
    print("modules that the server process imports")
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data), 0, python=("-X", "importtime"))
        try:
            person = Person(browser.new_context(locale="sv-SE"), Mouse())
            look = person.sit_down(server.start())
            for _ in range(3):
                look = person.act(look)
            person.page.goto(f"{server.address}rules")
            person.context.close()
            said = server.stop()
        finally:
            server.abandon()
    modules = [
        line.rpartition("|")[2].strip()
        for line in said.splitlines()
        if line.startswith("import time:") and "imported package" not in line
    ]
    packages = Counter(module.partition(".")[0] for module in modules)
    assert packages["vandatta"], "nothing was learnt about the imports"
    failures.line("modules", f"{len(modules)}", "", True)
    most = ", ".join(f"{name} {count}" for name, count in packages.most_common(6))
    print(f"  most of them: {most}")
    for name in HEAVY:
        failures.line(name, f"{packages[name]}", "none", packages[name] == 0)


def loading(failures: Failures, browser: Browser) -> None:
    """What comes over the wire for the table page in a browser that has nothing of it."""
    print("the table page over the wire, with headers, nothing kept from before")
    with tempfile.TemporaryDirectory() as data, serving(Path(data), 1) as server:
        first = Person(browser.new_context(locale="sv-SE"), Mouse())
        first.sit_down(server.address)
        kept: Any = first.context.cookies()
        address = first.page.url
        first.context.close()

        context = browser.new_context(locale="sv-SE")
        context.add_cookies(kept)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        names: dict[str, str] = {}
        sizes: Counter[str] = Counter()
        hosts = set()

        def asked(event: dict[str, Any]) -> None:
            names[event["requestId"]] = event["request"]["url"]
            hosts.add(urlsplit(event["request"]["url"]).netloc)

        def came(event: dict[str, Any]) -> None:
            sizes[names.get(event["requestId"], "?")] += int(event["encodedDataLength"])

        session.on("Network.requestWillBeSent", asked)
        session.on("Network.loadingFinished", came)
        page.goto(address, wait_until="networkidle")
        context.close()
    for url, size in sorted(sizes.items(), key=lambda each: -each[1]):
        path = urlsplit(url).path
        failures.line("the page" if path.startswith("/t/") else path, f"{size:,} B", "", True)
    total = sum(sizes.values())
    failures.line("all of it", f"{total:,} B", f"< {PAGE_BYTES:,} B", total < PAGE_BYTES)
    others = len(hosts - {urlsplit(address).netloc})
    failures.line("other hosts asked", f"{others}", "none", not others)


def tapping(failures: Failures, browser: Browser, taps: int) -> None:
    """From a tap that makes a move to the painted table, over the log on disk."""
    print(f"tap to repainted table on loopback, {taps} moves; the move is on disk before it shows")
    for name, way, size in (
        ("mouse, 1280x800", Mouse, (1280, 800)),
        ("touch, 360x740", Touch, (360, 740)),
    ):
        with tempfile.TemporaryDirectory() as data, serving(Path(data), PACE) as server:
            context = browser.new_context(
                locale="sv-SE", viewport={"width": size[0], "height": size[1]}, has_touch=True
            )
            person = Person(context, way())
            person.page.add_init_script(TAPS)
            look = person.sit_down(server.address)
            times: list[list[float]] = []
            while len(times) < taps:
                look = person.act(look)
                times += person.page.evaluate("taps.splice(0)")
            context.close()
        budget = f"< {TAP_MS:.0f} ms"
        for which, since in enumerate(("from the tap", "from when the page hears of it")):
            some = [each[which] for each in times]
            middle, worst = quantile(some, 0.5), quantile(some, 0.99)
            failures.line(f"{name}, {since}: p50", f"{middle:.1f} ms", "", True)
            failures.line("p99", f"{worst:.1f} ms", budget, worst < TAP_MS, True)


class Counting(threading.Thread):
    """Stands between a browser and the server and counts the bytes it sends.

    Args:
        target: the port of the server.
    """

    def __init__(self, target: int) -> None:
        super().__init__(daemon=True)
        self._target = target
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self.down = 0

    def run(self) -> None:
        """Pass on whatever comes, until the process ends."""
        ways = selectors.DefaultSelector()
        ways.register(self._listener, selectors.EVENT_READ)
        while True:
            for key, _ in ways.select():
                if key.fileobj is self._listener:
                    near, _ = self._listener.accept()
                    far = socket.create_connection((HOST, self._target))
                    ways.register(near, selectors.EVENT_READ, (far, False))
                    ways.register(far, selectors.EVENT_READ, (near, True))
                    continue
                one: Any = key.fileobj
                other, down = key.data
                try:
                    data = one.recv(65536)
                    other.sendall(data)
                except OSError:
                    data = b""
                self.down += len(data) if down else 0
                if not data:
                    for end in (one, other):
                        ways.unregister(end)
                        end.close()
                    break


def updating(failures: Failures, browser: Browser, updates: int) -> None:
    """What an update of the table costs on the wire, compressed."""
    print(f"an update of the table over the WebSocket, {updates} or more of them, 3 opponents")
    with tempfile.TemporaryDirectory() as data, serving(Path(data), PACE) as server:
        between = Counting(urlsplit(server.address).port or 0)
        between.start()
        person = Person(browser.new_context(locale="sv-SE"), Mouse())
        look = person.sit_down(f"http://{HOST}:{between.port}/", 3)
        person.page.wait_for_load_state("networkidle")
        frames: list[int] = []
        # the line in use was opened before this, so the page is asked to open another
        person.page.on(
            "websocket",
            lambda line: line.on("framereceived", lambda words: frames.append(len(words))),
        )
        down = between.down
        person.page.evaluate("dispatchEvent(new Event('online'))")
        person.page.wait_for_function("() => told > 1")
        first = (between.down - down, len(frames))
        while len(frames) < updates:
            look = person.act(look)
        person.context.close()
        count = len(frames) - first[1]
        sent = (between.down - down - first[0]) / count
    plain = sum(frames) / len(frames)
    failures.line("the table as HTML", f"{plain:,.0f} B", "", True)
    failures.line("first frame of a new line, with the handshake", f"{first[0]:,} B", "", True)
    failures.line("an update, compressed", f"{sent:,.0f} B", "", True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--starts", type=int, default=7, help="processes started")
    parser.add_argument("--taps", type=int, default=250, help="moves tapped, each way")
    args = parser.parse_args()
    failures = Failures()
    starting(failures, args.starts)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_FLAGS))
        importing(failures, browser)
        loading(failures, browser)
        updating(failures, browser, 60)
        tapping(failures, browser, args.taps)
        browser.close()
    if failures:
        print("over budget:", ", ".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
