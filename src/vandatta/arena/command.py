"""The command ``vandatta arena``: what it does."""

from __future__ import annotations

import argparse
import re
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TextIO

from vandatta.arena import showing
from vandatta.arena.contest import Contest, contest
from vandatta.arena.players import player
from vandatta.arena.preparing import prepare
from vandatta.arena.proof import prove
from vandatta.arena.running import run
from vandatta.arena.standing import standing, widest
from vandatta.arena.tally import Tally
from vandatta.messages import Unable, decimal, text
from vandatta.options import check_seats, compile_rules, preset, rules_id
from vandatta.rulebook.own import find
from vandatta.simulation.command import Bar, whole
from vandatta.simulation.plan import SEEDS

MOST_DEALS = 1 << 30
MOST_JOBS = 1024
MOST_PLAYERS = 12
SPIEL = "openspiel"
"""The preset that is OpenSpiel's own game."""


def arena(asked: argparse.Namespace, folder: Path, notes: TextIO) -> tuple[str, bool]:
    """Do what the arguments ask for.

    Args:
        asked: the arguments that `arguments` let be read.
        folder: where the user's own rule sets are.
        notes: where to say what is no part of the answer.

    Returns:
        What to print, and whether all is well: a proof may fail.

    Raises:
        Unable: a number or a player will not do.
        vandatta.options.OptionsError: rules that there are none of, or not for so many.
    """
    if asked.prove is not None:
        return prove(asked, folder, notes)
    wanted, label = wish(asked, folder)
    within = points(asked.within)
    most = whole("many", asked.most, 1, MOST_DEALS)
    jobs = whole("jobs", asked.jobs, 0, MOST_JOBS)
    bar = Bar(asked.lang, most, notes)
    try:
        prepare(wanted.players, bar)
        tally = run(wanted, within, most, jobs, lambda so_far: _tell(bar, wanted, so_far))
    except BrokenProcessPool:
        raise Unable("simulate.error.lost") from None
    finally:
        bar.clear()
    found = standing(wanted, tally, label)
    return showing.as_json(found) if asked.json else showing.as_table(asked.lang, found), True


def wish(asked: argparse.Namespace, folder: Path) -> tuple[Contest, str]:
    """The contest that is asked for, and what to call its rules.

    Raises:
        Unable: a number or a player will not do.
        vandatta.options.OptionsError: rules that there are none of, or not for so many.
    """
    names = tuple(asked.players)
    if len(set(names)) < 2:
        raise Unable("arena.error.alone")
    if len(names) > MOST_PLAYERS:
        raise Unable("arena.error.too_many", high=MOST_PLAYERS)
    for name in names:
        player(name)
    seats = whole("seats", asked.seats, 2, 8)
    seed = whole("seed", asked.seed, 0, SEEDS - 1)
    label = asked.rules or (SPIEL if asked.pyspiel else "svensk")
    values = find(label, folder)
    if asked.pyspiel:
        _check_spiel(rules_id(values))
    check_seats(compile_rules(values), seats)
    return contest(rules_id(values), names, seats, seed, asked.clock, asked.pyspiel), label


def _check_spiel(rules: str) -> None:
    """See beforehand that the library is there, and that its rules are meant."""
    if rules != rules_id(preset(SPIEL)):
        raise Unable("arena.error.spiel_rules", rules=SPIEL)
    try:
        import vandatta.arena.spiel  # noqa: F401
    except ImportError:
        raise Unable("arena.error.no_spiel") from None


def points(given: str) -> float:
    """``given``, in points of a hundred, as a share.

    Raises:
        Unable: it is no number of points that makes sense.
    """
    if re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,4})?", given) and 0 < float(given) <= 50:
        return float(given) / 100
    raise Unable("arena.error.within", given=given[:40])


def _tell(bar: Bar, wanted: Contest, tally: Tally) -> None:
    wide = decimal(bar.lang, 100 * widest(wanted, tally), 1)
    bar.show(text(bar.lang, "arena.progress", count=tally.deals, within=wide))


__all__ = ["arena", "points", "wish"]
