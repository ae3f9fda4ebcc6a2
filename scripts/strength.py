"""Measure how strong the levels are: ``make strength``.

For each preset and 2, 3 and 4 seats, one of each level meets as many eager players as there are
other seats, and as many of the level below. The data lie in a file a preset and table. A run that
is broken off is taken up where it was, and a tighter interval goes on from what has been played.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from vandatta.arena.arguments import MOST, WITHIN  # noqa: E402
from vandatta.arena.contest import Contest, contest  # noqa: E402
from vandatta.arena.preparing import prepare  # noqa: E402
from vandatta.arena.running import run  # noqa: E402
from vandatta.arena.standing import share_of, standing, widest  # noqa: E402
from vandatta.arena.tally import Tally  # noqa: E402
from vandatta.options import PRESETS, preset, rules_id  # noqa: E402
from vandatta.players import LEVELS  # noqa: E402
from vandatta.simulation.command import Bar  # noqa: E402
from vandatta.simulation.figures import Figure  # noqa: E402

SEATS = (2, 3, 4)
SPIEL_SEATS = (2, 4)
EAGER, HEURISTIC, BEST = "eager", "regular", "grandmaster"
OWN = "vandatta"
SPIEL = "pyspiel"
OPENSPIEL = "openspiel"
SAVED_EVERY = 20.0
"""Seconds between two savings of what has been played."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of the table: one of a player against as many others as there are seats left."""

    preset: str
    seats: int
    one: str
    others: str
    engine: str = OWN

    @property
    def file(self) -> str:
        """The file that its data lie in."""
        return f"{self.preset}-{self.seats}.json"

    @property
    def key(self) -> str:
        """What its data are called there."""
        return f"{self.one} among {self.others}" + (f" in {SPIEL}" if self.engine == SPIEL else "")

    def contest(self, seed: int, guesses: int) -> Contest:
        """What is played for it."""
        rules = rules_id(preset(self.preset))
        names = tuple(played(name, guesses) for name in (self.one, self.others))
        return contest(rules, names, self.seats, seed, spiel=self.engine == SPIEL)


def played(level: str, guesses: int) -> str:
    """The player that stands for a level, with fewer guesses where that is wished."""
    searches = level in LEVELS and LEVELS[level].guesses > 0
    return f"{level}@{guesses}" if guesses and searches else level


def cells(presets: list[str], seats: list[int], levels: list[str]) -> Iterator[Cell]:
    """All figures that are measured, those of one preset and table after one another."""
    names = list(LEVELS)
    for name in presets:
        for many in seats:
            for level in levels:
                yield Cell(name, many, level, EAGER)
            for level in levels:
                if level != names[0]:
                    yield Cell(name, many, level, names[names.index(level) - 1])
            if BEST in levels:
                yield Cell(name, many, BEST, HEURISTIC)
                if name == OPENSPIEL and many in SPIEL_SEATS:
                    for others in (EAGER, HEURISTIC):
                        yield Cell(name, many, BEST, others, SPIEL)


# --- data


