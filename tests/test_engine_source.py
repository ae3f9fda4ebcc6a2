"""What a compiler of numbers will ask of the source of the rules."""

from __future__ import annotations

import ast
import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import vandatta.engine
from tests.mixing import random_mix
from tests.playing import SVENSK, all_of, choose, shuffled
from vandatta.engine.alphabet import CALL, CHALLENGE, NAMING, OVER
from vandatta.engine.mark import marked
from vandatta.engine.state import State
from vandatta.options import compile_rules

ENGINE = Path(vandatta.engine.__file__).parent

# --- the source: marked functions call only marked ones, and stay inside 62 bits

BUILTINS = {"range", "len", "min", "max", "abs", "int", "bool"}
METHODS = {"bit_count", "bit_length"}
TAUGHT = {"assign", "wipe", "sqrt"}
"""Functions that are not marked, because compiled code has its own way to do the same. A root is
rounded the same everywhere."""
UNCOMPILABLE = (
    ast.NamedExpr,
    ast.GeneratorExp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.Dict,
    ast.Set,
    ast.JoinedStr,
    ast.Lambda,
    ast.Try,
    ast.With,
    ast.Yield,
    ast.Await,
    ast.Starred,
    ast.Global,
    ast.Nonlocal,
)


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ENGINE.glob("*.py")):
        yield path.stem, ast.parse(path.read_text("utf-8"))


def is_rule(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id == "rule" for mark in node.decorator_list
    )


def marked_functions() -> list[tuple[str, ast.FunctionDef]]:
    return [
        (name, node)
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and is_rule(node)
    ]


def test_marked_functions_are_all_registered() -> None:
    for name, _ in sources():
        if name != "__init__":
            importlib.import_module(f"vandatta.engine.{name}")
    assert {(fn.__module__.rpartition(".")[2], fn.__name__) for fn in marked} == {
        (name, node.name) for name, node in marked_functions()
    }


def test_every_function_called_from_a_marked_one_is_marked() -> None:
    names = {node.name for _, node in marked_functions()}
    assert len(names) > 30
    called = 0
    for module, node in marked_functions():
        for call in ast.walk(node):
            if not isinstance(call, ast.Call):
                continue
            called += 1
            where = f"{module}.{node.name}, line {call.lineno}"
            if isinstance(call.func, ast.Attribute):
                assert call.func.attr in METHODS, where
            else:
                assert isinstance(call.func, ast.Name), where
                assert call.func.id in names | BUILTINS | TAUGHT, (
                    f"{where}: {call.func.id} is not marked"
                )
    assert called > 60


def test_marked_functions_use_only_what_a_compiler_of_numbers_knows() -> None:
    for module, node in marked_functions():
        for part in ast.walk(node):
            where = f"{module}.{node.name}"
            assert not isinstance(part, UNCOMPILABLE), (where, ast.dump(part)[:80])
            if isinstance(part, ast.Constant) and isinstance(part.value, int):
                assert part.value < 1 << 62, where
            if isinstance(part, ast.arguments):
                assert not part.kwonlyargs and not part.defaults, where


