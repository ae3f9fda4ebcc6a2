"""The arguments of ``vandatta analyse``."""

from __future__ import annotations

import argparse

from vandatta.messages import LANGS, Lang, text

GUESSES = 1_000
"""How often a move is tried where the rules are compiled ..."""
FEW = 50
"""... and where they are not."""


def add_arguments(parser: argparse.ArgumentParser, lang: Lang) -> None:
    """Tell ``parser`` the command's arguments, in the language of the terminal."""
    parser.add_argument("file", metavar="RECORD", help=text(lang, "replay.help_file"))
    parser.add_argument("--seat", metavar="N", help=text(lang, "analyse.help_seat"))
    parser.add_argument("--round", metavar="N", help=text(lang, "analyse.help_round"))
    about = text(lang, "analyse.help_guesses", many=GUESSES, few=FEW)
    parser.add_argument("--guesses", metavar="N", help=about)
    parser.add_argument("--lang", choices=LANGS, default=lang, help=text(lang, "replay.help_lang"))
