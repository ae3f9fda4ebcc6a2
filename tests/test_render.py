"""Scenes and pages as HTML: whole, in both languages, and safe."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import SCENES, start, waiting
from vandatta.cards import card_text
from vandatta.messages import LANGS, Lang, catalogue
from vandatta.server.render import (
    FITS,
    render_error,
    render_page,
    render_rules,
    render_start,
    render_table,
)
from vandatta.server.scene import Scene
from vandatta.server.settings import CHOICES, Settings, browser_lang, parse_settings
from vandatta.server.static import asset, names

VOID = {"br", "img", "input", "link", "meta", "path", "circle", "use"}
ALL = [(name, lang) for name in SCENES for lang in LANGS]


class Outline(HTMLParser):
    """What a page is made of; complains when tags don't close."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == [], "tags left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def all(self, name: str) -> list[str]:
        """Every value of the attribute ``name``."""
        return [attrs[name] or "" for _, attrs in self.tags if name in attrs]

    def count(self, tag: str) -> int:
        """How many elements called ``tag`` there are."""
        return sum(each == tag for each, _ in self.tags)


def pages(lang: Lang) -> dict[str, str]:
    """Every page that is no table."""
    settings = Settings(lang=lang)
    return {
        "start": render_start(settings),
        "start with a trained player": render_start(settings, trained=True),
        "start again": render_start(settings, "/t/" + "A" * 22),
        "rules": render_rules(settings),
        "rules from a match": render_rules(settings, "/t/" + "A" * 22),
        "error": render_error(settings, "Så är det."),
    }


@pytest.mark.parametrize(("name", "lang"), ALL)
def test_every_scene_is_a_well_formed_table(name: str, lang: Lang) -> None:
    scene = SCENES[name](lang)
    html = render_table(scene, Settings(lang=lang))
    outline = Outline(html)
    ids = outline.all("id")
    assert html.lstrip().startswith("<main")
    assert ids.count("table") == 1
    assert sorted(set(ids)) == sorted(ids), "an id stands twice"
    assert scene.status in html
    for held in scene.hand if scene.round_end is None else ():
        assert ids.count(held.face.key) == 1
        assert held.do in outline.all("data-do")


@pytest.mark.parametrize(("name", "lang"), ALL)
def test_a_page_is_whole_and_in_one_language(name: str, lang: Lang) -> None:
    outline = Outline(render_page(SCENES[name](lang), Settings(lang=lang)))
    assert outline.tags[0] == ("html", outline.tags[0][1])
    assert outline.tags[0][1]["lang"] == lang
    assert outline.count("h1") == 1
    assert outline.count("main") == 1


@pytest.mark.parametrize("lang", LANGS)
def test_other_pages_are_whole(lang: Lang) -> None:
    for html in pages(lang).values():
        outline = Outline(html)
        assert outline.tags[0][1]["lang"] == lang
        assert outline.count("h1") == 1
        assert outline.count("main") == 1


@pytest.mark.parametrize("lang", LANGS)
def test_pages_ask_for_nothing_but_our_own_files(lang: Lang) -> None:
    html = "".join(pages(lang).values()) + render_page(start(lang), Settings(lang=lang))
    for address in re.findall(r'(?:src|href|action)="([^"#]*)', html):
        assert address == "" or address.startswith("/"), address
        file = re.fullmatch(r"/static/([^?]*)(?:\?.*)?", address)
        assert file is None or file[1] in names(), address


def test_no_style_or_script_stands_in_a_page() -> None:
    html = "".join(pages("sv").values()) + render_page(waiting("sv"), Settings())
    outline = Outline(html)
    assert outline.count("style") == 0
    for tag, attrs in outline.tags:
        assert "style" not in attrs, tag
        assert not [name for name in attrs if name.startswith("on")], tag
        assert tag != "script" or attrs.get("src")


def test_names_and_sentences_are_escaped() -> None:
    nasty = "<script>alert(1)</script>\"'&"
    scene = start("sv")
    rude = replace(scene.opponents[0], name=nasty, label=nasty, bubble=nasty)
    scene = replace(
        scene, opponents=(rude,), notice=nasty, notice_key="n1", status=nasty, me_name=nasty
    )
    html = render_page(scene, Settings())
    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 5
    assert "<b>x</b>" not in render_error(Settings(), "<b>x</b>")


def test_a_card_that_is_face_down_is_a_back_and_nothing_else() -> None:
    html = render_table(waiting("sv"), Settings())
    backs = re.findall(r'<span class="card" id="b\d+x\d+".*?</span>', html)
    assert len(backs) == sum(len(each.fan) for each in waiting("sv").opponents)
    for each in backs:
        assert 'data-card=""' in each
        assert re.findall(r"#c-(\w+)", each) == ["back"]


