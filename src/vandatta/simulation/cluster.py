"""Having all shares of a simulation played on a Ray cluster, by however many machines.

Ray gives a share out again when the worker or the machine that had it is lost. Nothing but the
plan and the share decides what comes of it, so the answer is that of a single machine, to the
last byte. The machines get this very package along with the work, whatever they have installed;
all they need is Ray, and numba to be fast.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import logging
import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from vandatta.messages import Unable
from vandatta.simulation.plan import Plan, Share, shares
from vandatta.simulation.running import Progress, gathered, together
from vandatta.simulation.summary import Summary
from vandatta.simulation.working import warm_up, work

PACKAGE = Path(__file__).parent.parent
RETRIES = 5
"""How often a share is given out again, when workers get lost."""
WIDE = 64
"""For so many workers shares wait at the least: machines may join on the way."""
PATIENCE = 5.0
"""Seconds that a cluster has to answer a greeting."""
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
"""What whoever speaks HTTP/2 answers, as every cluster does."""
FRAME, KIND, SETTINGS = 9, 3, 4
"""An answer begins with a frame's head of so many bytes, and there it says what kind it is."""
TRIAL = 60.0
"""Seconds that Ray has to become one of a cluster's programs; of its own accord it tries on."""
TRY = """\
import logging, sys
try:
    import ray
    ray.init(sys.argv[1], log_to_driver=False, logging_level=logging.CRITICAL)
    ray.shutdown()
except Exception as error:
    print(f"{error!r} {error.__cause__}", " ".join(str(error).split()), sep="\\n")
    sys.exit(1)
"""
"""What a process of its own does to see whether Ray can."""
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # of its own accord Ray tries for minutes
    "RAY_NUM_REDIS_GET_RETRIES": "3",
    "RAY_gcs_server_request_timeout_seconds": "10",
}
"""How Ray is set, where the user has not: no reports to anybody, and no long waiting."""


def run_on_cluster(
    address: str,
    plan: Plan,
    fast: bool = True,
    progress: Progress | None = None,
    slow: Callable[[], None] | None = None,
    size: int | None = None,
) -> Summary:
    """Play all of ``plan`` on a cluster; what comes out is what `running.run` gives.

    Args:
        address: where the cluster's head is, ``HOST:PORT``.
        plan: what to play.
        fast: compiled. Machines that can't count as plain Python.
        progress: told after every share.
        slow: called once if some machine can't play compiled.
        size: rounds or matches in a share; None for a size that suits.

    Raises:
        Unable: Ray is not installed, no cluster answers there, or it was lost.
    """
    ray = _ray()
    # lost workers Ray tells of on stdout, where nothing but the answer may come
    with redirect_stdout(StringIO()), _connected(ray, address):
        done = _played(ray, plan, shares(plan, size), fast, slow)
        return gathered(plan, done, progress)


def _ray() -> Any:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise Unable("simulate.error.no_ray") from None
    return ray


# --- the way there


@contextmanager
def _connected(ray: Any, address: str) -> Iterator[None]:
    """Be one of a cluster's programs; on leaving, all its work is called off."""
    _greet(address)
    _try(address)
    try:
        with _hushed():
            ray.init(
                address,
                # by content: without those folders the same sources stay the same package
                runtime_env={"py_modules": [str(PACKAGE)], "excludes": ["__pycache__"]},
                log_to_driver=False,
                logging_level=logging.CRITICAL,
            )
    except (ray.exceptions.RayError, ConnectionError, RuntimeError, ValueError) as error:
        raise _refused(address, f"{error!r} {error.__cause__}", str(error)) from None
    try:
        yield
    except ray.exceptions.RayTaskError:
        # a fault of our own, of which a trace should tell
        raise
    except ray.exceptions.RayError as error:
        reason = _brief(str(error) or type(error).__name__)
        raise Unable("simulate.error.ray_lost", address=address, reason=reason) from None
    finally:
        with _hushed():
            ray.shutdown()


