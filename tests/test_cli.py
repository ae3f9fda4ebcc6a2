"""The command line, as a person at a terminal meets it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import ModuleType

import pytest

from vandatta import __version__, cli, ports

Serve = Callable[[Path, str, int, float, Callable[[str], None]], int]

VANDATTA = (sys.executable, "-m", "vandatta")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str, int, float]]:
    """What `serve` was called with, instead of serving."""
    calls: list[tuple[Path, str, int, float]] = []

    def serve(
        data: Path,
        host: str,
        port: int,
        pace: float,
        on_ready: Callable[[str], None],
        presets: Path,
        trained: object,
    ) -> int:
        calls.append((data, host, port, pace))
        assert presets == cli.user_folder() / "presets"
        assert trained is None
        on_ready(f"http://{host}:{port}")
        return 0

    module = ModuleType("vandatta.server.main")
    module.serve = serve  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "vandatta.server.main", module)
    return calls


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.create_server((cli.HOST, 0)) as listening:
        yield listening.getsockname()[1]


def test_play_tells_where_and_into_which_file(
    served: list[tuple[Path, str, int, float]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "new" / "log.sqlite"
    words = ["play", "--no-browser", "--port", "0", "--data", str(data), "--pace", "0.5"]
    assert cli.main(words) == 0
    [(path, host, port, pace)] = served
    assert (path, host, pace) == (data, cli.HOST, 0.5)
    assert port > 0
    out = capsys.readouterr().out
    assert f"http://{host}:{port}\n" in out
    assert str(data) in out


def test_the_browser_is_shown_the_page_unless_told_not_to(
    served: list[tuple[Path, str, int, float]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(cli, "open_browser", shown.append)
    assert cli.main(["play", "--port", "0", "--data", str(tmp_path)]) == 0
    assert cli.main(["play", "--port", "0", "--data", str(tmp_path), "--no-browser"]) == 0
    assert shown == [f"http://{cli.HOST}:{served[0][2]}"]


def test_a_machine_without_a_browser_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "webbrowser", None)  # importing it would fail
    cli.open_browser("http://127.0.0.1:1")


def test_a_folder_gets_a_file_of_its_own(
    served: list[tuple[Path, str, int, float]], tmp_path: Path
) -> None:
    cli.main(["play", "--no-browser", "--port", "0", "--data", str(tmp_path)])
    assert served[0][0] == tmp_path / cli.FILE


def test_without_a_path_the_data_lies_in_the_users_folder(
    served: list[tuple[Path, str, int, float]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    cli.main(["play", "--no-browser", "--port", "0"])
    assert served[0][0].name == cli.FILE
    assert tmp_path in served[0][0].parents


def test_the_next_port_is_taken_when_the_usual_one_is_busy(
    served: list[tuple[Path, str, int, float]],
    taken: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ports, "PORT", taken)
    assert cli.main(["play", "--no-browser", "--data", str(tmp_path)]) == 0
    assert taken < served[0][2] < taken + cli.TRIES


def test_a_busy_port_that_was_asked_for_is_an_error(
    served: list[tuple[Path, str, int, float]],
    taken: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["play", "--data", str(tmp_path), "--port", str(taken)]) == cli.USAGE
    error = capsys.readouterr().err
    assert str(taken) in error
    assert error.count("\n") == 1
    assert served == []


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--port", "eight"),
        ("--port", "-1"),
        ("--port", "65536"),
        ("--port", "80.5"),
        ("--pace", "slow"),
        ("--pace", "-1"),
        ("--pace", "nan"),
        ("--pace", "inf"),
        ("--host", "no such host"),
        ("--host", "192.0.2.1"),
    ],
)
def test_what_will_not_do_is_said_in_one_line(
    option: str,
    value: str,
    served: list[tuple[Path, str, int, float]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["play", "--no-browser", "--data", str(tmp_path), f"{option}={value}"]
    assert cli.main(words) == cli.USAGE
    out, error = capsys.readouterr()
    assert value in error
    assert error.startswith("vandatta: ")
    assert error.count("\n") == 1
    assert out == ""
    assert served == []


# --- answers that can't be written, and Ctrl-C

COMMANDS = [
    ["--help"],
    ["--version"],
    ["rules"],
    ["rules", "--help"],
    ["simulate", "--rounds", "3", "--jobs", "1"],
    ["replay", "-"],
    ["referee"],
    ["play", "--no-browser", "--port", "0", "--data", "{folder}"],
    ["yardstick", "--samples", "1", "uniform"],
]
POSIX = pytest.mark.skipif(os.name != "posix", reason="streams and signals as a shell has them")


def with_output(redirection: str, words: list[str], folder: Path, unbuffered: str) -> str:
    """What is said on standard error where the answer can't be written."""
    command = [*VANDATTA, *(word.format(folder=folder) for word in words)]
    shell = f"exec {shlex.join(command)} {redirection}"
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(["sh", "-c", shell], input=b"{}\n", stderr=subprocess.PIPE, env=env)
    assert done.returncode == cli.UNANSWERED
    return done.stderr.decode()


@pytest.mark.slow
@POSIX
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_said_in_one_line(words: list[str], unbuffered: str, tmp_path: Path) -> None:
    told = with_output(">/dev/full", words, tmp_path, unbuffered)
    assert told == "vandatta: cannot write the answer: No space left on device\n"


