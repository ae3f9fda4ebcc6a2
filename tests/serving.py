"""The server as a process of its own, as it runs for players: started, stopped, killed."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HOST = "127.0.0.1"


class Server:
    """``vandatta play`` on a data file, which stays the same from start to start.

    Args:
        data: the data file, or the folder for it.
        pace: multiplies the computer players' times.
        port: the port to listen on each time; 0 for any that is free, each time anew.
        python: words for the interpreter, such as ``-X importtime``.
    """

    def __init__(self, data: Path, pace: float, port: int = 0, python: Sequence[str] = ()) -> None:
        self._words = [
            *(sys.executable, *python, "-m", "vandatta", "play", "--no-browser"),
            *("--port", str(port), "--pace", str(pace), "--data", str(data)),
        ]
        self._process: subprocess.Popen[str] | None = None
        # a file and no pipe: nobody empties it while the server runs
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 -- `abandon` closes it
        self.address = ""

    def start(self) -> str:
        """Start it.

        Returns:
            The start page's address, as soon as it can be reached.
        """
        process = subprocess.Popen(
            self._words,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"},
        )
        self._process = process
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            process.communicate()
            raise AssertionError(f"the server did not start: {self._said()}")
        self.address = found.group()
        return self.address

    def stop(self) -> str:
        """Let it end calmly.

        Returns:
            What it wrote to its error stream.
        """
        status = self._end(signal.SIGTERM)
        error = self._said()
        assert status == 0, error
        return error

    def kill(self) -> None:
        """``kill -9``."""
        assert self._end(signal.SIGKILL) == -signal.SIGKILL

    def abandon(self) -> None:
        """End it however it is, if it runs, for good."""
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGKILL)
        self._errors.close()

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.communicate()
        return self._process.returncode

    def _said(self) -> str:
        self._errors.seek(0)
        return self._errors.read()


@contextmanager
def serving(data: Path, pace: float, port: int = 0) -> Iterator[Server]:
    """A server that runs; it is gone afterwards, whatever happened."""
    server = Server(data, pace, port)
    try:
        server.start()
        yield server
    finally:
        server.abandon()


def lasting_port() -> int:
    """A free port that no outgoing connection takes while a server is away from it."""
    ports = random.Random(os.getpid())
    while True:
        port = ports.randrange(15000, 30000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
        return port
