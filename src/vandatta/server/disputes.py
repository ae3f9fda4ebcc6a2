"""The questions that come up at every kitchen table, each as a situation of the page's own rules.

Whether the answer is yes or no the referee says; here is only how each question
is put, and under which rules it can come up at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vandatta.server.situation import Situation, plain_ranks
from vandatta.sheet.mix import Mix


def disputes(m: Mix) -> Iterator[tuple[str, Situation]]:
    """Key of the question (``may.q.KEY`` of the catalogue), and its situation, under ``m``."""
    low, mid, high = plain_ranks(m)
    yield from _wilds(m, low, mid, high)
    yield from _aces(m, low, mid, high)
    yield from _several(m, low, mid)
    yield "draw_anyway", Situation(f"{low}h", hand=(f"{mid}h", f"{high}s"), move="draw")
    yield "pass_at_once", Situation(f"{low}h", hand=(f"{mid}s", f"{high}s"), move="pass")
    once = Situation(f"{low}h", hand=(f"{mid}s", f"{high}s"), drawn=1)
    yield "draw_again", replace(once, move="draw")
    yield "pass_after_one", replace(once, move="pass")
    fresh = Situation(f"{low}h", hand=(f"{mid}s", f"{high}h"), drawn=1)
    yield "play_drawn", replace(fresh, move=f"{high}h")
    yield "pass_with_drawn", replace(fresh, move="pass")
    older = Situation(f"{low}h", hand=(f"{mid}h", f"{high}s"), drawn=1)
    yield "play_older", replace(older, move=f"{mid}h")
    empty = Situation(f"{low}h", hand=(f"{mid}s", f"{high}s"), bare=True)
    yield "pass_when_empty", replace(empty, move="pass")
    yield from _duties(m, low, mid)
    yield from _lappen(m, low, mid, high)
    yield from _out(m, low, mid)


def _wilds(m: Mix, low: str, mid: str, high: str) -> Iterator[tuple[str, Situation]]:
    if not m.wilds:
        return
    w = m.wild
    held = (f"{w}c", f"{mid}s")
    yield "wild_any", Situation(f"{low}h", hand=held, move=f"{w}c=s")
    yield "wild_though", Situation(f"{low}h", hand=(f"{w}c", f"{mid}h"), move=f"{w}c=s")
    yield "wild_bare", Situation(f"{low}h", hand=held, move=f"{w}c")
    named = Situation(f"{w}s", suit="d", hand=(f"{w}h", f"{high}s"), move=f"{w}h=s")
    yield "wild_on_wild", named
    yield (
        "own_suit_of_wild",
        Situation(f"{w}s", suit="d", hand=(f"{mid}s", f"{low}c"), move=f"{mid}s"),
    )


def _aces(m: Mix, low: str, mid: str, high: str) -> Iterator[tuple[str, Situation]]:
    if m.power == "none":
        return
    a = m.ace
    duty = int(m.power == "pass_on")
    yield "ace_on_ace", Situation(f"{a}c", hand=(f"{a}h", f"{mid}h"), duty=duty, move=f"{a}h")
    if m.wilds:
        w = m.wild
        held = (f"{w}h", f"{mid}s")
        yield "wild_on_ace", Situation(f"{a}c", hand=held, duty=duty, move=f"{w}h=s")
        yield "ace_on_wild", Situation(f"{w}s", suit="d", hand=(f"{a}d", f"{mid}s"), move=f"{a}d")
    if m.power == "again":
        held = (f"{mid}d", f"{high}d")
        yield "after_ace_other", Situation(f"{a}s", hand=held, own=True, move=f"{mid}d")
        held = (f"{a}s", f"{mid}d")
        yield "ace_alone", Situation(f"{low}s", hand=held, move=f"{a}s")


def _several(m: Mix, low: str, mid: str) -> Iterator[tuple[str, Situation]]:
    held = (f"{mid}h", f"{mid}s", f"{low}c")
    yield "several", Situation(f"{low}h", hand=held, move=f"{mid}h{mid}s")
    if m.wilds:
        w = m.wild
        held = (f"{w}h", f"{w}s", f"{mid}c")
        yield "several_wilds", Situation(f"{low}h", hand=held, move=f"{w}h{w}s=c")


def _duties(m: Mix, low: str, mid: str) -> Iterator[tuple[str, Situation]]:
    for rank in list(m.draws)[:1]:
        owed = m.draws[rank]
        held = (f"{rank}h", f"{low}c")
        yield "duty_on", Situation(f"{rank}d", hand=held, duty=owed, move=f"{rank}h")
        held = (f"{mid}d", f"{low}c")
        yield "duty_other", Situation(f"{rank}d", hand=held, duty=owed, move=f"{mid}d")
    if m.jokers:
        yield "joker_any", Situation(f"{low}h", hand=("JK", f"{mid}s"), move="JK")


def _lappen(m: Mix, low: str, mid: str, high: str) -> Iterator[tuple[str, Situation]]:
    if not m.v["lappen"]:
        return
    yield "call_with", Situation(f"{low}h", hand=(f"{mid}h", f"{high}s"), move=f"{mid}h!")
    yield "call_late", Situation(f"{low}h", hand=(f"{high}s",), late=True, move="!")
    yield "point_out", Situation(f"{low}h", hand=(f"{mid}h", f"{high}s"), left=1, move="?1")
    called = Situation(f"{low}h", hand=(f"{mid}h", f"{high}s"), left=1, called=True, move="?1")
    yield "point_out_called", called


def _out(m: Mix, low: str, mid: str) -> Iterator[tuple[str, Situation]]:
    if m.wilds:
        yield "out_on_wild", Situation(f"{low}h", hand=(f"{m.wild}h",), move=f"{m.wild}h")
    if m.power != "none":
        yield "out_on_ace", Situation(f"{low}h", hand=(f"{m.ace}h",), move=f"{m.ace}h")
    if m.jokers:
        yield "out_on_joker", Situation(f"{low}h", hand=("JK",), move="JK")
    yield "out_on_rank", Situation(f"{mid}h", hand=(f"{mid}s",), move=f"{mid}s")
    special = m.wild if m.wilds else m.ace if m.power != "none" else ""
    if special:
        yield "wait", Situation(f"{low}h", hand=(f"{special}h",), move="pass")


__all__ = ["disputes"]
