"""A match as text that people read: what a record holds, and printing it.

The format is described in the page on records. `print_record` and
`vandatta.notation.record_reading.read_record` are each other's inverse.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from vandatta.cards import card_text
from vandatta.messages import Lang, text
from vandatta.options import OptionsError

VERSION = "1"
UNKNOWN = 63
"""A card that the record does not show; a number beyond every card's."""
CARDS_A_LINE = 20
MOVES_A_LINE = 8


class RecordError(ValueError):
    """A record that can't be read, or that tells of what can't have happened."""

    def __init__(
        self,
        line: int,
        message: str,
        because: Callable[[Lang], str] | None = None,
        **values: object,
    ) -> None:
        """What is wrong, and where.

        Args:
            line: the line of the text, from 1; 0 where there is no text.
            message: a key of the catalogue, filled in with ``values``.
            because: the reason in a language, for a message that gives one.
            values: what the message's placeholders stand for.
        """
        super().__init__(line, message, values)
        self.line = line
        self.message = message
        self.because = because
        self.values = values

    def sentence(self, lang: Lang) -> str:
        """The line and the reason, in the reader's language."""
        given = {} if self.because is None else {"because": self.because(lang)}
        reason = text(lang, self.message, **self.values, **given)
        return text(lang, "record.at", line=self.line, reason=reason)


def bad_rules(line: int, error: OptionsError) -> RecordError:
    """The error that a record's rules, in ``line``, are none, or none for its seats."""

    def because(lang: Lang) -> str:
        return text(lang, error.message, **error.values)

    return RecordError(line, "record.bad_rules", because)


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """Who sits there: a name, and a person or a computer player's level."""

    name: str
    player: str


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move in the project's notation."""

    seat: int
    words: str
    taken_back: bool = False
    """A lay that does not go and was taken back."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Renewal:
    """A new stock, made of the pile."""

    after: int
    """The move of the round, counted from 1, in which it was made."""
    stock: tuple[int, ...]
    """Its cards, the first to be drawn first."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """How a round ended."""

    out: int | None
    """Who went out; None if the round was blocked."""
    left: tuple[tuple[int, ...], ...]
    """The cards each seat was left with."""
    points: tuple[int | None, ...]
    """Points a seat; None for one that was not in the round."""
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: the cards as dealt, the moves, the result."""

    dealer: int
    chance: int | None
    """Seed of the round's later shuffles; None where it isn't known."""
    hands: tuple[tuple[int, ...], ...]
    """The cards of each seat in the order they were dealt; none for a seat not in it."""
    up: tuple[int, ...]
    """The cards turned up; all but the last were put back into the stock."""
    stock: tuple[int, ...]
    """The stock when play began, the first to be drawn first."""
    moves: tuple[RecordedMove, ...] = ()
    renewals: tuple[Renewal, ...] = ()
    result: Result | None = None
    at: dict[str, int] = field(default_factory=dict, compare=False)
    """The lines of its parts in the text: ``round``, ``chance``, ``hand 0`` and so on."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match, or as much of one as was played."""

    rules: str
    """The rules' id."""
    seats: tuple[RecordedSeat, ...]
    dealer: int
    """Who deals the first round."""
    rounds: tuple[RecordedRound, ...] = ()
    winners: tuple[int, ...] = ()
    """Who won; empty while the match is not over."""
    view: int | None = None
    """The seat whose view this is; None where every card is known."""
    date: str = ""
    table: str = ""
    """The table's name or place."""
    at: dict[str, int] = field(default_factory=dict, compare=False)
    """Lines of the text: ``dealer``, ``end``; ``check`` if the check sum does not fit."""


def print_record(record: Record) -> str:
    """``record`` as text, always the same for equal records.

    The last line is a check sum of the lines before it.
    """
    body = print_body(record)
    return f"{body}Check: {checksum(body)}\n"


def checksum(body: str) -> str:
    """The check sum of a record's text without its last line."""
    return f"{crc32(body.encode()):08x}"


def print_body(record: Record) -> str:
    """The text of ``record`` without the check sum."""
    lines = [*_tags(record)]
    for number, played in enumerate(record.rounds, 1):
        lines += ["", f"Round {number}, dealer {played.dealer}", *_round(played)]
    lines.append("")
    if record.winners:
        lines.append("Winners: " + " ".join(map(str, record.winners)))
    else:
        lines.append("Unfinished")
    return "\n".join(lines) + "\n"


def _tags(record: Record) -> Iterator[str]:
    yield f'[Vandatta "{VERSION}"]'
    yield f'[Rules "{record.rules}"]'
    if record.date:
        yield f"[Date {quoted(record.date)}]"
    if record.table:
        yield f"[Table {quoted(record.table)}]"
    for number, seat in enumerate(record.seats):
        yield f"[Seat{number} {quoted(seat.name)} {seat.player}]"
    yield f'[Dealer "{record.dealer}"]'
    if record.view is not None:
        yield f'[View "{record.view}"]'


def quoted(words: str) -> str:
    """``words`` in quotation marks; what can't be seen is written as JSON writes it."""
    inside = "".join(
        each if each.isprintable() else json.dumps(each)[1:-1]
        for each in words.replace("\\", "\\\\").replace('"', '\\"')
    )
    return f'"{inside}"'


def _round(played: RecordedRound) -> Iterator[str]:
    yield "Chance: " + ("?" if played.chance is None else str(played.chance))
    for seat, hand in enumerate(played.hands):
        yield from card_lines(f"Hand {seat}:", hand)
    yield "Turned up: " + ", ".join(
        [*(f"{record_card(card)} put back" for card in played.up[:-1]), record_card(played.up[-1])]
    )
    yield from card_lines("Stock:", played.stock)
    start = 0
    for renewal in played.renewals:
        yield from _moves(played.moves[start : renewal.after])
        yield from card_lines("Renewed:", renewal.stock)
        start = renewal.after
    yield from _moves(played.moves[start:])
    if played.result:
        yield from _result(played.result)


def card_lines(heading: str, cards: Sequence[int]) -> Iterator[str]:
    """A heading and cards after it, a long row going on in indented lines."""
    words = [record_card(card) for card in cards] or ["-"]
    for start in range(0, len(words), CARDS_A_LINE):
        yield f"{'  ' if start else heading + ' '}{' '.join(words[start : start + CARDS_A_LINE])}"


def record_card(card: int) -> str:
    """A card as records write it: ``?`` for one that isn't known."""
    return "?" if card == UNKNOWN else card_text(card)


def _moves(moves: Sequence[RecordedMove]) -> Iterator[str]:
    """Rows of moves; a seat is named where it isn't the one that moved last."""
    for start in range(0, len(moves), MOVES_A_LINE):
        words, last = [], -1
        for move in moves[start : start + MOVES_A_LINE]:
            said = f"({move.words})" if move.taken_back else move.words
            words.append(said if move.seat == last else f"{move.seat}:{said}")
            last = move.seat
        yield " ".join(words)


def _result(result: Result) -> Iterator[str]:
    for seat, cards in enumerate(result.left):
        if cards:
            yield from card_lines(f"Left {seat}:", cards)
    yield result_line(result)


def result_line(result: Result) -> str:
    """The line that tells who went out, the points and the totals."""
    how = "blocked" if result.out is None else f"{result.out} out"
    points = _numbers(result.points)
    return f"Result: {how}, points {points}, totals {_numbers(result.totals)}"


def _numbers(numbers: Iterable[int | None]) -> str:
    return " ".join("-" if number is None else str(number) for number in numbers)
