"""The command ``vandatta simulate``: what it does."""

from __future__ import annotations

import argparse
import os
import re
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TextIO

from vandatta.engine.counted import MATCHES
from vandatta.messages import Lang, Unable, text
from vandatta.options import check_seats, compile_rules, rules_id
from vandatta.rulebook.own import find
from vandatta.simulation import plotting, showing
from vandatta.simulation.arguments import ROUNDS, ROUNDS_THINKING, SEATS
from vandatta.simulation.plan import MOST_ROUNDS, PLAYERS, SEEDS, Plan, thinks
from vandatta.simulation.report import Report, report
from vandatta.simulation.running import cores, is_worth_compiling, run
from vandatta.simulation.summary import Summary
from vandatta.simulation.variants import in_vain, varied
from vandatta.simulation.working import warm_up

MOST_JOBS = 1024
MOST_SECONDS = 3600
WIDTH = 30


@dataclass(frozen=True, slots=True)
class Wish:
    """What the arguments ask for, understood."""

    plan: Plan
    labels: tuple[str, ...]
    jobs: int
    cluster: str | None
    """Where to play it, if not here."""
    seconds: float


def wish(asked: argparse.Namespace, folder: Path) -> Wish:
    """What the arguments that `arguments` let be read ask for.

    Args:
        asked: the arguments.
        folder: where the user's own rule sets are.

    Raises:
        Unable: a number, a player or a file will not do.
        vandatta.options.OptionsError: rules, an option or a value that there is none of.
    """
    _check_plot(asked.plot)
    players = _players(asked.players, asked.seats)
    rules = _rules(asked, folder, len(players))
    matches = asked.matches is not None
    usual = ROUNDS_THINKING if thinks(players) else ROUNDS
    given = asked.matches if matches else asked.rounds
    most = MATCHES if matches else MOST_ROUNDS
    many = usual if given is None else whole("many", given, 1, most)
    plan = Plan(
        tuple(rules.values()),
        players,
        many,
        matches,
        whole("seed", asked.seed, 0, SEEDS - 1),
        whole("forget", asked.forget, 0, 100),
    )
    jobs = whole("jobs", asked.jobs, 0, MOST_JOBS) or cores()
    return Wish(plan, tuple(rules), jobs, asked.ray, _seconds(asked.seconds))


def whole(what: str, given: str, low: int, high: int) -> int:
    """``given`` as a whole number; ``1e6`` and ``1_000_000`` are some, too.

    Raises:
        Unable: it is none from ``low`` to ``high``.
    """
    plain = re.fullmatch(r"([0-9_]{1,30})(?:e([0-9]{1,2}))?", given)
    if plain and re.search("[0-9]", plain[1]):
        number: int = int(plain[1].replace("_", "")) * 10 ** int(plain[2] or 0)
        if low <= number <= high:
            return number
    raise Unable(f"simulate.error.{what}", given=_shown(given), low=low, high=high)


def _shown(given: str) -> str:
    """What was given, to be seen even if it is nothing."""
    return given[:40] or "''"


def _seconds(given: str) -> float:
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?", given) and 0 < float(given) <= MOST_SECONDS:
        return float(given)
    raise Unable("simulate.error.seconds", given=_shown(given), high=MOST_SECONDS)


def _players(names: str, seats: str | None) -> tuple[str, ...]:
    """Who sits where: those named, again and again until all seats are taken."""
    named = [name.strip() for name in names.split(",")]
    if not all(named):
        raise Unable("simulate.error.no_player", given=names[:40], all=", ".join(PLAYERS))
    for name in named:
        if name not in PLAYERS:
            near = get_close_matches(name, PLAYERS, 1, 0)
            known = ", ".join(PLAYERS)
            raise Unable("simulate.error.player", name=name[:40], near=near[0], all=known)
    many = max(SEATS, len(named)) if seats is None else whole("seats", seats, 2, 8)
    if len(named) > many:
        raise Unable("simulate.error.too_many_players", players=len(named), seats=many)
    return tuple(named[k % len(named)] for k in range(many))


def _rules(asked: argparse.Namespace, folder: Path, seats: int) -> dict[str, str]:
    """The rule sets to play: what to call each, and its id."""
    others = asked.compare or []
    usual = others[0] if len(others) > 1 else "svensk"
    first = next((name for name in (asked.rules, asked.variant) if name is not None), usual)
    values = find(first, folder)
    check_seats(compile_rules(values), seats)
    if asked.vary is not None:
        return varied(values, asked.vary, seats)
    found = {first: rules_id(values)}
    for name in others:
        values = find(name, folder)
        check_seats(compile_rules(values), seats)
        found[name] = rules_id(values)
    if others and len(found) == 1:
        raise Unable("simulate.error.nothing_compared", rules=first)
    return found


