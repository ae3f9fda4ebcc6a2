"""The referee: every refusal of svensk by its passage, and positions that come back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import choose, fresh_round, talk
from vandatta.cards import card_from_text
from vandatta.engine.alphabet import NAMING, OVER
from vandatta.engine.play import apply, legal
from vandatta.engine.reasons import NAMES
from vandatta.messages import LANGS, card_name, catalogue, suit_name
from vandatta.notation import referee
from vandatta.notation.deciding import DECIDES
from vandatta.notation.position import write_position
from vandatta.options import OPTIONS

PLENTY = "2c 3c 5c 6c 7c 9h Th Jh Qd Kd 2d 3d"
TOLD_BY_THE_REQUEST = {"bad_request"}
NOT_IN_SVENSK = {
    *("wild_on_draw_all", "draw_all_on_draw_all", "out_on_joker", "last_card_suit"),
    *("needs_follow", "not_same_rank", "only_the_drawn", "must_take_duty"),
}
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
    assert found["sv"] == "Ja, du får lägga klöver nia och ropa lappen."
    assert found["en"] == "Yes, you may play the nine of clubs and call lappen."
    silent = asked(position(["9c 4h", "2s 3s"], "4c"), "9c")
    assert silent["sv"] == "Ja, du får lägga klöver nia."
    # with more cards left the call is just noise
    noise = asked(position(["9c 4h 5h", "2s 3s"], "4c"), "9c!")
    assert noise["sv"] == "Ja, du får lägga klöver nia."


SAYINGS = [
    # what is asked, where, and what is said
    ("8d=s", position(["8d 4h", "2s 3s"], "4c"), "Ja, du får lägga ruter åtta och säga spader."),
    ("draw", position(["9d 2h", "2s 3s"], "4c"), "Ja, du får dra."),
    ("pass", position(["8d", "2s 3s"], "4c"), "Ja, du får passa."),
    ("0:!", position(["9d", "2s 3s"], "4c", turn=1, window=0), "Ja, du får ropa lappen."),
    (
        "1:?0",
        position(["9d", "2s 3s"], "4c", turn=1, window=0),
        "Ja, den spelaren har glömt att ropa lappen, och du får säga till.",
    ),
    (
        "9d",
        position(["9d 2h", "2s 3s"], "4c"),
        "Ruter nia passar inte på klöver fyra: lägg klöver, en fyra eller en åtta.",
    ),
    (
        "9d",
        position(["9d 2h", "2s 3s"], "8c", suit="s"),
        "Ruter nia passar inte: färgen som gäller är spader. Lägg spader.",
    ),
    ("pass", position(["9d 2h", "2s 3s"], "4c"), "Du får inte passa än: dra ett kort först."),
    (
        "pass",
        position(["9d 2h", "2s 3s"], "4c", drawn=1),
        "Du får inte passa än. Du har dragit ett kort och får dra upp till tre: dra ett till.",
    ),
    (
        "draw",
        position(["9d 2h", "2s 3s"], "4c", ""),
        "Talongen är slut, och i högen finns inget att blanda om. Passa i stället.",
    ),
    (
        "draw",
        position(["9d 2h", "2s 3s"], "5s 4c", "", reshuffled=1),
        "Talongen är slut, och högen har redan blandats om en gång: fler gånger görs det inte. "
        "Passa i stället.",
    ),
    (
        "0:!",
        position(["9d", "2s 3s"], "4c", turn=1, forgot=[True, False]),
        "För sent att ropa lappen: nästa spelare har redan spelat.",
    ),
    (
        "0:!",
        position(["9d", "2s 3s"], "4c", turn=1, called=[True, False]),
        "Du har redan ropat lappen.",
    ),
    (
        "!",
        position(["9d 2h", "2s 3s"], "4c"),
        "Du ropar lappen när du har ett kort kvar, inte förr.",
    ),
]


@pytest.mark.parametrize(("what", "place", "words"), SAYINGS)
def test_the_sentence_says_what_is_so(what: str, place: dict[str, Any], words: str) -> None:
    assert asked(place, what)["sv"] == words


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


def test_what_decides_is_an_option_and_what_it_decides_is_said() -> None:
    assert set(DECIDES.values()) <= OPTIONS.keys()
    assert {f"refusal.{said}" for said in DECIDES} <= catalogue().keys()


def test_where_nobody_calls_a_position_has_nothing_to_call() -> None:
    place = position(["9d", "2s"], "4c", turn=1, window=0, forgot=[True, False])
    assert asked(place, "0:!")["allowed"] and asked(place, "1:?0")["allowed"]
    place |= {"rules": {"base": "svensk", "lappen": False}}
    assert asked(place, "0:!")["sv"] == "Hos er behöver ingen ropa lappen."
    assert asked(place, "1:?0")["rule"] == "not_forgotten"


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
        "owes": [False, False],
        "window": None,
        "seed": 0,
        "hands": ["2h 9d", "3s 4s"],
    }


def test_jokers_are_called_as_people_call_them() -> None:
    place = {**position(["JK JK 5s", "2s 3s"], "4c"), "rules": "svensk-jo2"}
    assert asked(place, "JK")["sv"] == "Ja, du får lägga jokern."
    assert asked(place, "JK")["en"] == "Yes, you may play the joker."
    # two jokers are not a choice
    assert asked(place, "draw")["sv"].endswith("och du kan lägga jokern.")
    assert asked(place, "5s")["sv"].startswith("Spader femma passar inte på klöver fyra")
