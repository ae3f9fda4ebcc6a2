"""The page about ``vandatta simulate``: every command on it does what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from vandatta import cli
from vandatta.simulation.plan import Plan
from vandatta.simulation.running import run
from vandatta.simulation.summary import Summary

PAGE = Path(__file__).resolve().parent.parent / "docs" / "simulate.md"
LINES = re.findall(r"^    (vandatta simulate.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
FEW = "2"


def shortened(line: str, folder: Path) -> list[str]:
    """The words of a command, but for how much it plays and where it draws."""
    _, *words = shlex.split(line, comments=True)
    for k, word in enumerate(words[:-1]):
        if word in ("--rounds", "--matches"):
            words[k + 1] = FEW
        if word == "--plot":
            words[k + 1] = str(folder / words[k + 1])
    length = {"--rounds", "--matches"} & set(words)
    return words if length else [*words, "--rounds", FEW]


def test_there_are_commands() -> None:
    assert len(LINES) >= 7
    options = {word for line in LINES for word in line.split() if word.startswith("--")}
    assert {"--compare", "--vary", "--matches", "--plot", "--forget", "--ray"} <= options


@pytest.mark.parametrize("line", LINES, ids=lambda line: shlex.join(shlex.split(line, True)[2:]))
def test_every_command_works(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def here(address: str, plan: Plan, *_: object) -> Summary:
        assert re.fullmatch(r"[\d.]+:\d+", address)
        return run(plan, 1, fast=False)

    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr("vandatta.simulation.cluster.run_on_cluster", here)
    words = shortened(line, tmp_path)
    if "--plot" in words:
        pytest.importorskip("matplotlib", reason="pip install '.[plots]'")
    place = [] if "--ray" in words else ["--jobs", "1"]
    assert cli.main([*words, *place]) == 0
    told: Any = capsys.readouterr()
    assert "95 % confidence intervals" in told.out and told.err == ""
    assert "--plot" not in words or (tmp_path / "draw.svg").stat().st_size > 1000


def test_the_page_says_where_the_compiled_rules_are() -> None:
    compiled = pytest.importorskip("vandatta.compiled", reason="pip install '.[fast]'")
    kept = compiled.cache_folder()
    assert kept is None or kept.parent.parts[-2:] == ("vandatta", "compiled")
    assert "`~/.cache/vandatta/compiled`" in PAGE.read_text("utf-8")
