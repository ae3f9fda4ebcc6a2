"""The command ``vandatta rules``: its arguments, and what it answers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from vandatta.messages import LANGS, Lang, text

WORDS = ("show", "options", "id", "sheet", "docs")
PAGE = Path("docs", "options").with_suffix(".md")


def add_arguments(parser: argparse.ArgumentParser, lang: Lang) -> None:
    """Let ``parser`` read the words after ``vandatta rules``."""
    parser.add_argument(
        "--lang", choices=LANGS, default=lang, help=text(lang, "rulebook.help.lang")
    )
    commands = parser.add_subparsers(dest="what", metavar=" | ".join(WORDS))
    found = {}
    for word in WORDS:
        found[word] = commands.add_parser(word, help=text(lang, f"rulebook.help.{word}"))
        found[word].add_argument(
            "--lang",
            choices=LANGS,
            default=argparse.SUPPRESS,
            help=text(lang, "rulebook.help.lang"),
        )
    rules = text(lang, "rulebook.help.rules")
    for word in ("show", "sheet"):
        found[word].add_argument("rules", nargs="?", default="svensk", metavar="RULES", help=rules)
    found["id"].add_argument("settings", nargs="*", metavar="KEY=VALUE")
    found["id"].add_argument("--base", default="svensk", metavar="RULES", help=rules)
    page = text(lang, "rulebook.help.page", page=PAGE)
    found["docs"].add_argument(
        "page", nargs="?", type=Path, default=PAGE, metavar="FILE", help=page
    )


def answer(asked: argparse.Namespace, folder: Path) -> str:
    """What the command says.

    Args:
        asked: the arguments that `add_arguments` let be read.
        folder: where the user's own rule sets are.

    Raises:
        OptionsError: rules, an option or a value that there is none of.
        OSError: the page of the documentation can't be written.
    """
    from vandatta.rulebook import docs, games, listing, own
    from vandatta.sheet import plain, sheet

    if asked.what == "show":
        return listing.show(asked.lang, own.find(asked.rules, folder))
    if asked.what == "sheet":
        return plain(sheet(asked.lang, own.find(asked.rules, folder)))
    if asked.what == "options":
        return listing.options(asked.lang)
    if asked.what == "id":
        return _id(asked.settings, asked.base, folder)
    if asked.what == "docs":
        asked.page.write_text(docs.page(), "utf-8", newline="\n")
        games.write(asked.page.parent / "games")
        return ""
    return listing.presets(asked.lang, own.names(folder))


def _id(settings: Sequence[str], base: str, folder: Path) -> str:
    """The canonical id of the rules ``base`` with ``settings`` such as ``draw_limit=0``."""
    from vandatta.options import OptionsError, changed, rules_id
    from vandatta.rulebook import own

    split = [setting.partition("=") for setting in settings]
    for key, equals, _ in split:
        if not equals:
            raise OptionsError("options.not_a_setting", word=key[:40])
    values = changed(own.find(base, folder), {key.strip(): word.strip() for key, _, word in split})
    return rules_id(values) + "\n"
