"""Tips at the table: what to do and why, only when asked, and never where others play too."""

from __future__ import annotations

from collections.abc import Sequence

from vandatta.engine.alphabet import OVER
from vandatta.messages import Lang, text
from vandatta.notation.moves import cards_in
from vandatta.notation.outcomes import outcomes
from vandatta.players import regular
from vandatta.players.explaining import Tip, quick_tip, tip
from vandatta.server import chance
from vandatta.server.advising import Adviser
from vandatta.server.live import LiveTable
from vandatta.server.phrases import Who
from vandatta.server.scene import TipScene
from vandatta.server.security import Problem
from vandatta.table import Seat
from vandatta.view import View


def offered(seats: Sequence[Seat], view: View) -> bool:
    """Are there tips to be had: is the reader the only person, and in a round?"""
    alone = sum(seat.player == "human" for seat in seats) == 1
    return alone and view.playing[view.seat] and view.phase != OVER


def may_ask(live: LiveTable, seat: int) -> None:
    """See that ``seat`` may have a tip now.

    Raises:
        Problem: other people play too, or it is not its turn.
    """
    view = live.view(seat)
    if not offered(live.table.seats, view):
        raise Problem(403, "no_tips")
    if not view.legal:
        raise Problem(409, "tip_later")


def thinking(lang: Lang) -> TipScene:
    """What is shown until there is a tip."""
    return TipScene(text(lang, "teacher.thinking"), "")


async def tip_for(adviser: Adviser, live: LiveTable, seat: int, lang: Lang) -> TipScene:
    """A tip for ``seat``, which is in turn.

    Raises:
        Problem: see `may_ask`.
    """
    may_ask(live, seat)
    view = live.view(seat)
    who = Who(lang, seat, tuple(each.name for each in live.table.seats))
    names = [who.name(each) for each in range(view.players)]
    moves = sorted(outcomes(view), key=regular.by_score(view), reverse=True)
    found = await adviser.advise(view, chance.seed()) if len(moves) > 1 else None
    if found is None:
        return _shown(quick_tip(lang, names, view, moves))
    return _shown(tip(lang, names, view, found))


def _shown(found: Tip) -> TipScene:
    return TipScene(found.words, found.why, tuple(cards_in(found.move)), found.move == "draw")


__all__ = ["may_ask", "offered", "thinking", "tip_for"]
