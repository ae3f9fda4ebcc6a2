"""Where the server listens, and the browser that is opened there."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
from contextlib import suppress

from vandatta.messages import Lang, text
from vandatta.streams import CliError

PORT = 8808
TRIES = 50
"""How many ports from `PORT` on are tried."""


def free_port(lang: Lang, host: str, wanted: int | None) -> int:
    """A port that can be listened on.

    Args:
        lang: the reader's language.
        host: the address to listen on.
        wanted: the one port that will do; 0 for any; None for the first free one from `PORT` on.

    Raises:
        CliError: there is none, or ``host`` is no address of this machine.
    """
    for port in range(PORT, PORT + TRIES) if wanted is None else (wanted,):
        try:
            return _bind(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                place, reason = f"{host}:{port}", error.strerror or error
                raise CliError(text(lang, "cli.error.host", place=place, reason=reason)) from None
    if wanted is not None:
        raise CliError(text(lang, "cli.error.port_taken", port=wanted))
    raise CliError(text(lang, "cli.error.no_port", first=PORT, last=PORT + TRIES - 1))


def _bind(host: str, port: int) -> int:
    (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    with socket.socket(family, kind, protocol) as probe:
        if os.name == "posix":
            # As the server does: a port that is only cooling down counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        return int(probe.getsockname()[1])


def open_browser(address: str) -> None:
    """Show ``address`` in the user's browser, or do nothing where there is none."""
    screen = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform not in ("darwin", "win32") and not any(map(os.environ.get, screen)):
        return  # only a browser in the terminal is left, and that would take the terminal over

    def show() -> None:
        import webbrowser

        with suppress(webbrowser.Error, OSError):
            webbrowser.open(address)

    # Some browsers only come back when they are closed.
    threading.Thread(target=show, daemon=True).start()


__all__ = ["PORT", "TRIES", "free_port", "open_browser"]
