"""Records: printing and reading are inverse, matches replay, damage is told of with its line."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mixing import random_mix
from tests.recorded import match, plainly
from vandatta.cards import cards_from_text
from vandatta.events import redact
from vandatta.messages import LANGS
from vandatta.notation.playback import play
from vandatta.notation.position import read_position
from vandatta.notation.position_text import (
    position_seen,
    print_position,
    read_position_text,
    whole,
)
from vandatta.notation.record import (
    UNKNOWN,
    Record,
    RecordedSeat,
    RecordError,
    print_body,
    print_record,
)
from vandatta.notation.record_log import entries, match_log, records, same_cards, seen
from vandatta.notation.record_reading import read_record, read_records
from vandatta.options import OPTIONS, Value
from vandatta.replay import Replay
from vandatta.table import Seat, Table


def any_mix(chance: random.Random, seats: int) -> dict[str, Value]:
    """A mix of any options, whose matches are short enough for a test."""
    values, _ = random_mix(chance, seats)
    return {**values, "turn_limit": chance.choice((30, 80)), "limit": chance.choice((10, 40))}


def recorded(number: int, rounds: int = 4, moves: int = 400) -> Record:
    """The record of random match ``number``."""
    chance = random.Random(number)
    seats = chance.randint(2, 8)
    log, _ = match(chance, seats, any_mix(chance, seats), rounds, moves)
    (record,) = records(log)
    return record


def there_and_back(number: int, rounds: int, moves: int) -> tuple[dict[str, Value], int]:
    """Everything that must hold for random match ``number``; its mix and its seats."""
    chance = random.Random(number)
    seats = chance.randint(2, 8)
    values = any_mix(chance, seats)
    log, events = match(chance, seats, values, rounds, moves)
    (record,) = records(log, "2031-05-17", "Köket")
    words = print_record(record)
    again = read_record(words)
    assert again == record
    assert print_record(again) == words
    played = play(again)
    assert played.events == events
    assert entries(again) == [{**log[0], "extra": {}}, *log[1:]]

    seat = chance.randrange(seats)
    view = seen(record, seat)
    words = print_record(view)
    assert read_record(words) == view
    shown = played.rules.open_hands == 1
    heard = [redact(event, seat, shown) for event in events]
    replayed = [redact(event, seat, shown) for event in play(view).events]
    assert plainly(replayed) == plainly(heard)
    return values, seats


@pytest.mark.parametrize("number", range(40))
def test_matches_print_parse_and_replay(number: int) -> None:
    there_and_back(number, rounds=3, moves=300)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_matches_print_parse_and_replay(hundred: int) -> None:
    first = 1000 + 100 * hundred
    played = [there_and_back(number, 8, 800) for number in range(first, first + 100)]
    assert {seats for _, seats in played} == set(range(2, 9))
    packs = {(seats >= int(of["second_deck_from"]), bool(of["jokers"])) for of, seats in played}
    assert len(packs) == 4, "one pack or two, with jokers or without"
    for key in OPTIONS:
        assert len({values[key] for values, _ in played}) > 1, key


# --- damage


def damaged(words: str, number: int, kind: str) -> str:
    """``words`` with its token ``number`` changed, removed or doubled."""
    found = [*re.finditer(r"\S+", words)][number]
    token = found.group()
    new = {"removed": "", "doubled": f"{token} {token}", "changed": changed(token, number)}[kind]
    return words[: found.start()] + new + words[found.end() :]


def changed(token: str, number: int) -> str:
    """``token`` with one of its characters another."""
    place = number % len(token)
    others = "shdc" if token[place] in "shdc" else "0123456789AKx?!"
    other = random.Random(number).choice([each for each in others if each != token[place]])
    return token[:place] + other + token[place + 1 :]


def check_damage(damage: str, whole_words: str) -> None:
    """What is damaged gives an error with its line and reason, or the same match."""
    try:
        found = read_record(damage)
        events = play(found).events
    except RecordError as error:
        assert 1 <= error.line <= damage.count("\n") + 1
        for lang in LANGS:
            assert str(error.line) in error.sentence(lang)
    else:
        record = read_record(whole_words)
        if "Check:" in damage:
            assert found == record
        else:
            # without the check sum names and the like can be changed, and nobody can tell
            assert events == play(record).events


KINDS = ("removed", "doubled", "changed")


def damages(number: int, every: int, moves: int) -> Iterator[tuple[str, str]]:
    """Damages to the record of a match and to a seat's view of it, and the whole of it.

    So far apart are the words that are damaged, each in another way than the one before.
    """
    record = recorded(number, rounds=2, moves=moves)
    for whole_words in (print_record(record), print_record(seen(record, 0))):
        for each in range(number % every, len(whole_words.split()), every):
            kind = KINDS[(each // every + number) % 3]
            yield damaged(whole_words, each, kind), whole_words


@pytest.mark.parametrize("number", range(6))
def test_a_damaged_record_is_told_of(number: int) -> None:
    done = 0
    for damage, whole_words in damages(number, 7, moves=120):
        check_damage(damage, whole_words)
        done += 1
    assert done > 20


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 112))
def test_damage_to_every_single_word_is_told_of(number: int) -> None:
    for damage, whole_words in damages(number, 1, moves=100):
        check_damage(damage, whole_words)


def in_lines(words: str) -> Iterator[str]:
    """``words`` with a line missing, twice, before the one above it, or the last that is left."""
    lines = words.splitlines(keepends=True)
    for at, line in enumerate(lines):
        yield "".join(lines[:at] + lines[at + 1 :])
        yield "".join([*lines[: at + 1], *lines[at:]])
        yield "".join(
            [*lines[: max(at - 1, 0)], line, *lines[max(at - 1, 0) : at], *lines[at + 1 :]]
        )
        yield "".join(lines[:at])
        yield "".join(lines[:at]) + line[: len(line) // 2]


@pytest.mark.parametrize("number", range(3))
def test_lines_that_are_missing_doubled_swapped_or_cut_off_are_told_of(number: int) -> None:
    record = recorded(number, rounds=2, moves=60)
    for each in (record, seen(record, 0)):
        words = print_record(each)
        for damage in in_lines(words):
            check_damage(damage, words)
        for damage in in_lines(print_body(each)):
            # with no check sum what is left may still be a match, if another one
            try:
                play(read_record(damage))
            except RecordError as error:
                assert error.line >= 1 and error.sentence("sv") != error.sentence("en")


@pytest.mark.parametrize("number", range(6))
def test_without_its_check_sum_damage_gives_an_error_or_a_match(number: int) -> None:
    record = recorded(number, rounds=2, moves=120)
    words = print_body(record)
    told = 0
    for each in range(0, len(words.split()), 7):
        for kind in ("removed", "doubled", "changed"):
            try:
                play(read_record(damaged(words, each, kind)))
            except RecordError as error:
                assert error.line >= 1 and error.sentence("sv") != error.sentence("en")
                told += 1
    assert told > 10


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('[Vandatta "1"]', '[Vandatta "9"]', 1, "not known"),
        ('"barn', '"born', 2, "barn"),
        ("Hand 0:", "Hand 1:", 9, "Hand 0:"),
        ("9c", "9x", 9, "not a card"),
        ("9c 4s", "9c", 9, "2 cards"),
        ("Turned up: 5c", "Turned up: 8c", 12, "eight of clubs"),
        ("1:3c", "1:3h", 15, "three of hearts"),
        ("1:3c", "1:3x", 15, "not a move"),
        ("1:3c", "2:3c", 15, "no seat 2"),
        ("1:3c!", "1:(draw)", 15, "not a move"),
        ("1:3c!", "1:(3c!)", 15, "not taken back"),
        ("1 out", "0 out", 17, "1 out"),
        ("Winners: 1", "Unfinished", 19, "Winners: 1"),
        ('"Du"', '"Dy"', 20, "changed"),
    ],
)
def test_an_error_says_where_and_why(old: str, new: str, line: int, reason: str) -> None:
    seats = [Seat("Du", "human"), Seat("Bo", "regular")]
    rules = {"base": "barn", "hand_size": 2}
    table = Table([Table.opening(seats, rules, 0)])
    deck = cards_from_text("3c 9c 6c 4s 5c")
    rest = [card for card in table.pack() if card not in deck]
    log = [Table.opening(seats, rules, 0), table.deal([*deck, *rest], 7)]
    table.apply(log[-1])
    for seat, move in ((1, "3c!"), (0, "9c!"), (1, "6c")):
        log.append(table.move(seat, move))
        table.apply(log[-1])
    words = print_record(records(log)[0])
    assert old in words
    with pytest.raises(RecordError) as caught:
        play(read_record(words.replace(old, new, 1)))
    assert (caught.value.line, True) == (line, reason in caught.value.sentence("en")), words


@given(st.text(max_size=80))
def test_any_text_is_read_or_told_of(words: str) -> None:
    with pytest.raises(RecordError):
        read_record(words)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=5))
def test_any_name_comes_back(names: list[str]) -> None:
    record = Record("svensk", tuple(RecordedSeat(name, "human") for name in names), 0)
    record = replace(record, date=names[0], table=names[1])
    assert read_record(print_record(record)) == record


# --- several matches, the same cards, what a seat sees


def two_matches() -> tuple[list[dict[str, object]], Table]:
    chance = random.Random(4)
    rules = {"base": "barn", "turn_limit": 40}
    log, _ = match(chance, 3, rules)
    table = Table(log)
    log.append(table.rematch(table.next_dealer))
    table.apply(log[-1])
    deck = list(table.pack())
    chance.shuffle(deck)
    log.append(table.deal(deck, 5))
    table.apply(log[-1])
    return log, table


def test_a_log_with_two_matches_gives_two_records() -> None:
    log, table = two_matches()
    first, second = records(log)
    assert first.winners and not second.winners
    assert second.dealer == table.dealer and len(second.rounds) == 1
    words = print_record(first) + "\n" + print_record(second)
    assert read_records(words) == [first, second]
    with pytest.raises(RecordError) as caught:
        read_record(words)
    assert caught.value.line == print_record(first).count("\n") + 2


def test_a_match_of_a_log_is_a_log_of_its_own() -> None:
    log, _ = two_matches()
    assert [records(match_log(log, number))[0] for number in (1, 2)] == records(log)
    for number in (0, 3):
        with pytest.raises(ValueError, match="match"):
            match_log(log, number)


def test_many_lines_that_go_on_are_read_at_once() -> None:
    """In a time that grows as the text does: some 20 seconds otherwise."""
    words = print_record(recorded(2, rounds=1, moves=3)).replace(
        "Stock:", "Stock:" + "\n As" * 60_000
    )
    with pytest.raises(RecordError) as caught:
        play(read_record(words))
    assert caught.value.message == "record.stock_size"


def test_a_finished_round_is_dealt_again() -> None:
    log, table = two_matches()
    deck, chance = same_cards(log, 1, match=0)
    fresh = Table([log[0]])
    entry = fresh.deal(deck, chance)
    assert entry == log[1]
    for number, which in ((1, -1), (2, 0), (0, 0), (1, 2)):
        with pytest.raises(ValueError, match="round"):
            same_cards(log, number, which)
    assert table.phase_of_match == "round"


def test_a_view_holds_nothing_that_the_seat_did_not_see() -> None:
    """Other cards at the bottom of the stock, and others' hands, change nothing in it."""
    record = recorded(3, rounds=1, moves=12)
    view = seen(record, 0)
    (first,) = view.rounds
    assert first.chance is None
    assert all(set(hand) == {UNKNOWN} for hand in first.hands[1:])
    (full,) = record.rounds
    stock = list(full.stock)
    stock[-1], stock[-2] = stock[-2], stock[-1]
    other = replace(record, rounds=(replace(full, stock=tuple(stock)),))
    if len(full.up) == 1:
        assert print_record(seen(other, 0)) == print_record(view)
    with pytest.raises(ValueError, match="seat"):
        seen(view, 1)
    with pytest.raises(ValueError, match="view"):
        entries(view)


