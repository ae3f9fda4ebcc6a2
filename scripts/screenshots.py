"""Take the pictures of the documentation: ``.venv/bin/python scripts/screenshots.py``.

Each is a page of ours in Chromium: a table put together by hand, so that the same pictures come
out each time, or what the server sends. Looked at by hand; nothing compares them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import scenes  # noqa: E402 -- the fixtures of the tests stand beside the package
from tests.conftest import CHROMIUM_FLAGS, chromium  # noqa: E402
from tests.serving import Server, serving  # noqa: E402
from tests.shown import Table  # noqa: E402
from tests.test_replay_web import played  # noqa: E402
from vandatta.messages import Lang  # noqa: E402
from vandatta.notation.record import print_record  # noqa: E402
from vandatta.notation.record_log import records  # noqa: E402
from vandatta.server.render import render_rules, render_start  # noqa: E402
from vandatta.server.scene import Scene, SeatScene  # noqa: E402
from vandatta.server.settings import Settings  # noqa: E402

TARGET = ROOT / "docs" / "screenshots"
LARGEST = 250_000
"""Bytes of a picture at most."""
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}
MIX = "klassisk-nd2.2"
QUESTION = "top=8s&suit=h&hand=Qh2h9cAh&move=Ah"
STEP = 12
"""The step of a match that is shown."""


@dataclass(frozen=True)
class Picture:
    """One picture: its name, and a page as HTML, a table, or an address at the server."""

    name: str
    size: ViewportSize
    page: Callable[[Lang], Scene] | str
    scheme: Literal["light", "dark"] = "light"
    lang: Lang = "sv"


def pictures() -> list[Picture]:
    """All pictures of the documentation."""
    start = render_start(Settings())
    found = []
    for suffix, size in (("", DESK), ("-phone", PHONE)):
        found += [
            Picture(f"start{suffix}", size, start),
            Picture(f"table{suffix}", size, table),
            Picture(f"suit-choice{suffix}", size, suit_choice),
            Picture(f"25-cards{suffix}", size, big_hand),
            Picture(f"round-end{suffix}", size, round_end),
            Picture(f"choose{suffix}", size, f"/choose/{MIX}"),
            Picture(f"sheet{suffix}", size, f"/rules/{MIX}"),
            Picture(f"may{suffix}", size, f"/may/{MIX}?{QUESTION}"),
            Picture(f"replay{suffix}", size, "/replay"),
            Picture(f"house-rules{suffix}", size, "/house-rules"),
        ]
    return [
        *found,
        Picture("table-dark-phone", PHONE, table, "dark"),
        Picture("rules-phone", PHONE, render_rules(Settings())),
    ]


# The fixtures of the tests go to extremes; a picture shows what could be a real game.


def table(lang: Lang) -> Scene:
    """The middle of a round, the reader to play."""
    waiting, hand = (
        scenes.waiting(lang),
        scenes.hand(lang, "As 9s 2h Jd 8d Qh 5c 6c Kc", "2h Qh"),
    )
    first, second, *rest = waiting.log
    drew = replace(rest[-1], key="e9")
    return replace(
        waiting,
        opponents=_quiet(waiting)[:3],
        my_turn=True,
        hand=hand,
        stock_count=18,
        status=_MINE[lang],
        log=(first, second, drew, *rest[:-1]),
    )


def suit_choice(lang: Lang) -> Scene:
    """An eight is picked, and its suit to be named."""
    scene = scenes.suit_choice(lang)
    opponents = tuple(replace(each, total=0) for each in scene.opponents)
    return replace(scene, opponents=opponents, lappen_armed=False)


def big_hand(lang: Lang) -> Scene:
    """Twenty-five cards to hold, near the end of the stock."""
    scene = scenes.big_hand(lang)
    return replace(scene, opponents=_quiet(scene), stock_count=8, status=_MINE[lang])


def round_end(lang: Lang) -> Scene:
    """A round is over; all of its score sheet is to be seen on a desk."""
    scene = scenes.round_end(lang)
    end = scene.round_end
    assert end is not None
    hands = list(end.hands)
    few = hands[2].cards[:1] + hands[2].cards[5:8] + hands[2].cards[-2:]
    points = sum(worth for _, worth in few)
    hands[2] = replace(hands[2], cards=few, points=points, total=35 + points)
    rows = (*end.sheet_rows[:2], (50, 30, points, 0, None))
    totals = (95, 42, 35 + points, 36, 105)
    changed = replace(end, hands=tuple(hands), sheet_rows=rows, sheet_totals=totals)
    return replace(scene, round_end=changed)


_MINE = {"sv": "Din tur: lägg en hjärter.", "en": "Your turn: lay a heart."}


def _quiet(scene: Scene) -> tuple[SeatScene, ...]:
    """The opponents when none of them is in turn."""
    return tuple(
        replace(each, in_turn=False, bubble="" if each.in_turn else each.bubble)
        for each in scene.opponents
    )


def take(browser: Browser, picture: Picture, server: Server) -> Path:
    """Take one picture.

    Returns:
        The file it lies in.
    """
    context = browser.new_context(
        viewport=picture.size,
        # twice as fine where the picture stays small: that is how a phone shows it
        device_scale_factor=2 if picture.size is PHONE else 1,
        color_scheme=picture.scheme,
        reduced_motion="reduce",
        has_touch=picture.size is PHONE,
        locale={"sv": "sv-SE", "en": "en-GB"}[picture.lang],
    )
    if not isinstance(picture.page, str):
        page = Table(context).open(picture.page(picture.lang))
    elif picture.page.startswith("/"):
        page = visit(context.new_page(), server.address, picture.page)
    else:
        page = Table(context).open_html(picture.page)
    page.wait_for_load_state("networkidle")
    path = TARGET / f"{picture.name}.png"
    page.screenshot(path=path, animations="disabled")
    context.close()
    return path


def visit(page: Page, address: str, path: str) -> Page:
    """Open a page of the server; of a replay, a step in the middle of a match."""
    page.goto(address.rstrip("/") + path)
    if path == "/replay":
        words = print_record(records(played(1))[0])
        page.locator("[type=file]").set_input_files(
            {"name": "parti.vandatta", "mimeType": "text/plain", "buffer": words.encode()}
        )
        page.locator(".btn.big").last.click()
        page.wait_for_url("**/replay/*")
        page.goto(f"{page.url.partition('?')[0]}?at={STEP}")
    return page


def shrink(path: Path) -> None:
    """Give a picture that is too large a palette of 256 colours, where Pillow is at hand."""
    if path.stat().st_size <= LARGEST:
        return
    try:
        image = import_module("PIL.Image")
    except ImportError:
        return
    with image.open(path) as picture:
        plain = picture.convert("RGB")
    # the felt has so many greens that without the means the few reds are forgotten
    palette = plain.quantize(256, method=image.Quantize.MAXCOVERAGE, kmeans=3)
    plain.quantize(palette=palette, dither=image.Dither.FLOYDSTEINBERG).save(path, optimize=True)


def main(wanted: list[str]) -> int:
    """Take all pictures, or the ones named.

    Returns:
        1 if one is too large, else 0.
    """
    TARGET.mkdir(parents=True, exist_ok=True)
    large = 0
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), pace=1.0) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_FLAGS))
        for picture in pictures():
            if wanted and picture.name not in wanted:
                continue
            path = take(browser, picture, server)
            shrink(path)
            size = path.stat().st_size
            large += size > LARGEST
            print(f"{path.relative_to(ROOT)} {size:,} bytes{' TOO LARGE' * (size > LARGEST)}")
        browser.close()
    return 1 if large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
