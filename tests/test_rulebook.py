"""`vandatta rules`, the user's own rule sets, and the texts of every option."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mixes import mixes
from vandatta import cli
from vandatta.describe import (
    difference_lines,
    group_name,
    idle_text,
    option_name,
    option_text,
    preset_name,
    preset_text,
    value_text,
)
from vandatta.messages import LANGS, Lang, catalogue
from vandatta.options import (
    GROUPS,
    OPTIONS,
    PRESETS,
    Option,
    OptionsError,
    Value,
    differences,
    from_id,
    idle,
    options_from,
    preset,
    rules_id,
)
from vandatta.rulebook import docs, own
from vandatta.rulebook.listing import show, source
from vandatta.sheet import plain, sheet

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's own rule sets are, the terminal being English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(cli, "user_folder", lambda: tmp_path)
    presets = tmp_path / "presets"
    presets.mkdir()
    return presets


def rules(*words: str) -> int:
    return cli.main(["rules", *words])


def some_values(option: Option) -> list[Value]:
    """Every value of ``option``, or of a number or a list of ranks some."""
    if option.kind == "switch":
        return [True, False]
    if option.kind == "number":
        return [*range(option.low, min(option.high, 12) + 1)]
    if option.kind == "ranks":
        return ["none", "2", "23", "A"]
    return ["none", "2:2", "2:3", "3:2", "2:2 3:2"] if option.kind == "draws" else [*option.values]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_and_value_has_words(key: str, lang: Lang) -> None:
    name, meaning = option_name(lang, key), option_text(lang, key)
    assert name[0].isupper()
    assert meaning[0].isupper()
    assert meaning[-1] in ".?"
    values = some_values(OPTIONS[key])
    words = {value_text(lang, key, value, preset("guide")) for value in values}
    assert len(words) == len(values)
    assert [word for word in (name, *words) if not word or word.endswith(".")] == []


@pytest.mark.parametrize("lang", LANGS)
def test_presets_and_groups_have_words(lang: Lang) -> None:
    assert len({preset_name(lang, name) for name in PRESETS}) == len(PRESETS)
    assert len({preset_text(lang, name) for name in PRESETS}) == len(PRESETS)
    assert len({group_name(lang, group) for group in GROUPS}) == len(GROUPS)


def test_the_languages_differ() -> None:
    same = [
        key
        for key, texts in catalogue().items()
        if key.startswith("option.") and key.endswith((".name", ".text"))
        if texts["sv"] == texts["en"]
    ]
    assert same == []


def test_names_speak_of_the_ranks_in_play() -> None:
    jacks = preset("mau_mau")
    assert option_name("sv", "wild_on_wild", jacks) == "Knekt på knekt"
    assert option_name("en", "out_on_wild", jacks) == "Go out on a jack"
    assert option_name("sv", "wild_on_wild") == "Åtta på åtta"


@given(mixes(), st.sampled_from(LANGS), st.sampled_from(PRESETS))
def test_differences_have_a_line_each(values: dict[str, Value], lang: Lang, base: str) -> None:
    lines = difference_lines(lang, values, base)
    assert len(lines) == len(set(lines)) == len(differences(values, base))


@given(mixes(), st.sampled_from(LANGS))
def test_only_what_is_idle_has_a_reason(values: dict[str, Value], lang: Lang) -> None:
    for key in OPTIONS:
        reason = idle_text(lang, key, values)
        assert (reason is not None) == (key in idle(values))
        assert reason is None or reason.endswith(".")


def test_the_page_of_options_is_what_the_table_makes() -> None:
    page = (ROOT / "docs" / "options.md").read_text("utf-8")
    assert page == docs.page(), "run: vandatta rules docs"


def test_the_page_is_written_where_asked(folder: Path) -> None:
    page = folder / "page.md"
    assert rules("docs", str(page)) == 0
    assert page.read_text("utf-8") == docs.page()


def test_rule_sets_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "hemma.toml").write_text('base = "klassisk"\n', "utf-8")
    assert rules() == 0
    listed = capsys.readouterr().out
    assert [name for name in (*PRESETS, "hemma") if name not in listed.split()] == []


def test_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules("options", "--lang", "sv") == 0
    listed = capsys.readouterr().out
    assert [key for key in OPTIONS if f"{key} = " not in listed] == []
    assert "Åtta på åtta." in listed


def test_a_rule_set_is_shown_with_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules("show", "svensk-dl0") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Swedish Vändåtta, house rules (svensk-dl0)"
    (marked,) = (line for line in lines if line.startswith("* "))
    assert "draw_limit = 0" in marked
    assert "until one can play" in marked
    assert any(line.startswith("- hand_cap = 0") for line in lines)


def test_settings_become_an_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules("id", "next_draws=2:2", "draw_limit=0") == 0
    assert capsys.readouterr().out == "svensk-dl0-nd2.2\n"
    assert rules("id", "must_lay=off", "--base", "svensk-ml1") == 0
    assert capsys.readouterr().out == "svensk-ml0\n"
    assert rules("id", "hand_cap=9") == 0
    assert capsys.readouterr().out == "svensk\n"


def test_the_sheet_is_printed_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("sheet", "guide", "--lang", "sv"), ("--lang", "sv", "sheet", "guide")):
        assert rules(*words) == 0
        assert capsys.readouterr().out == plain(sheet("sv", preset("guide")))
    assert rules("sheet") == 0
    assert capsys.readouterr().out == plain(sheet("en", preset("svensk")))


@pytest.mark.parametrize("lang", LANGS)
def test_every_source_is_told_in_words(lang: Lang) -> None:
    raw = [each.key for each in OPTIONS.values() if source(lang, each) == each.source]
    assert raw == []
    shown = show(lang, preset("svensk"))
    assert ("”" if lang == "sv" else "“") + "Antal spelare" in shown
    assert "000 " not in shown and "(000" not in shown


def test_own_rule_sets_go_by_name_and_by_path(folder: Path) -> None:
    home = folder / "hemma hos oss.toml"
    home.write_text('base = "klassisk"\nnext_draws = "2:2"\nmust_lay = true\n', "utf-8")
    values = options_from({"base": "klassisk", "next_draws": "2:2", "must_lay": True})
    assert own.find("hemma hos oss", folder) == values
    assert own.find(str(home), folder / "elsewhere") == values
    assert own.find(rules_id(values), folder) == from_id(rules_id(values))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["sheet", "svenks"], "Did you mean “svensk”?"),
        (["sheet", "nonsens"], "There is no rule set “nonsens”. There are svensk, guide,"),
        (["sheet", "nonsens"], "pesten, hemma."),
        (["id", "xyzzy=3"], "There is no option “xyzzy”.\n"),
        (["show", "hema"], "Did you mean “hemma”?"),
        (["show", "svensk-zz1"], "“svensk-zz1” is not a rules id."),
        (["id", "drw_limit=3"], "Did you mean “draw_limit”?"),
        (["id", "draw_limit=many"], "“draw_limit” can be 0 - 20."),
        (["id", "draw_limit"], "Write option=value"),
        (["id", "wild_rank=A"], "two powers"),
        (["id", "wild_on_wild=on", "--base", "svnsk"], "Did you mean “svensk”?"),
    ],
)
def test_mistakes_are_told_in_one_line(
    words: list[str], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "hemma.toml").write_text("", "utf-8")
    assert rules(*words) == cli.USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert told in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lappen_penality = 2\n", "“lappen_penality”. Did you mean “lappen_penalty”?"),
        ('lappen_penalty = "x"\n', "“lappen_penalty” can be 0 - 10."),
        ("lappen = 1\n", "“lappen” can be on, off."),
        ('base = "klasisk"\n', "Did you mean “klassisk”?"),
        ("base = 3\n", "base"),
        ("lappen = true\nnext_draws = 2:2\n", "Line 2"),
        ('next_draws = "2:2', "cannot be read"),
        ("\ufeff\x00", "cannot be read"),
    ],
)
def test_a_bad_file_is_told_by_name_and_place(
    text: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "hemma.toml"
    path.write_text(text, "utf-8")
    assert rules("show", "hemma") == cli.USAGE
    error = capsys.readouterr().err
    assert str(path) in error
    assert told in error
    assert error.count("\n") == 1


def test_a_file_that_is_not_there_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules("sheet", str(folder / "borta.toml")) == cli.USAGE
    assert "borta.toml: The file cannot be read" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices are files there")
@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_ordinary_file_is_told(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "hemma.toml"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    for name in ("hemma", str(path)):
        assert rules("show", name) == cli.USAGE
        error = f"vandatta: {path}: That is not an ordinary file.\n"
        assert capsys.readouterr() == ("", error)


def test_a_file_is_read_up_to_a_limit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "hemma.toml"
    path.write_text('base = "guide"\n'.ljust(own.LARGEST, "#"), "utf-8")
    assert own.read(path) == preset("guide")
    path.write_text('base = "guide"\n'.ljust(own.LARGEST + 1, "#"), "utf-8")
    assert rules("show", "hemma") == cli.USAGE
    assert "hemma.toml: The file is larger than 64 kB" in capsys.readouterr().err


def test_what_is_wrong_can_be_read_by_who_catches_it(folder: Path) -> None:
    with pytest.raises(OptionsError) as unknown:
        preset("svnsk")
    assert str(unknown.value) == "There is no rule set “svnsk”. Did you mean “svensk”?"
    (folder / "hemma.toml").write_text("lappen = 7\n", "utf-8")
    with pytest.raises(OptionsError) as bad:
        own.find("hemma", folder)
    told = "The option “lappen” can be on, off."
    assert str(bad.value) == f"{folder / 'hemma.toml'}: {told}"


def test_nobodys_home_is_a_name_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules("show", "~nobody at all/x.toml") == cli.USAGE
    assert "~nobody at all/x.toml: The file cannot be read" in capsys.readouterr().err


def test_a_preset_of_ours_is_not_replaced(folder: Path) -> None:
    (folder / "svensk.toml").write_text('base = "guide"\n', "utf-8")
    assert own.find("svensk", folder) == preset("svensk")
    with pytest.raises(OptionsError):
        own.find("", folder)
