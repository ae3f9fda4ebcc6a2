"""Reading records: each line in its place, or an error that says where and why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vandatta.cards import card_from_text
from vandatta.engine.alphabet import MAX_SEATS
from vandatta.notation.moves import read_move
from vandatta.notation.record import (
    UNKNOWN,
    VERSION,
    Record,
    RecordedMove,
    RecordedRound,
    RecordedSeat,
    RecordError,
    Renewal,
    Result,
    bad_rules,
    checksum,
    print_body,
)
from vandatta.options import OptionsError, check_seats, compile_rules, named, rules_id

BOM = "\ufeff"
"""What some editors put before a text in UTF-8."""
PLAYERS = ("human", "beginner", "friend", "regular", "master", "grandmaster", "trained")
_TAG = re.compile(r'\[([A-Za-z]+[0-9]?) ("(?:[^"\\]|\\.)*")(?: ([a-z]+))?\]')
_ROUND = re.compile(r"Round ([0-9]{1,4}), dealer ([0-7])")
_MOVE = re.compile(r"(?:([0-7]):)?(\()?([^()]{1,40})(\))?")
"""No move is as long as forty signs."""
_RESULT = re.compile(r"Result: (?:([0-7]) out|(blocked)), points ([0-9 -]+), totals ([0-9 ]+)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record, with the indented ones that go on with it."""

    number: int
    words: tuple[tuple[str, int], ...]
    """Its words, each with the number of the line it stands in."""

    def __str__(self) -> str:
        return " ".join(word for word, _ in self.words)

    def unread(self) -> RecordError:
        """The error that this line can't be read."""
        return RecordError(self.number, "record.unread", words=echo(str(self), 60))


def echo(words: str, most: int) -> str:
    """Some words of a file for an error's sentence, without signs that steer a terminal."""
    return "".join(each if each.isprintable() else "·" for each in words[:most])


class Lines:
    """The lines of a text, taken one by one and divided no further; empty ones are left out."""

    def __init__(self, words: str, first: int = 1) -> None:
        """Divide ``words``, the first line of which has the number ``first``."""
        self.last = first
        self._lines = _divided(words.removeprefix(BOM).split("\n"), first)
        self._next = next(self._lines, None)

    def peek(self) -> str:
        """The next line, or nothing at the end."""
        return "" if self._next is None else str(self._next)

    def take(self, wanted: str) -> Line:
        """The next line.

        Raises:
            RecordError: there is none, though ``wanted`` should stand there.
        """
        line = self._next
        if line is None:
            raise RecordError(self.last, "record.ends", wanted=wanted)
        self.last = line.words[-1][1]
        self._next = next(self._lines, None)
        return line

    def take_cards(self, heading: str) -> tuple[Line, tuple[int, ...]]:
        """The next line, which has ``heading`` and then cards, or ``-`` for none.

        Raises:
            RecordError: something else stands there.
        """
        line = self.take(heading)
        start = heading.split(" ")
        words = [word for word, _ in line.words]
        if words[: len(start)] != start:
            here = echo(str(line), 60)
            raise RecordError(line.number, "record.expected", wanted=heading, words=here)
        rest = line.words[len(start) :]
        if [word for word, _ in rest] == ["-"]:
            return line, ()
        if not rest:
            raise RecordError(line.number, "record.no_cards", wanted=heading)
        return line, tuple(read_card(word, number) for word, number in rest)


def _divided(rows: Iterable[str], first: int) -> Iterator[Line]:
    """The lines that rows of text make, the first of them number ``first``."""
    found: list[tuple[str, int]] = []
    for number, row in enumerate(rows, first):
        more = [(word.strip(), number) for word in row.split(" ") if word.strip()]
        if more and found and row[0] != " ":
            yield Line(found[0][1], tuple(found))
            found = []
        found += more
    if found:
        yield Line(found[0][1], tuple(found))


def read_card(word: str, line: int) -> int:
    """A card, or `UNKNOWN` for ``?``.

    Raises:
        RecordError: ``word``, in line ``line``, is no card.
    """
    if word == "?":
        return UNKNOWN
    try:
        return card_from_text(word)
    except ValueError:
        raise RecordError(line, "record.bad_card", word=echo(word, 20)) from None


def read_record(words: str) -> Record:
    """The record of one match.

    Whether the match can have gone as it says is for
    `vandatta.notation.playback.play` to find.

    Raises:
        RecordError: it can't be read.
    """
    records = read_records(words)
    if len(records) > 1:
        raise RecordError(records[1].at["start"], "record.several")
    return records[0]


def read_records(words: str) -> list[Record]:
    """The records of a text with one match after another; at least one.

    Raises:
        RecordError: it can't be read.
    """
    return list(each_record(words))