def _check_plot(path: Path | None) -> None:
    """See beforehand that the picture can be drawn and written."""
    if path is None:
        return
    if path.name.lower() in plotting.KINDS:
        raise Unable("simulate.error.plot_name", path=path)
    if path.suffix.lower() not in plotting.KINDS:
        raise Unable("simulate.error.plot_kind", path=path)
    try:
        plotting.needed()
    except ImportError as missing:
        raise Unable("simulate.error.no_plots", install=missing) from None
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise Unable("simulate.error.not_written", path=path, reason=_why_not(path))


def _why_not(path: Path) -> str:
    """The system's own words for why a file can't be made."""
    try:
        path.open("ab").close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


# --- doing it


@dataclass(slots=True)
class Bar:
    """Shows on a terminal how far the work has come; elsewhere it only says why one waits."""

    lang: Lang
    many: int
    to: TextIO
    shown: str = field(default="", init=False)

    def played(self, so_far: int) -> None:
        """So many have been played."""
        full = WIDTH * so_far // self.many
        percent = 100 * so_far // self.many
        bar = "█" * full + "·" * (WIDTH - full)
        self.show(text(self.lang, "simulate.progress", bar=bar, n=percent))

    def compiling(self) -> None:
        """The loops are being compiled."""
        line = text(self.lang, "simulate.compiling")
        if self.to.isatty():
            self.show(line)
        else:
            self.to.write(line + "\n")
            self.to.flush()

    def sending(self) -> None:
        """The work is on its way to a cluster."""
        self.show(text(self.lang, "simulate.sending"))

    def clear(self) -> None:
        """Leave no trace."""
        self.show("")

    def show(self, line: str) -> None:
        """Put ``line`` in the place of what was shown."""
        if self.to.isatty() and line != self.shown:
            self.to.write("\r" + line.ljust(len(self.shown)) + ("" if line else "\r"))
            self.to.flush()
            self.shown = line


def simulate(asked: argparse.Namespace, folder: Path, notes: TextIO) -> str:
    """Do what the arguments ask for.

    Args:
        asked: the arguments that `arguments` let be read.
        folder: where the user's own rule sets are.
        notes: where to say what is no part of the answer.

    Returns:
        What to print.

    Raises:
        Unable: a number, a player, a file or a cluster will not do.
        vandatta.options.OptionsError: rules, an option or a value that there is none of.
    """
    lang: Lang = asked.lang
    wanted = wish(asked, folder)
    bar = Bar(lang, wanted.plan.many, notes)
    try:
        summary = _played(wanted, bar)
    except BrokenProcessPool:
        raise Unable("simulate.error.lost") from None
    finally:
        bar.clear()
    found = report(wanted.plan, summary, wanted.seconds, wanted.labels)
    if asked.plot is not None:
        try:
            plotting.plot(lang, found, asked.plot)
        except OSError as error:
            reason = error.strerror or error
            raise Unable("simulate.error.not_written", path=asked.plot, reason=reason) from None
    return _written(asked, found)


def _played(wanted: Wish, bar: Bar) -> Summary:
    plan = wanted.plan
    for reason, options in in_vain(plan.rules, plan.forgets > 0, plan.matches).items():
        _note(bar, f"simulate.in_vain.{reason}", options=", ".join(options))
    fast = is_worth_compiling(plan)
    if plan.thinks:
        _note(bar, "simulate.thinking")
    if wanted.cluster is not None:
        return _by_cluster(wanted.cluster, plan, fast, bar)
    if fast:
        try:
            warm_up(bar.compiling)
        except ImportError:
            fast = False
            _note(bar, "simulate.no_numba")
    return run(plan, wanted.jobs, fast, bar.played)


def _by_cluster(address: str, plan: Plan, fast: bool, bar: Bar) -> Summary:
    # what it needs takes a while to load, and is not always installed
    from vandatta.simulation.cluster import run_on_cluster

    def slow() -> None:
        bar.clear()
        _note(bar, "simulate.slow_machines")

    bar.sending()
    return run_on_cluster(address, plan, fast, bar.played, slow)


def _note(bar: Bar, key: str, **values: object) -> None:
    bar.to.write(text(bar.lang, key, **values) + "\n")


def _written(asked: argparse.Namespace, found: Report) -> str:
    if asked.json:
        return showing.as_json(found)
    return showing.as_csv(found) if asked.csv else showing.as_table(asked.lang, found)


__all__ = ["Bar", "simulate", "whole", "wish"]
