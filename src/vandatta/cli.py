"""The command line: ``vandatta play``, ``referee``, ``replay``, ``rules`` and others.

What a command needs is imported when it runs, so that the referee starts
without a web server.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from vandatta import __version__
from vandatta.arena.arguments import add_arguments as add_arena_arguments
from vandatta.envs.measuring import add_arguments as add_yardstick_arguments
from vandatta.messages import LANGS, Lang, Unable, text
from vandatta.ports import PORT, TRIES, free_port, open_browser
from vandatta.replay.arguments import add_arguments as add_analysis_arguments
from vandatta.rulebook.command import add_arguments, answer
from vandatta.simulation.arguments import add_arguments as add_simulation_arguments
from vandatta.streams import (
    UNANSWERED,
    USAGE,
    CliError,
    answering,
    complain,
    hearing_interrupts,
    lines,
    open_all,
)

if TYPE_CHECKING:
    from vandatta.players import Level

HOST = "127.0.0.1"

FILE = "vandatta.sqlite"
"""The data file's name in the user's data folder, or in a folder given instead."""

PRESETS_FOLDER = "presets"
"""Where the user's own rule sets are, in the data folder."""

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

LARGEST = 1 << 24
"""Bytes of a record at the most: thousands of matches."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without repeating the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse says nothing when what it tells can't be written
        if message:
            (file or sys.stderr).write(message)


def language() -> Lang:
    """The language of the terminal: Swedish where the locale says so, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := os.environ.get(name):
            return "sv" if locale.startswith("sv") else "en"
    return "en"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: the words after ``vandatta``; those of the process when None.

    Returns:
        The exit status: 0, 1 where the answer can't be written, 2 where an argument will not do,
        130 after Ctrl-C, unless that is how the command ends.

    Raises:
        SystemExit: from ``--help``, ``--version`` and arguments that can't be read.
    """
    lang = language()
    try:
        open_all(lang)
        with hearing_interrupts():
            return _run(lang, _parsed(lang, arguments))
    except CliError as error:
        complain(str(error))
        return error.status
    except KeyboardInterrupt:
        complain(text(lang, "cli.interrupted"))
        return INTERRUPTED


def _run(lang: Lang, options: argparse.Namespace) -> int:
    if options.command == "referee":
        return _referee(lang)
    if options.command == "replay":
        return _replay(options.lang or lang, options)
    if options.command == "analyse":
        return _analyse(options)
    if options.command == "rules":
        return _rules(options)
    if options.command == "simulate":
        return _simulate(options)
    if options.command == "arena":
        return _arena(options)
    if options.command == "yardstick":
        return _yardstick(options)
    return _play(lang, options)


def _parsed(lang: Lang, arguments: Sequence[str] | None) -> argparse.Namespace:
    left = SystemExit(0)
    with answering(lang):
        try:
            return _parser(lang).parse_args(arguments)
        except SystemExit as error:
            left = error
    raise left


def _parser(lang: Lang) -> argparse.ArgumentParser:
    parser = _Parser(prog="vandatta", description=text(lang, "cli.about"))
    parser.add_argument("--version", action="version", version=f"vandatta {__version__}")
    names = "analyse | arena | play | referee | replay | rules | simulate | yardstick"
    commands = parser.add_subparsers(dest="command", required=True, metavar=names)
    commands.add_parser("referee", help=text(lang, "cli.help.referee"))
    play = commands.add_parser("play", help=text(lang, "cli.help.play"))
    play.add_argument("--port", metavar="N", help=text(lang, "cli.help.port", port=PORT))
    play.add_argument("--host", default=HOST, help=text(lang, "cli.help.host", host=HOST))
    play.add_argument("--data", type=Path, metavar="PATH", help=text(lang, "cli.help.data"))
    play.add_argument("--no-browser", action="store_true", help=text(lang, "cli.help.no_browser"))
    about = text(lang, "cli.help.policy")
    play.add_argument("--policy", type=Path, metavar="FILE", action="append", help=about)
    play.add_argument("--pace", default="1", metavar="X", help=text(lang, "cli.help.pace"))
    replay = commands.add_parser("replay", help=text(lang, "replay.help"))
    replay.add_argument("file", metavar="FILE", help=text(lang, "replay.help_file"))
    replay.add_argument("--seat", type=int, metavar="N", help=text(lang, "replay.help_seat"))
    replay.add_argument("--check", action="store_true", help=text(lang, "replay.help_check"))
    replay.add_argument("--lang", choices=LANGS, help=text(lang, "replay.help_lang"))
    add_analysis_arguments(commands.add_parser("analyse", help=text(lang, "analyse.help")), lang)
    add_arguments(commands.add_parser("rules", help=text(lang, "rulebook.help.about")), lang)
    about = text(lang, "simulate.help.about")
    add_simulation_arguments(commands.add_parser("simulate", help=about), lang)
    about = text(lang, "arena.help.about")
    add_arena_arguments(commands.add_parser("arena", help=about), lang)
    about = text(lang, "yardstick.help.about")
    add_yardstick_arguments(commands.add_parser("yardstick", help=about), lang)
    return parser


def _replay(lang: Lang, options: argparse.Namespace) -> int:
    from vandatta.replay import terminal

    piped = options.file == "-"
    data = _record(lang, options.file)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    talks = not piped and sys.stdin.isatty() and sys.stdout.isatty()
    keys = sys.stdin if talks else None
    status = 0
    with answering(lang):
        if options.check:
            status = terminal.check(lang, data, options.file, sys.stdout)
        else:
            status = terminal.replay(lang, data, options.seat, keys, sys.stdout)
    return status


def _record(lang: Lang, name: str) -> bytes:
    """What stands in a record's file, or with ``-`` comes in."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            data: bytes = file.read(LARGEST + 1)
    except OSError as error:
        reason = error.strerror or error
        raise CliError(text(lang, "replay.no_file", path=name, reason=reason)) from None
    if len(data) > LARGEST:
        raise CliError(text(lang, "cli.error.large", path=name, most=LARGEST >> 20))
    return data


