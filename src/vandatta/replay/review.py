"""A record gone through in the terminal: ``vandatta analyse``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import IO

from vandatta.engine.alphabet import MAX_SEATS
from vandatta.messages import Lang, Unable, text
from vandatta.notation.record import Record, RecordError
from vandatta.notation.record_reading import read_records
from vandatta.players.search import Effort, Weighed, weigh
from vandatta.replay import Replay
from vandatta.replay.analysing import (
    Judged,
    Review,
    cost_words,
    made_words,
    review,
    total_words,
    unit_words,
    verdict_words,
)
from vandatta.replay.arguments import FEW, GUESSES
from vandatta.replay.telling import named
from vandatta.replay.terminal import decode
from vandatta.view import View

MOST = 1_000_000
"""More tries of a move than anybody waits for."""


def command(options: argparse.Namespace, piped: IO[bytes], out: IO[str]) -> int:
    """Answer the command.

    Args:
        options: as `vandatta.replay.arguments` has them.
        piped: where a record called ``-`` comes from.
        out: where to print.

    Returns:
        The exit status: 0; 1 if the record does not fit.

    Raises:
        Unable: no such file, seat or round, or a number that is none.
    """
    seat = None if options.seat is None else _whole("seat", options.seat, 0, MAX_SEATS - 1)
    number = None if options.round is None else _whole("round", options.round, 1, MOST)
    guesses = GUESSES if find_spec("numba") else FEW
    if options.guesses is not None:
        guesses = _whole("guesses", options.guesses, 1, MOST)
    try:
        data = piped.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise Unable("replay.no_file", path=options.file, reason=reason) from None
    return analyse(options.lang, data, seat, number, guesses, out)


def _whole(what: str, given: str, low: int, high: int) -> int:
    if not (given.isascii() and given.isdecimal() and len(given) < 9 and low <= int(given) <= high):
        raise Unable("analyse.number", what=what, given=given, low=low, high=high)
    return int(given)


def analyse(
    lang: Lang,
    data: bytes,
    seat: int | None,
    number: int | None,
    guesses: int,
    out: IO[str],
) -> int:
    """Go through the finished rounds of a record and print what a seat's moves cost.

    Args:
        lang: the reader's language.
        data: the record's file.
        seat: whose moves; None for the first person's, or the seat whose view it is.
        number: the round; None for all.
        guesses: how many times each move is tried.
        out: where to print.

    Returns:
        The exit status: 0; 1 if the record does not fit.

    Raises:
        Unable: no such seat, or no such round that is over.
    """
    try:
        replays = [Replay(record) for record in read_records(decode(data))]
    except RecordError as error:
        out.write(error.sentence(lang) + "\n")
        return 1
    chosen: list[tuple[Replay, int, list[int]]] = []
    for one in replays:
        who = _seat(one.record) if seat is None else seat
        if not 0 <= who < len(one.record.seats) or one.record.view not in (None, who):
            raise Unable("analyse.no_seat", seat=who)
        rounds = [at for at, each in enumerate(one.record.rounds, 1) if each.result]
        chosen.append((one, who, [at for at in rounds if number in (None, at)]))
    if not any(rounds for _, _, rounds in chosen):
        if number is None:
            raise Unable("analyse.no_rounds")
        raise Unable("analyse.no_round", number=number)
    for one, who, rounds in chosen:
        _Told(lang, one, who, guesses, out).rounds(rounds)
    return 0


def _seat(record: Record) -> int:
    """The seat whose view it is, or the first person's, or the first."""
    persons = [at for at, seat in enumerate(record.seats) if seat.player == "human"]
    return record.view if record.view is not None else (persons or [0])[0]


class _Told:
    """A match being gone through."""

    def __init__(self, lang: Lang, replay: Replay, seat: int, guesses: int, out: IO[str]) -> None:
        self._lang, self._replay, self._seat = lang, replay, seat
        self._guesses, self._out = guesses, out
        self._names = [named(each.name) for each in replay.record.seats]
        self._luck = Random(guesses)

    def rounds(self, numbers: Sequence[int]) -> None:
        """Go through rounds."""
        self._say(text(self._lang, "replay.rules", rules=self._replay.record.rules))
        self._say(text(self._lang, "analyse.seat", seat=self._seat, name=self._names[self._seat]))
        for number in numbers:
            found = review(self._replay, self._seat, number, self._weigh)
            if number == numbers[0]:
                self._say(unit_words(self._lang, found.single))
            self._round(found)

    def _weigh(self, view: View) -> list[Weighed]:
        return weigh(view, self._luck, Effort(self._guesses), narrow=False)

    def _round(self, found: Review) -> None:
        dealer = self._replay.record.rounds[found.round - 1].dealer
        title = text(self._lang, "replay.round", number=found.round, name=self._names[dealer])
        self._say(f"\n{title}\n{total_words(self._lang, found)}")
        did = [made_words(self._lang, each) for each in found.moves]
        width = max(map(len, did), default=0)
        for words, each in zip(did, found.moves, strict=True):
            move = self._replay.place(each.step)[1]
            self._say(f"  {move:>3}  {words:<{width}}  {self._cost(found, each)}")
        for each in found.dearest:
            move = self._replay.place(each.step)[1]
            self._say(text(self._lang, "analyse.move", move=move, cost=self._cost(found, each)))
            self._say(f"  {verdict_words(self._lang, self._names, each)}")
        self._out.flush()

    def _cost(self, found: Review, each: Judged) -> str:
        if not each.worse:
            return text(self._lang, "review.good")
        return cost_words(self._lang, found.single, each.points, each.chance)

    def _say(self, words: str) -> None:
        self._out.write(words + "\n")


__all__ = ["analyse", "command"]
