"""``vandatta arena --prove``: who does not peek passes, and who does fails."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import count
from random import Random
from types import FrameType
from typing import Any

import pytest

from tests.recorded import mix
from vandatta import cli
from vandatta.arena import proving
from vandatta.arena.players import player
from vandatta.arena.proving import PHASES, Place, Proof, places, tried, work
from vandatta.arena.worlds import differs, redealt
from vandatta.cards import members
from vandatta.engine.state import State, hand_of
from vandatta.notation.outcomes import outcomes
from vandatta.options import PRESETS, compile_rules, named, options_from, preset, rules_id
from vandatta.players import LEVELS, Choose, regular
from vandatta.simulation.plan import Share
from vandatta.view import View, observe

FEW = 3
QUICK = {"master": "master@5", "grandmaster": "grandmaster@5"}
"""Levels that search, with so few guesses that a test has the time."""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def proof(rules: str, name: str = "regular", many: int = FEW, chances: int = 2) -> Proof:
    return Proof(name, rules, 1, chances, tuple(places(rules, 1, many)[0]))


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_peeks(level: str, rules: str) -> None:
    wanted = proof(rules_id(preset(rules)), QUICK.get(level, level))
    found = work(wanted, Share(0, len(wanted.places)))
    assert [each for each in found if each.fault] == []
    assert len(found) >= 2 * FEW
    assert all(each.other for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_peeks_in_200_positions_of_each_phase(level: str, rules: str) -> None:
    wanted = proof(rules_id(preset(rules)), QUICK.get(level, level), 200)
    assert {each.fault for each in work(wanted, Share(0, len(wanted.places)))} == {""}


@pytest.mark.parametrize("number", range(12))
def test_no_level_peeks_under_any_mix_of_rules(number: int) -> None:
    rules = rules_id(options_from(mix(Random(number), 2 + number % 4)))
    for level in LEVELS:
        wanted = proof(rules, QUICK.get(level, level), 1, 1)
        assert {each.fault for each in work(wanted, Share(0, 9))} == {""}


def test_every_phase_is_met_where_the_rules_have_it() -> None:
    met = {
        rules: {each.phase for each in places(rules_id(preset(rules)), 1, 2)[0]}
        for rules in PRESETS
    }
    assert set.union(*met.values()) == set(PHASES)
    assert met["svensk"] == {"name", "lay", "drawn", "follow"}
    assert met["openspiel"] == {"lay", "drawn"}
    assert "owing" in met["crazy_eights"]


def test_positions_come_from_many_rounds_and_tables() -> None:
    found, rounds = places(rules_id(preset("crazy_eights")), 1, 20)
    by_phase = {phase: [each for each in found if each.phase == phase] for phase in PHASES}
    assert len(by_phase["lay"]) == len(by_phase["drawn"]) == 20
    assert len({each.number for each in by_phase["lay"]}) >= 5
    assert rounds >= proving.UNMET
    assert places(rules_id(preset("crazy_eights")), 1, 20) == (found, rounds)
    assert places(rules_id(preset("crazy_eights")), 2, 20)[0] != found


# --- those that peek


def stolen() -> Any:
    """The state of the round, which a player finds by walking up the stack."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        for each in frame.f_locals.values():
            if isinstance(each, State):
                return each
        frame = frame.f_back
    raise AssertionError("there is no state to be found")


def by_stack(view: View, rng: Random) -> str:
    """Lays what the next seat can't answer, as its hand tells."""
    s = stolen()
    seat = (view.seat + view.direction) % view.players
    hand = sum(1 << card for card in set(hand_of(s, seat)))
    found = outcomes(view)
    rng.shuffle(found)
    return min(found, key=lambda each: (each.fits & hand).bit_count()).text


def top_of_stock(view: View, rng: Random) -> str:
    """Draws if the next card is an eight, where it may; else plays honestly."""
    s = stolen()
    draw = [each.text for each in outcomes(view) if each.text == "draw"]
    if draw and s.n_stock and s.stock[s.n_stock - 1] >> 2 == 7:
        return "draw"
    return regular.choose(view, rng)


def guessed_chance(view: View, _rng: Random) -> str:
    """Asks the engine's generator what to do."""
    found = outcomes(view)
    at: int = stolen().rng[0] % len(found)
    return found[at].text


@pytest.mark.parametrize("cheat", [by_stack, guessed_chance, top_of_stock])
def test_who_walks_up_the_stack_is_caught(cheat: Choose) -> None:
    wanted = proof(rules_id(preset("crazy_eights")), many=40)
    faults = [tried(wanted, cheat, place) for place in wanted.places]
    caught = [each for each in faults if each.fault]
    assert {each.fault for each in caught} == {"peeks"}
    assert all(each.one != each.two for each in caught)
    assert len(caught) >= 2


