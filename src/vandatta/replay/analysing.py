"""A round gone through afterwards: each move of a seat, and what it cost against the best.

A move's cost is what came of it when the moves were tried, against what came of the best: so
many points more in hand in the end, so many wins fewer in a hundred. Differences that chance may
have made count as none (`vandatta.players.explaining.margin`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from vandatta.engine.rules import SINGLE
from vandatta.messages import Lang, sentence, text
from vandatta.notation.moves import Move, read_move
from vandatta.notation.outcomes import outcomes
from vandatta.players.explaining import because, margin, move_words
from vandatta.players.search import Weighed
from vandatta.replay import Replay
from vandatta.view import View

DEAREST = 2
"""Mistakes that are told of."""

Weigh = Callable[[View], Sequence[Weighed]]
"""Tries the moves of a view, all alike often, and puts the best first."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that a seat chose among others."""

    step: int
    """The step it led to."""
    view: View
    """What the seat saw before it."""
    move: Move


@dataclass(frozen=True, slots=True)
class Judged:
    """The same, with what came of its alternatives."""

    step: int
    view: View
    best: Weighed
    made: Weighed

    @property
    def worse(self) -> bool:
        """Was there something clearly better?"""
        return self.lost > margin(self.made.tried)

    @property
    def lost(self) -> float:
        """How much worse it was, as searches count."""
        return self.best.worth - self.made.worth

    @property
    def points(self) -> float:
        """How many points more it leaves in hand in the end, on average."""
        return max(0.0, self.made.points - self.best.points) if self.worse else 0.0

    @property
    def chance(self) -> float:
        """How much of the first place it costs, 0 to 1."""
        return max(0.0, self.best.first - self.made.first) if self.worse else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A seat's choices in a round."""

    seat: int
    round: int
    """Counted from 1."""
    single: bool
    """There are no points to keep, and only the first place counts."""
    moves: tuple[Judged, ...]

    @property
    def points(self) -> float:
        """What all of them cost, in points."""
        return sum(each.points for each in self.moves)

    @property
    def chance(self) -> float:
        """What all of them cost, in shares of the first place."""
        return sum(each.chance for each in self.moves)

    @property
    def dearest(self) -> tuple[Judged, ...]:
        """The mistakes that cost most, the dearest first; none if there were none."""
        worse = [each for each in self.moves if each.worse]
        return tuple(sorted(worse, key=lambda each: -each.lost)[:DEAREST])


def decisions(replay: Replay, seat: int, number: int) -> list[Decision]:
    """The moves of ``seat`` in round ``number`` where it had a choice.

    Raises:
        ValueError: the record is another seat's view.
    """
    starts = [*replay.starts, replay.steps]
    moves = replay.record.rounds[number - 1].moves
    found = []
    for step in range(starts[number - 1] + 1, starts[number]):
        made = moves[replay.place(step)[1] - 1]
        if made.seat != seat or made.taken_back or made.words[0] in "!?":
            continue
        view = replay.view(step - 1, seat)
        if view.legal and len(outcomes(view)) > 1:
            found.append(Decision(step, view, read_move(made.words)))
    return found


def judged(decision: Decision, weighed: Sequence[Weighed]) -> Judged | None:
    """A decision with its alternatives, the best first; None if it was not among those tried."""
    made = next((each for each in weighed if _is(each, decision.move)), None)
    return None if made is None else Judged(decision.step, decision.view, weighed[0], made)


def _is(weighed: Weighed, move: Move) -> bool:
    """Does the move tried come to the same as the one made?"""
    tried = read_move(weighed.outcome.text)
    if (tried.action, len(tried.cards)) != (move.action, len(move.cards)):
        return False
    if tried.cards and (
        sorted(tried.cards) != sorted(move.cards) or tried.cards[-1] != move.cards[-1]
    ):
        return False
    # the last card needs no suit, and who lays one without takes the one beneath
    said = tried.suit == move.suit
    return said or (bool(tried.cards) and not weighed.outcome.rest)


def review(replay: Replay, seat: int, number: int, weigh: Weigh) -> Review:
    """The choices of ``seat`` in round ``number``, counted from 1.

    Args:
        replay: the match.
        seat: whose moves.
        number: the round.
        weigh: what tries the moves.
    """
    found = decisions(replay, seat, number)
    return reviewed(replay, seat, number, [(each, weigh(each.view)) for each in found])


def reviewed(
    replay: Replay,
    seat: int,
    number: int,
    tried: Iterable[tuple[Decision, Sequence[Weighed]]],
) -> Review:
    """The same of decisions whose alternatives have been tried already."""
    moves = [judged(decision, weighed) for decision, weighed in tried]
    single = replay.rules.match_end == SINGLE
    return Review(seat, number, single, tuple(each for each in moves if each is not None))


# In words


def amount(lang: Lang, value: float) -> str:
    """A number with one decimal, as the language writes it."""
    return f"{value:.1f}".replace(".", text(lang, "teacher.decimal"))


def cost_words(lang: Lang, single: bool, points: float, chance: float) -> str:
    """A cost: "1,8 poäng och 5 vinster på 100"; one alone where the other is none."""
    wins = text(lang, "teacher.cost.wins", count=round(100 * chance))
    if single or round(10 * points) == 0:
        return wins
    words = text(lang, "teacher.cost.points", amount=amount(lang, points))
    if round(100 * chance) == 0:
        return words
    return text(lang, "teacher.cost.both", points=words, wins=wins)


def unit_words(lang: Lang, single: bool) -> str:
    """What the costs are counted in."""
    return text(lang, f"teacher.unit.{'single' if single else 'points'}")


def total_words(lang: Lang, found: Review) -> str:
    """What all moves of a round cost together."""
    if not found.moves:
        return text(lang, "teacher.total.no_choice")
    if not found.dearest:
        return text(lang, "teacher.total.nothing", count=len(found.moves))
    cost = cost_words(lang, found.single, found.points, found.chance)
    return text(lang, "teacher.total.cost", count=len(found.moves), cost=cost)


def made_words(lang: Lang, each: Judged) -> str:
    """What was done, as the beginning of a sentence: "Du lade klöver nio"."""
    return sentence(move_words(lang, each.view, each.made.outcome, "did"))


def verdict_words(lang: Lang, names: Sequence[str], each: Judged) -> str:
    """What a move was worth: what would have been better and why, or that it was good.

    Args:
        lang: the reader's language.
        names: what the seats are called.
        each: the move.
    """
    did = made_words(lang, each)
    if not each.worse:
        best = each.made.outcome.text == each.best.outcome.text
        return text(lang, f"teacher.verdict.{'best' if best else 'as_good'}", did=did)
    better = move_words(lang, each.view, each.best.outcome)
    why = because(lang, names, each.view, each.best, each.made)
    return text(lang, "teacher.verdict.better", did=did, better=better, why=why)


__all__ = [
    "Decision",
    "Judged",
    "Review",
    "amount",
    "cost_words",
    "decisions",
    "judged",
    "made_words",
    "review",
    "reviewed",
    "total_words",
    "unit_words",
    "verdict_words",
]