def each_record(words: str) -> Iterator[Record]:
    """The records of a text, each read when it is asked for; at least one.

    Raises:
        RecordError: it can't be read.
    """
    first, rows, begun = 1, list[str](), False
    for number, row in enumerate(words.split("\n"), 1):
        if begun and row.removeprefix(BOM).startswith("[Vandatta "):
            yield _Reader(Lines("\n".join(rows), first)).record(first)
            first, rows = number, []
        begun = begun or bool(row.strip())
        rows.append(row)
    yield _Reader(Lines("\n".join(rows), first)).record(first)


class _Reader:
    """Reads one record from its lines."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.seats = 0
        self.view: int | None = None

    def record(self, first: int) -> Record:
        """The record, whose text begins in the line ``first``."""
        tags = self._tags()
        rules, seats = self._rules_and_seats(tags)
        dealer = self._seat_tag(tags, "Dealer")
        if dealer is None:
            raise RecordError(self.lines.last, "record.tag_missing", tag="Dealer")
        self.view = self._seat_tag(tags, "View")
        at = {"start": first, "rules": tags["Rules"][2], "dealer": tags["Dealer"][2]}
        rounds: list[RecordedRound] = []
        while self.lines.peek().startswith("Round"):
            rounds.append(self._round(len(rounds) + 1))
        line = self.lines.take("Winners: / Unfinished")
        at["end"] = line.number
        winners: tuple[int, ...] = ()
        if str(line) != "Unfinished":
            found = re.fullmatch(r"Winners:((?: [0-7])+)", str(line))
            if not found:
                raise line.unread()
            winners = tuple(map(int, found[1].split()))
        record = Record(
            rules=rules,
            seats=seats,
            dealer=dealer,
            rounds=tuple(rounds),
            winners=winners,
            view=self.view,
            date=tags.get("Date", ("", "", 0))[0],
            table=tags.get("Table", ("", "", 0))[0],
            at=at,
        )
        self._check(record)
        return record

    def _check(self, record: Record) -> None:
        """Take the line with the check sum, if there is one, and nothing after it."""
        if self.lines.peek():
            line = self.lines.take("Check:")
            found = re.fullmatch(r"Check: ([0-9a-f]{8})", str(line))
            if not found or self.lines.peek():
                raise (self.lines.take("") if found else line).unread()
            if found[1] != checksum(print_body(record)):
                # what went wrong may be found, and told better, when the match is played
                record.at["check"] = line.number

    def _tags(self) -> dict[str, tuple[str, str, int]]:
        """The tags: value, word after it, line."""
        tags: dict[str, tuple[str, str, int]] = {}
        while not tags or self.lines.peek().startswith("["):
            line = self.lines.take('[Vandatta "1"]')
            found = _TAG.fullmatch(str(line))
            if not tags and (not found or found[1] != "Vandatta"):
                raise RecordError(line.number, "record.not_a_record")
            if not found:
                raise line.unread()
            name, value, after = found.groups(default="")
            if name in tags:
                raise RecordError(line.number, "record.tag_twice", tag=name)
            if not re.fullmatch(r"Vandatta|Rules|Date|Table|Dealer|View|Seat[0-7]", name):
                raise RecordError(line.number, "record.tag_unknown", tag=name[:20])
            if (after in PLAYERS) != name.startswith("Seat") or (after and after not in PLAYERS):
                raise line.unread()
            try:
                tags[name] = (str(json.loads(value)), after, line.number)
            except ValueError:
                raise line.unread() from None
            # at once: what else another version has is not for this one to find wrong
            if (version := tags["Vandatta"][0]) != VERSION:
                raise RecordError(line.number, "record.version", version=echo(version, 20))
        return tags

    def _rules_and_seats(
        self, tags: dict[str, tuple[str, str, int]]
    ) -> tuple[str, tuple[RecordedSeat, ...]]:
        seats: list[RecordedSeat] = []
        while found := tags.get(f"Seat{len(seats)}"):
            seats.append(RecordedSeat(found[0], found[1]))
        more = [name for name in tags if name.startswith("Seat")][len(seats) :]
        for name in ("Rules", *([f"Seat{len(seats)}"] if more or not seats else [])):
            if name not in tags:
                raise RecordError(self.lines.last, "record.tag_missing", tag=name)
        self.seats = len(seats)
        rules, _, line = tags["Rules"]
        if not rules.isprintable():
            raise RecordError(line, "record.unread", words=echo(rules, 60))
        try:
            values = named(rules)
            check_seats(compile_rules(values), len(seats))
        except OptionsError as error:
            raise bad_rules(line, error) from None
        return rules_id(values), tuple(seats)

    def _seat_tag(self, tags: dict[str, tuple[str, str, int]], name: str) -> int | None:
        """The seat that a tag names, if it stands there."""
        if name not in tags:
            return None
        value, _, line = tags[name]
        return self._seat(value, line)

    def _seat(self, word: str, line: int) -> int:
        if word not in "01234567"[: min(self.seats, MAX_SEATS)] or len(word) != 1:
            raise RecordError(line, "record.no_seat", seat=echo(word, 20))
        return int(word)

    def _round(self, number: int) -> RecordedRound:
        line = self.lines.take("Round")
        found = _ROUND.fullmatch(str(line))
        if not found:
            raise line.unread()
        if int(found[1]) != number:
            raise RecordError(line.number, "record.round_number", number=number)
        at = {"round": line.number}
        dealer = self._seat(found[2], line.number)
        line = self.lines.take("Chance:")
        at["chance"] = line.number
        chance = self._chance(line)
        hands = []
        for seat in range(self.seats):
            line, cards = self._cards(f"Hand {seat}:")
            at[f"hand {seat}"] = line.number
            hands.append(cards)
        line = self.lines.take("Turned up:")
        at["up"] = line.number
        up = self._turned(line)
        line, stock = self._cards("Stock:")
        at["stock"] = line.number
        moves, renewals = self._moves()
        result = self._result(at)
        return RecordedRound(dealer, chance, tuple(hands), up, stock, moves, renewals, result, at)

    def _chance(self, line: Line) -> int | None:
        found = re.fullmatch(r"Chance: ([0-9]{1,29}|\?)", str(line))
        if not found or (found[1] == "?") != (self.view is not None):
            raise line.unread()
        if found[1] == "?":
            return None
        chance = int(found[1])
        if chance >= 1 << 96:
            raise line.unread()
        return chance

    def _cards(self, heading: str, shown: bool = False) -> tuple[Line, tuple[int, ...]]:
        """A row of cards; unknown ones only in a seat's view, and never where ``shown``."""
        line, cards = self.lines.take_cards(heading)
        if (shown or self.view is None) and UNKNOWN in cards:
            raise RecordError(line.number, "record.unknown_card")
        return line, cards

    def _turned(self, line: Line) -> tuple[int, ...]:
        words = [word.split(" ") for word in str(line).removeprefix("Turned up: ").split(", ")]
        if not str(line).startswith("Turned up: "):
            here = echo(str(line), 60)
            raise RecordError(line.number, "record.expected", wanted="Turned up:", words=here)
        if len(words[-1]) != 1 or any(word[1:] != ["put", "back"] for word in words[:-1]):
            raise line.unread()
        cards = tuple(read_card(word[0], line.number) for word in words)
        if UNKNOWN in cards:
            raise RecordError(line.number, "record.unknown_card")
        return cards

    def _moves(self) -> tuple[tuple[RecordedMove, ...], tuple[Renewal, ...]]:
        moves: list[RecordedMove] = []
        renewals: list[Renewal] = []
        while re.match(r"[0-7]:|Renewed:", self.lines.peek()):
            if self.lines.peek().startswith("Renewed:"):
                line, stock = self._cards("Renewed:")
                renewals.append(Renewal(len(moves), stock, line.number))
            else:
                moves += self._row(self.lines.take("0:"))
        return tuple(moves), tuple(renewals)

    def _row(self, line: Line) -> Iterator[RecordedMove]:
        """The moves of a row, which begins with a seat."""
        seat = -1
        for word, number in line.words:
            found = _MOVE.fullmatch(word)
            if not found or (found[2] is None) != (found[4] is None):
                raise RecordError(number, "record.bad_move", word=echo(word, 20))
            if found[1]:
                seat = self._seat(found[1], number)
            try:
                lays = bool(read_move(found[3]).cards)
            except ValueError:
                raise RecordError(number, "record.bad_move", word=echo(word, 20)) from None
            if found[2] and not lays:
                raise RecordError(number, "record.bad_move", word=echo(word, 20))
            yield RecordedMove(seat, found[3], bool(found[2]), number)

    def _result(self, at: dict[str, int]) -> Result | None:
        left: list[tuple[int, ...]] = [()] * self.seats
        start = 0
        while found := re.match(r"Left ([0-7]):", self.lines.peek()):
            line, cards = self._cards(found[0], shown=True)
            seat = self._seat(found[1], line.number)
            if seat < start or not cards:
                raise line.unread()
            left[seat] = cards
            at[f"left {seat}"] = line.number
            start = seat + 1
        if not start and not self.lines.peek().startswith("Result"):
            return None
        line = self.lines.take("Result:")
        at["result"] = line.number
        found = _RESULT.fullmatch(str(line))
        points = [] if found is None else found[3].split(" ")
        totals = [] if found is None else found[4].split(" ")
        numbers = [word for word in points if word != "-"] + totals
        if not found or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in numbers):
            raise line.unread()
        if len(points) != self.seats or len(totals) != self.seats:
            raise RecordError(line.number, "record.result_seats", seats=self.seats)
        return Result(
            out=None if found[2] else self._seat(found[1], line.number),
            left=tuple(left),
            points=tuple(None if word == "-" else int(word) for word in points),
            totals=tuple(map(int, totals)),
        )
