"""``vandatta simulate`` as a person at a terminal meets it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import vandatta
from vandatta import cli
from vandatta.messages import text
from vandatta.simulation import command, plotting, working
from vandatta.simulation.plan import PLAYERS

SMALL = ("--rounds", "40", "--jobs", "1")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["simulate", *words]) == 0
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(asked(capsys, *words, "--json"))


def test_it_tells_of_a_round_in_either_language(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, *SMALL)
    assert found.startswith("Rules: svensk\n40 rounds, seed 1\n4 players: careful, careful")
    assert "95 % confidence intervals. A move is taken to last 6 seconds." in found
    for name in ("Moves a round", "Minutes a round", "Forehand", "Seat 4, careful", "Dealer"):
        assert f"\n{name}" in found
    assert asked(capsys, "svensk", *SMALL) == found
    assert asked(capsys, "barn", *SMALL).startswith("Rules: barn\n")
    swedish = asked(capsys, *SMALL, "--lang", "sv")
    assert "\nDrag per omgång " in swedish and "Förhand går ut" in swedish
    assert swedish.count(",") > found.count(".") / 2


def test_json_holds_every_figure_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, *SMALL, "--players", "careful,eager", "--seats", "3", "--seed", "7")
    assert found["players"] == ["careful", "eager", "careful"]
    assert (found["seats"], found["rounds"], found["seed"]) == (3, 40, 7)
    (run,) = found["runs"]
    assert run["rules"] == run["label"] == "svensk"
    for key, each in run["figures"].items():
        # of 40 rounds nobody knows how long the longest of a hundred is
        if key == "moves_p99":
            assert each["value"] > 0 and each["low"] is each["high"] is None
        else:
            assert each["low"] <= each["value"] <= each["high"]
    assert run["by_player"]["careful"]["seats"] == 2
    assert sum(each["out"]["value"] for each in run["by_seat"]) <= 1
    assert sum(run["histograms"]["moves"].values()) == 40


def test_the_same_seed_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rounds", "40", "--json", "--compare", "barn")
    one, two = (asked(capsys, *words, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two != asked(capsys, *words, "--jobs", "1", "--seed", "2")


def test_matches(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "--matches", "3", "--players", "careful,eager", "--jobs", "1")
    (run,) = found["runs"]
    assert found["matches"] == 3 and run["figures"]["match_rounds"]["value"] > 1
    assert sum(each["won"]["value"] for each in run["by_seat"]) == pytest.approx(1)
    told = asked(capsys, "--matches", "3", "--jobs", "1")
    assert "wins the match" in told and "points a match" in told
    assert "points a round" not in told.lower() and "goes out" not in told
    assert "in the first round" in told


def test_forehands_edge_is_over_its_share_of_the_rounds_that_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of rounds in which nobody goes out nobody has an edge."""
    figures = as_json(capsys, *SMALL, "--rules", "svensk-tl60")["runs"][0]["figures"]
    nobody = figures["blocked"]["value"] + figures["limited"]["value"]
    assert nobody > 0
    edge = figures["forehand"]["value"] - (1 - nobody) / 4
    assert figures["edge"]["value"] == pytest.approx(edge)
    assert figures["edge"]["low"] < edge < figures["edge"]["high"]
    line = re.search(r"^Forehand’s edge.*", asked(capsys, *SMALL), re.MULTILINE)
    assert line and re.search(r" [+−]\d+\.\d\d %  \([+−][\d.]+ % to [+−]", line[0])


def test_what_is_told_of_matches_is_of_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """Who plays in a round of a match, and how many, changes from round to round."""
    words = ("--players", "careful,eager,eager", "--seats", "3", "--jobs", "1")
    (match,) = as_json(capsys, "--matches", "3", *words)["runs"]
    (one,) = as_json(capsys, "--rounds", "9", *words)["runs"]
    figures = match["figures"]
    assert one["figures"].keys() - figures.keys() == {"points", "forehand", "edge", "first_player"}
    for line in (*match["by_seat"], *match["by_player"].values(), *match["by_place"]):
        assert line["out"] is line["points"] is None
    for line in (*one["by_seat"], *one["by_player"].values(), *one["by_place"]):
        assert line["match_points"] is line["won"] is None
    points = [each["match_points"]["value"] for each in match["by_seat"]]
    assert sum(points) == pytest.approx(figures["match_points"]["value"])
    # the two eager ones
    player = match["by_player"]["eager"]["match_points"]["value"]
    assert player == pytest.approx((points[1] + points[2]) / 2)
    assert all(each["match_points"] is None for each in match["by_place"])
    first = figures["match_first_player"]
    assert first == match["by_player"]["careful"]["won"] == match["by_seat"][0]["won"]


