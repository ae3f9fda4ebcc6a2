"""The engine's notes told as typed, numbered events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vandatta.engine.alphabet import NO_SEAT
from vandatta.engine.match import Match
from vandatta.engine.state import (
    CALLED,
    CAUGHT,
    DEALT,
    DREW,
    DREW_AS_PENALTY,
    DREW_FOR_ACE,
    ENDED,
    LAID,
    NAMED,
    NOTES,
    PASSED,
    PUT_BACK,
    RENEWED,
    State,
    read_note,
)
from vandatta.events import (
    Called,
    Caught,
    Dealt,
    Drew,
    Eliminated,
    Event,
    Laid,
    MatchOver,
    Named,
    Passed,
    PutBack,
    Renewed,
    RoundOver,
    TurnedUp,
    Why,
)

WHY: dict[int, Why] = {DREW: "turn", DREW_FOR_ACE: "ace", DREW_AS_PENALTY: "penalty"}


class Narrator:
    """Tells a table's events; their numbers run on through the whole log."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the last event."""

    def _next(self) -> int:
        self.number += 1
        return self.number

    def events(self, s: State, before: int) -> Iterator[Event]:
        """The events of the notes from number ``before`` on.

        The cards a seat is dealt, one at a time in turn, are told as one event a
        seat, in the order the seats got theirs.
        """
        dealt: dict[int, list[int]] = {}
        for k in range(before, s.noted):
            kind, seat, what = read_note(s.notes[k % NOTES])
            if kind == DEALT:
                dealt.setdefault(seat, []).append(what)
                continue
            for each, cards in dealt.items():
                yield Dealt(self._next(), each, len(cards), tuple(cards))
            dealt = {}
            if kind != ENDED:
                yield self._event(kind, seat, what)

    def _event(self, kind: int, seat: int, what: int) -> Event:
        n = self._next()
        if kind in WHY:
            return Drew(n, seat, what, WHY[kind])
        if kind == LAID:
            return Laid(n, seat, what)
        if kind == NAMED:
            return Named(n, seat, what)
        if kind == RENEWED:
            return Renewed(n, what)
        if kind == CALLED:
            return Called(n, seat)
        if kind == CAUGHT:
            return Caught(n, seat, what)
        if kind == PASSED:
            return Passed(n, seat)
        if kind == PUT_BACK:
            return PutBack(n, what)
        return TurnedUp(n, what)

    def round_over(
        self,
        out: int,
        hands: Sequence[tuple[int, ...]],
        points: Sequence[int],
        m: Match,
        eliminated: int,
    ) -> Iterator[Event]:
        """The end of a round that ``m`` has scored already.

        Args:
            out: who went out, or -1.
            hands: what everyone was left with.
            points: this round's points a seat.
            m: the match.
            eliminated: the set of seats that this round put out of the match.
        """
        went_out = None if out == NO_SEAT else out
        totals = tuple(m.totals[: m.players])
        yield RoundOver(self._next(), went_out, tuple(hands), tuple(points), totals)
        for seat in range(m.players):
            if eliminated >> seat & 1:
                yield Eliminated(self._next(), seat)
        if m.winners:
            winners = tuple(seat for seat in range(m.players) if m.winners >> seat & 1)
            yield MatchOver(self._next(), winners)
