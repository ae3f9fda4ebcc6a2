"""The engine's notes told as typed, numbered events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vandatta.engine.alphabet import NO_SEAT
from vandatta.engine.match import Match
from vandatta.engine.state import (
    CALLED,
    CAUGHT,
    DEALT,
    DREW,
    DREW_AS_DUTY,
    DREW_AS_PENALTY,
    DREW_AT_START,
    DREW_FOR_ACE,
    DREW_FOR_FALSE_CHALLENGE,
    DREW_FOR_MISPLAY,
    ENDED,
    FALSELY_CHALLENGED,
    FORGOT_WARNING,
    LAID,
    MISPLAYED,
    NAMED,
    NOTES,
    PASSED,
    PUT_BACK,
    RENEWED,
    SKIPPED,
    TURNED_ROUND,
    WARNED,
    State,
    read_note,
)
from vandatta.engine.turns import used_up
from vandatta.events import (
    Called,
    Caught,
    Dealt,
    Drew,
    Eliminated,
    Event,
    FalselyChallenged,
    Laid,
    MatchOver,
    Misplayed,
    Named,
    Passed,
    PutBack,
    Renewed,
    RoundOver,
    Skipped,
    TurnedRound,
    TurnedUp,
    Warned,
    WarningForgotten,
    Why,
)

WHY: dict[int, Why] = {
    DREW: "turn",
    DREW_FOR_ACE: "ace",
    DREW_AS_PENALTY: "penalty",
    DREW_AS_DUTY: "duty",
    DREW_AT_START: "start",
    DREW_FOR_MISPLAY: "misplay",
    DREW_FOR_FALSE_CHALLENGE: "challenge",
}
OF_SEAT: dict[int, Callable[[int, int], Event]] = {
    CALLED: Called,
    PASSED: Passed,
    TURNED_ROUND: TurnedRound,
    SKIPPED: Skipped,
}
"""Kinds of note that tell of a seat alone."""
OF_BOTH: dict[int, Callable[[int, int, int], Event]] = {
    LAID: Laid,
    NAMED: Named,
    WARNED: Warned,
    FORGOT_WARNING: WarningForgotten,
    MISPLAYED: Misplayed,
    FALSELY_CHALLENGED: FalselyChallenged,
}
"""Kinds of note that tell of a seat and a card, a suit, a number or another seat."""


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
        return self.told(s.notes[k % NOTES] for k in range(before, s.noted))

    def told(self, notes: Iterable[int]) -> Iterator[Event]:
        """The events of notes as the engine packs them (see `events`)."""
        dealt: dict[int, list[int]] = {}
        for packed in notes:
            kind, seat, what = read_note(packed)
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
        if kind in OF_SEAT:
            return OF_SEAT[kind](n, seat)
        if kind in OF_BOTH:
            return OF_BOTH[kind](n, seat, what)
        if kind == CAUGHT:
            return Caught(n, seat, None if what < 0 else what)
        if kind == RENEWED:
            return Renewed(n, what)
        if kind == PUT_BACK:
            return PutBack(n, what)
        return TurnedUp(n, what)

    def round_over(
        self,
        s: State,
        hands: Sequence[tuple[int, ...]],
        points: Sequence[int],
        m: Match,
        eliminated: int,
    ) -> Iterator[Event]:
        """The end of a round that ``m`` has scored already.

        Args:
            s: the round.
            hands: what everyone was left with.
            points: this round's points a seat.
            m: the match.
            eliminated: the set of seats that this round put out of the match.
        """
        went_out = None if s.out == NO_SEAT else s.out
        limited = went_out is None and used_up(s)
        totals = tuple(m.totals[: m.players])
        yield RoundOver(self._next(), went_out, limited, tuple(hands), tuple(points), totals)
        for seat in range(m.players):
            if eliminated >> seat & 1:
                yield Eliminated(self._next(), seat)
        if m.winners:
            winners = tuple(seat for seat in range(m.players) if m.winners >> seat & 1)
            yield MatchOver(self._next(), winners)