def test_minutes_follow_the_time_of_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    for seconds in ("6", "12.5"):
        figures = as_json(capsys, *SMALL, "--seconds", seconds)["runs"][0]["figures"]
        minutes = figures["moves"]["value"] * float(seconds) / 60
        assert figures["minutes"]["value"] == pytest.approx(minutes)


def test_forgetting_is_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert as_json(capsys, *SMALL, "--forget", "50")["forgets"] == 50
    assert asked(capsys, *SMALL, "--forget", "50") != asked(capsys, *SMALL)


def test_rules_side_by_side_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, *SMALL, "--compare", "svensk", "barn")
    assert [run["label"] for run in found["runs"]] == ["svensk", "barn"]
    ours, theirs = (run["figures"]["moves"]["value"] for run in found["runs"])
    difference = found["runs"][1]["differences"]["moves"]
    assert difference["value"] == pytest.approx(theirs - ours)
    assert difference["low"] < difference["value"] < difference["high"]
    assert found["runs"][0]["differences"] == {}
    shown = asked(capsys, *SMALL, "--rules", "barn", "--compare", "svensk")
    assert "the difference from barn on the same deals" in shown
    assert "\n  svensk" in shown


def test_an_option_is_varied(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, *SMALL, "--vary", "draw_limit=1,0")
    labels = {run["label"]: run["rules"] for run in found["runs"]}
    assert labels == {
        "draw_limit=3": "svensk",
        "draw_limit=1": "svensk-dl1",
        "draw_limit=0": "svensk-dl0",
    }


def test_csv_has_a_line_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(capsys, *SMALL, "--csv", "--compare", "svensk", "barn", "--players", "any,eager")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["rules"] for row in rows} == {"svensk", "barn"}
    assert {"", "seat 0", "place 3", "player any", "difference"} <= {row["of"] for row in rows}
    bare = {row["figure"] for row in rows if row["low"] == row["high"] == ""}
    assert "moves" not in bare and "moves_p99" in bare
    for row in rows:
        if row["figure"] not in bare:
            assert float(row["low"]) <= float(row["value"]) <= float(row["high"])


def test_what_never_happened_may_yet_happen(capsys: pytest.CaptureFixture[str]) -> None:
    """Three rounds without an end at a limit do not show that there never is one."""
    words = ("--rounds", "3", "--jobs", "1", "--compare", "svensk", "svensk-la0")
    ours, theirs = as_json(capsys, *words)["runs"]
    for run in (ours, theirs):
        assert run["figures"]["limited"]["value"] == 0 < 0.5 < run["figures"]["limited"]["high"]
    # the rules differ in what nobody does here: the same rounds
    for key in ("limited", "forehand"):
        difference = theirs["differences"][key]
        assert difference["value"] == 0
        assert difference["low"] < -0.2 and difference["high"] > 0.2
    assert theirs["differences"]["moves"] == {"value": 0, "low": None, "high": None}
    assert "+0.00\n" in asked(capsys, *words)


def test_all_players_are_named_in_the_help() -> None:
    for lang in ("sv", "en"):
        assert all(name in text(lang, "simulate.help.players") for name in PLAYERS)


