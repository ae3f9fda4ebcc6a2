"""Whatever the referee is sent, it answers in one line and goes on."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_referee import position, walked
from vandatta.engine.reasons import NAMES
from vandatta.notation import referee
from vandatta.options import OPTIONS, preset

# --- requests that can't be read


def refused(request: object) -> dict[str, Any]:
    answer = referee.answer(request)
    assert set(answer) == {"error"}, answer
    error: dict[str, Any] = answer["error"]
    assert set(error) == {"move", "rule", "sv", "en"}
    assert error["rule"] == "bad_request"
    assert error["sv"] and error["en"]
    return error


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hans": ["9c", "4h"]}, "hans"),
        ({"hands": None}, "hands"),
        ({"hands": "9c"}, "hands"),
        ({"hands": ["9c"]}, "2"),
        ({"hands": ["9c"] * 9}, "5"),
        ({"hands": ["9c", 4]}, "hands"),
        ({"hands": ["9c", "1c"]}, "hands"),
        ({"hands": ["9c 9c 9c", "4h"]}, ""),
        ({"pile": ""}, "pile"),
        ({"pile": []}, "pile"),
        ({"stock": 7}, "stock"),
        ({"stock": "9c9d"}, "stock"),
        ({"turn": 2}, "turn"),
        ({"turn": -1}, "turn"),
        ({"turn": "0"}, "turn"),
        ({"turn": True}, "turn"),
        ({"turn": 0.0}, "turn"),
        ({"dealer": 9}, "dealer"),
        ({"direction": 0}, "direction"),
        ({"direction": 2}, "direction"),
        ({"suit": "x"}, "suit"),
        ({"suit": ""}, "suit"),
        ({"suit": "sh"}, "suit"),
        ({"suit": 3}, "suit"),
        ({"phase": "naming"}, "phase"),
        ({"phase": "over"}, "phase"),
        ({"phase": 0}, "phase"),
        ({"drawn": -1}, "drawn"),
        ({"drawn": 10**30}, "drawn"),
        ({"drawn_card": "zz"}, "drawn_card"),
        ({"duty": -1}, "duty"),
        ({"called": [True]}, "called"),
        ({"called": [1, 0]}, "called"),
        ({"forgot": "no"}, "forgot"),
        ({"window": 2}, "window"),
        ({"window": False}, "window"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**96}, "seed"),
        ({"seed": "x"}, "seed"),
        ({"rules": "svenska"}, "svensk"),
        ({"rules": 7}, ""),
        ({"rules": {"base": 7}}, ""),
        ({"rules": {"base": "svensk", "hand_sise": 5}}, "hand_size"),
        ({"rules": {"base": "svensk", "hand_size": 21}}, "hand_size"),
        ({"rules": {"base": "svensk", "hand_size": "seven"}}, "hand_size"),
        ({"rules": {"base": "svensk", "must_lay": 1}}, "must_lay"),
        ({"rules": {"base": "svensk", "jokers": 3}}, "jokers"),
        ({"rules": {"base": "svensk", "next_draws": "2"}}, "next_draws"),
        ({"rules": {"base": "svensk", "wild_rank": "A"}}, "wild_rank"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(change: dict[str, Any], named: str) -> None:
    place = position(["9c", "4h"], "4c") | change
    error = refused({"position": place})
    assert named in error["sv"]
    assert named in error["en"]


@pytest.mark.parametrize("key", ["rules", "hands", "pile"])
def test_what_is_missing_is_named(key: str) -> None:
    place = position(["9c", "4h"], "4c")
    del place[key]
    assert key in refused({"position": place})["en"]


@pytest.mark.parametrize(
    "request_",
    [None, 7, "x", [], {}, {"position": None}, {"position": []}, {"position": {}, "mvoes": []}],
)
def test_what_is_no_request_is_refused(request_: object) -> None:
    assert refused(request_)["move"] is None


@pytest.mark.parametrize(
    "moves",
    [7, "9c", {"move": "9c"}, ["9c"], [{}], [{"move": 7}], [{"move": "9x"}]]
    + [[{"move": "9c", "seat": seat}] for seat in (2, -1, "0", True, None, 1.0, 10**40)]
    + [[{"move": "9c", "set": 0}]],
)
@pytest.mark.parametrize("key", ["moves", "ask"])
def test_moves_and_questions_that_can_not_be_read(moves: Any, key: str) -> None:
    place = position(["9c 2d", "4h"], "4c")
    if key == "moves" or not isinstance(moves, list):
        refused({"position": place, key: moves})
        return
    # a question that can't be read spoils no other
    answer = referee.answer({"position": place, "ask": [*moves, {"move": "9c"}]})
    assert [each["allowed"] for each in answer["ask"]] == [False, True]
    assert answer["ask"][0]["rule"] == "bad_request"
    assert answer["ask"][0]["sv"] and answer["ask"][0]["en"]


SVENSK = preset("svensk")


@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_every_option_is_read_or_named(option: str) -> None:
    """A value that differs is either played, or refused by the option's name; never ignored."""
    others: dict[str, list[Any]] = {
        "players": ["2-8"],
        "removed_ranks": ["2345"],
        "next_draws": ["2:2"],
        "wild_rank": ["7"],
        "draw_all_rank": ["2"],
    }
    words = OPTIONS[option].allowed
    values = others.get(option) or (
        [not SVENSK[option]]
        if words == "on, off"
        else [1, 2, 8]
        if words.replace("-", "").replace(" ", "").isdigit()
        else [word for word in words.split(", ") if word != SVENSK[option]]
    )
    place = position(["9c 2d", "4h 5h"], "4c")
    for value in values:
        if value == SVENSK[option]:
            continue
        answer = referee.answer({"position": place | {"rules": {option: value}}})
        if "error" in answer:
            assert option in answer["error"]["en"]
            assert option in answer["error"]["sv"]
        else:
            assert OPTIONS[option].allows(value)
            assert answer["position"]["rules"] == {option: value}


