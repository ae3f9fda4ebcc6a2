"""What the review of a round shows beside the table, as data."""

from __future__ import annotations

from dataclasses import dataclass

from vandatta.replay.analysing import (
    Judged,
    Review,
    cost_words,
    made_words,
    total_words,
    unit_words,
    verdict_words,
)
from vandatta.server.replay_stage import Look


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One of the reader's moves."""

    key: str
    href: str
    """The step before the move."""
    text: str
    cost: str
    """"" where it was as good as any."""
    here: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that cost much."""

    key: str
    href: str
    cost: str
    text: str
    """What was done, what would have been better, and why."""


@dataclass(frozen=True, slots=True)
class ReviewScene:
    """The review of a round."""

    total: str
    unit: str
    now: str
    """What to say of the choice at the step that is shown; "" if there is none."""
    mistakes: tuple[Mistake, ...]
    moves: tuple[ReviewLine, ...]


def review_scene(look: Look, found: Review) -> ReviewScene:
    """The review of the round that is looked at.

    Args:
        look: who looks at which step.
        found: what the reader's moves in that round have cost.
    """
    lang = look.lang
    names = [look.who.name(seat) for seat in range(len(look.replay.record.seats))]
    here = next((each for each in found.moves if each.step == look.at + 1), None)

    def cost(each: Judged) -> str:
        return cost_words(lang, found.single, each.points, each.chance) if each.worse else ""

    return ReviewScene(
        total=total_words(lang, found),
        unit=unit_words(lang, found.single),
        now=verdict_words(lang, names, here) if here else "",
        mistakes=tuple(
            Mistake(
                f"mistake-{number}",
                look.href(each.step - 1),
                cost(each),
                verdict_words(lang, names, each),
            )
            for number, each in enumerate(found.dearest, 1)
        ),
        moves=tuple(
            ReviewLine(
                f"choice-{each.step}",
                look.href(each.step - 1),
                made_words(lang, each),
                cost(each),
                each is here,
            )
            for each in found.moves
        ),
    )


__all__ = ["Mistake", "ReviewLine", "ReviewScene", "review_scene"]
