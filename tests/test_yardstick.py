"""The yardstick: exploitability in a round small enough to be solved.

On a still smaller round every pure policy is tried, and OpenSpiel's best response and CFR+
run on the same game.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from vandatta import cli
from vandatta.envs import IllegalAction
from vandatta.envs.chances import Chances, rules_without
from vandatta.envs.dealing import worth
from vandatta.envs.recall import state_text
from vandatta.envs.solving import solve
from vandatta.envs.tree import Info, Odds, TooLarge, best_response, reaches, tree_of
from vandatta.envs.yardstick import NAMED, QUICK, NoOdds, Yardstick, uniform
from vandatta.messages import LANGS, Lang, text
from vandatta.notation.outcomes import outcomes
from vandatta.options import OptionsError
from vandatta.view import View

SMALL = "svensk-la0-dl1-rs0-tl4-hs1"
"""One card each, four turns."""
PACK = "7s8s7h8h"
TINY = [("svensk-la0-dl1-rs0-tl3-hs1-ml0", "7s8s7h"), ("svensk-la0-dl1-rs0-tl2-hs2", "7s9s7h9h7d")]
"""Few enough policies to try them all."""


@pytest.fixture(scope="module")
def yardstick() -> Yardstick:
    return Yardstick(samples=8)


def test_players_are_where_they_should_be(yardstick: Yardstick) -> None:
    found = {p: yardstick.exploitability(p) for p in ("uniform", "beginner", "regular", "solved")}
    assert min(found.values()) >= 0
    assert found["solved"] < 0.01 < found["regular"] < found["beginner"] / 2
    assert found["uniform"] > 5
    # it draws lots as a policy that takes every action as likely hardly differs from it
    assert found["beginner"] == pytest.approx(found["uniform"], abs=1.5)


def test_those_that_search_are_left_out_unless_named() -> None:
    assert QUICK == ("uniform", "beginner", "friend", "regular", "solved")
    assert set(NAMED) - set(QUICK) == {"master", "grandmaster"}


def test_perfect_play_comes_nearer_with_every_round(yardstick: Yardstick) -> None:
    tree = yardstick.tree

    def left(rounds: int) -> float:
        odds = solve(tree, rounds)
        return sum(best_response(tree, seat, odds) for seat in (0, 1)) / 2

    found = [left(rounds) for rounds in (1, 4, 16, 40)]
    assert found == sorted(found, reverse=True)
    assert 0 <= found[-1] < yardstick.exploitability("uniform") / 100


def test_a_player_is_asked_as_it_would_answer() -> None:
    """One that takes every action as likely, asked often, is as exploitable as `uniform`."""
    asked = Yardstick(SMALL, PACK, samples=100)

    def choose(view: View, luck: Random) -> str:
        found = outcomes(view)
        card = luck.choice(sorted({each.cards for each in found}))
        return luck.choice([each.text for each in found if each.cards == card])

    exact = asked.exploitability("uniform")
    assert exact > 1
    assert asked.exploitability(choose) == pytest.approx(exact, rel=0.1)
    assert asked.exploitability(choose) == asked.exploitability(choose)


def brute(rules: str, pack: str, seat: int) -> float:
    """What the best of all pure policies wins from `uniform`: every one of them is played out.

    It walks through the round itself, without the tree.
    """
    table = Yardstick(rules, pack)
    start = Chances(table.rules, rules_without(table.rules), 2, 0)
    known: dict[str, int] = {}

    def look(chances: Chances) -> None:
        """Find all that the seat may know where it has a choice."""
        if chances.waits:
            ways = [way for way, _ in chances.outcomes()]
        else:
            ways = own_ways(chances)
            if chances.game().seat == seat and len(ways) > 1:
                known[told(chances)] = len(ways)
        for way in ways:
            look(after(chances, way))

    def told(chances: Chances) -> str:
        game = chances.game()
        return state_text(seat, game.heard(seat), game.question)

    def own_ways(chances: Chances) -> list[int]:
        actions = chances.game().actions()
        return [way for way in range(71) if actions >> way & 1]

    def after(chances: Chances, way: int) -> Chances:
        twin = chances.copy()
        twin.chance(way) if twin.waits else twin.act(way)
        return twin

    def line(chances: Chances, reach: float, taken: dict[str, int]) -> None:
        """Note what each end is worth, and which choices of the seat lead to it."""
        if chances.waits:
            for way, odds in chances.outcomes():
                line(after(chances, way), reach * odds, taken)
            return
        game, ways = chances.game(), own_ways(chances)
        if game.over:
            ends.append((reach * worth(game.points(), "edge")[seat], taken))
        for place, way in enumerate(ways):
            if game.seat != seat:
                line(after(chances, way), reach / len(ways), taken)
            elif len(ways) > 1:
                line(after(chances, way), reach, {**taken, told(chances): place})
            else:
                line(after(chances, way), reach, taken)

    ends: list[tuple[float, dict[str, int]]] = []
    look(start)
    line(start, 1.0, {})
    names = list(known)
    best = -1000.0
    for choice in product(*(range(known[name]) for name in names)):
        policy = dict(zip(names, choice, strict=True))
        best = max(best, sum(w for w, taken in ends if taken.items() <= policy.items()))
    assert len(names) > 1
    return best


@pytest.mark.parametrize(("rules", "pack"), TINY)
def test_the_best_response_is_the_best_of_all_policies(rules: str, pack: str) -> None:
    found = Yardstick(rules, pack).best_responses("uniform")
    assert found == pytest.approx([brute(rules, pack, seat) for seat in (0, 1)])


def test_nobody_is_asked_for_what_it_never_gets_to() -> None:
    tree = tree_of(Yardstick(SMALL, PACK).rules)
    asked: list[str] = []

    def first(info: Info) -> Odds:
        asked.append(info.text)
        return (1.0, *(0.0 for _ in info.actions[1:]))

    found, odds = reaches(tree, 0, first)
    assert len(asked) == len(set(asked)) == sum(map(bool, odds)) > 0
    assert len(asked) < sum(info.seat == 0 for info in tree.infos)
    assert set(found) == {0.0, 1.0}


def test_a_player_sees_its_own_seat_and_plays_by_the_rules() -> None:
    table = Yardstick(SMALL, PACK, samples=1)

    def looks(view: View, luck: Random) -> str:
        assert view.hands is None
        assert len(view.hand) == view.counts[view.seat]
        return luck.choice(outcomes(view)).text

    assert table.exploitability(looks) >= 0
    with pytest.raises(IllegalAction, match="may not make the move"):
        table.exploitability(cheat)
    with pytest.raises(ValueError, match="an opponent is one of"):
        table.exploitability("nobody")


def test_what_the_seat_says_counts_too() -> None:
    """Calls that are forgotten, and not noticed, are among what is measured."""
    table = Yardstick("svensk-dl1-rs0-tl3-hs2", "7s8s9s7h9h", samples=8)
    infos = [info for info in table.tree.infos if info.text.endswith("call?")]
    assert infos
    odds = table.chooser("beginner")
    said = [odds(info) for info in infos]
    # 70 is to keep silent
    assert {info.actions[1] for info in infos} == {70}
    silent = sum(each[1] for each in said) / len(said)
    assert 0 < silent < 0.5


def test_what_is_too_large_or_no_pack_is_refused() -> None:
    with pytest.raises(TooLarge):
        tree_of(Yardstick().rules, most=100)
    for pack in ("7s7s8h8s9s9h", "7s, 8s, 9s, 7h, 8h, 9h", "7x"):
        with pytest.raises(ValueError, match="a row of cards"):
            Yardstick(pack=pack)
    with pytest.raises(OptionsError):
        Yardstick(pack="7s8s")


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    small = ["--rules", SMALL, "--pack", PACK, "--samples", "2"]
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert cli.main(["yardstick", *small, "--lang", "sv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(QUICK)
    assert lines[1].split()[1] == "6,02"
    own = "vandatta.players.beginner:choose"
    assert cli.main(["yardstick", own, *small]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(f"{own}  ")
    wrong = {
        "player": ["nobody"],
        "own": ["vandatta.players:nobody"],
        "pack": ["uniform", "--pack", "zz"],
        "samples": ["uniform", "--samples", "0"],
        "large": ["uniform", "--rules", "svensk", "--pack", ""],
        "move": ["tests.test_yardstick:cheat", *small],
    }
    for key, words in wrong.items():
        assert cli.main(["yardstick", *words]) == 2
        told = capsys.readouterr().err
        sentence = text("en", f"yardstick.error.{key}", **dict.fromkeys(HOLES, "|"))
        assert told.startswith("vandatta: ")
        assert all(part in told for part in sentence.split("|"))


HOLES = ("given", "all", "reason", "pack", "high", "what", "answer")
ODD = """
from dataclasses import replace
from vandatta.players import LEVELS

