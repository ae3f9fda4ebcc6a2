"""From a table's log to records and back, and from a record to what one seat saw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from vandatta.cards import card_text, cards_text
from vandatta.engine.alphabet import OVER
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.rules import hand_size_for
from vandatta.engine.state import State
from vandatta.events import Drew, Renewed
from vandatta.notation.deck import dealing_order, plain, put_back, read_deck, turn_up
from vandatta.notation.moves import make, plan, read_move
from vandatta.notation.playback import Course, Playback, play
from vandatta.notation.record import (
    UNKNOWN,
    Record,
    RecordedMove,
    RecordedRound,
    RecordedSeat,
    Renewal,
)
from vandatta.notation.refusal import Refusal
from vandatta.options import compile_rules, named

Entry = Mapping[str, Any]
"""A line of a table's log."""


def records(entries: Iterable[Entry], date: str = "", table: str = "") -> list[Record]:
    """The matches of a table's log, the last one perhaps not played to its end.

    Args:
        entries: the log, from its beginning.
        date: what the records tell of when they were played.
        table: what the records tell of where.

    Raises:
        ValueError: the entries are not a log of a table.
    """
    log = iter(entries)
    try:
        opening = next(log)
        seats = tuple(RecordedSeat(seat["name"], seat["player"]) for seat in opening["seats"])
        if opening["t"] != "open":
            raise ValueError("a log begins with its opening")
        rules = opening["rules"]
        found = [_Writer(rules, seats, opening["dealer"])]
        for entry in log:
            match entry["t"]:
                case "match":
                    found.append(_Writer(rules, seats, entry["dealer"]))
                case "deal":
                    found[-1].deal(entry["deck"], int(entry["chance"]))
                case "move":
                    found[-1].move(entry["seat"], entry["move"])
                case _:
                    raise ValueError(f"no such entry: {entry['t']!r}")
    except StopIteration:
        raise ValueError("an empty log") from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"not an entry of a log: {error!r}") from error
    return [
        Record(
            rules=rules,
            seats=seats,
            dealer=writer.dealer,
            rounds=tuple(writer.rounds),
            winners=writer.course.winners,
            date=date,
            table=table,
        )
        for writer in found
    ]


class _Writer:
    """Plays a match's entries and writes down its rounds."""

    def __init__(self, rules: str, seats: tuple[RecordedSeat, ...], dealer: int) -> None:
        self.rules = compile_rules(named(rules))
        self.players = len(seats)
        self.dealer = dealer
        self.course = Course(self.rules, self.players, dealer)
        self.rounds: list[RecordedRound] = []

    def deal(self, words: str, chance: int) -> None:
        """A round is dealt."""
        m = self.course.match
        deck = read_deck(words, self.course.pack)
        order = dealing_order(self.players, m.playing, m.dealer)
        dealt = hand_size_for(self.rules, len(order)) * len(order)
        hands: list[tuple[int, ...]] = [()] * self.players
        for i, seat in enumerate(order):
            hands[seat] = tuple(map(plain, deck[i : dealt : len(order)]))
        up, stock = turn_up(self.rules, list(map(plain, deck[dealt:])), chance)
        self.rounds.append(RecordedRound(m.dealer, chance, tuple(hands), tuple(up), tuple(stock)))
        s = new_round(self.rules, self.players, m.playing, m.dealer, deck, chance)
        self.course.begin(s)

    def move(self, seat: int, words: str) -> None:
        """A seat moves."""
        s, now = self._state(), self.rounds[-1]
        move = read_move(words)
        found = plan(s, seat, move)
        if isinstance(found, Refusal):
            raise ValueError(f"a move that can't be: {found.rule}")
        before = s.noted
        make(s, seat, move, found)
        self.course.tell(before)
        moves = (*now.moves, RecordedMove(seat, words, found.misplayed is not None))
        made = [Renewal(len(moves), stock) for stock in self.course.renewals(before)]
        self.rounds[-1] = replace(
            now, moves=moves, renewals=(*now.renewals, *made), result=self.course.result
        )

    def _state(self) -> State:
        if self.course.state.phase == OVER:
            raise ValueError("no round is being played")
        return self.course.state


def entries(record: Record) -> list[dict[str, Any]]:
    """The log of a table at which the match of ``record`` was played.

    The record must be one that `play` has nothing against.

    Raises:
        ValueError: it is a seat's view, which does not know the cards.
    """
    if record.view is not None:
        raise ValueError("a seat's view is not the whole match")
    log: list[dict[str, Any]] = [
        {
            "t": "open",
            "seats": [{"name": seat.name, "player": seat.player} for seat in record.seats],
            "rules": record.rules,
            "dealer": record.dealer,
            "extra": {},
        }
    ]
    for each in record.rounds:
        log.append(
            {"t": "deal", "deck": cards_text(deck_of(record, each)), "chance": str(each.chance)}
        )
        log += [{"t": "move", "seat": one.seat, "move": one.words} for one in each.moves]
    return log