def test_those_who_think_play_a_few_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--players", "regular,beginner", "--seats", "2", "--rounds", "3", "--jobs", "1")
    assert cli.main(["simulate", *words, "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["rounds"] == 3
    assert "think" in told.err


# --- without what is not installed


def test_without_numba_it_goes_on_and_says_how_to_be_faster(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # once imported, it is found as the package's own, too
    monkeypatch.delattr(vandatta, "compiled", raising=False)
    monkeypatch.setitem(sys.modules, "vandatta.compiled", None)
    monkeypatch.setattr(working, "_loops", [])
    monkeypatch.setattr("vandatta.simulation.running.FEW", 0)
    assert cli.main(["simulate", *SMALL, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err == text("en", "simulate.no_numba") + "\n"
    assert json.loads(told.out)["rounds"] == 40


def test_without_ray_a_sentence_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert cli.main(["simulate", *SMALL[:2], "--ray", "127.0.0.1:6379"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert "pip install 'vandatta[ray]'" in told.err


def test_without_matplotlib_a_sentence_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert cli.main(["simulate", *SMALL, "--plot", str(tmp_path / "a.svg")]) == 2
    assert "pip install 'vandatta[plots]'" in capsys.readouterr().err


# --- pictures


def drawing() -> None:
    if os.environ.get("CI") != "true":
        pytest.importorskip("matplotlib")


@pytest.mark.parametrize("words", ["", "--matches 3", "--compare svensk barn"])
def test_a_picture_is_the_same_each_time(
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawing()
    length = words.split() if "--matches" in words else [*words.split(), "--rounds", "40"]
    pictures = []
    for name in ("one.svg", "two.svg"):
        asked(capsys, *length, "--jobs", "1", "--plot", str(tmp_path / name))
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] == pictures[1]
    # with letters as letters, what it says can be read
    monkeypatch.setitem(plotting.STYLE, "svg.fonttype", "none")
    asked(capsys, *length, "--jobs", "1", "--plot", str(tmp_path / "read.svg"))
    said = (tmp_path / "read.svg").read_text("utf-8")
    assert text("en", "simulate.plot.intervals") in said
    assert "seed 1; 4 players (careful)" in said
    assert ("Rules beside svensk" if "--compare" in words else ">svensk<") in said
    assert b"<svg" in pictures[0] and b"<dc:date>" not in pictures[0]


def test_a_picture_of_points(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawing()
    asked(capsys, *SMALL, "--plot", str(tmp_path / "a.png"))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_where_nothing_can_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawing()
    (tmp_path / "a folder.svg").mkdir()
    for path in (tmp_path / "none" / "a.svg", tmp_path / "a folder.svg"):
        assert cli.main(["simulate", *SMALL, "--plot", str(path)]) == 2
        told = capsys.readouterr()
        assert "can't be written: " in told.err and told.err.count("\n") == 1


# --- a terminal


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_fills_and_leaves_no_trace() -> None:
    shown = Terminal()
    bar = command.Bar("en", 200, shown)
    bar.compiling()
    bar.played(100)
    bar.played(200)
    bar.clear()
    lines = shown.getvalue().split("\r")
    assert "Compiling the rules" in lines[1]
    assert lines[2].strip() == "█" * 15 + "·" * 15 + " 50 %"
    assert lines[3].strip() == "█" * 30 + " 100 %"
    assert lines[4].strip() == lines[5] == ""


def test_in_a_file_there_is_no_bar() -> None:
    shown = io.StringIO()
    bar = command.Bar("en", 200, shown)
    bar.played(100)
    bar.sending()
    bar.clear()
    assert shown.getvalue() == ""


def test_why_one_waits_is_told_in_a_file_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_first(compiling: Callable[[], None]) -> None:
        compiling()
        raise ImportError

    monkeypatch.setattr(command, "warm_up", compile_first)
    monkeypatch.setattr("vandatta.simulation.running.FEW", 0)
    assert cli.main(["simulate", *SMALL, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err.splitlines()[0] == text("en", "simulate.compiling")
    assert json.loads(told.out)["rounds"] == 40


def hear_interrupts() -> None:
    """As in a terminal: what a shell starts in the background ignores them, and passes that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.skipif(os.name != "posix", reason="signals as a terminal sends them")
def test_ctrl_c_ends_calmly(jobs: str) -> None:
    words = ["simulate", "--players", "regular", "--rounds", "1e6", "--jobs", jobs]
    # in a session of its own, so that the signal goes to all its processes, as from a terminal
    with subprocess.Popen(
        [sys.executable, "-m", "vandatta", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    ) as process:
        try:
            assert process.stderr is not None
            # by its first line it is about to play
            assert "think" in process.stderr.readline()
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert (out, err) == ("", "vandatta: interrupted\n")
