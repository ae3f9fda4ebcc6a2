"""The referee: every refusal of svensk by its passage, and no line that stops it."""

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

from tests.playing import choose, fresh_round, talk
from vandatta.cards import card_from_text
from vandatta.engine.alphabet import NAMING, OVER
from vandatta.engine.play import apply, legal
from vandatta.engine.reasons import NAMES
from vandatta.messages import LANGS, card_name, suit_name
from vandatta.notation import referee
from vandatta.notation.position import write_position
from vandatta.options import OPTIONS, preset

PLENTY = "2c 3c 5c 6c 7c 9h Th Jh Qd Kd 2d 3d"
TOLD_BY_THE_REQUEST = {"bad_request"}
NOT_IN_SVENSK = {"wild_on_draw_all", "draw_all_on_draw_all", "out_on_joker", "last_card_suit"}
"""What svensk allows, or has no card for."""


def position(hands: list[str], pile: str, stock: str = PLENTY, **more: Any) -> dict[str, Any]:
    return {"rules": "svensk", "hands": hands, "pile": pile, "stock": stock, "turn": 0} | more


REFUSALS: list[tuple[str, str, dict[str, Any], str, list[str]]] = [
    # the passage, the rule, the position, what is asked, what both sentences speak of
    (
        "000 Spelet går medsols",
        "not_your_turn",
        position(["9c 4h", "5c 3s"], "4c"),
        "1:5c",
        [],
    ),
    (
        "000 Handen håller du dold för de andra",
        "not_in_hand",
        position(["9c 4h", "5c 3s"], "4c"),
        "Kc",
        ["Kc"],
    ),
    (
        "000 ruter kung går inte på hjärter dam",
        "no_match",
        position(["Kd 5h", "2s 3s"], "Qh"),
        "Kd",
        ["Kd", "Qh"],
    ),
    (
        "000 Åtta, färg sagd till spader: inte kort i annan färg",
        "no_match",
        position(["Kd 5s", "2s 3s"], "8d", suit="s"),
        "Kd",
        ["Kd", "=s"],
    ),
    (
        "000 En åtta får inte besvaras med en ny åtta",
        "wild_on_wild",
        position(["8c 2s", "2h 3h"], "8d", suit="s"),
        "8c=h",
        ["8c", "8d"],
    ),
    (
        "000 och inte heller med ett ess",
        "draw_all_on_wild",
        position(["As 2s", "2h 3h"], "8d", suit="s"),
        "As",
        ["As", "8d"],
    ),
    (
        "000 Lade du klöver ess fortsätter du alltså med klöver",
        "must_follow_suit",
        position(["5c 9d", "2s 3s"], "4c Ac", phase="follow"),
        "9d",
        ["9d", "Ac", "=c"],
    ),
    (
        "000 Får man gå ut på en åtta? Nej",
        "out_on_wild",
        position(["8s", "3s 5s"], "Ts"),
        "8s=h",
        ["8s"],
    ),
    (
        "000 Får man gå ut på ett ess? Nej",
        "out_on_draw_all",
        position(["As", "3s 5s"], "Ts"),
        "As",
        ["As"],
    ),
    (
        "000 Har du ett spelbart kort ska du lägga det",
        "must_lay",
        position(["9c 4h", "2s 3s"], "4c"),
        "draw",
        [],
    ),
    (
        "000 och du får inte välja att dra i stället",
        "must_lay",
        position(["9c 4h", "2s 3s"], "4c"),
        "pass",
        [],
    ),
    (
        "000 drar du ur talongen, upp till tre kort, och passar sedan",
        "draw_first",
        position(["9d 2h", "2s 3s"], "4c"),
        "pass",
        [],
    ),
    (
        "000 Kommer det inget på tre drag passar du",
        "draw_limit",
        position(["9d 2h 3h 5h 6h", "2s 3s"], "4c", drawn=3),
        "draw",
        [],
    ),
    (
        "000 Händer det igen spelar ni vidare utan talong",
        "stock_empty",
        position(["9d 2h", "2s 3s"], "5s 4c", "", reshuffled=1),
        "draw",
        [],
    ),
    (
        "000 låt förhand bestämma färgen direkt",
        "name_first",
        position(["5h 3s", "2s 3s"], "8c", phase="name"),
        "3s",
        ["8c"],
    ),
    (
        "000 Färgen gäller tills någon byter den med ett nytt kort",
        "nothing_to_name",
        position(["5h 3s", "2s 3s"], "8c", suit="h"),
        "=s",
        [],
    ),
    (
        "000 När åttan ligger på bordet säger du högt vilken färg",
        "must_name_suit",
        position(["8s 3d", "2c 3s"], "5c"),
        "8s",
        ["8s"],
    ),
    (
        "000 Åttan byter färg, allt annat är vanliga kort",
        "not_wild",
        position(["9c 3d", "2c 3s"], "5c"),
        "9c=h",
        ["9c"],
    ),
    (
        "000 I standardvarianten lägger du exakt ett kort per tur",
        "several_not_allowed",
        position(["4s 4d 2c", "2h 3s"], "9s"),
        "4s4d",
        [],
    ),
    (
        "000 När du har ett enda kort kvar ropar du lappen",
        "nothing_to_call",
        position(["9c 4h", "2s 3s"], "4c"),
        "!",
        [],
    ),
    (
        "000 Vem som helst får påpeka missen, men här är ingen",
        "not_forgotten",
        position(["9c 4h", "2s"], "4c", called=[False, True]),
        "?1",
        [],
    ),
    (
        "000 Har det sista kortet redan lämnat handen är omgången slut",
        "round_over",
        position(["", "2s"], "4c"),
        "1:?0",
        [],
    ),
]


