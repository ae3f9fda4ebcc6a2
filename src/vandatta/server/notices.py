"""What has happened to the reader and is told as plainly as a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from vandatta.describe import cards as cards_words
from vandatta.engine.rules import DRAW_ONE, Rules
from vandatta.events import Caught, Drew, FalselyChallenged
from vandatta.messages import Lang, text
from vandatta.table import Refused, Seat
from vandatta.view import View


def told(view: View, seats: Sequence[Seat], since: int, lang: Lang) -> str:
    """What to tell a reader of penalties drawn after event ``since``; "" if there were none."""
    return penalty_told(view, seats, since, lang) or _false_challenge(view, seats, since, lang)


def penalty_told(view: View, seats: Sequence[Seat], since: int, lang: Lang) -> str:
    """What to tell a reader who was caught and has drawn for it after event ``since``; or ""."""
    caught: Caught | None = None
    count = last = 0
    for event in view.history:
        match event:
            case Caught(seat=view.seat):
                caught, count = event, 0
            case Drew(seat=view.seat, why="penalty"):
                count += 1
                last = event.n
            case _:
                pass
    if caught is None or last <= since or not count:
        return ""
    if caught.by is None:
        return text(lang, "notice.forgot", count=count)
    return text(lang, "notice.caught", Name=seats[caught.by].name, count=count)


def _false_challenge(view: View, seats: Sequence[Seat], since: int, lang: Lang) -> str:
    """What to tell a reader who has pointed out what was not forgotten."""
    for event in reversed(view.history):
        if event.n <= since:
            break
        if isinstance(event, FalselyChallenged) and event.by == view.seat:
            cards = cards_words(lang, view.rules.false_penalty)
            return text(lang, "notice.not_forgotten", Name=seats[event.seat].name, cards=cards)
    return ""


def misplay_told(rules: Rules, why: Refused, lang: Lang) -> str:
    """What to tell a reader whose lay was taken back, and why."""
    key = "drew" if rules.misplay == DRAW_ONE else "retry"
    return text(lang, f"notice.misplay_{key}", why=why.sentence(lang))


__all__ = ["misplay_told", "penalty_told", "told"]
