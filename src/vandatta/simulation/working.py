"""Playing one share of a simulation, compiled or as plain Python: the counts are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Any

from vandatta.engine.alphabet import OVER
from vandatta.engine.counted import (
    MOVES,
    Pairs,
    Setting,
    Tally,
    Unit,
    add_pairs,
    add_unit,
    after_action,
    before_action,
    begin_round,
    begin_unit,
    end_match,
    end_round,
    match_goes_on,
    play_units,
)
from vandatta.engine.match import Match
from vandatta.engine.play import apply
from vandatta.engine.playouts import seated
from vandatta.engine.rules import Rules
from vandatta.engine.sitting import chosen
from vandatta.events import History
from vandatta.narrate import Narrator
from vandatta.notation.moves import Plan as MovePlan
from vandatta.notation.moves import make, plan, read_move
from vandatta.options import compile_rules, named
from vandatta.players import LEVELS, Choose
from vandatta.simulation.plan import Plan, Share
from vandatta.simulation.summary import Summary
from vandatta.view import observe

Play = Callable[[Rules, Plan, Share], tuple[Any, Tally]]
"""Plays a share under some rules; gives what happened in each unit, and the sum."""


class Stopped(Exception):
    """The work was called off."""


class RefusedMove(RuntimeError):
    """A player made a move that the rules do not allow."""

    def __init__(self, seat: int, words: str) -> None:
        super().__init__(seat, words)
        self.seat = seat
        self.words = words

    def __str__(self) -> str:
        return f"a computer player's move is refused: {self.words}"


def never() -> bool:
    """The work goes on."""
    return False


def work(task: Plan, share: Share, fast: bool = False, stop: Callable[[], bool] = never) -> Summary:
    """Play a share of a plan, under each of its rule sets.

    Nothing but the plan and the share decides what comes out.

    Args:
        task: the plan.
        share: which part of it.
        fast: compiled. Needs numba, and nobody who thinks.
        stop: is asked between the units that are played as plain Python.

    Raises:
        Stopped: ``stop`` said so.
        ImportError: compiled, but what it needs is not installed.
    """
    tallies: list[Tally] = []
    pairs: list[Pairs] = []
    ours: Any = None
    for rules in task.rules:
        compiled_rules = compile_rules(named(rules))
        if fast:
            units, tally = _fast(compiled_rules, task, share)
        else:
            units, tally = _plain(compiled_rules, task, share, stop)
        tallies.append(tally)
        if ours is None:
            ours = units
        elif fast:
            pairs.append(_paired(_loops[0], ours, units))
        else:
            pairs.append(Pairs())
            add_pairs(ours, units, pairs[-1:])
    return Summary(tuple(tallies), tuple(pairs))


# --- compiled

_lock = Lock()


@dataclass(frozen=True, slots=True)
class _Loops:
    compiled: Any
    """The module, which not everybody has what it needs for."""
    play: Callable[..., int]
    pair: Callable[..., None]


_loops: list[_Loops] = []
"""The compiled loops, once they are ready."""


def warm_up(compiling: Callable[[], None] | None = None) -> None:
    """Have the compiled loops ready, so that all that follows is fast.

    Args:
        compiling: called if they must be compiled first, which takes half a minute.

    Raises:
        ImportError: what they need is not installed; the message says what that is.
    """
    with _lock:
        if _loops:
            return
        from vandatta import compiled

        play = compiled.function(play_units, compiling)
        loops = _Loops(compiled, play, compiled.function(add_pairs))
        units, _ = _played(loops, Rules(), Plan(("svensk",), ("any", "any"), 1), Share(0, 0))
        _paired(loops, units, units)
        _loops.append(loops)


def _fast(rules: Rules, task: Plan, share: Share) -> tuple[Any, Tally]:
    warm_up()
    return _played(_loops[0], rules, task, share)


def _played(loops: _Loops, rules: Rules, task: Plan, share: Share) -> tuple[Any, Tally]:
    compiled = loops.compiled
    states = compiled.records([seated(rules, task.seats)])
    matches, settings = compiled.records([Match()]), compiled.records([task.setting()])
    units, tallies = compiled.blank(Unit, share.count), compiled.blank(Tally, 1)
    loops.play(states, matches, settings, share.first, units, tallies)
    return units, compiled.plain(tallies[0], Tally)


def _paired(loops: _Loops, ours: Any, theirs: Any) -> Pairs:
    pairs = loops.compiled.blank(Pairs, 1)
    loops.pair(ours, theirs, pairs)
    found: Pairs = loops.compiled.plain(pairs[0], Pairs)
    return found


# --- plain


def _plain(
    rules: Rules, task: Plan, share: Share, stop: Callable[[], bool]
) -> tuple[list[Unit], Tally]:
    s, m, setting = seated(rules, task.seats), Match(), task.setting()
    units, tally = [Unit() for _ in range(share.count)], Tally()
    minds = [LEVELS[name].choose if name in LEVELS else None for name in task.players]
    for k, unit in enumerate(units):
        if stop():
            raise Stopped
        if task.thinks:
            _think(s, m, setting, share.first + k, unit, tally, minds)
        else:
            play_units([s], [m], [setting], share.first + k, [unit], [tally])
    return units, tally


def _think(
    s: Any,
    m: Match,
    setting: Setting,
    number: int,
    unit: Unit,
    tally: Tally,
    minds: Sequence[Choose | None],
) -> None:
    """`play_units` of one unit, where somebody thinks."""
    begin_unit(s, m, unit, number)
    going = True
    while going:
        begin_round(s, m, setting, number)
        before = unit.counts[MOVES]
        chance = Random(f"{setting.seed} {number} {m.round}")
        largest = think_round(s, m, setting, unit, minds, [chance] * s.players)
        end_round(s, setting, unit, tally, largest, unit.counts[MOVES] - before)
        going = match_goes_on(m, s, setting)
    if setting.matches:
        end_match(s, m, setting, unit, number)
    add_unit(tally, unit)


def think_round(
    s: Any,
    m: Match,
    setting: Setting,
    unit: Unit,
    minds: Sequence[Choose | None],
    chances: Sequence[Random],
) -> int:
    """`play_round`, where somebody thinks; who does gets a view and nothing else.

    Args:
        s: the round, dealt.
        m: the match it belongs to.
        setting: who plays, where nobody thinks.
        unit: where moves are counted.
        minds: a seat: who thinks there, if anybody does.
        chances: a seat: the chance it thinks by.

    Returns:
        The largest hand that anybody had when in turn.

    Raises:
        RefusedMove: who thinks made a move that is not allowed.
    """
    last = unit.counts[MOVES] + setting.most
    largest = told = 0
    narrator, history = Narrator(), History()
    while s.phase != OVER and unit.counts[MOVES] < last:
        largest = before_action(s, unit, largest)
        history.extend(narrator.events(s, told))
        told = s.noted
        choose = minds[s.turn]
        if choose is None:
            apply(s, chosen(s, setting.rng, setting.who[s.turn]))
        else:
            seat = s.turn
            act_on(s, seat, choose(observe(s, m, seat, history), chances[seat]))
        after_action(s, setting)
    return largest


def act_on(s: Any, seat: int, words: str) -> None:
    """Make a whole move.

    Raises:
        RefusedMove: it is not allowed.
    """
    try:
        move = read_move(words)
    except ValueError:
        raise RefusedMove(seat, str(words)) from None
    found = plan(s, seat, move)
    if not isinstance(found, MovePlan) or found.misplayed is not None:
        raise RefusedMove(seat, words)
    make(s, seat, move, found)


__all__ = ["RefusedMove", "Stopped", "act_on", "never", "think_round", "warm_up", "work"]
