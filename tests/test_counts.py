"""How many legal sequences there are to each depth from fixed positions, kept in counts/*.json.

When a count differs, the failure shows where; `tests.counting` says how to go on from there.
Positions of svensk and klassisk are counted by the naive referees too, and one of openspiel by
OpenSpiel: those do not rest on the engine. The others only see to it that nothing changes unseen.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.counting import counted, differs, divide, games, main, told
from vandatta.options import PRESETS

COUNTS = sorted((Path(__file__).parent / "counts").glob("*.json"))


def kept_in(file: Path) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return kept


def base(kept: dict[str, Any]) -> str:
    rules = kept["position"]["rules"]
    return str(rules if isinstance(rules, str) else rules["base"])


def independent(kept: dict[str, Any]) -> bool:
    """Is there another referee of these rules than the engine?"""
    return kept["position"]["rules"] in ("svensk", "klassisk") or base(kept) == "openspiel"


def test_there_are_twelve_and_of_every_kind() -> None:
    kept = [kept_in(file) for file in COUNTS]
    assert len(kept) >= 12
    assert {base(each) for each in kept} == set(PRESETS)
    assert all(len(each["counts"]) >= 6 for each in kept)
    packs = [" ".join([*each["position"]["hands"], each["position"]["stock"]]) for each in kept]
    assert any(len(set(pack.split())) < len(pack.split()) for pack in packs)
    assert sum(map(independent, kept)) >= 12


@pytest.mark.parametrize("file", COUNTS, ids=lambda file: file.stem)
def test_counts(file: Path) -> None:
    kept = kept_in(file)
    found = counted(kept)
    if found != kept:
        pairs = enumerate(zip(found["counts"], kept["counts"], strict=True), 1)
        wrong = [depth for depth, (mine, theirs) in pairs if mine != theirs]
        depth = min(wrong, default=kept["divided"]["depth"])
        pytest.fail(f"{file.stem}: " + "\n".join(told(kept, [], depth)))


@pytest.mark.parametrize(
    "file", [each for each in COUNTS if independent(kept_in(each))], ids=lambda file: file.stem
)
def test_independent_referees_count_the_same(file: Path) -> None:
    kept = kept_in(file)
    if base(kept) == "openspiel":
        pytest.importorskip("pyspiel", reason="install open_spiel to count with it")
    (other,) = (game for name, game in games(kept["position"]).items() if name != "engine")
    depth = max(
        depth for depth, number in enumerate(kept["counts"], 1) if depth <= 6 or number < 1500
    )
    assert sum(divide(other, depth).values()) == kept["counts"][depth - 1], depth


def test_a_difference_is_followed_to_where_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = kept_in(Path(__file__).parent / "counts" / "lappen.json")
    kept = counted({**kept, "counts": kept["counts"][:4]})
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({**kept, "counts": [2, 4, 15, 48]}), "utf-8")
    with pytest.raises(pytest.fail.Exception, match="engine 14, naive 14, kept 15"):
        test_counts(file)
    main([str(file), "0:4s", "-d", "2"])
    assert "to depth 2: engine" in capsys.readouterr().out

    mine, other = games(kept["position"]).values()
    assert differs(mine, other, 4) is None
    monkeypatch.setattr("tests.naive.Naive.may_call", lambda *_: False)
    split = differs(mine, other, 4)
    assert split is not None
    way, here, there = split
    assert here - there == {f"{way[-1][0]}:!"} and not there - here
    main([str(file), "-d", "3"])
    assert f"after {' '.join(way)}:" in capsys.readouterr().out
