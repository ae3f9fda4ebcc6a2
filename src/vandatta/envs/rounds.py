"""A round as a row of single decisions, each of one seat.

Calls and challenges, which at a table can come at any moment, get moments of their own:
a seat whose lay opens the time to call is asked at once whether it does, and a seat in
turn may point out who has forgotten, each of the others once, before it does anything
else. Nobody else sees the middle of a move: a set still being laid, and an eight whose
suit is not yet said, look to the others as if the move had not begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from vandatta.engine.alphabet import CALL, DONE, MORE, NAME, NAMING, OVER
from vandatta.engine.copying import copy_of
from vandatta.engine.deciding import (
    CALL_OR_NOT,
    SILENT,
    Moment,
    decide,
    decider,
    to_do,
    to_say,
    unsaid,
)
from vandatta.engine.match import Match
from vandatta.engine.points import hand_points
from vandatta.engine.state import NOTES, State, hand_of
from vandatta.envs.seen import NO_QUESTION, OF_PHASE, TO_CALL, Seen, Told
from vandatta.envs.telling import chosen, told, turn
from vandatta.events import Event, History, PutBack, TurnedUp
from vandatta.narrate import Narrator
from vandatta.notation.moves import Plan, plan, read_move
from vandatta.view import View, observe

UNTOLD = 64
"""Notes that may wait to be told; the engine keeps 256, and one action writes few."""


@dataclass(slots=True)
class Before:
    """The table as it looked before a move of several parts began."""

    s: State
    noted: int
    """How many notes the engine had written."""
    entries: int
    """How many entries the log had."""
    number: int = -1
    """How many events had happened; -1: they have not been told yet."""
    history: History | None = None
    """These events, once somebody has asked for them."""


class Round:
    """A dealt round in which one seat after another decides.

    Args:
        s: the round as it has been dealt; it is this object's own from now on.
        log: remember what happened for `heard` too.
        put_back: cards that were turned up and put back before ``s`` began.
    """

    def __init__(self, s: State, log: bool = False, put_back: Sequence[int] = ()) -> None:
        self.s = s
        self.moves = 0
        """Decisions made so far."""
        self.log: list[Told] | None = [] if log else None
        self.rules = s.rules
        self._open = s.rules.open_hands == 1
        self._narrator = Narrator()
        self._match = Match(players=s.players, playing=s.playing, dealer=s.dealer)
        self._history = History()
        self._moment = Moment()
        self._before: Before | None = None
        self._seen: dict[int, Seen] = {}
        self._notes: list[int] = []
        """Notes of the engine that wait to be told: nobody may ever ask for them."""
        self._noted = 0
        """Notes of the engine that have been told, or wait for it."""
        self._end_told = False
        self._take_notes()
        if put_back:
            events = list(self._narrator.told(self._notes))
            self._notes = []
            self._narrator.number += len(put_back)
            self._tell(_with(events, put_back))
        if self.log is not None:
            self._catch_up()
            self.log.append(turn(s.turn))

    @property
    def over(self) -> bool:
        """Has the round ended?"""
        return self.s.phase == OVER

    @property
    def seat(self) -> int:
        """Who decides now; -1 when the round is over."""
        return decider(self.s, self._moment)

    @property
    def question(self) -> int:
        """What that seat is asked, an index of `vandatta.envs.seen.QUESTIONS`."""
        return TO_CALL if self._moment.asked else OF_PHASE.get(self.s.phase, NO_QUESTION)

    def actions(self) -> int:
        """The set of actions of the seat that decides; 0 only when the round is over."""
        return to_do(self.s, self._moment) | to_say(self.s, self._moment) << CALL

    def points(self) -> tuple[int, ...]:
        """The points of what every seat holds."""
        s = self.s
        if s.phase == OVER:
            return tuple(self._match.totals[: s.players])
        return tuple(hand_points(s, seat) for seat in range(s.players))

    def act(self, action: int) -> None:
        """Do one of `actions` of the seat that decides."""
        s = self.s
        turns = s.turns
        self.moves += 1
        self._seen.clear()
        if s.noted - self._noted > UNTOLD:
            self._take_notes()
        self._prepare(action)
        decide(s, self._moment, action)
        if s.phase not in (NAMING, MORE):
            self._before = None
        if s.phase == OVER:
            self._match.totals[: s.players] = [hand_points(s, seat) for seat in range(s.players)]
        if self.log is not None:
            self._catch_up()
            if s.turns != turns and s.phase != OVER:
                self.log.append(turn(s.turn))

    def parts(self, words: str) -> tuple[int, ...]:
        """The actions that a move of the seat in turn, in the project's notation, is made of.

        None, if it may not make it, or would have to take it back.
        """
        try:
            found = plan(self.s, self.s.turn, read_move(words))
        except ValueError:
            return ()
        return found.parts if isinstance(found, Plan) else ()

    def _prepare(self, action: int) -> None:
        """Keep how the table looks before a move, and choices that only their seat knows of."""
        s = self.s
        if action < NAME and self._before is None and self._goes_on(action):
            entries = len(self.log) if self.log is not None else 0
            self._before = Before(copy_of(s), s.noted, entries)
        elif self.log is not None and action in (DONE, SILENT):
            kind = "done" if action == DONE else "silent"
            self.log.append(chosen(self.seat, kind))

    def _goes_on(self, card: int) -> bool:
        """May the move that laying ``card`` begins have more to it?"""
        s = self.s
        if s.rules.wilds >> card & 1:
            return True
        more = s.first[s.turn] & s.rules.several & (0xF << (card & ~3))
        return more & ~(1 << card) != 0 or s.second[s.turn] >> card & 1 == 1

    def _take_notes(self) -> None:
        """Take over what the engine has noted, before it writes over it."""
        s = self.s
        start, end = self._noted % NOTES, s.noted % NOTES
        self._notes += s.notes[start:end] if start <= end else s.notes[start:] + s.notes[:end]
        self._noted = s.noted

    def _catch_up(self) -> None:
        """Tell what the engine has noted, and how the round ended."""
        if self.s.noted != self._noted:
            self._take_notes()
        before = self._before
        if before is not None and before.number < 0:
            self._tell_notes(len(self._notes) - (self._noted - before.noted))
            before.number = self._narrator.number
        if self._notes:
            self._tell_notes(len(self._notes))
        if self.s.phase == OVER and not self._end_told:
            self._end_told = True
            self._tell_end()

    def _tell_notes(self, many: int) -> None:
        """Tell the first of the notes that wait."""
        notes, self._notes = self._notes[:many], self._notes[many:]
        self._tell(list(self._narrator.told(notes)))

    def _tell(self, events: list[Event]) -> None:
        self._history.extend(events)
        if self.log is not None:
            self.log += [told(event, self._open) for event in events]

    def _tell_end(self) -> None:
        """Everybody shows what is left."""
        s = self.s
        hands = [tuple(hand_of(s, seat)) for seat in range(s.players)]
        self._tell(list(self._narrator.round_over(s, hands, self.points(), self._match, 0)))

    def view(self, seat: int) -> View:
        """What the table looks like to ``seat``, history included."""
        self._catch_up()
        if self._before is None or seat == self.s.turn:
            return observe(self.s, self._match, seat, self._history)
        before = self._before
        if before.history is None:
            before.history = History(islice(self._history, before.number))
        return observe(before.s, self._match, seat, before.history)

    def seen(self, seat: int) -> Seen:
        """All that ``seat`` sees now."""
        found = self._seen.get(seat)
        if found is None:
            found = self._seen[seat] = self._look(seat)
        return found

    def _look(self, seat: int) -> Seen:
        s = self.s
        if self._before is not None and seat != s.turn:
            s = self._before.s
        view = observe(s, self._match, seat, None)
        pile = bytes(s.pile[: s.n_pile])
        if seat != self.seat:
            return Seen(view, pile, NO_QUESTION, 0)
        if self._moment.asked:
            return Seen(view, pile, self.question, CALL_OR_NOT << CALL)
        actions = view.legal | unsaid(self._moment, view.calls) << CALL
        return Seen(view, pile, self.question, actions)

    def heard(self, seat: int) -> list[Told]:
        """The log so far, as long as ``seat`` has got it; read each entry's `Told.to`."""
        if self.log is None:
            raise ValueError("this round keeps no log")
        if self._before is None or seat == self.s.turn:
            return self.log
        return self.log[: self._before.entries]

    def unseen_moves(self, seat: int) -> bool:
        """Is another than ``seat`` in the middle of its move?"""
        return self._before is not None and seat != self.s.turn

    def copy(self) -> Round:
        """A round equal to this that shares nothing with it that changes."""
        twin = Round.__new__(Round)
        twin.__dict__.update(self.__dict__)
        twin.s = copy_of(self.s)
        twin._seen = self._seen.copy()
        twin._moment = replace(self._moment)
        twin.log = None if self.log is None else self.log[:]
        twin._narrator = Narrator()
        twin._narrator.number = self._narrator.number
        twin._match = Match(players=self.s.players, playing=self.s.playing, dealer=self.s.dealer)
        twin._match.totals[:] = self._match.totals
        twin._history = History(self._history)
        twin._notes = self._notes[:]
        return twin


def _with(events: list[Event], put_back: Sequence[int]) -> list[Event]:
    """``events`` of a deal, with the cards that were turned up and put back."""
    up = next(i for i, event in enumerate(events) if isinstance(event, TurnedUp))
    again: list[Event] = [PutBack(0, card) for card in put_back]
    whole = [*events[:up], *again, *events[up:]]
    return [replace(event, n=n) for n, event in enumerate(whole, 1)]