def asked(place: dict[str, Any], words: str) -> dict[str, Any]:
    seat, colon, move = words.partition(":")
    item = {"seat": int(seat), "move": move} if colon else {"move": words}
    answer = referee.answer({"position": place, "ask": [item]})
    assert "error" not in answer, answer
    found: dict[str, Any] = answer["ask"][0]
    return found


@pytest.mark.parametrize(
    ("rule", "place", "words", "told"),
    [case[1:] for case in REFUSALS],
    ids=[f"{case[1]}: {case[0]}" for case in REFUSALS],
)
def test_refusal(rule: str, place: dict[str, Any], words: str, told: list[str]) -> None:
    found = asked(place, words)
    assert found["allowed"] is False
    assert found["rule"] == rule
    assert found["sv"] != found["en"]
    for lang in LANGS:
        sentence = found[lang]
        assert sentence[0].isupper() and sentence[-1] in ".!?"
        assert "{" not in sentence
        for word in told:
            if word[0] == "=":
                name = suit_name(lang, "shdc".index(word[1]))
            else:
                name = card_name(lang, card_from_text(word))
            assert name.lower() in sentence.lower(), (name, sentence)
    # as a move of its own the same rule refuses it, and nothing is answered but that
    seat, colon, move = words.partition(":")
    item = {"seat": int(seat), "move": move} if colon else {"move": words}
    refused = referee.answer({"position": place, "moves": [item]})
    assert refused == {
        "error": {"move": 0, "rule": rule, "sv": found["sv"], "en": found["en"]},
    }


def test_every_refusal_that_svensk_can_give_has_a_case() -> None:
    text_rules = {"must_name_suit", "not_wild", "several_not_allowed"}
    can = (set(NAMES) | text_rules) - {""} - NOT_IN_SVENSK - TOLD_BY_THE_REQUEST
    assert {case[1] for case in REFUSALS} == can


@pytest.mark.parametrize(
    ("option", "place", "words", "rule"),
    [
        ("wild_on_draw_all", position(["8c 2s", "2h 3h"], "Ad"), "8c=h", "wild_on_draw_all"),
        ("draw_all_on_draw_all", position(["Ac 2s", "2h 3h"], "Ad"), "Ac", "draw_all_on_draw_all"),
    ],
)
def test_what_svensk_allows_is_refused_with_its_option_off(
    option: str, place: dict[str, Any], words: str, rule: str
) -> None:
    assert asked(place, words)["allowed"] is True
    place = place | {"rules": {"base": "svensk", option: False}}
    found = asked(place, words)
    assert found["rule"] == rule
    assert found["sv"] and found["en"]


