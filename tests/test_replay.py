"""Stepping through a record: for programs, and in the terminal."""

from __future__ import annotations

import random
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from tests.recorded import match
from vandatta import cli
from vandatta.cards import card_from_text
from vandatta.engine.alphabet import OVER
from vandatta.engine.match import Match
from vandatta.engine.state import hand_of
from vandatta.events import Drew, Laid, RoundOver, redact
from vandatta.messages import LANGS, Lang, text
from vandatta.narrate import Narrator
from vandatta.notation.moves import Plan, make, plan, read_move
from vandatta.notation.position import read_position
from vandatta.notation.record import UNKNOWN, Record, print_record
from vandatta.notation.record_log import records, seen
from vandatta.replay import Replay, terminal
from vandatta.replay.telling import tell
from vandatta.server.lines import over_words
from vandatta.server.phrases import Who
from vandatta.table import Table

RULES = {"base": "klassisk", "limit": 90, "turn_limit": 40}
CHANCE = 11


@pytest.fixture(scope="module")
def record() -> Record:
    log, _ = match(random.Random(CHANCE), 3, RULES)
    return records(log, "2031-05-17", "Köket")[0]


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(print_record(record), "utf-8")
    return path


def test_every_step_is_what_the_table_showed(record: Record) -> None:
    log, events = match(random.Random(CHANCE), 3, RULES)
    replay = Replay(record)
    table, k, told = Table(), 0, 0
    for entry in log:
        told += len(table.apply(entry))
        if entry["t"] not in ("deal", "move"):
            continue
        step = replay.at(k)
        assert list(step.events) == events[:told]
        for seat in range(3):
            view = table.view(seat)
            assert replay.view(k, seat) == view
            assert step.hands[seat] == view.hand
            assert (step.top, step.suit, step.stock) == (view.top, view.suit, view.stock)
            mine = replay.at(k, seat)
            assert mine.events == tuple(redact(event, seat) for event in step.events)
            assert [len(hand) for hand in mine.hands] == list(view.counts)
            assert set(mine.hands[(seat + 1) % 3]) <= {UNKNOWN}
        k += 1
    assert replay.steps == k > 20


def test_steps_can_be_taken_back_and_forth(record: Record) -> None:
    replay = Replay(record)
    forth = [replay.at(k) for k in range(replay.steps)]
    back = [replay.at(k) for k in reversed(range(replay.steps))]
    assert forth == back[::-1]
    assert forth[0].move is None and forth[1].move is not None
    assert replay.round_start(1) == 0
    assert replay.at(replay.round_start(2)).round == 2
    assert replay.round_start(99) == replay.steps - 1
    for wrong in (-1, replay.steps):
        with pytest.raises(IndexError):
            replay.at(wrong)
    with pytest.raises(ValueError, match="seat"):
        replay.view(0, 3)


def test_a_seats_record_shows_that_seats_view(record: Record) -> None:
    whole, mine = Replay(record), Replay(seen(record, 1))
    assert mine.steps == whole.steps
    for k in range(whole.steps):
        assert mine.view(k, 1) == whole.view(k, 1)
        assert mine.at(k) == whole.at(k, 1) or mine.at(k).move != whole.at(k).move
    with pytest.raises(ValueError, match="seat"):
        mine.at(0, 0)
    with pytest.raises(ValueError, match="cards"):
        mine.position(0)
    others = [e for e in mine.at(mine.steps - 1).events if isinstance(e, Drew) and e.seat != 1]
    assert others and all(event.card is None for event in others)


@pytest.mark.parametrize(
    ("lang", "words"), [("sv", ("Köket", "Summa", "ger")), ("en", ("Köket", "Total", "deals"))]
)
def test_everything_is_printed(record: Record, lang: Lang, words: tuple[str, ...]) -> None:
    out = StringIO()
    assert terminal.replay(lang, print_record(record).encode(), None, None, out) == 0
    for word in words:
        assert word in out.getvalue()
    last = record.rounds[-1].result
    assert last is not None
    assert out.getvalue().splitlines()[-2].split()[1:] == [str(each) for each in last.totals]


def test_cards_have_the_reader_s_own_signs() -> None:
    cards = [*map(card_from_text, ("Ts", "Qd", "Jc", "Ah", "2h", "JK")), UNKNOWN]
    assert [terminal.card_sign("sv", card) for card in cards] == [
        *("10♠", "D♦", "Kn♣", "E♥", "2♥", "JK", "?")
    ]
    assert [terminal.card_sign("en", card) for card in cards[1:4]] == ["Q♦", "J♣", "A♥"]


