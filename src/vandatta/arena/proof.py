"""``vandatta arena --prove``: proves it, and says what was proved."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TextIO

from vandatta.arena.players import player
from vandatta.arena.preparing import prepare
from vandatta.arena.proving import PHASES, Asked, Proof, places, work
from vandatta.arena.running import in_order
from vandatta.messages import Lang, Unable, text
from vandatta.options import PRESETS, preset, rules_id
from vandatta.rulebook.own import find
from vandatta.simulation.command import Bar, whole
from vandatta.simulation.plan import SEEDS, Share
from vandatta.simulation.running import by_processes, cores

MOST_POSITIONS = 100_000
MOST_CHANCES = 100
MOST_JOBS = 1024
SIZE = 4
"""Positions in a share."""
SHOWN = 300
"""So much of what differs is shown."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found under some rules, in a phase."""

    label: str
    """What to call the rules."""
    phase: str
    rounds: int
    """Rounds looked through for positions."""
    positions: int
    others: int
    """Positions at which hidden cards were others, or in another order, in the other world."""
    chances: int
    faults: tuple[Asked, ...]

    @property
    def proved(self) -> bool:
        """Was the same move made every time?"""
        return not self.faults


def prove(asked: argparse.Namespace, folder: Path, notes: TextIO) -> tuple[str, bool]:
    """Prove that a player does not peek.

    Args:
        asked: the arguments that `arguments` let be read.
        folder: where the user's own rule sets are.
        notes: where to say how far it is.

    Returns:
        What to print, and whether it was proved.

    Raises:
        Unable: a number or the player will not do.
        vandatta.options.OptionsError: rules that there are none of.
    """
    name = asked.prove
    if asked.players:
        raise Unable("arena.error.prove_one", given=asked.players[0][:40])
    player(name)
    if asked.rules:
        ids = {asked.rules: rules_id(find(asked.rules, folder))}
    else:
        ids = {each: rules_id(preset(each)) for each in PRESETS}
    many = whole("many", asked.positions, 1, MOST_POSITIONS)
    chances = whole("many", asked.chances, 1, MOST_CHANCES)
    jobs = whole("jobs", asked.jobs, 0, MOST_JOBS) or cores()
    seed = whole("seed", asked.seed, 0, SEEDS - 1)
    bar = Bar(asked.lang, 1, notes)
    found: list[Found] = []
    try:
        prepare((name,), bar)
        for label, rules in ids.items():
            met, rounds = places(rules, seed, many)
            wanted = Proof(name, rules, seed, chances, tuple(met))
            found += _by_phase(label, rounds, chances, _tried(wanted, jobs, bar, label))
    except BrokenProcessPool:
        raise Unable("simulate.error.lost") from None
    finally:
        bar.clear()
    words = _as_json(name, found) if asked.json else _as_text(asked.lang, name, found)
    return words, all(each.proved for each in found)


def _tried(proof: Proof, jobs: int, bar: Bar, label: str) -> list[Asked]:
    many = len(proof.places)
    shares = (Share(first, min(SIZE, many - first)) for first in range(0, many, SIZE))
    done: Iterator[tuple[Share, list[Asked]]]
    if jobs == 1:
        done = ((share, work(proof, share)) for share in shares)
    else:
        done = by_processes(partial(work, proof), shares, jobs)
    found: list[Asked] = []
    with closing(in_order(0, done)) as ordered:
        for each in ordered:
            found += each
            told = {"rules": label, "so_far": len(found), "many": many}
            bar.show(text(bar.lang, "arena.proof.progress", **told))
    return found


def _by_phase(label: str, rounds: int, chances: int, asked: list[Asked]) -> Iterator[Found]:
    for phase in PHASES:
        mine = [each for each in asked if each.place.phase == phase]
        faults = tuple(each for each in mine if each.fault)
        others = sum(each.other for each in mine)
        yield Found(label, phase, rounds, len(mine), others, chances, faults)


# --- telling


def _as_json(name: str, found: list[Found]) -> str:
    phases = [asdict(each) | {"proved": each.proved} for each in found]
    told = {"player": name, "proved": all(each.proved for each in found), "phases": phases}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _as_text(lang: Lang, name: str, found: list[Found]) -> str:
    lines = [_sentence(lang, each) for each in found]
    bad = sum(not each.proved for each in found)
    positions = sum(each.positions for each in found)
    key = "arena.proof.failed" if bad else "arena.proof.proved"
    lines.append(text(lang, key, player=name, count=positions, bad=bad))
    return "\n".join(lines) + "\n"


def _sentence(lang: Lang, found: Found) -> str:
    told = {
        "rules": found.label,
        "phase": text(lang, f"arena.phase.{found.phase}"),
        "count": found.positions,
        "rounds": found.rounds,
        "others": found.others,
        "chances": found.chances,
    }
    if not found.positions:
        return text(lang, "arena.proof.never", **told)
    if found.proved:
        return text(lang, "arena.proof.same", **told)
    first = found.faults[0]
    told |= {"bad": len(found.faults), "round": first.place.number, "seat": first.seat}
    told |= {"one": first.one[:SHOWN], "two": first.two[:SHOWN]}
    return text(lang, f"arena.proof.{first.fault}", **told)


__all__ = ["Found", "prove"]