NUMBER, WORD, NOTHING = 7, "grandmaster", None

class Asked:
    def __init__(self, view, luck): pass

class Broken:
    def action_probabilities(self, state, player_id=None): raise LookupError

class Odd:
    def __init__(self, answer): self.answer = answer
    def action_probabilities(self, state, player_id=None): return self.answer

def silent(view, luck): pass
def bytes_(view, luck): return b"draw"
def raising(view, luck): raise ZeroDivisionError("a\\nb")
def leaving(view, luck): raise SystemExit(0)
def wordless(view, luck): raise ValueError
def none(): return "draw"
async def later(view, luck): return "draw"

level = replace(LEVELS["regular"], choose=silent)
policy, words, some, below, nan = map(Odd, (7, {"a": 1}, {0: 0.5}, {}, {}))
class_ = Odd
broken = Broken()
"""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.filterwarnings("ignore:coroutine")
def test_what_is_no_player_of_ones_own_is_told_in_a_sentence(
    lang: Lang,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"odd_{lang}"
    (tmp_path / f"{name}.py").write_text(ODD, "utf-8")
    for module, source in (("exits", "raise SystemExit(0)"), ("wrong", "a b"), ("bad", "1 / 0")):
        (tmp_path / f"{module}_{lang}.py").write_text(source, "utf-8")
    small = ["--rules", SMALL, "--pack", PACK, "--samples", "2", "--lang", lang]
    wrong = [
        *[(f"{name}:{each}", "callable") for each in ("NUMBER", "WORD", "NOTHING")],
        *[(f"{name}:{each}", "answer") for each in ("Asked", "silent", "bytes_", "later", "level")],
        *[(f"{name}:{each}", "raised") for each in ("raising", "leaving", "wordless", "none")],
        *[(f"{name}:{each}", "raised") for each in ("broken", "class_")],
        *[(f"{name}:{each}", "odds") for each in ("policy", "words", "some", "below")],
        *[(f"{each}_{lang}:any", "own") for each in ("exits", "wrong", "bad")],
        (f"{name}:nowhere", "own"),
        ("..:any", "own"),
    ]
    for given, key in wrong:
        assert cli.main(["yardstick", given, *small]) == 2, given
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1, told.err
        assert given in told.err
        sentence = text(lang, f"yardstick.error.{key}", **dict.fromkeys(HOLES, "|"))
        assert all(part in told.err for part in sentence.split("|")), (told.err, sentence)


def test_a_policy_that_tells_no_odds_is_refused() -> None:
    pytest.importorskip("pyspiel")
    table = Yardstick(SMALL, PACK)
    nan = float("nan")
    for wrong in (None, 7, {}, [0.5, 0.5], dict.fromkeys(range(71), "x")):
        refused(table, wrong)
    for odds in (nan, -1.0, 0.9, float("inf")):
        refused(table, dict.fromkeys(range(71), odds))


def refused(table: Yardstick, answer: Any) -> None:
    asked: Any = SimpleNamespace(action_probabilities=lambda *_: answer)
    with pytest.raises(NoOdds, match="how likely each action is, together 1, and not"):
        table.exploitability(asked)


def test_a_number_of_samples_is_one() -> None:
    for wrong in (0, -1, 2.5, "32", None):
        samples: Any = wrong
        with pytest.raises(ValueError, match="samples is"):
            Yardstick(samples=samples)


def test_the_example_in_the_docs_runs_and_can_be_measured_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[1] / "docs" / "environments.md").read_text(encoding="utf-8")
    part = page.split("## A yardstick")[1].split("```python\n")[1].split("```")[0]
    # the same round as elsewhere here: the whole one takes its time
    part = part.replace("Yardstick()", f"Yardstick({SMALL!r}, {PACK!r}, 2)")
    exec(part, {"__name__": "__main__"})
    told = capsys.readouterr().out
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "mine.py").write_text(part, "utf-8")
    words = ["mine:dearest", "--rules", SMALL, "--pack", PACK, "--samples", "2", "--lang", "en"]
    assert cli.main(["yardstick", *words]) == 0
    # it prints nothing of its own when it is taken from its module
    head, line = capsys.readouterr().out.splitlines()
    assert head.startswith(SMALL[:6])
    assert line == f"mine:dearest  {float(told):6.2f}"


def cheat(_view: View, _luck: Random) -> str:
    """It lays a card that is in nobody's hand."""
    return "Kd"


def test_openspiel_finds_the_same() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("open_spiel.python.algorithms.cfr")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, exploitability

    import vandatta.envs.openspiel  # noqa: F401

    table = Yardstick(SMALL, PACK)
    game = pyspiel.load_game(table.game)
    every: Any = policy.UniformRandomPolicy(game)
    found = table.exploitability("uniform")
    assert exploitability.exploitability(game, every) == pytest.approx(found)
    assert table.exploitability(every) == pytest.approx(found)
    solver = cfr.CFRPlusSolver(pyspiel.convert_to_cached_tree(game))
    left = [found]
    for rounds in (5, 30):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        left.append(table.exploitability(solver.average_policy()))
    assert left == sorted(left, reverse=True)
    assert 0 <= left[-1] < found / 100


def test_uniform_is_every_action_as_likely() -> None:
    for info in Yardstick(SMALL, PACK).tree.infos:
        assert sum(uniform(info)) == pytest.approx(1)
        assert len(set(uniform(info))) == 1