class Data:
    """What has been played, in files.

    Args:
        folder: where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, dict[str, Any]] = {}

    def of(self, cell: Cell) -> dict[str, Any] | None:
        """What is kept of a figure."""
        found: dict[str, Any] | None = self._file(cell.file).get(cell.key)
        return found

    def keep(self, cell: Cell, wanted: Contest, tally: Tally) -> None:
        """Write down what has been played."""
        file = self._file(cell.file)
        file[cell.key] = {
            "made": datetime.now(UTC).date().isoformat(),
            **described(wanted),
            "tally": tally.as_json(),
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self.folder / cell.file
        fresh = target.with_suffix(".part")
        fresh.write_text(json.dumps(dict(sorted(file.items())), indent=1) + "\n", "utf-8")
        # a run that is killed leaves the old file or the new one
        fresh.replace(target)

    def _file(self, name: str) -> dict[str, Any]:
        if name not in self.files:
            path = self.folder / name
            self.files[name] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        return self.files[name]


def described(wanted: Contest) -> dict[str, Any]:
    """What must be the same for data to be gone on from: the contest, and how hard it is tried."""
    guesses = {name: LEVELS[name].guesses for name in wanted.players if name in LEVELS}
    found: dict[str, Any] = json.loads(json.dumps(wanted.as_json() | {"guesses": guesses}))
    return found


def begun(kept: dict[str, Any] | None, wanted: Contest) -> Tally | None:
    """What is kept of just this contest, if anything."""
    fresh = described(wanted)
    if kept is None or {key: kept.get(key) for key in fresh} != fresh:
        return None
    return Tally.from_json(kept["tally"])


# --- playing


class Saver:
    """Writes down now and then what has been played."""

    def __init__(self, data: Data, cell: Cell, match: Contest) -> None:
        self.data, self.cell, self.match = data, cell, match
        self.saved = monotonic()

    def saw(self, tally: Tally) -> None:
        """So much has been played."""
        if monotonic() - self.saved > SAVED_EVERY:
            self.data.keep(self.cell, self.match, tally)
            self.saved = monotonic()


def measure(asked: argparse.Namespace, data: Data, wanted: list[Cell]) -> None:
    """Play whatever is not known closely enough."""
    if any(kind.engine == SPIEL for kind in wanted):
        wanted = _without_spiel(wanted)
    for number, cell in enumerate(wanted, 1):
        match = cell.contest(asked.seed, asked.guesses)
        old = None if asked.anew else begun(data.of(cell), match)
        before, began = old.deals if old else 0, monotonic()
        saver = Saver(data, cell, match)
        tally = run(match, asked.within / 100, asked.most, asked.jobs, saver.saw, old)
        if tally.deals > before:
            data.keep(cell, match, tally)
        share, half = 100 * share_of(match, tally, 0).value, 100 * widest(match, tally)
        told = f"{number}/{len(wanted)} {cell.preset}, {cell.seats} seats, {cell.key}: "
        told += f"{share:.1f} % ± {half:.1f}, {tally.deals} deals"
        print(f"{told}, {monotonic() - began:.0f} s", flush=True)


def _without_spiel(wanted: list[Cell]) -> list[Cell]:
    """Leave out what is played in OpenSpiel's game, with a word about it, if that is missing."""
    try:
        import vandatta.arena.spiel  # noqa: F401
    except ImportError:
        print("left out, to be had with open_spiel: the figures in pyspiel")
        return [cell for cell in wanted if cell.engine != SPIEL]
    return wanted


# --- the page


def page(data: Data, within: float) -> str:
    """The page of the documentation, of all that is kept."""
    known = [(cell, data.of(cell)) for cell in cells(list(PRESETS), list(SEATS), list(LEVELS))]
    found = {cell: kept for cell, kept in known if kept is not None}
    parts = [HEAD.format(within=f"{within:g}"), _when(found)]
    parts += [_preset(name, found) for name in PRESETS if any(c.preset == name for c in found)]
    spiel = [cell for cell in found if cell.engine == SPIEL]
    if spiel:
        parts.append(_spiel(spiel, found))
    parts.append(_order(found))
    return "\n\n".join(part for part in parts if part) + "\n"


HEAD = """# How strong the levels are

This page is made by `make strength` from the data in `docs/strength`; change the script, not
the page. [How it is measured](arena.md).

Each figure is the share of first places of one player among others, in per cent: who goes out is
first, and if nobody does, those with the fewest points in hand share. Par is 50 at a table for two,
33.3 for three, 25 for four. Every deal is played from every seat; the intervals are of 95 %, over
the deals, and were asked to be within ±{within} points. "Lappen" is always called in time. *eager*
lays at random whatever fits, and draws only when nothing does."""


def _when(found: dict[Cell, dict[str, Any]]) -> str:
    days = sorted({kept["made"] for kept in found.values()})
    if not days:
        return "Nothing has been measured yet."
    span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    deals = sum(kept["tally"]["deals"] for kept in found.values())
    tries = {
        name: given for kept in found.values() for name, given in kept["guesses"].items() if given
    }
    tries |= {
        name: int(name.partition("@")[2])
        for kept in found.values()
        for name in kept["players"]
        if "@" in name
    }
    words = [f"{name} {many:,}" for name, many in sorted(tries.items(), key=lambda item: item[1])]
    searched = f" Guesses a move: {', '.join(words)}." if words else ""
    return f"Measured {span}, on {deals:,} deals.{searched}"


def _preset(name: str, found: dict[Cell, dict[str, Any]]) -> str:
    levels = list(LEVELS)
    head = ["Level", *(f"{many} seats, among *eager*" for many in SEATS)]
    head += [f"{many} seats, among the level below" for many in SEATS]
    rows = []
    for k, level in enumerate(levels):
        row = [level]
        row += [_cell(Cell(name, many, level, EAGER), found) for many in SEATS]
        below = levels[k - 1] if k else None
        row += [_cell(Cell(name, many, level, below), found) if below else "" for many in SEATS]
        rows.append(row)
    rows.append(["*eager*: rating 1000", *_ratings(name, found), "", "", ""])
    best = {many: _cell(Cell(name, many, BEST, HEURISTIC), found) for many in SEATS}
    told = ", ".join(f"{share} with {many} seats" for many, share in best.items() if share != "–")
    lines = [f"## {name}", "", _table(head, rows)]
    if told:
        lines += ["", f"One {BEST} among {HEURISTIC}: {told}."]
    return "\n".join(lines)


