"""The words after ``vandatta simulate``. Apart from what it does, so that others start quickly."""

from __future__ import annotations

import argparse
from pathlib import Path

from vandatta.messages import LANGS, Lang, text

SEATS = 4
ROUNDS = 10_000
ROUNDS_THINKING = 300
"""Rounds unless told otherwise, where somebody thinks."""
SECONDS = 6.0
"""A move takes so long at a table of people who talk and laugh, too."""


def add_arguments(parser: argparse.ArgumentParser, lang: Lang) -> None:
    """Let ``parser`` read the words after ``vandatta simulate``."""

    def about(key: str, **values: object) -> str:
        return text(lang, f"simulate.help.{key}", **values)

    rules = parser.add_mutually_exclusive_group()
    rules.add_argument("variant", nargs="?", metavar="RULES", help=about("rules"))
    rules.add_argument("--rules", metavar="RULES", help=about("same_rules"))
    parser.add_argument("--seats", metavar="N", help=about("seats", seats=SEATS))
    parser.add_argument("--players", default="careful", metavar="A,B", help=about("players"))
    length = parser.add_mutually_exclusive_group()
    few = ROUNDS_THINKING
    length.add_argument("--rounds", metavar="N", help=about("rounds", many=ROUNDS, few=few))
    length.add_argument("--matches", metavar="N", help=about("matches"))
    parser.add_argument("--seed", default="1", metavar="N", help=about("seed"))
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--jobs", default="0", metavar="N", help=about("jobs"))
    place.add_argument("--ray", metavar="ADDRESS", help=about("ray"))
    seconds = f"{SECONDS:g}"
    parser.add_argument("--seconds", default=seconds, metavar="N", help=about("seconds", n=seconds))
    parser.add_argument("--forget", default="0", metavar="N", help=about("forget"))
    beside = parser.add_mutually_exclusive_group()
    beside.add_argument("--compare", nargs="+", metavar="RULES", help=about("compare"))
    beside.add_argument("--vary", metavar="OPTION", help=about("vary"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=about("json"))
    form.add_argument("--csv", action="store_true", help=about("csv"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=about("plot"))
    parser.add_argument("--lang", choices=LANGS, default=lang, help=about("lang"))


__all__ = ["ROUNDS", "ROUNDS_THINKING", "SEATS", "SECONDS", "add_arguments"]