def test_the_story_says_a_joker() -> None:
    laid = Laid(0, 0, card_from_text("JK"))
    assert [*tell("sv", ["Kim"], [laid])] == ["Kim lade en joker."]
    assert [*tell("en", ["Kim"], [laid])] == ["Kim played a joker."]


@pytest.mark.parametrize(
    ("limits", "hands", "moves", "told"),
    [
        ({}, ("9s 3c", "Tc 5d"), ("pass", "pass"), "log.blocked"),
        ({"turn_limit": 3}, ("9s 3c", "Tc 5d"), ("pass", "pass"), "log.blocked"),
        # a round that is blocked and used up at once is used up
        ({"turn_limit": 2}, ("9s 3c", "Tc 5d"), ("pass", "pass"), "log.too_long"),
        ({"turn_limit": 1}, ("9s 3c", "Tc 5d"), ("pass",), "log.too_long"),
        ({"lay_limit": 1}, ("9h 3c", "Tc 5d"), ("9h",), "log.too_long"),
        # whoever goes out ends the round
        ({"lay_limit": 1}, ("9h", "Tc 5d"), ("9h",), "log.went_out"),
    ],
)
def test_why_a_round_ended(
    limits: dict[str, int], hands: tuple[str, str], moves: tuple[str, ...], told: str
) -> None:
    rules = {"base": "svensk", "reshuffles": 0, "turn_limit": 0, **limits}
    s = read_position({"rules": rules, "hands": list(hands), "pile": "4h", "stock": ""})
    for words in moves:
        found = plan(s, s.turn, read_move(words))
        assert isinstance(found, Plan)
        make(s, s.turn, read_move(words), found)
    assert s.phase == OVER
    left = [tuple(hand_of(s, seat)) for seat in range(2)]
    match = Match(players=2, playing=3)
    (over,) = [*Narrator().round_over(s, left, [0, 0], match, 0)]
    assert isinstance(over, RoundOver)
    assert over.used_up == (told == "log.too_long")
    names = ("Kim", "Lo")
    for lang in LANGS:
        how = text(lang, told, Name="Kim")
        assert [*tell(lang, names, [over])] == [
            text(lang, "replay.ended", how=how, points="Kim 0, Lo 0")
        ]
        # what the page says is the same
        assert over_words(Who(lang, 1, names), over) == how


def test_keys_lead_through_the_match(record: Record) -> None:
    out = StringIO()
    data = print_record(record).encode()
    steps = Replay(record).steps
    assert terminal.replay("en", data, 0, StringIO("\n\nb\nr\nx\nq\n"), out) == 0
    seen_steps = [line.split("(")[1] for line in out.getvalue().splitlines() if "deals  (" in line]
    second = Replay(record).round_start(2) + 1
    assert seen_steps == [f"{k}/{steps})" for k in (1, 2, 3, 2, second, second)]
    assert " ? ?" in out.getvalue()

    out = StringIO()
    assert terminal.replay("en", data, None, StringIO("\n" * steps), out) == 0
    assert f"({steps}/{steps})" in out.getvalue()


def test_the_command_checks(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "--check", "--lang", "en", str(file)]) == 0
    assert capsys.readouterr().out.endswith(")\n")
    file.write_text(file.read_text("utf-8").replace("Round 1", "Round 3"), "utf-8")
    assert cli.main(["replay", "--check", "--lang", "sv", str(file)]) == 1
    out = capsys.readouterr().out
    assert out.count("\n") == 1 and "Rad 10: det här skulle vara omgång 1." in out
    assert cli.main(["replay", "--lang", "en", str(file)]) == 1
    assert capsys.readouterr().out == "Line 10: this should be round 1.\n"


def test_what_the_caller_can_put_right(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(file.parent / "none")]) == 2
    assert "none" in capsys.readouterr().err
    assert cli.main(["replay", "--seat", "3", str(file)]) == 2
    assert "3" in capsys.readouterr().out
    file.write_bytes(b'[Vandatta "1"]\n\xff')
    assert cli.main(["replay", "--lang", "en", "--check", str(file)]) == 1
    assert "Line 2" in capsys.readouterr().out


def test_a_name_cannot_steer_the_terminal(record: Record) -> None:
    words = print_record(record).split("\nCheck")[0].replace('[Seat0 "', '[Seat0 "\\u001b[2J')
    out = StringIO()
    assert terminal.replay("en", words.encode(), None, None, out) == 0
    assert "·[2J" in out.getvalue() and "\x1b" not in out.getvalue()


def test_a_record_can_be_piped_in(file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vandatta", "replay", "-"],
        input=file.read_bytes(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == b""
    assert "Köket" in done.stdout.decode()
