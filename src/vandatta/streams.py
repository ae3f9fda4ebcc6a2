"""What a command and its terminal say to one another: an answer arrives, or a sentence says why
not, and Ctrl-C is heard.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from vandatta.messages import Lang, text

USAGE = 2
"""The exit status for what the caller can put right."""

UNANSWERED = 1
"""The exit status where the answer can't be written."""


AGAIN = 0.05
"""Seconds until an interrupt that nobody heard is raised once more."""


class CliError(Exception):
    """What stands in the way, as one line for the reader, and the exit status."""

    def __init__(self, words: str, status: int = USAGE) -> None:
        super().__init__(words)
        self.status = status


def complain(words: str) -> None:
    """Say a line on standard error, if it can be said at all."""
    with suppress(OSError):
        sys.stderr.write(f"vandatta: {words}\n")
        sys.stderr.flush()


def open_all(lang: Lang) -> None:
    """See that there are the three streams that every process has, unless its caller closed some.

    Raises:
        CliError: there is no standard output.
    """
    closed = sys.stdout is None
    # else the first file that is opened would be taken for the stream that is not
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    if closed:
        raise CliError(text(lang, "cli.error.no_output"), UNANSWERED)


@contextmanager
def answering(lang: Lang) -> Iterator[None]:
    """See that what is written meanwhile arrives; who reads no further is left quietly.

    Raises:
        CliError: it can't be written.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        _drop_output()
        reason = error.strerror or error
        raise CliError(text(lang, "cli.error.output", reason=reason), UNANSWERED) from None


def _drop_output() -> None:
    """Spare the interpreter the same surprise when it ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def hearing_interrupts() -> Iterator[None]:
    """See that Ctrl-C is heard, even if it comes while Python is called back from C.

    There nobody can be told, as in the middle of compiling: the exception would be printed and
    forgotten. It is raised once more, a moment later.
    """
    before = sys.unraisablehook

    def lost(what: sys.UnraisableHookArgs) -> None:
        if issubclass(what.exc_type, KeyboardInterrupt):
            threading.Timer(AGAIN, _interrupt).start()
        else:
            before(what)

    sys.unraisablehook = lost
    try:
        yield
    finally:
        sys.unraisablehook = before


def _interrupt() -> None:
    if hasattr(signal, "pthread_kill"):
        # unlike the other it wakes a thread that waits
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()


def lines(lang: Lang) -> Iterator[str]:
    """The lines that come in.

    Raises:
        CliError: they can't be read.
    """
    try:
        yield from sys.stdin
    except OSError as error:
        reason = error.strerror or error
        raise CliError(text(lang, "cli.error.input", reason=reason)) from None


__all__ = [
    "UNANSWERED",
    "USAGE",
    "CliError",
    "answering",
    "complain",
    "hearing_interrupts",
    "lines",
    "open_all",
]
