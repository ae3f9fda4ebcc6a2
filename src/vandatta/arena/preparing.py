"""Having the search ready before any process needs it."""

from __future__ import annotations

from random import Random

from vandatta.arena.players import searches
from vandatta.engine.match import Match
from vandatta.engine.playouts import deal_number, seated
from vandatta.messages import text
from vandatta.options import compile_rules, preset
from vandatta.players import search
from vandatta.simulation.command import Bar
from vandatta.view import observe


def prepare(names: tuple[str, ...], bar: Bar) -> None:
    """Have the search compiled in this process, if anybody searches, for all others to find."""
    if not any(map(searches, names)):
        return
    bar.show(text(bar.lang, "arena.preparing"))
    s = seated(compile_rules(preset("svensk")), 2)
    deal_number(s, [0] * 4, 1, 0)
    view = observe(s, Match(players=2, playing=3), s.turn, None)
    search.weigh(view, Random(1), search.Effort(1))


__all__ = ["prepare"]