def _ratings(name: str, found: dict[Cell, dict[str, Any]]) -> list[str]:
    """The rating of the best level at each table."""
    told = []
    for many in SEATS:
        kept = found.get(Cell(name, many, BEST, EAGER))
        if kept is None:
            told.append("–")
            continue
        line = standing(_contest(kept), Tally.from_json(kept["tally"]), name).lines[0]
        told.append(f"{BEST} {line.rating.value:.0f}")
    return told


def _spiel(cells_there: list[Cell], found: dict[Cell, dict[str, Any]]) -> str:
    rows = []
    for cell in cells_there:
        here = Cell(cell.preset, cell.seats, cell.one, cell.others)
        rows.append([str(cell.seats), cell.others, _cell(cell, found), _cell(here, found)])
    head = ["Seats", f"{BEST} among", "in OpenSpiel's crazy_eights", "in our preset `openspiel`"]
    return "## On somebody else's engine\n\n" + _table(head, rows)


def _order(found: dict[Cell, dict[str, Any]]) -> str:
    """Does each level beat the one below?"""
    levels = list(LEVELS)
    pairs = set(zip(levels[1:], levels, strict=False))
    asked = [c for c in found if (c.one, c.others) in pairs and c.engine == OWN]
    if not asked:
        return ""
    bad = [c for c in asked if (_share(found[c]).low or 0.0) <= 1 / c.seats]
    title = "## Is each level better than the one below?\n\n"
    if not bad:
        return f"{title}In all {len(asked)} measured cases, by more than the interval."
    lines = [f"- {c.preset}, {c.seats} seats: {c.key}, {_cell(c, found)}" for c in bad]
    good = len(asked) - len(bad)
    return f"{title}In {good} of {len(asked)}, by more than the interval; not in\n\n" + "\n".join(
        lines
    )


def _contest(kept: dict[str, Any]) -> Contest:
    seatings = tuple(map(tuple, kept["seatings"]))
    names = tuple(kept["players"])
    return Contest(kept["rules"], names, seatings, kept["seed"], kept["clock"], kept["spiel"])


def _share(kept: dict[str, Any]) -> Figure:
    return share_of(_contest(kept), Tally.from_json(kept["tally"]), 0)


def _cell(cell: Cell, found: dict[Cell, dict[str, Any]]) -> str:
    kept = found.get(cell)
    if kept is None:
        return "–"
    share = _share(kept)
    half = 50 * ((share.high or 1.0) - (share.low or 0.0))
    return f"{100 * share.value:.1f} ± {half:.1f}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# --- the command


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--within", type=float, default=WITHIN, help="points to either side")
    parser.add_argument("--most", type=int, default=MOST, help="deals for a figure at the most")
    parser.add_argument("--presets", default=",".join(PRESETS), help="some only, as a,b")
    parser.add_argument("--seats", default="2,3,4", help="some tables only")
    parser.add_argument("--levels", default=",".join(LEVELS), help="some levels only")
    parser.add_argument("--guesses", type=int, default=0, help="of levels that search (their own)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=0, help="cores to use (0: all)")
    parser.add_argument("--data", type=Path, default=ROOT / "docs" / "strength")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "strength.md")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--keep", action="store_true", help="play nothing, make the page anew")
    kind.add_argument("--anew", action="store_true", help="go on from nothing that is kept")
    asked = parser.parse_args()
    presets = _some(parser, asked.presets, list(PRESETS))
    seats = [int(each) for each in _some(parser, asked.seats, list(map(str, SEATS)))]
    levels = _some(parser, asked.levels, list(LEVELS))
    data = Data(asked.data)
    try:
        if not asked.keep:
            prepare(tuple(levels), Bar("en", 1, sys.stderr))
            measure(asked, data, list(cells(presets, seats, levels)))
    except KeyboardInterrupt:
        print("broken off; what has been played is kept")
    finally:
        asked.page.write_text(page(data, asked.within), "utf-8")
        print(asked.page)


def _some(parser: argparse.ArgumentParser, given: str, known: list[str]) -> list[str]:
    wanted = given.split(",")
    for each in wanted:
        if each not in known:
            parser.error(f"{each} is none of {', '.join(known)}")
    return [each for each in known if each in wanted]


if __name__ == "__main__":
    main()
