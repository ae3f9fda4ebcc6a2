"""Stepping through a record in the terminal: ``vandatta replay``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from vandatta.cards import RANKS, RED_JOKER, SUITS, card_text
from vandatta.events import RoundOver
from vandatta.messages import Lang, suit_name, text
from vandatta.notation.record import UNKNOWN, Record, RecordError
from vandatta.notation.record_reading import read_records
from vandatta.replay import Replay, Step
from vandatta.replay.telling import named, tell

SIGNS = "♠♥♦♣"
"""The suits in the order of `SUITS`."""


def card_sign(lang: Lang, card: int) -> str:
    """A card in brief, as the reader's cards have it: ``10♠``, ``D♦``; ``?`` if unknown."""
    if card == UNKNOWN:
        return "?"
    if card >= RED_JOKER:
        return card_text(card)
    return text(lang, f"choose.index.{RANKS[card >> 2]}") + SIGNS[card & 3]


def decode(data: bytes) -> str:
    """The text of a record's file.

    Raises:
        RecordError: it is not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "record.not_utf8") from None


def check(lang: Lang, data: bytes, name: str, out: IO[str]) -> int:
    """Check a record and say in one line whether all of it fits.

    Returns:
        The exit status: 0, or 1 if something does not fit.
    """
    try:
        replays = [Replay(record) for record in read_records(decode(data))]
    except RecordError as error:
        out.write(f"{name}: {error.sentence(lang)}\n")
        return 1
    rounds = sum(len(one.record.rounds) for one in replays)
    moves = sum(len(each.moves) for one in replays for each in one.record.rounds)
    out.write(f"{name}: {text(lang, 'replay.fits', rounds=rounds, moves=moves)}\n")
    return 0


def replay(lang: Lang, data: bytes, seat: int | None, keys: IO[str] | None, out: IO[str]) -> int:
    """Step through the matches of a record, or print all of them.

    Args:
        lang: the reader's language.
        data: the record's file.
        seat: whose view to show; None for all that the record knows.
        keys: where the reader's keys come from; None to print everything.
        out: where to print.

    Returns:
        The exit status: 0; 1 if something does not fit; 2 for a seat there isn't.
    """
    try:
        replays = [Replay(record) for record in read_records(decode(data))]
    except RecordError as error:
        out.write(error.sentence(lang) + "\n")
        return 1
    for one in replays:
        record = one.record
        if seat is not None and (
            seat >= len(record.seats) or seat < 0 or record.view not in (None, seat)
        ):
            out.write(text(lang, "replay.no_seat", seat=seat) + "\n")
            return 2
    for one in replays:
        shown = _Shown(lang, one, seat, out)
        if keys is None:
            shown.everything()
        elif not shown.step_through(keys):
            break
    return 0


@dataclass(frozen=True, slots=True)
class _Shown:
    """A match being shown."""

    lang: Lang
    replay: Replay
    seat: int | None
    out: IO[str]

    def everything(self) -> None:
        """Print the whole match and its score sheet."""
        self._head()
        for k in range(self.replay.steps):
            step = self.replay.at(k, self.seat)
            if step.move is None:
                self._say("\n" + self._title(step))
            for words in tell(self.lang, self._names, step.happened):
                self._say(words)
            if step.move is None or isinstance(step.happened[-1], RoundOver):
                self._hands(step)
        self._sheet()

    def step_through(self, keys: IO[str]) -> bool:
        """Show step after step, as the reader asks; True when the match is at its end."""
        self._head()
        k, last = 0, self.replay.steps - 1
        while last >= 0:
            step = self.replay.at(k, self.seat)
            self._say(f"\n{self._title(step)}  ({k + 1}/{last + 1})")
            for words in tell(self.lang, self._names, step.happened):
                self._say(words)
            self._hands(step)
            self.out.write(text(self.lang, "replay.keys") + " ")
            self.out.flush()
            line = keys.readline()
            key = line.strip().lower()
            if not line or key == "q":
                self._sheet()
                return False
            if key == "" and k == last:
                break
            if key == "b":
                k = max(0, k - 1)
            elif key == "r":
                k = self.replay.round_start(step.round + 1)
            elif key == "":
                k += 1
        self._sheet()
        return True

    @property
    def _record(self) -> Record:
        return self.replay.record

    @property
    def _names(self) -> list[str]:
        return [named(seat.name) for seat in self._record.seats]

    def _say(self, words: str) -> None:
        self.out.write(words + "\n")

    def _head(self) -> None:
        record = self._record
        self._say(text(self.lang, "replay.rules", rules=record.rules))
        for words in (record.table, record.date):
            if words:
                self._say(named(words))
        for seat, name in enumerate(self._names):
            self._say(f"{seat}  {name}")
        seat_shown = self.seat if record.view is None else record.view
        if seat_shown is not None:
            self._say(text(self.lang, "replay.seen_from", name=self._names[seat_shown]))

    def _title(self, step: Step) -> str:
        name = self._names[self._record.rounds[step.round - 1].dealer]
        return text(self.lang, "replay.round", number=step.round, name=name)

    def _hands(self, step: Step) -> None:
        """The table: each hand, a mark at the seat in turn, the pile and the stock."""
        width = max(map(len, self._names))
        for seat, hand in enumerate(step.hands):
            mark = ">" if seat == step.turn else " "
            cards = " ".join(card_sign(self.lang, card) for card in hand) or "-"
            self._say(f" {mark} {seat} {self._names[seat]:<{width}}  {cards}")
        suit = suit_name(self.lang, step.suit) if 0 <= step.suit < len(SUITS) else "?"
        top = card_sign(self.lang, step.top)
        self._say(text(self.lang, "replay.pile", top=top, suit=suit, count=step.stock))

    def _sheet(self) -> None:
        """The score sheet: a row a round, and the totals."""
        results = [each.result for each in self._record.rounds if each.result]
        heads = [text(self.lang, "replay.row", number=i + 1) for i in range(len(results))]
        heads.append(text(self.lang, "replay.total"))
        rows: list[Sequence[int | None]] = [each.points for each in results]
        rows.append(results[-1].totals if results else [0] * len(self._names))
        first = max(map(len, heads))
        widths = [max(5, len(name)) for name in self._names]
        self._say("\n" + _row("", first, self._names, widths))
        for head, row in zip(heads, rows, strict=True):
            cells = ["-" if points is None else str(points) for points in row]
            self._say(_row(head, first, cells, widths))
        winners = [self._names[seat] for seat in self._record.winners]
        if winners:
            self._say(text(self.lang, "replay.won", names=", ".join(winners)))
        else:
            self._say(text(self.lang, "replay.unfinished"))


def _row(head: str, first: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    columns = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{head:<{first}}  {'  '.join(columns)}".rstrip()
