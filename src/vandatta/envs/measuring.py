"""The command ``vandatta yardstick``: players measured in a round small enough to be solved."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from vandatta.messages import LANGS, Lang, Unable, text

if TYPE_CHECKING:
    from vandatta.envs.yardstick import Player, Yardstick
    from vandatta.view import View

MOST_SAMPLES = 10_000


def add_arguments(parser: argparse.ArgumentParser, lang: Lang) -> None:
    """Let ``parser`` read the words after ``vandatta yardstick``."""

    def about(key: str) -> str:
        return text(lang, f"yardstick.help.{key}")

    parser.add_argument("players", nargs="*", metavar="PLAYER", help=about("players"))
    parser.add_argument("--rules", metavar="ID", help=about("rules"))
    parser.add_argument("--pack", metavar="CARDS", help=about("pack"))
    parser.add_argument("--samples", metavar="N", help=about("samples"))
    parser.add_argument("--lang", choices=LANGS, default=lang, help=about("lang"))


def measure(asked: argparse.Namespace) -> str:
    """What the command answers: a line for each player.

    Args:
        asked: the arguments that `add_arguments` let be read.

    Raises:
        Unable: a player, the pack or the number won't do, or the round is too large.
        vandatta.options.OptionsError: no such rules, or not for two and so few cards.
    """
    from vandatta.envs import IllegalAction
    from vandatta.envs.tree import TooLarge
    from vandatta.envs.yardstick import NAMED, QUICK, NoOdds

    names = asked.players or QUICK
    players = {name: _player(name, NAMED) for name in names}
    yardstick = _yardstick(asked)
    told = {"rules": yardstick.rules_id, "cards": yardstick.pack}
    lines = [text(asked.lang, "yardstick.head", **told)]
    width = max(map(len, players))
    for name, player in players.items():
        try:
            found = yardstick.exploitability(player)
        except TooLarge:
            raise Unable("yardstick.error.large") from None
        except IllegalAction:
            raise Unable("yardstick.error.move", given=name[:40]) from None
        except NoOdds as error:
            raise Unable("yardstick.error.odds", given=name[:40], answer=error.answer) from None
        except ImportError as error:
            # to ask a policy takes OpenSpiel
            raise Unable("yardstick.error.own", given=name[:40], reason=error) from None
        written = f"{found:.2f}".replace(".", text(asked.lang, "simulate.point"))
        lines.append(f"{name.ljust(width)}  {written.rjust(6)}")
    return "\n".join(lines) + "\n"


def _yardstick(asked: argparse.Namespace) -> Yardstick:
    from vandatta.envs.yardstick import PACK, RULES, SAMPLES, Yardstick
    from vandatta.options import OptionsError

    given = str(SAMPLES) if asked.samples is None else asked.samples
    if not (given.isascii() and given.isdigit() and 0 < int(given[:9]) <= MOST_SAMPLES):
        raise Unable("yardstick.error.samples", given=given[:40], high=MOST_SAMPLES)
    pack = PACK if asked.pack is None else asked.pack
    try:
        return Yardstick(asked.rules or RULES, pack, int(given))
    except OptionsError:
        raise
    except ValueError:
        raise Unable("yardstick.error.pack", given=pack[:40], pack=PACK) from None


def _player(name: str, named: tuple[str, ...]) -> Player:
    """A player by its name, or from a module."""
    if name in named:
        return name
    if not is_own(name):
        raise Unable("yardstick.error.player", given=name[:40], all=", ".join(named))
    found: Player = own(name)
    return found


def is_own(name: str) -> bool:
    """Does ``name`` stand for somebody's own player, as ``MODULE:FUNCTION``?"""
    module, colon, function = name.partition(":")
    return bool(module and colon and function)


def own(name: str) -> Any:
    """Somebody's own player, by the name ``MODULE:FUNCTION``.

    Raises:
        Unable: there is none.
    """
    module, _, function = name.partition(":")
    # as `python -m` has it, modules of the folder one stands in are found
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), function)
    except (Exception, SystemExit) as error:  # the module is anybody's own
        raise Unable("yardstick.error.own", given=name[:40], reason=_said(error)) from None
    return _guarded(name[:40], found)


def _guarded(name: str, found: object) -> Player:
    """Somebody's own player, that tells in a sentence what is wrong with it.

    Raises:
        Unable: it is none.
    """
    from vandatta.envs.dealing import short
    from vandatta.players import Level

    def ask(choose: Callable[..., object], *given: object) -> Any:
        try:
            return choose(*given)
        except (Exception, SystemExit) as error:
            raise Unable("yardstick.error.raised", given=name, reason=_said(error)) from None

    def move(choose: Callable[..., object]) -> Callable[[View, Random], str]:
        def chosen(view: View, luck: Random) -> str:
            answer = ask(choose, view, luck)
            if not isinstance(answer, str):
                raise Unable("yardstick.error.answer", given=name, answer=short(answer))
            return answer

        return chosen

    if isinstance(found, Level):
        return replace(found, choose=move(found.choose))
    if hasattr(found, "action_probabilities") and not isinstance(found, type):
        return _Guarded(partial(ask, found.action_probabilities))
    if callable(found):
        return move(found)
    raise Unable("yardstick.error.callable", given=name, what=short(found))


@dataclass(frozen=True)
class _Guarded:
    """A policy that does as another."""

    action_probabilities: Callable[..., Any]


def _said(error: BaseException) -> str:
    """What an error says, in one line."""
    first, *_ = [*str(error).splitlines(), ""]
    return f"{type(error).__name__}: {first[:200]}" if first else type(error).__name__
