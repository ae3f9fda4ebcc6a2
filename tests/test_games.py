"""The pages of the family games, made from the same table and texts as the games themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from vandatta import cli
from vandatta.messages import LANGS, catalogue, text
from vandatta.options import OPTIONS, PRESETS, differences, preset
from vandatta.rulebook import games
from vandatta.sheet import sheet

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "games"


@pytest.mark.parametrize("name", games.GAMES)
def test_the_page_is_what_the_preset_makes(name: str) -> None:
    assert (FOLDER / f"{name}.md").read_text("utf-8") == games.page(name), (
        "run: vandatta rules docs"
    )


def test_every_family_game_has_its_page() -> None:
    assert games.GAMES == ("crazy_eights", "openspiel", "mau_mau", "pesten")
    assert {page.stem for page in FOLDER.iterdir()} == set(games.GAMES)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_page_tells_the_rules_what_differs_and_the_source(name: str) -> None:
    page = games.page(name)
    assert text("en", f"source.{name}") in page
    missing = [
        key
        for key in differences(preset(name), "svensk")
        if f"| `{key}`: " not in page or OPTIONS[key].source not in page
    ]
    assert missing == []
    for lang in LANGS:
        for section in sheet(lang, preset(name)).sections:
            assert f"### {section.heading}\n" in page


def test_every_preset_names_its_source() -> None:
    assert {key for key in catalogue() if key.startswith("source.")} == {
        f"source.{name}" for name in PRESETS
    }


def test_the_pages_are_written_beside_the_page_of_options(tmp_path: Path) -> None:
    assert cli.main(["rules", "docs", str(tmp_path / "options.md")]) == 0
    written = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert written == sorted(f"{name}.md" for name in games.GAMES)