def _analyse(options: argparse.Namespace) -> int:
    from vandatta.replay.review import command

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    with answering(options.lang), _refused(options.lang):
        return command(options, sys.stdin.buffer, sys.stdout)


def _rules(options: argparse.Namespace) -> int:
    try:
        with _refused(options.lang):
            told = answer(options, user_folder() / PRESETS_FOLDER)
    except OSError as error:
        why = {"path": error.filename, "reason": error.strerror or error}
        raise CliError(text(options.lang, "rulebook.not_written", **why)) from None
    return _told(options.lang, told)


@contextmanager
def _refused(lang: Lang) -> Iterator[None]:
    """Tell in the user's language what in the arguments will not do."""
    from vandatta.describe import problem
    from vandatta.options import OptionsError

    try:
        yield
    except OptionsError as error:
        raise CliError(problem(lang, error)) from None
    except Unable as error:
        raise CliError(error.sentence(lang)) from None


def _told(lang: Lang, words: str) -> int:
    """Print what a command answers."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    with answering(lang):
        print(words, end="")
    return 0


def _simulate(options: argparse.Namespace) -> int:
    from vandatta.simulation.command import simulate

    with _refused(options.lang):
        told = simulate(options, user_folder() / PRESETS_FOLDER, sys.stderr)
    return _told(options.lang, told)


def _arena(options: argparse.Namespace) -> int:
    from vandatta.arena.command import arena

    with _refused(options.lang):
        words, well = arena(options, user_folder() / PRESETS_FOLDER, sys.stderr)
    status = _told(options.lang, words)
    return status if well else status or 1


def _yardstick(options: argparse.Namespace) -> int:
    from vandatta.envs.measuring import measure

    with _refused(options.lang):
        told = measure(options)
    return _told(options.lang, told)


def user_folder() -> Path:
    """The folder of the user's data, which need not exist."""
    from platformdirs import user_data_path

    return user_data_path("vandatta", appauthor=False)


def _referee(lang: Lang) -> int:
    from vandatta.notation import referee

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            # A line that is not UTF-8 is a bad request like any other, and JSON knows \uXXXX.
            bad = "replace" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=bad)
    with answering(lang):
        referee.main(lines(lang), sys.stdout)
    return 0


def _play(lang: Lang, options: argparse.Namespace) -> int:
    pace = _number(lang, "pace", options.pace, 100)
    port = None if options.port is None else int(_number(lang, "port", options.port, 65535))
    data = data_file(options.data)
    trained, kinds = _trained(lang, options.policy or [])
    port = free_port(lang, options.host, port)

    from vandatta.server.main import serve
    from vandatta.store.interface import StoreError

    def ready(address: str) -> None:
        with answering(lang):
            print(text(lang, "cli.ready", address=address))
            print(text(lang, "cli.data", path=data))
            for line in kinds:
                print(line)
            print(text(lang, "cli.stop"))
        if not options.no_browser:
            open_browser(address)

    try:
        presets = user_folder() / PRESETS_FOLDER
        return serve(data, options.host, port, pace, ready, presets, trained)
    except StoreError as error:
        raise CliError(error.sentence(lang)) from None
    except KeyboardInterrupt:
        # this is how one leaves
        return 0


def _trained(lang: Lang, paths: Sequence[Path]) -> tuple[Level | None, list[str]]:
    """The computer player that plays by the policies in files, and lines that tell where."""
    if not paths:
        return None, []
    try:
        from vandatta.envs import learned
    except ImportError:
        raise CliError(text(lang, "cli.error.numpy")) from None
    from vandatta.describe import rules_name
    from vandatta.options import from_id

    policies, lines = [], []
    for path in paths:
        try:
            policies.append(learned.load(path.expanduser()))
        except learned.PolicyError as error:
            raise CliError(error.sentence(lang)) from None
        except OSError as error:
            why = {"path": path, "reason": error.strerror or error}
            raise CliError(text(lang, "cli.error.policy", **why)) from None
        rules = rules_name(lang, from_id(policies[-1].rules_id))
        where = {"path": path, "seats": policies[-1].seats, "rules": rules}
        lines.append(text(lang, "cli.trained", **where))
    return learned.level(policies), lines


def _number(lang: Lang, what: str, given: str, most: int) -> float:
    """``given`` as a number from 0 to ``most``; a whole one where it is a port."""
    with suppress(ValueError):
        number = int(given) if what == "port" else float(given)
        if 0 <= number <= most:
            return number
    raise CliError(text(lang, f"cli.error.{what}", given=given))


def data_file(given: Path | None) -> Path:
    """The data file to use: ``given``, or one in that folder, or in the user's data folder."""
    if given is None:
        return user_folder() / FILE
    path = given
    # "~" of somebody who has no home here is a name like any other
    with suppress(RuntimeError):
        path = given.expanduser()
    path = path.absolute()
    return path / FILE if path.is_dir() else path


__all__ = [
    "FILE",
    "HOST",
    "INTERRUPTED",
    "LARGEST",
    "PORT",
    "TRIES",
    "UNANSWERED",
    "USAGE",
    "CliError",
    "data_file",
    "free_port",
    "language",
    "main",
    "open_browser",
    "user_folder",
]
