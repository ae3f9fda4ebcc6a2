"""``vandatta simulate`` where what is asked for will not do, or makes no difference."""

from __future__ import annotations

import json

import pytest

from vandatta import cli
from vandatta.simulation import command


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--rules nix", "There is no rule set"),
        ("--rules svensk-xx1", "svensk-xx1"),
        ("--compare svensk nix", "There is no rule set"),
        ("--compare svensk", "can't be compared with itself"),
        ("--vary nix", "There is no option"),
        ("--vary turn_limit", "turn_limit has too many values"),
        ("--vary hand_size=99", "can be 1 - 20"),
        ("--vary lappen=on", "lappen has no other value"),
        ("--seats 7", "for 2 to 5 players"),
        ("--seats x", "x is not a number of players"),
        ("--players regulr", "did you mean regular?"),
        ("--players any,any,any --seats 2", "no room at a table for 2"),
        ("--rounds 0", "0 can't be played"),
        ("--rounds 1.5", "1.5 can't be played"),
        ("--matches 1e99", "1e99 can't be played"),
        ("--seed -1", "not a seed"),
        ("--jobs many", "not a number of cores"),
        ("--seconds 0", "not a time for a move"),
        ("--forget 101", "101 of a hundred"),
        ("--plot a.gif", "must end in .svg or .png"),
        ("--plot .svg", ".svg is only an ending"),
        ("--plot there/.PNG", ".PNG is only an ending"),
        ("--rules ", "There is no rule set “”"),
        ("", "There is no rule set “”"),
        ("--compare ", "There is no rule set “”"),
        ("--vary ", "say which option to vary"),
        ("--vary =1", "say which option to vary"),
        ("--vary draw_limit=", "can be 0 - 20"),
        ("--players ", "a player is missing in “”"),
        ("--players any,,eager", "a player is missing in “any,,eager”"),
        ("--seats ", "'' is not a number of players"),
        ("--rounds ", "'' can't be played"),
        ("--seconds ", "'' is not a time"),
    ],
)
def test_what_will_not_do_is_told_in_a_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", *words.split(" ")]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert told.err.startswith("vandatta: ") and sentence in told.err


@pytest.mark.parametrize(
    "both",
    [
        "--rounds 1 --matches 1",
        "--json --csv",
        "--vary a --compare b",
        "--jobs 1 --ray h:1",
        "barn --rules pesten",
    ],
)
def test_what_excludes_one_another(both: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["simulate", *both.split(" ")])
    assert left.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


def test_numbers_can_be_written_shortly() -> None:
    assert command.whole("many", "1e6", 1, 10**7) == command.whole("many", "1_000_000", 1, 10**7)


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("--vary lappen", "lappen: makes no difference as long as nobody forgets to call; try --f"),
        ("--vary lappen_penalty=1,2", "lappen_penalty: makes no difference as long as"),
        ("--vary lappen --forget 50", ""),
        ("--vary limit=50", "limit: makes a difference in whole matches only; try --matches"),
        ("--matches 1 --vary limit=50", ""),
        ("--compare svensk svensk-la0-li50 barn", ""),
        ("--compare svensk svensk-mprefuse svensk-mpretry", "misplay: makes no difference to"),
        ("--compare svensk barn", ""),
    ],
)
def test_what_makes_no_difference_is_told(
    words: str, note: str, capsys: pytest.CaptureFixture[str]
) -> None:
    length = () if "--matches" in words else ("--rounds", "2")
    assert cli.main(["simulate", *words.split(), *length, "--jobs", "1", "--json"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith(note) and told.err.count("\n") == bool(note)
    runs = json.loads(told.out)["runs"]
    same = [run["histograms"] == runs[0]["histograms"] for run in runs[1:]]
    assert all(same) == bool(note)
