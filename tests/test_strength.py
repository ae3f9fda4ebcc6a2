"""``make strength``: the table of the levels, measured, kept and gone on with."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from vandatta.arena.tally import WHOLE, Tally
from vandatta.options import PRESETS
from vandatta.players import LEVELS

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength", ROOT / "scripts" / "strength.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["strength"] = module
    spec.loader.exec_module(module)
    return module


def made(script: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    page = folder / "strength.md"
    where = ("--data", str(folder / "data"), "--page", str(page), "--jobs", "1")
    monkeypatch.setattr(sys, "argv", ["strength.py", *where, *words])
    script.main()
    return page.read_text("utf-8")


SMALL = ("--presets", "barn", "--seats", "2", "--levels", "beginner,friend")


def test_it_is_measured_kept_and_gone_on_with(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    real = script.run

    def run(match: Any, within: float, most: int, jobs: int, saw: Any, old: Any) -> Tally:
        found: Tally = real(match, within, most, jobs, saw, old and Tally.from_json(old.as_json()))
        asked.append((old.deals if old else 0, found.deals))
        return found

    monkeypatch.setattr(script, "run", run)
    first = made(script, tmp_path, monkeypatch, *SMALL, "--most", "4")
    assert asked == [(0, 4)] * 3
    assert "## barn" in first and "## svensk" not in first
    assert first.count(" ± ") >= 3 and "on 12 deals" in first
    (kept,) = (tmp_path / "data").iterdir()
    assert kept.name == "barn-2.json"
    assert set(json.loads(kept.read_text())) == {
        "beginner among eager",
        "friend among eager",
        "friend among beginner",
    }
    asked.clear()
    assert made(script, tmp_path, monkeypatch, *SMALL, "--keep") == first
    assert asked == []
    made(script, tmp_path, monkeypatch, *SMALL, "--most", "6")
    assert asked == [(4, 6)] * 3
    asked.clear()
    # other deals, or all anew: nothing is gone on from
    made(script, tmp_path, monkeypatch, *SMALL, "--most", "4", "--seed", "2")
    made(script, tmp_path, monkeypatch, *SMALL, "--most", "4", "--seed", "2", "--anew")
    assert asked == [(0, 4)] * 6


def test_a_level_that_searches_differently_is_measured_anew(script: ModuleType) -> None:
    match = script.Cell("barn", 2, "master", "eager").contest(1, 0)
    kept = {**script.described(match), "made": "", "tally": Tally.blank(2).as_json()}
    assert script.begun(kept, match) == Tally.blank(2)
    kept["guesses"] = {"master": 1}
    assert script.begun(kept, match) is None
    assert script.begun(None, match) is None


def test_every_level_preset_and_table_is_in_it(script: ModuleType) -> None:
    found = list(script.cells(list(PRESETS), [2, 3, 4], list(LEVELS)))
    assert len(set(found)) == len(found)
    own = [cell for cell in found if cell.engine == "vandatta"]
    assert len(own) == len(PRESETS) * 3 * (5 + 4 + 1)
    spiel = [cell for cell in found if cell.engine == "pyspiel"]
    assert {(cell.preset, cell.seats, cell.others) for cell in spiel} == {
        ("openspiel", seats, others) for seats in (2, 4) for others in ("eager", "regular")
    }
    assert spiel[0].contest(1, 7).players == ("grandmaster@7", "eager")
    assert spiel[0].contest(1, 7).spiel


def test_the_page_says_where_a_level_does_not_beat_the_one_below(
    script: ModuleType, tmp_path: Path
) -> None:
    data = script.Data(tmp_path)
    for one, others, wins in (("friend", "beginner", 90), ("regular", "friend", 51)):
        cell, tally = script.Cell("svensk", 2, one, others), Tally.blank(2)
        for deal in range(100):
            share = 2 * WHOLE * (deal < wins)
            tally.add_deal((share, 2 * WHOLE - share), (0, 0), 0)
        data.keep(cell, cell.contest(1, 0), tally)
    page = script.page(script.Data(tmp_path), 1.5)
    assert "In 1 of 2, by more than the interval; not in\n\n- svensk, 2 seats: regular" in page
    assert "| 90.0 ± " in page and "regular among friend, 51.0 ± 9.6" in page
    assert script.page(script.Data(tmp_path / "none"), 1.5).count("Nothing has been measured") == 1


def test_the_documentation_has_the_page_and_its_data_fit(script: ModuleType) -> None:
    assert (ROOT / "docs" / "strength.md").read_text("utf-8").startswith("# How strong the levels")
    for path in (ROOT / "docs" / "strength").glob("*.json"):
        assert path.name in {
            cell.file for cell in script.cells(list(PRESETS), [2, 3, 4], list(LEVELS))
        }