def test_the_last_card_of_the_suit_in_force() -> None:
    rules = {"base": "svensk", "last_card_suit": True}
    place = position(["4h", "2h 3h"], "4d", rules=rules)
    assert asked(place, "4h")["rule"] == "last_card_suit"
    assert asked(place | {"rules": "svensk"}, "4h")["allowed"] is True


def test_what_is_allowed_has_sentences_too() -> None:
    found = asked(position(["9c 4h", "2s 3s"], "4c"), "9c!")
    assert found["allowed"] is True
    assert found["rule"] is None
    assert "9c!" in found["sv"] and "9c!" in found["en"]


def test_a_refused_move_stops_the_moves_and_is_counted_from_nought() -> None:
    answer = referee.answer(
        {
            "position": position(["9c 4h 2d", "5c 3s"], "4c"),
            "moves": [{"move": "9c"}, {"move": "Kd"}, {"move": "5c"}],
        }
    )
    assert answer["error"]["move"] == 1
    assert answer["error"]["rule"] == "not_in_hand"


# --- positions


def walked(number: int, steps: int) -> dict[str, Any]:
    """The position of a round some steps on."""
    chance = random.Random(number)
    s = fresh_round(chance, 2 + number % 4)
    for _ in range(steps):
        if s.phase == OVER:
            break
        apply(s, choose(chance, legal(s), eager=False))
        if s.phase == NAMING:
            apply(s, choose(chance, legal(s), eager=False))
        if s.phase != OVER:
            talk(s, chance, eager=False)
    return write_position(s, "svensk", number)


@given(st.integers(0, 10_000), st.integers(0, 90))
def test_the_position_of_an_answer_is_a_request_that_answers_the_same(
    number: int, steps: int
) -> None:
    place = walked(number, steps)
    first = referee.answer({"position": place})
    assert "error" not in first, first
    assert first["position"] == place
    moves = [{"move": first["legal"][0]}] if first["legal"] else []
    answer = referee.answer({"position": place, "moves": moves})
    again = referee.answer({"position": json.loads(json.dumps(answer["position"]))})
    for each in (answer, again):
        each.pop("events")
    assert again == answer


@given(st.integers(0, 10_000), st.integers(0, 90))
def test_every_move_called_legal_is_accepted_and_allowed(number: int, steps: int) -> None:
    place = walked(number, steps)
    words = referee.answer({"position": place})["legal"]
    assert len(words) == len(set(words))
    asks = [{"move": each} for each in [*words, "9x"]]
    answers = referee.answer({"position": place, "ask": asks})["ask"]
    assert [each["allowed"] for each in answers] == [True] * len(words) + [False]
    for each in words:
        assert "error" not in referee.answer({"position": place, "moves": [{"move": each}]})


def test_defaults_of_a_position() -> None:
    bare = {"rules": "svensk", "hands": ["9d 2h", "3s 4s"], "pile": "5s 4c"}
    filled = referee.answer({"position": bare})["position"]
    assert filled == bare | {
        "stock": "",
        "turn": 0,
        "suit": "c",
        "dealer": 1,
        "direction": 1,
        "phase": "lay",
        "drawn": 0,
        "drawn_card": None,
        "duty": 0,
        "reshuffled": 0,
        "passes": 0,
        "turns": 0,
        "called": [False, False],
        "forgot": [False, False],
        "window": None,
        "seed": 0,
        "hands": ["2h 9d", "3s 4s"],
    }


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
        ({"duty": 2}, "duty"),
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
        ({"rules": {"base": "svensk", "hand_size": "7"}}, "hand_size"),
        ({"rules": {"base": "svensk", "must_lay": 1}}, "must_lay"),
        ({"rules": {"base": "svensk", "jokers": 2}}, "jokers"),
        ({"rules": {"base": "svensk", "next_draws": "2:2"}}, "next_draws"),
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
            assert OPTIONS[option].played(value)
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


NO_NUMBER = pytest.mark.xfail(reason="NaN is no JSON, and goes into the answer", strict=True)


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(what, marks=[NO_NUMBER] if what == "no number for a seat" else [])
        for what in ECHOES
    ],
)
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
