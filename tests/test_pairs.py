"""For every option two scenarios from the same start, told apart by that option alone.

Each scenario is named after the passage it comes from. Those of an option (and of the same
``pair``, where it has several) differ in its value, begin alike, make the same moves, and
contradict one another in what comes of them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios import Scenario, assert_holds, play, same, steps, through_the_command
from vandatta.cards import RANKS
from vandatta.options import GROUPS, OPTIONS, Value, named, rules_id

OWN = Path(__file__).parent / "cases" / "own"
FILES: dict[str, list[Scenario]] = {
    file.stem: json.loads(file.read_text("utf-8")) for file in sorted(OWN.glob("*.json"))
}
SCENARIOS = [case for cases in FILES.values() for case in cases]
GAMES = ("OpenSpiel", "Crazy Eights", "Mau-Mau", "Pesten", "The options page")


def pairs() -> dict[tuple[str, str], list[Scenario]]:
    """The scenarios of each option, those that belong together."""
    found: dict[tuple[str, str], list[Scenario]] = defaultdict(list)
    for case in SCENARIOS:
        found[case["option"], case.get("pair", "")].append(case)
    return found


PAIRS = pairs()
BESIDES = [
    pytest.param(option, one, other, id=f"{option}: {one['id']} | {other['id']}")
    for (option, _), cases in PAIRS.items()
    for one, other in combinations(cases, 2)
]


def start(case: Scenario) -> dict[str, Any]:
    """The position or table a case begins with."""
    found: dict[str, Any] = case["table"] if "table" in case else case["position"]
    return found


def rules(case: Scenario) -> dict[str, Value]:
    """The value of every option in a case."""
    return named(start(case)["rules"])


def contradiction(one: Scenario, other: Scenario) -> str | None:
    """A field in which two cases expect different things after the same moves."""
    for left, right in zip(steps(one), steps(other), strict=False):
        if {**left, "expect": 0} != {**right, "expect": 0}:
            return None
        mine, theirs = left.get("expect", {}), right.get("expect", {})
        for field in mine.keys() & theirs.keys() - {"ask"}:
            if not same(field, mine[field], theirs[field]):
                return str(field)
        asked, answered = mine.get("ask", {}), theirs.get("ask", {})
        for words in asked.keys() & answered.keys():
            if (asked[words] is True) != (answered[words] is True):
                return f"ask {words}"
    return None


def test_every_option_has_a_pair() -> None:
    paired = {option for (option, _), cases in PAIRS.items() if len(cases) > 1}
    assert paired == set(OPTIONS)
    assert [cases[0]["id"] for cases in PAIRS.values() if len(cases) < 2] == []


def test_every_value_of_a_choice_has_a_scenario() -> None:
    shown = defaultdict(set)
    for case in SCENARIOS:
        shown[case["option"]].add(rules(case)[case["option"]])
    for option in OPTIONS.values():
        if option.kind == "switch":
            assert shown[option.key] == {False, True}
        elif option.kind == "choice" and option.values != tuple(RANKS):
            assert shown[option.key] == set(option.values), option.key


def test_scenarios_are_named_after_their_passage() -> None:
    assert len({case["id"] for case in SCENARIOS}) == len(SCENARIOS)
    for case in SCENARIOS:
        assert case["source"] == OPTIONS[case["option"]].source, case["id"]
        words = case["id"]
        quoted = words.startswith(("Text 000, '", "Text 001, '", "Text 002, '"))
        assert quoted or words.startswith(GAMES), words


def test_scenarios_lie_in_the_file_of_their_options_group() -> None:
    assert set(FILES) == set(GROUPS)
    for name, cases in FILES.items():
        assert {OPTIONS[case["option"]].group for case in cases} == {name}


@pytest.mark.parametrize(("option", "one", "other"), BESIDES)
def test_a_pair_differs_in_its_option_alone(option: str, one: Scenario, other: Scenario) -> None:
    mine, theirs = rules(one), rules(other)
    assert [key for key in OPTIONS if mine[key] != theirs[key]] == [option]
    assert rules_id(mine) != rules_id(theirs), "the option does not matter in this mix"
    assert {**start(one), "rules": 0} == {**start(other), "rules": 0}


@pytest.mark.parametrize(("option", "one", "other"), BESIDES)
def test_the_results_of_a_pair_differ(option: str, one: Scenario, other: Scenario) -> None:
    assert contradiction(one, other) is not None, option


@pytest.mark.parametrize(
    "case", [case for case in SCENARIOS if "table" in case], ids=lambda case: case["id"]
)
def test_a_scenario_at_a_table(case: Scenario) -> None:
    play(case)


def test_scenarios_through_the_command() -> None:
    cases = [case for case in SCENARIOS if "position" in case]
    assert len(cases) > 80
    wrong = []
    for case, answers in zip(cases, through_the_command(cases), strict=True):
        try:
            assert_holds(case, answers)
        except AssertionError as error:
            wrong.append(str(error).splitlines()[0])
    assert wrong == []
