"""What a worker process does: it thinks of one move at a time, each by its deadline.

It is given views and says moves; it has no table, no store and no line to anybody but the server
that started it. When that server is gone, however it went, the worker goes too.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING

from vandatta.notation.outcomes import outcomes
from vandatta.players import LEVELS, search
from vandatta.table import Seat, Table
from vandatta.view import View

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NICE = 10
"""How far behind the server a worker stands in the queue for a core."""


@dataclass(frozen=True, slots=True)
class Question:
    """A move to think of."""

    number: int
    level: str
    """The key of a level that searches."""
    view: View
    seed: int
    seconds: float
    """From when it is taken up; infinity: as long as the level's guesses last."""


@dataclass(frozen=True, slots=True)
class Hurry:
    """The question ``number`` is to be answered in so many seconds from now at the latest."""

    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, as text; or "" and what went wrong."""

    number: int
    words: str
    trouble: str = ""


READY = Answer(-1, "")
"""Said once, when the rules are compiled or found to be so already."""


class Mind:
    """Thinks of moves, one at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = READY.number
        self._end = math.inf

    def answer(self, question: Question) -> Answer:
        """Think of a move. Whatever goes wrong is told."""
        try:
            with self._lock:
                self._number = question.number
                self._end = time.monotonic() + question.seconds
            return Answer(question.number, self._choose(question))
        except Exception:
            return Answer(question.number, "", traceback.format_exc())

    def hurry(self, hurry: Hurry) -> None:
        """Have the question that is being thought about answered sooner; from any thread."""
        with self._lock:
            if hurry.number == self._number:
                self._end = min(self._end, time.monotonic() + hurry.seconds)

    def warm_up(self) -> None:
        """Think of a move of no game: everything is at hand afterwards."""
        search.choose(_some_view(), Random(1), search.Effort(1))

    def _choose(self, question: Question) -> str:
        guesses = LEVELS[question.level].guesses
        effort = search.Effort(guesses, lambda: time.monotonic() >= self._end)
        return search.choose(question.view, Random(question.seed), effort)


def _some_view() -> View:
    """What a seat sees in a round in which it has a choice."""
    opening = Table.opening([Seat(str(seat), "regular") for seat in range(4)])
    rng = Random(1)
    while True:
        table = Table([opening])
        pack = list(table.pack())
        rng.shuffle(pack)
        table.apply(table.deal(pack, 1))
        turn = table.in_turn()
        if turn is not None and len(outcomes(table.view(turn))) > 2:
            return table.view(turn)


def work(line: Connection) -> None:
    """Answer questions until the other end of ``line`` is closed, or gone."""
    with suppress(ValueError, OSError):
        # whoever stops the server by Ctrl-C stops this one through it
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    mind = Mind()
    questions: SimpleQueue[Question] = SimpleQueue()
    listener = threading.Thread(target=_listen, args=(line, mind, questions), daemon=True)
    listener.start()
    mind.warm_up()
    _say(line, READY)
    while True:
        _say(line, mind.answer(questions.get()))


def _listen(line: Connection, mind: Mind, questions: SimpleQueue[Question]) -> None:
    while True:
        try:
            heard = line.recv()
        except (EOFError, OSError):
            # at once, in the middle of a thought
            os._exit(0)
        if isinstance(heard, Hurry):
            mind.hurry(heard)
        else:
            questions.put(heard)


def _say(line: Connection, answer: Answer) -> None:
    try:
        line.send(answer)
    except OSError:
        os._exit(0)


__all__ = ["NICE", "READY", "Answer", "Hurry", "Mind", "Question", "work"]
