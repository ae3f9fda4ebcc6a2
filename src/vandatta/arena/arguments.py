"""The words after ``vandatta arena``. Apart from what it does, so that others start quickly."""

from __future__ import annotations

import argparse

from vandatta.messages import LANGS, Lang, text

SEATS = 2
WITHIN = 1.5
"""Points of a share that its interval reaches to either side, at the most."""
MOST = 20_000
POSITIONS = 200
CHANCES = 2


def add_arguments(parser: argparse.ArgumentParser, lang: Lang) -> None:
    """Let ``parser`` read the words after ``vandatta arena``."""

    def about(key: str, **values: object) -> str:
        return text(lang, f"arena.help.{key}", **values)

    parser.add_argument("players", nargs="*", metavar="PLAYER", help=about("players"))
    parser.add_argument("--rules", metavar="RULES", help=about("rules"))
    parser.add_argument("--seats", default=str(SEATS), metavar="N", help=about("seats", n=SEATS))
    within = f"{WITHIN:g}"
    parser.add_argument("--within", default=within, metavar="N", help=about("within", n=within))
    parser.add_argument("--most", default=str(MOST), metavar="N", help=about("most", n=MOST))
    parser.add_argument("--seed", default="1", metavar="N", help=about("seed"))
    parser.add_argument("--jobs", default="0", metavar="N", help=about("jobs"))
    parser.add_argument("--clock", action="store_true", help=about("clock"))
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--pyspiel", action="store_true", help=about("pyspiel"))
    kind.add_argument("--prove", metavar="PLAYER", help=about("prove"))
    many = str(POSITIONS)
    parser.add_argument("--positions", default=many, metavar="N", help=about("positions", n=many))
    few = str(CHANCES)
    parser.add_argument("--chances", default=few, metavar="N", help=about("chances", n=few))
    parser.add_argument("--json", action="store_true", help=about("json"))
    parser.add_argument("--lang", choices=LANGS, default=lang, help=about("lang"))


__all__ = ["CHANCES", "MOST", "POSITIONS", "SEATS", "WITHIN", "add_arguments"]