@POSIX
@pytest.mark.parametrize("words", COMMANDS[2::3], ids=" ".join)
def test_a_closed_output_is_said_in_one_line(words: list[str], tmp_path: Path) -> None:
    told = with_output(">&-", words, tmp_path, "")
    assert told.startswith("vandatta: cannot write the answer: ") and told.count("\n") == 1


@POSIX
def test_closed_input_is_empty_and_a_closed_error_stream_no_trouble() -> None:
    for closed in ("<&-", "2>&-"):
        shell = f"exec {shlex.join([*VANDATTA, 'referee'])} {closed} </dev/null"
        done = subprocess.run(["sh", "-c", shell], capture_output=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@POSIX
def test_help_that_nobody_reads_to_its_end_is_left_quietly() -> None:
    shell = f"{shlex.join([*VANDATTA, '--help'])} | true"
    assert subprocess.run(["sh", "-c", shell], capture_output=True).stderr == b""


@pytest.mark.parametrize(
    ("words", "module", "name"),
    [
        ("referee", "notation.referee", "main"),
        ("replay -", "replay.terminal", "replay"),
        ("rules", "cli", "answer"),
        ("simulate", "simulation.command", "simulate"),
        ("yardstick", "envs.measuring", "measure"),
    ],
)
def test_ctrl_c_ends_every_command_calmly(
    words: str,
    module: str,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))
    monkeypatch.setattr(f"vandatta.{module}.{name}", interrupted)
    assert cli.main(words.split()) == cli.INTERRUPTED == 130
    assert capsys.readouterr() == ("", "vandatta: interrupted\n")


def test_ctrl_c_is_heard_even_while_python_is_called_back_from_c() -> None:
    """As in the middle of compiling, where the exception would be printed and forgotten."""
    code = (
        "import ctypes, signal, threading\n"
        "from vandatta import cli\n"
        "called = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))\n"
        "def work(*_):\n"
        "    called()\n"
        "    threading.Event().wait()\n"
        "cli.answer = work\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "raise SystemExit(cli.main(['rules']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "vandatta: interrupted\n")


def test_a_record_without_end_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "LARGEST", 1 << 20)
    path = tmp_path / "long.txt"
    path.write_bytes(bytes((1 << 20) + 1))
    assert cli.main(["replay", str(path)]) == cli.USAGE
    assert capsys.readouterr() == (
        "",
        f"vandatta: {path} is longer than 1 MB, and no match is\n",
    )


def test_a_data_file_that_can_not_be_used_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["play", "--no-browser", "--port", "0", "--data", "/dev/null/log.sqlite"]
    assert cli.main(words) == cli.USAGE
    out, error = capsys.readouterr()
    assert "/dev/null/log.sqlite" in error
    assert error.count("\n") == 1
    assert out == ""


def test_errors_are_swedish_in_a_swedish_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    assert cli.main(["play", "--port", "x"]) == cli.USAGE
    assert "ingen port" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["dance"], ["play", "--fast"], ["referee", "now"]])
def test_unknown_words_are_an_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == cli.USAGE
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("lang", ["sv_SE.UTF-8", "en_GB.UTF-8"])
def test_help_names_every_option(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", lang)
    with pytest.raises(SystemExit):
        cli.main(["play", "--help"])
    shown = capsys.readouterr().out
    for option in ("--port", "--host", "--data", "--no-browser", "--pace"):
        assert option in shown


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"vandatta {__version__}\n"


def test_the_referee_answers_bad_bytes_and_goes_on() -> None:
    position = {"rules": "svensk", "hands": ["7h 8s 2c", "Td 9h"], "pile": "4c", "stock": "Qs"}
    lines = b'\xff\xfe\n{"position": "\\ud800"}\n' + json.dumps({"position": position}).encode()
    done = subprocess.run([*VANDATTA, "referee"], input=lines, capture_output=True, check=True)
    bad, odd, good = map(json.loads, done.stdout.decode().splitlines())
    assert bad["error"]["rule"] == odd["error"]["rule"] == "bad_request"
    assert good["turn"] == 0
    assert done.stderr == b""


def test_the_referee_leaves_quietly_when_nobody_listens() -> None:
    with subprocess.Popen(
        [*VANDATTA, "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as referee:
        assert referee.stdin is not None
        assert referee.stdout is not None
        referee.stdout.close()
        _, error = referee.communicate(b"{}\n" * 3)
    assert referee.returncode == 0
    assert error == b""


def test_the_referee_needs_no_web_server() -> None:
    code = (
        "import io, sys; from vandatta import cli; sys.stdin = io.StringIO('{}'); "
        "cli.main(['referee']); "
        "print([each for each in ('starlette', 'uvicorn', 'jinja2', 'sqlite3', 'asyncio')"
        " if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_real_server_answers_and_stops_quietly(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*VANDATTA, "play", "--port", "0", "--no-browser", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            with urllib.request.urlopen(found.group()) as answer:
                assert answer.status == 200
                assert b"<html" in answer.read()
        finally:
            server.send_signal(signal.SIGINT)
        _, error = server.communicate()
    assert server.returncode == 0
    assert error == ""
    assert (tmp_path / cli.FILE).exists()