# --- lines


def answered(lines: list[str]) -> list[dict[str, Any]]:
    out = io.StringIO()
    assert referee.main(io.StringIO("\n".join(lines) + "\n"), out) == 0
    return [json.loads(line, parse_constant=pytest.fail) for line in out.getvalue().splitlines()]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(["svensk", "9c", "8h=s", "draw", "pass", "!", "?1", "4c 5c", "lay", "s"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["move", "seat", "base", *OPTIONS]) | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
GOOD = position(["9c 8d 2d", "4h 5h"], "4c", "Kd Ks")
KEYS = [*walked(1, 0), "nonsense"]


@given(st.lists(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3), max_size=4), JSON, JSON)
def test_any_json_gets_one_answer_a_line(
    changes: list[dict[str, Any]], moves: Any, asks: Any
) -> None:
    requests: list[Any] = [{"position": GOOD | change} for change in changes]
    requests += [{"position": GOOD, "moves": moves}, {"position": GOOD, "ask": asks}]
    requests += [{"position": GOOD, "moves": [moves]}, {"position": GOOD, "ask": [asks]}]
    requests += [moves, asks, {"position": moves}]
    lines = [json.dumps(request, ensure_ascii=False) for request in requests]
    lines = [line for line in lines if len(line.splitlines()) == 1]
    answers = answered([*lines, json.dumps({"position": GOOD})])
    assert len(answers) == len(lines) + 1
    assert answers[-1]["legal"]
    for answer in answers:
        if "error" in answer:
            assert answer["error"]["rule"] in {"bad_request", *NAMES, "must_name_suit", "not_wild"}
            assert answer["error"]["sv"] and answer["error"]["en"]


@given(st.lists(st.text(st.characters(exclude_categories=["Zl", "Zp", "Cc", "Cs"])), max_size=6))
def test_any_text_gets_one_answer_a_line(lines: list[str]) -> None:
    answers = answered([*lines, json.dumps({"position": GOOD})])
    assert len(answers) == sum(1 for line in lines if line.strip()) + 1
    assert answers[-1]["legal"]


NASTY = [
    "[" * 100_000,
    '{"a":' * 100_000,
    "[" * 900 + "]" * 900,
    '{"position": ' + "[" * 900 + "]" * 900 + "}",
    '{"position": {"rules": ' + '{"base": ' * 500 + "1" + "}" * 500 + "}}",
    "9" * 5000,
    '{"position": ' + "9" * 5000 + "}",
    "-1e999",
    "NaN",
    "null",
    "true",
    '"',
    "\x00",
    "{}{}",
    '{"position": {}} trailing',
    "\ufeff{}",
    '"\\ud800"',
    '{"\\ud800": 1}',
]


@pytest.mark.parametrize("line", NASTY, ids=lambda line: line[:12] + f"({len(line)})")
def test_nasty_lines_are_bad_requests(line: str) -> None:
    bad, good = answered([line, json.dumps({"position": GOOD})])
    assert bad["error"]["rule"] == "bad_request"
    assert good["legal"]


DEEP = "[" * 960 + "]" * 960
ECHOES = {
    "a deep value for a move": f'{{"position": {json.dumps(GOOD)}, "ask": [{{"move": {DEEP}}}]}}',
    "a deep value for a seat": (
        f'{{"position": {json.dumps(GOOD)}, "ask": [{{"move": "9c", "seat": {DEEP}}}]}}'
    ),
    "no number for a seat": (
        f'{{"position": {json.dumps(GOOD)}, "ask": [{{"move": "9c", "seat": NaN}}]}}'
    ),
    "half a character": f'{{"position": {json.dumps(GOOD)}, "ask": [{{"move": "\\ud800"}}]}}',
}


@pytest.mark.parametrize("what", ECHOES)
def test_a_question_is_answered_whatever_was_asked(what: str) -> None:
    bad, good = answered([ECHOES[what], json.dumps({"position": GOOD})])
    assert good["legal"]
    if "error" not in bad:
        assert bad["ask"][0]["rule"] == "bad_request"


def test_the_command_survives_bytes_and_everything_else() -> None:
    chance = random.Random(5)
    junk = [bytes(chance.randrange(1, 256) for _ in range(60)) for _ in range(40)]
    lines = [line.replace(b"\n", b" ").replace(b"\r", b" ") + b"." for line in junk]
    lines += [line.encode("utf-8") for line in NASTY] + [b"\xff\xfe", b"\xc3", b'"\xe5"']
    lines += [ECHOES["half a character"].encode()]
    good = json.dumps({"position": GOOD}).encode()
    done = subprocess.run(
        [sys.executable, "-m", "vandatta", "referee"],
        input=b"\n".join([*lines, b"", b"  ", good]) + b"\n",
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    answers = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n") if line]
    assert len(answers) == len(lines) + 1
    assert answers[-1]["legal"]
    assert all("error" in answer for answer in answers[:-2])


@pytest.mark.parametrize("seat", ["1e999", "-1e999", "1.5", "true", "9", "[1e999]"])
def test_a_seat_that_cannot_be_read_is_not_echoed(seat: str) -> None:
    asked = f'{{"position": {json.dumps(GOOD)}, "ask": [{{"move": "9c", "seat": {seat}}}]}}'
    answers = io.StringIO()
    referee.main(io.StringIO(asked + "\n"), answers)

    def no_number(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    found = json.loads(answers.getvalue(), parse_constant=no_number)["ask"][0]
    assert found["rule"] == "bad_request"
    assert found["move"] == "9c"
    assert "seat" not in found
