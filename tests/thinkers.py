"""What workers do in the tests of those who keep them; they run in processes of their own."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from multiprocessing.connection import Connection

from vandatta.players import LEVELS, search
from vandatta.server import thinker
from vandatta.server.thinker import READY, Answer, Question

FEW = 20
"""Guesses of a move, in plain Python."""
DEADLY = 13
"""The seed of a question that ends the worker."""


def plainly(line: Connection) -> None:
    """Think as workers do, but with few guesses, and with nothing to compile."""
    engine = search.Engine()
    search.engine = lambda: engine  # type: ignore[assignment]
    LEVELS["master"] = replace(LEVELS["master"], guesses=FEW)
    thinker.work(line)


def telling(line: Connection) -> None:
    """Answer with the kinds of what was heard, and die of a `DEADLY` question."""
    line.send(READY)
    while True:
        heard = _hear(line)
        if heard.seed == DEADLY:
            os._exit(7)
        kinds = [type(getattr(heard, each.name)).__name__ for each in fields(heard)]
        line.send(Answer(heard.number, f"{type(heard).__name__} {' '.join(kinds)}"))


def silent(line: Connection) -> None:
    """Take up every question, and answer when the line is closed: never."""
    line.send(READY)
    while True:
        _hear(line)


def troubled(line: Connection) -> None:
    """Never find a move."""
    line.send(READY)
    while True:
        line.send(Answer(_hear(line).number, "", "a trace"))


def _hear(line: Connection) -> Question:
    try:
        while True:
            heard = line.recv()
            if isinstance(heard, Question):
                return heard
    except (EOFError, OSError):
        os._exit(0)