def _greet(address: str) -> None:
    """See that somebody answers at ``address``, for Ray itself takes minutes to tell.

    Raises:
        Unable: nobody does.
    """
    parts = re.fullmatch(r"([^\s/:]+):([0-9]{1,5})", address)
    if parts is None or int(parts[2]) >= 1 << 16:
        raise Unable("simulate.error.ray_address", given=address[:80] or "''")
    try:
        with socket.create_connection((parts[1], int(parts[2])), PATIENCE) as line:
            line.sendall(GREETING)
            with line.makefile("rb") as answer:
                head = answer.read(FRAME)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unable("simulate.error.ray_silent", address=address, reason=reason) from None
    if len(head) < FRAME or head[KIND] != SETTINGS:
        raise Unable("simulate.error.ray_other", address=address)


def _try(address: str) -> None:
    """See that Ray finds a cluster there, in a process that can be killed if it tries for ever.

    Raises:
        Unable: it does not.
    """
    command = [sys.executable, "-c", TRY, address]
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(  # noqa: S603 (what is run is our own, and a plain address)
            command, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, text=True, timeout=TRIAL
        )
    except subprocess.TimeoutExpired:
        raise Unable("simulate.error.ray_other", address=address) from None
    if done.returncode < 0:
        # Ray's own way of giving up
        raise Unable("simulate.error.ray_other", address=address)
    if done.returncode > 0:
        why, _, words = done.stdout.strip().partition("\n")
        raise _refused(address, why, words)


def _refused(address: str, why: str, words: str) -> Unable:
    if "AuthenticationError" in why:
        return Unable("simulate.error.ray_token", address=address)
    return Unable("simulate.error.ray_silent", address=address, reason=_brief(words or why))


def _brief(words: str) -> str:
    """What an error says, on a line."""
    words = " ".join(words.split())
    return words if len(words) <= 300 else words[:299] + "…"


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep off the terminal what Ray's own machinery writes there, past Python."""
    sys.stderr.flush()
    before, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nowhere)


# --- the work


def _played(
    ray: Any,
    plan: Plan,
    parts: Iterator[Share],
    fast: bool,
    slow: Callable[[], None] | None,
) -> Iterator[tuple[Share, Summary]]:
    """Have the shares played, and yield each as it comes back."""
    # "SPREAD": on all machines from the start, not on one until it is full
    remote = ray.remote(num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD")(_play)

    def give(share: Share) -> Future[tuple[Summary, bool]]:
        back: Future[tuple[Summary, bool]] = remote.remote(plan, share, fast).future()
        return back

    workers = int(ray.cluster_resources().get("CPU", 0))
    for share, (summary, as_wished) in together(give, parts, max(workers, WIDE)):
        if not as_wished and slow is not None:
            slow()
            slow = None
        yield share, summary


# --- at a worker


def _play(plan: Plan, share: Share, fast: bool) -> tuple[Summary, bool]:
    """Play a share; was it played compiled, if that was wished for?"""
    if fast:
        try:
            _warm_up()
        except ImportError:
            return work(plan, share), False
    return work(plan, share, fast), True


def _warm_up() -> None:
    """`warm_up`, where one process of a machine compiles, and the others wait for what it keeps.

    Raises:
        ImportError: what compiled loops need is not installed.
    """
    from vandatta import compiled

    folder = compiled.cache_folder()
    if folder is not None and sys.platform != "win32":
        import fcntl

        kept = folder / f"{_here()}.kept"
        if not kept.exists():
            # a process that is killed leaves the lock free
            with kept.with_suffix(".lock").open("ab") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if not kept.exists():
                    warm_up()
                    kept.touch()
    warm_up()


def _here() -> str:
    """A name for what compiled loops are kept for: a machine, a numba, sources in their place."""
    source = PACKAGE / "engine" / "counted.py"
    numba = importlib.metadata.version("numba")
    place = f"{platform.node()} {numba} {source} {source.stat().st_mtime_ns}"
    return hashlib.sha256(place.encode()).hexdigest()[:16]


__all__ = ["run_on_cluster"]