def deck_of(record: Record, each: RecordedRound) -> list[int]:
    """The cards of a round in the order they lay before the deal; jokers are all the red one.

    Raises:
        ValueError: not all cards are known, or they can't have been dealt like that.
    """
    playing = sum(1 << seat for seat, hand in enumerate(each.hands) if hand)
    order = dealing_order(len(record.seats), playing, each.dealer)
    size = len(each.hands[order[0]])
    rest = put_back(each.up, each.stock, each.chance or 0)
    if rest is None or each.chance is None or record.view is not None:
        raise ValueError("the cards can't be told")
    return [each.hands[seat][i] for i in range(size) for seat in order] + rest


def same_cards(log: Iterable[Entry], number: int, match: int = -1) -> tuple[list[int], int]:
    """The cards of a finished round, to be dealt anew at a new table of as many seats.

    Args:
        log: the table's entries.
        number: the round's number in its match, from 1.
        match: which of the table's matches, from 0; the last one unless told.

    Returns:
        The deck and the seed of later shuffles, as a table's `deal` takes them.

    Raises:
        ValueError: there is no such round, or it is still being played.
    """
    found = records(log)
    if not -len(found) <= match < len(found):
        raise ValueError("no such match, and no such round")
    return dealt_again(found[match], number)


def dealt_again(record: Record, number: int) -> tuple[list[int], int]:
    """The cards of a finished round of ``record``: see `same_cards`.

    Raises:
        ValueError: there is no such round, it is still being played, or not all of
            its cards are known.
    """
    if not 1 <= number <= len(record.rounds):
        raise ValueError("no such round")
    each = record.rounds[number - 1]
    if each.result is None or each.chance is None:
        raise ValueError("the round is still being played")
    seats = sum(1 for hand in each.hands if hand)
    pack = pack_for(compile_rules(named(record.rules)), seats)
    return read_deck(cards_text(deck_of(record, each)), pack), each.chance


def match_log(log: Sequence[Entry], number: int) -> list[dict[str, Any]]:
    """The part of a table's log that is one match: a log of its own.

    Args:
        log: the table's entries.
        number: which match, from 1.

    Raises:
        ValueError: there is no such match.
    """
    begins = [i for i, entry in enumerate(log) if entry["t"] in ("open", "match")]
    if not 1 <= number <= len(begins):
        raise ValueError("no such match")
    first, end = begins[number - 1], [*begins, len(log)][number]
    return [{**log[0], "dealer": log[first]["dealer"]}, *map(dict, log[first + 1 : end])]


def seen(record: Record, seat: int) -> Record:
    """What ``seat`` saw of a match: the same record with the other cards unknown.

    Raises:
        ValueError: there is no such seat, or ``record`` is another seat's view.
        RecordError: the match can't have gone like that.
    """
    if not 0 <= seat < len(record.seats) or record.view not in (None, seat):
        raise ValueError(f"not to be seen from seat {seat}")
    if record.view == seat:
        return record
    played = play(record)
    return replace(
        record,
        view=seat,
        rounds=tuple(
            _seen_round(played, number, each, seat) for number, each in enumerate(record.rounds)
        ),
    )


def _seen_round(played: Playback, number: int, each: RecordedRound, seat: int) -> RecordedRound:
    moments = [one for one in played.moments if one.round == number]
    events = played.events[moments[0].since : moments[-1].told]
    shown = played.rules.open_hands == 1
    stocks = [each.stock, *(renewal.stock for renewal in each.renewals)]
    masked = [[UNKNOWN] * len(stock) for stock in stocks]
    which = place = 0
    for event in events:
        if isinstance(event, Renewed):
            which, place = which + 1, 0
        elif isinstance(event, Drew):
            if event.seat == seat or shown:
                masked[which][place] = stocks[which][place]
            place += 1
    return replace(
        each,
        chance=None,
        hands=tuple(
            hand if who == seat or shown else (UNKNOWN,) * len(hand)
            for who, hand in enumerate(each.hands)
        ),
        stock=tuple(masked[0]),
        moves=tuple(_seen_move(move, seat) for move in each.moves),
        renewals=tuple(
            replace(renewal, stock=tuple(stock))
            for renewal, stock in zip(each.renewals, masked[1:], strict=True)
        ),
    )


def _seen_move(move: RecordedMove, seat: int) -> RecordedMove:
    """A move as others see it: of a lay taken back they saw the first card."""
    if not move.taken_back or move.seat == seat:
        return move
    return replace(move, words=card_text(read_move(move.words).cards[0]))
