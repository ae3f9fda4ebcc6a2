"""A recorded match to step through, forwards and back, from any seat or face up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from vandatta.engine.rules import Rules
from vandatta.events import Event, History, redact
from vandatta.notation.playback import Moment, hands_at, play
from vandatta.notation.position import write_position
from vandatta.notation.record import Record, RecordedMove
from vandatta.view import View, observe


@dataclass(frozen=True, slots=True)
class Step:
    """Where a match stands after a deal or a move."""

    number: int
    """Which step, from 0."""
    round: int
    """The round, counted from 1."""
    move: RecordedMove | None
    """The move just made; None just after the deal."""
    happened: tuple[Event, ...]
    """What happened in this step."""
    events: tuple[Event, ...]
    """What happened so far in the whole match."""
    hands: tuple[tuple[int, ...], ...]
    """The cards of each seat, sorted; unknown ones are `vandatta.notation.record.UNKNOWN`."""
    top: int
    suit: int
    """The suit in force; -1 while it is being named."""
    stock: int
    """Cards in the stock."""
    turn: int


class Replay:
    """The match of a record. Every step is at hand at once, in any order.

    Attributes:
        record: the record.
        steps: how many steps there are: deals and moves. 0 if nothing was dealt.
        starts: the step at which each round has been dealt.
    """

    def __init__(self, record: Record) -> None:
        """Play the match of ``record``.

        Raises:
            vandatta.notation.record.RecordError: it can't have gone as it says.
        """
        self.record = record
        self._played = play(record)
        self._shown = self._played.rules.open_hands == 1
        moments = self._played.moments
        self.steps = len(moments)
        self.starts = tuple(k for k, moment in enumerate(moments) if not moment.move)

    @property
    def rules(self) -> Rules:
        """The rules it was played by, compiled."""
        return self._played.rules

    def at(self, k: int, seat: int | None = None) -> Step:
        """Step ``k``, from 0: as ``seat`` saw it, or with everything that is known.

        Raises:
            IndexError: no such step.
            ValueError: ``seat`` is none, or the record is another seat's view.
        """
        who = self._eyes(seat)
        moment = self._moment(k)
        played = self.record.rounds[moment.round]
        state = moment.state
        return Step(
            number=k,
            round=moment.round + 1,
            move=played.moves[moment.move - 1] if moment.move else None,
            happened=self.happened(k, seat),
            events=self._events(0, moment.told, who),
            hands=hands_at(moment, None if self._shown else who),
            top=state.pile[state.n_pile - 1],
            suit=state.suit,
            stock=state.n_stock,
            turn=state.turn,
        )

    def view(self, k: int, seat: int, face_up: bool = False) -> View:
        """Step ``k`` as the view ``seat`` had of the table.

        Args:
            k: the step, from 0.
            seat: who looks.
            face_up: with all hands open, as far as the record knows them.

        Raises:
            IndexError: no such step.
            ValueError: ``seat`` is none, or the record is another seat's view.
        """
        self._eyes(seat)
        moment = self._moment(k)
        events = self._played.events[moment.since : moment.told]
        view = observe(moment.state, moment.match, seat, History(events))
        if face_up and self.record.view is None:
            view = replace(view, hands=hands_at(moment, None), history=tuple(events))
        return view

    def happened(self, k: int, seat: int | None = None) -> tuple[Event, ...]:
        """What happened in step ``k``, as ``seat`` heard it; what `at` tells of it.

        Raises:
            IndexError: no such step.
            ValueError: ``seat`` is none, or the record is another seat's view.
        """
        before = self._moment(k - 1).told if k else 0
        return self._events(before, self._moment(k).told, self._eyes(seat))

    def place(self, k: int) -> tuple[int, int]:
        """The round of step ``k``, counted from 1, and the moves made in it; 0 at its deal.

        Raises:
            IndexError: no such step.
        """
        moment = self._moment(k)
        return moment.round + 1, moment.move

    def position(self, k: int) -> dict[str, Any]:
        """Step ``k`` as a position with all cards, as the referee reads it.

        The position's seed is 0: how the next stock would be shuffled is not told.

        Raises:
            IndexError: no such step.
            ValueError: the record is a seat's view.
        """
        if self.record.view is not None:
            raise ValueError("a seat's view does not know all cards")
        return write_position(self._moment(k).state, self.record.rules)

    def round_start(self, number: int) -> int:
        """The step at which round ``number``, counted from 1, has been dealt.

        A number beyond the rounds gives the last step.
        """
        if number > len(self.starts) or not self.starts:
            return max(0, self.steps - 1)
        return self.starts[max(0, number - 1)]

    def _moment(self, k: int) -> Moment:
        if not 0 <= k < self.steps:
            raise IndexError(f"no step {k}")
        return self._played.moments[k]

    def _eyes(self, seat: int | None) -> int | None:
        """The seat that looks; None for one who sees everything."""
        if seat is None:
            return self.record.view
        if not 0 <= seat < len(self.record.seats) or self.record.view not in (None, seat):
            raise ValueError(f"can't be seen from seat {seat}")
        return seat

    def _events(self, first: int, end: int, who: int | None) -> tuple[Event, ...]:
        found = self._played.events[first:end]
        if who is None:
            return tuple(found)
        return tuple(redact(event, who, self._shown) for event in found)


__all__ = ["Replay", "Step"]