class Checked(ast.NodeTransformer):
    """Passes the result of every calculation in a marked function to ``_within``."""

    inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outer, self.inside = self.inside, is_rule(node)
        self.generic_visit(node)
        self.inside = outer
        return node

    def checked(self, value: ast.expr) -> ast.expr:
        return ast.Call(ast.Name("_within", ast.Load()), [value], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not self.inside:
            return node
        if isinstance(node.op, ast.LShift | ast.RShift):
            node.right = ast.Call(ast.Name("_shift", ast.Load()), [node.right], [])
        return self.checked(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return self.checked(node) if self.inside and not isinstance(node.op, ast.Not) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        load = ast.parse(ast.unparse(node.target), mode="eval").body
        self.generic_visit(node)
        if not self.inside:
            return node
        value: ast.expr = ast.BinOp(load, node.op, node.value)
        return ast.Assign([node.target], self.checked(value))


def within(value: int) -> int:
    """What a 64-bit int holds with room to spare, signed."""
    if not -(1 << 62) <= value < 1 << 62:
        raise OverflowError(f"{value} does not fit in 62 bits")
    return value


def shift(count: int) -> int:
    """A shift that means the same in every language."""
    if not 0 <= count < 63:
        raise OverflowError(f"a shift by {count}")
    return count


@pytest.fixture
def narrow_engine(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The engine's own source once more, every calculation of the rules watched."""
    trees = dict(sources())
    modules: dict[str, ModuleType] = {}

    def load(name: str) -> None:
        if name in modules:
            return
        importlib.import_module(f"vandatta.engine.{name}")  # no other test need have loaded it
        tree = trees[name]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "vandatta.engine."
            ):
                needed = str(node.module).rpartition(".")[2]
                load(needed)
                node.module = f"narrow.{needed}"
        module = ModuleType(f"narrow.{name}")
        module.__dict__.update(_within=within, _shift=shift)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        modules[name] = module
        code = compile(ast.fix_missing_locations(Checked().visit(tree)), name, "exec")
        exec(code, module.__dict__)

    monkeypatch.setitem(sys.modules, "narrow", ModuleType("narrow"))
    for name in trees:
        if name != "__init__":
            load(name)
    return modules


def digest(s: Any) -> list[Any]:
    fields = ("turn", "phase", "suit", "drawn", "passes", "turns", "called", "forgot", "window")
    cards = [list(s.first), list(s.second), list(s.count), bytes(s.stock), bytes(s.pile)]
    return [getattr(s, name) for name in fields] + cards + [list(s.rng)]


def test_the_rules_stay_inside_62_bits(narrow_engine: dict[str, ModuleType]) -> None:
    wide = {name: sys.modules[f"vandatta.engine.{name}"] for name in narrow_engine}
    asked = 0
    for number in range(40):
        ends = []
        for modules in (narrow_engine, wide):
            chance = random.Random(number)
            players = 2 + number % 4
            deck = shuffled(chance, SVENSK, players)
            playing = all_of(players)
            s = modules["deal"].new_round(SVENSK, players, playing, 0, deck, (1 << 96) - 1 - number)
            play, why_not = modules["play"], modules["reasons"].why_not
            while s.phase != OVER:
                play.apply(s, choose(chance, play.legal(s), eager=False))
                for action in range(70):
                    why_not(s, chance.randrange(players), action)
                    asked += 1
                for seat in range(players):
                    said = modules["calls"].calls(s, seat)
                    if s.phase != NAMING and said and chance.random() < 0.4:
                        spoken = CALL if said & 1 else CHALLENGE + said.bit_length() - 2
                        play.speak(s, seat, spoken)
            m = modules["match"].Match(players=players, playing=playing, dealer=0)
            modules["match"].score_round(m, s)
            ends.append((digest(s), m.totals, m.playing, m.winners, m.dealer))
        assert ends[0] == ends[1]
    assert asked > 100_000


def test_rounds_of_any_mix_stay_inside_62_bits(narrow_engine: dict[str, ModuleType]) -> None:
    assert "narrow.rollouts" in sys.modules and "rollouts" in narrow_engine
    for number in range(60):
        values, seats = random_mix(random.Random(f"narrow {number}"))
        rules, ends = compile_rules(values), []
        for name in ("narrow", "vandatta.engine"):
            playouts, rollouts = (
                sys.modules[f"{name}.{each}"] for each in ("playouts", "rollouts")
            )
            s, then = playouts.seated(rules, seats), playouts.seated(rules, seats)
            rng, points, results = [0] * 4, [0] * 8, [playouts.Round() for _ in range(2)]
            playouts.eager_rounds([s], rng, (1 << 62) - 1 - number, number, 300, results)
            playouts.deal_number(s, rng, number, (1 << 32) - 1)
            playouts.play_any(s, rng, number)
            rollouts.rollouts([s, then], s.turn, rng, 2, 100, points)
            ends.append((digest(s), digest(then), rng, points, [repr(each) for each in results]))
        assert ends[0] == ends[1]


def test_what_is_counted_stays_inside_62_bits(narrow_engine: dict[str, ModuleType]) -> None:
    assert "counted" in narrow_engine
    for number in range(30):
        values, seats = random_mix(random.Random(f"counted {number}"))
        rules, ends = compile_rules(values), []
        for name in ("narrow", "vandatta.engine"):
            counted, playouts, match = (
                sys.modules[f"{name}.{each}"] for each in ("counted", "playouts", "match")
            )
            who = [(0, 1, 2, 4, 5, 6)[number % 6], 2] * 4
            setting = counted.Setting(who=who, forgets=30, most=200, matches=number % 2)
            setting.seed = (1 << 62) - 1 - number
            s = playouts.seated(rules, seats)
            units, tally, pairs = [counted.Unit()], counted.Tally(), counted.Pairs()
            m = match.Match()
            counted.play_units([s], [m], [setting], number, units, [tally])
            counted.add_pairs(units, units, [pairs])
            ends.append((digest(s), repr(units), repr(tally), repr(pairs)))
        assert ends[0] == ends[1]


@pytest.mark.parametrize("line", ["s.first[0] = 1 << 62", "s.turn <<= 70", "s.turn = 1 << -1"])
def test_the_watch_finds_what_is_too_wide(line: str) -> None:
    source = f"@rule\ndef wide(s):\n    {line}\n"
    tree = ast.fix_missing_locations(Checked().visit(ast.parse(source)))
    space: dict[str, Any] = {"_within": within, "_shift": shift, "rule": lambda fn: fn}
    exec(compile(tree, "wide", "exec"), space)
    with pytest.raises(OverflowError):
        space["wide"](State(turn=1))