# --- positions


@pytest.mark.parametrize("number", range(10))
def test_positions_print_and_parse(number: int) -> None:
    replay = Replay(recorded(number, rounds=2))
    for k in range(0, replay.steps, 5):
        position = replay.position(k)
        words = print_position(position)
        assert read_position_text(words) == whole(position)
        assert print_position(read_position_text(words)) == words
        assert read_position(read_position_text(words)).count == read_position(position).count
        view = position_seen(replay.view(k, 1), replay.record.rules)
        assert read_position_text(print_position(view)) == view


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Position", "Posotion", 1),
        ("svensk", "svansk", 2),
        ("7h", "7x", 3),
        ("Turn: 1", "Turn: 7", 7),
        ("Turn: 1", "Turn(: 1", 7),
    ],
)
def test_a_position_that_will_not_do(old: str, new: str, line: int) -> None:
    words = print_position(
        {"rules": "svensk", "hands": ["7h 8s", "Td"], "pile": "4c", "stock": "Qs", "turn": 1}
    )
    with pytest.raises(RecordError) as caught:
        read_position_text(words.replace(old, new, 1))
    assert caught.value.line == line


@pytest.mark.parametrize("number", range(4))
def test_shuffled_tokens_never_break_the_reader(number: int) -> None:
    """Words of a record in other places give an error, or a match that can be."""
    chance = random.Random(number)
    record = recorded(number, rounds=2, moves=80)
    words = print_body(chance.choice((record, seen(record, 0))))
    told = 0
    for _ in range(150):
        parts = re.split(r"(\s+)", words)
        for _ in range(chance.choice((1, 1, 2, 5))):
            one, other = (2 * chance.randrange(len(parts) // 2) for _ in range(2))
            parts[one], parts[other] = parts[other], parts[one]
        try:
            play(read_record("".join(parts)))
        except RecordError as error:
            assert error.sentence("sv") and error.line >= 1
            told += 1
    assert told > 50