def test_who_was_given_the_state_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def handing_over(s: Any, *rest: Any) -> View:
        given[:] = [s]
        return observe(s, *rest)

    def peeking(view: View, _rng: Random) -> str:
        s = given[0]
        hidden = [each for each in range(s.players) if each != view.seat]
        cards = sum(len(members(s.first[each] & 0xF << 28)) for each in hidden)
        found = outcomes(view)
        return found[cards % len(found)].text

    monkeypatch.setattr(proving, "observe", handing_over)
    wanted = proof(rules_id(preset("svensk")), many=10)
    faults = [tried(wanted, peeking, place).fault for place in wanted.places]
    assert faults.count("peeks") >= 3


def test_a_view_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(s: Any, *rest: Any) -> View:
        return replace(observe(s, *rest), drawn_card=s.stock[s.n_stock - 1])

    monkeypatch.setattr(proving, "observe", leaking)
    wanted = proof(rules_id(preset("svensk")), many=5)
    faults = {tried(wanted, player("regular"), place).fault for place in wanted.places}
    assert "seen" in faults and faults <= {"seen", ""}


def test_who_answers_differently_every_time_is_not_said_to_peek() -> None:
    numbers = count()

    def fickle(view: View, _rng: Random) -> str:
        found = outcomes(view)
        return found[next(numbers) % len(found)].text

    wanted = proof(rules_id(preset("svensk")), many=4)
    faults = {tried(wanted, fickle, place).fault for place in wanted.places}
    assert "fickle" in faults and "seen" not in faults


def test_another_world_keeps_what_the_seat_sees_and_nothing_else() -> None:
    wanted = proof(rules_id(preset("svensk")), many=5)
    luck = Random(1)
    for place in wanted.places:
        s = at(wanted, place)
        other = redealt(s, s.turn, luck)
        assert hand_of(other, s.turn) == hand_of(s, s.turn)
        assert other.count == s.count and other.pile == s.pile
        assert differs(s, other) and other.rng != s.rng


def at(wanted: Proof, place: Place) -> Any:
    rules = compile_rules(named(wanted.rules))
    for step, s in enumerate(proving.course(rules, wanted.seed, place.number)):
        if step == place.step:
            return s
    raise AssertionError


# --- the command


def told(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
    assert cli.main(["arena", "--prove", *words, "--positions", "3", "--jobs", "1"]) == status
    return capsys.readouterr().out


def test_a_sentence_for_each_preset_and_phase(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, 0, "friend").splitlines()
    assert len(lines) == len(PRESETS) * len(PHASES) + 1
    assert lines[1].startswith("svensk, at the beginning of a turn: in 3 positions the move was ")
    assert lines[3] == "svensk, with cards owed: no such position came up in 180 rounds."
    assert lines[-1].startswith("friend does not peek: proved in ")
    swedish = told(capsys, 0, "friend", "--rules", "barn", "--lang", "sv")
    assert len(swedish.splitlines()) == len(PHASES) + 1
    assert "friend tjuvkikar inte: bevisat i " in swedish


def test_one_core_or_two_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--prove", "regular", "--rules", "pesten", "--positions", "5", "--jobs")
    said = []
    for jobs in ("1", "2"):
        assert cli.main(["arena", *words, jobs]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.mark.parametrize(("lang", "words"), [("en", "IT PEEKS. In "), ("sv", "TJUVKIKAR. I ")])
def test_a_cheat_fails_the_command(
    capsys: pytest.CaptureFixture[str], lang: str, words: str
) -> None:
    cheat = "tests.test_arena_proof:guessed_chance"
    found = told(capsys, 1, cheat, "--rules", "barn", "--lang", lang)
    assert (words in found and " became " in found) or " blev " in found
    assert "does not peek" not in found and "tjuvkikar inte" not in found


def test_json_says_what_was_proved(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, 0, "beginner", "--rules", "barn", "--json"))
    assert found["player"] == "beginner" and found["proved"] is True
    assert [each["phase"] for each in found["phases"]] == list(PHASES)
    assert found["phases"][1] | {"rounds": 0} == {
        "label": "barn",
        "phase": "lay",
        "rounds": 0,
        "positions": 3,
        "others": 3,
        "chances": 2,
        "faults": [],
        "proved": True,
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nobody",), "nobody is not a player"),
        (("regular", "eager"), "a proof is of a single player; eager is another one"),
        (("regular", "--positions", "0"), "0 can't be played"),
        (("regular", "--rules", "nowhere"), "nowhere"),
    ],
)
def test_what_will_not_do(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert cli.main(["arena", "--prove", *words]) == 2
    assert sentence in capsys.readouterr().err