def test_lappen_stands_on_every_table_until_the_round_ends() -> None:
    for make in SCENES.values():
        scene = make("sv")
        outline = Outline(render_table(scene, Settings()))
        assert outline.all("id").count("lappen") == (scene.lappen is not None)


def test_settings_shape_the_page() -> None:
    wish = Settings(lang="en", colours="four", indices="int", sound="off", keys="off")
    html = render_page(start("en"), wish)
    attrs = Outline(html).tags[0][1]
    assert attrs["data-colours"] == "four"
    assert attrs["data-indices"] == "int"
    assert attrs["data-sound"] == "off"
    assert attrs["data-keys"] == "off"
    assert re.search(r'value="four" aria-pressed="true"', html)


def test_the_start_page_remembers_the_last_choice() -> None:
    html = render_start(Settings(opponents=2, level="regular"))
    checked = re.findall(r'value="(\w+)" checked', html)
    assert checked == ["2", "regular"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_rules_page_says_every_rule_text(lang: Lang) -> None:
    html = render_rules(Settings(lang=lang)) + render_rules(Settings(lang=lang), "/t/x")
    plain = html.replace("&#39;", "'").replace("&#34;", '"')
    said = {key: texts[lang] for key, texts in catalogue().items() if key.startswith("rules.")}
    assert len(said) > 60
    assert [key for key, words in said.items() if str(words) not in plain] == []


def test_the_examples_of_the_rules_page_are_cards() -> None:
    cards = {card_text(card) for card in range(52)}
    for example in FITS:
        assert {example.card, *example.yes, *example.no} <= cards


def test_every_page_word_is_used() -> None:
    """A message of the pages that no template asks for is a leftover."""
    asked: set[str] = set()
    for lang in LANGS:
        for html in [
            *pages(lang).values(),
            *(render_page(make(lang), Settings(lang=lang)) for make in SCENES.values()),
        ]:
            asked.update(re.findall(r"[^<>\"]+", html))
    words = {str(texts["sv"]) for key, texts in catalogue().items() if _of_pages(key)}
    plain = {each.replace("&#39;", "'").strip() for each in asked}
    missing = {word for word in words if "{" not in word and word not in plain}
    assert missing == set()


def _of_pages(key: str) -> bool:
    return key.split(".")[0] in {"page", "start", "settings", "keys", "error"}


def test_settings_go_into_a_cookie_and_come_out_again() -> None:
    wish = Settings("en", "four", "int", "rank", "off", "off", 4, "regular")
    assert parse_settings(wish.cookie()) == wish
    assert re.fullmatch(r"[A-Za-z0-9=&_.-]+", wish.cookie())


def test_bad_wishes_are_passed_over() -> None:
    plain = Settings()
    assert plain.changed({"lang": "de", "opponents": "9", "level": 3, "x": "y"}) == plain
    assert plain.changed({"opponents": "1", "sort": "rank"}) == replace(
        plain, opponents=1, sort="rank"
    )


@given(st.text(max_size=600))
def test_any_cookie_gives_settings(cookie: str) -> None:
    settings = parse_settings(cookie, cookie)
    for name, values in CHOICES.items():
        assert str(getattr(settings, name)) in values


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "sv"),
        ("*", "sv"),
        ("sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        ("en-GB,en;q=0.9", "en"),
        ("en;q=0.5, sv;q=0.7", "sv"),
        ("de-DE,de;q=0.9", "en"),
        ("de,sv;q=0.3", "sv"),
        ("sv;q=0,en;q=0.1", "en"),
        ("sv;q=x", "en"),
    ],
)
def test_the_language_comes_from_the_browser(header: str, lang: Lang) -> None:
    assert browser_lang(header) == lang
    assert parse_settings(None, header).lang == lang


def test_international_letters_come_with_english() -> None:
    assert parse_settings(None, "en").indices == "int"
    assert parse_settings(None, "sv").indices == "sv"
    assert parse_settings("indices=sv", "en").indices == "sv"


def test_a_scene_is_rendered_the_same_every_time() -> None:
    scene: Scene = waiting("en")
    assert render_table(scene, Settings(lang="en")) == render_table(scene, Settings(lang="en"))


def test_a_table_page_with_all_its_files_is_small() -> None:
    page = gzip.compress(render_page(waiting("sv"), Settings()).encode())
    files = [asset(name) for name in names() if name.endswith((".css", ".js", ".svg"))]
    assert len(page) + sum(len(file.packed) for file in files if file) < 60_000
