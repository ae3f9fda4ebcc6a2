"""Bring ``.venv`` up to what ``requirements/<set>.txt`` locks, telling what is going on.

Run by the Makefile with a Python of the system: ``environment.py play|dev|bench``.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / "bin" / "python"
WHOLE = HOME / "whole.stamp"
"""There while no installing is going on: without it, an interrupted one has left its pieces."""

NEEDS = {"play": "playing", "dev": "the tests", "bench": "tests and benches"}
CONTAINS = {"play": ("play",), "dev": ("dev", "play"), "bench": ("bench", "dev", "play")}
"""What each set holds: whoever has the tests' packages has those of the game too."""

SPARED = {"play": ("llvmlite", "numba", "numpy")}
"""Packages that a set can do without, where there are none for this machine or this Python."""

FOREIGN = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_NO_COMPILE", "PIP_NO_DEPS")
"""Settings of the user's pip that would put packages somewhere else than in ``.venv``."""


def lock_file(name: str) -> Path:
    """Where the versions of the set ``name`` are locked."""
    return ROOT / "requirements" / f"{name}.txt"


def wanted(name: str) -> str:
    """What a stamp says when the set ``name`` is there: its lock file's hash."""
    return hashlib.sha256(lock_file(name).read_bytes()).hexdigest()


def ready(name: str) -> bool:
    """Whether the set ``name`` is in ``.venv``, just as it is locked."""
    stamp = HOME / f"{name}.stamp"
    return PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted(name)


def make_home() -> None:
    """Make an empty ``.venv`` that finds the package in ``src``."""
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"Making .venv with Python {version} ...", flush=True)
    venv.create(HOME, clear=True, with_pip=True, symlinks=True)
    (packages,) = HOME.glob("lib/python*/site-packages")
    # A relative path: the folder may be moved.
    (packages / "vandatta.pth").write_text(os.path.relpath(ROOT / "src", packages) + "\n")


def fetch(name: str) -> bool:
    """Install the set ``name``.

    Returns:
        Whether pip could; if not, it has said why.
    """
    count = len(re.findall(r"^\S+==", lock_file(name).read_text(), re.MULTILINE))
    print(f"Fetching {count} packages for {NEEDS[name]} ...", flush=True)
    WHOLE.unlink(missing_ok=True)
    done = install(lock_file(name))
    if not done and name in SPARED:
        print("Trying without numba: Mästare and Stormästare then search less far ...", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            fewer = Path(folder) / "requirements.txt"
            fewer.write_text(without(SPARED[name], lock_file(name).read_text()))
            done = install(fewer)
    WHOLE.touch()  # also after a failure: pip fetches everything before it installs anything
    return done


def install(requirements: Path) -> bool:
    """Let pip install what a lock file says, and nothing else."""
    settings = {key: value for key, value in os.environ.items() if key not in FOREIGN}
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq"]
    choice = ["install", "--require-hashes", "--no-deps", "--requirement", str(requirements)]
    if requirements != lock_file("play"):
        # most modules of the tests' packages are never imported; Python compiles those that are
        choice.insert(1, "--no-compile")
    return subprocess.run([*pip, *choice], check=False, env=settings).returncode == 0


def without(packages: tuple[str, ...], locked: str) -> str:
    """A lock file's text less some packages."""
    entries = re.split(r"^(?=\S+==)", locked, flags=re.MULTILINE)
    return "".join(each for each in entries if each.partition("==")[0] not in packages)


def main(name: str) -> int:
    """Bring ``.venv`` up to the set ``name``, once, however many ask at a time."""
    began = time.monotonic()
    with (ROOT / ".venv.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("Waiting for another make that is filling .venv ...", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready(name):
            if not (PYTHON.exists() and WHOLE.exists()):
                make_home()
            if not fetch(name):
                print("The packages could not be fetched; is there a network?", file=sys.stderr)
                return 1
            subprocess.run([str(PYTHON), "-m", "compileall", "-qq", str(ROOT / "src")], check=False)
            print(f"Ready after {time.monotonic() - began:.0f} s.", flush=True)
        for each in CONTAINS[name]:
            (HOME / f"{each}.stamp").write_text(wanted(each))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the next make takes it up again.")
