"""``vandatta simulate --ray`` on a cluster of two nodes, both on this machine."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest

from vandatta import cli
from vandatta.messages import Unable, text
from vandatta.simulation import cluster
from vandatta.simulation.command import Bar
from vandatta.simulation.plan import Plan, Share
from vandatta.simulation.summary import Summary
from vandatta.simulation.working import work

# no report of its use to anybody; and this cluster is for nobody but this process
os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
try:
    import ray
    from ray.cluster_utils import Cluster
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip("to test work on a cluster: pip install '.[ray]'", allow_module_level=True)

WORDS = ("simulate", "--rounds", "60", "--seed", "4", "--compare", "svensk", "barn", "--json")
STORE = 80_000_000
"""Bytes of shared memory for each node, the least there can be."""

Played = tuple[Summary, bool]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    small = {"num_cpus": 1, "object_store_memory": STORE}
    # that a node is gone is known in seconds, not in half a minute
    watched = {"health_check_initial_delay_ms": 500, "health_check_period_ms": 500}
    # a short path, for there are sockets in it
    with (
        TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        # where a cluster's address is noted: on a new machine that folder is not there yet
        patch.setenv("RAY_TMPDIR", folder)
        (Path(folder) / "ray").mkdir()
        apart = {"include_dashboard": False, "temp_dir": folder, "_system_config": watched}
        found = Cluster(True, head_node_args={**small, **apart})
        try:
            found.add_node(**small)
            yield found
        finally:
            found.shutdown()


@pytest.fixture(scope="module")
def alone() -> str:
    """What one core and two cores answer."""
    one, two = (written("--jobs", jobs) for jobs in ("1", "2"))
    assert one == two
    return one


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def written(*words: str, status: int = 0) -> str:
    out = StringIO()
    with redirect_stdout(out):
        assert cli.main([*WORDS, *words]) == status
    return out.getvalue()


def refusal(address: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert written("--ray", address, status=2) == ""
    return capsys.readouterr().err


# --- the same answer


@pytest.mark.slow
def test_a_cluster_answers_what_one_core_does(
    nodes: Any, alone: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert written("--ray", nodes.address) == alone
    assert capfd.readouterr() == ("", "")
    assert not ray.is_initialized()


@pytest.mark.slow
def test_ctrl_c_calls_the_work_off(
    nodes: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def played(_: Bar, so_far: int) -> None:
        assert so_far > 0 and ray.is_initialized()
        raise KeyboardInterrupt

    monkeypatch.setattr(Bar, "played", played)
    assert written("--ray", nodes.address, status=cli.INTERRUPTED) == ""
    assert not ray.is_initialized()
    assert capfd.readouterr() == ("", "vandatta: interrupted\n")


def holding(node: str, taken: Path, said: Path) -> Callable[[Plan, Share, bool], Played]:
    """Plays as workers do, but for the first share that comes to a node.

    It tells its process through the pipe ``said``, and comes to no end. Nobody has numba.
    """

    def play(plan: Plan, share: Share, fast: bool) -> Played:
        from vandatta.simulation.cluster import _play

        if ray.get_runtime_context().get_node_id() == node:
            try:
                taken.touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                said.write_text(str(os.getpid()))
                signal.pause()
        return _play(plan, share, fast)[0], False

    return play


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals and pipes")
@pytest.mark.parametrize("lost", ["worker", "node"])
def test_a_lost_share_is_done_again(
    lost: str,
    nodes: Any,
    alone: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (other,) = nodes.worker_nodes
    taken, said = tmp_path / "taken", tmp_path / "said"
    os.mkfifo(said)
    monkeypatch.setattr(cluster, "_play", holding(other.node_id, taken, said))
    killed: list[int] = []

    def kill() -> None:
        process = int(said.read_text())
        if lost == "worker":
            os.kill(process, signal.SIGKILL)
        else:
            nodes.remove_node(other, allow_graceful=False)
        killed.append(process)

    killer = Thread(target=kill, daemon=True)
    killer.start()
    assert written("--ray", nodes.address) == alone
    killer.join(10)
    assert killed and taken.exists()
    assert capfd.readouterr() == ("", text("en", "simulate.slow_machines") + "\n")


# --- no answer


@pytest.mark.parametrize("address", ["here", "127.0.0.1", "127.0.0.1:65536", "a b:1", "ray://h:1"])
def test_what_is_no_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{address} is not the address of a cluster" in refusal(address, capsys)


def test_where_nobody_answers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        mute = refusal(address, capsys)
    closed = refusal(address, capsys)
    for told in (mute, closed):
        assert f"no Ray cluster answers at {address}: " in told and told.count("\n") == 1
    assert mute != closed


SETTINGS = b"\0\0\0\4\0\0\0\0\0"


@contextmanager
def answering(words: bytes, hangs: bool) -> Iterator[str]:
    """Somebody who answers everybody with ``words``, and then goes away or says no more."""
    with socket.create_server(("127.0.0.1", 0)) as listening, ExitStack() as held:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _ = listening.accept()
                    held.enter_context(line)
                    line.recv(1000)
                    line.sendall(words)
                    if not hangs:
                        line.close()

        Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("words", "hangs"),
    [
        (b"", False),
        (b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", False),
        (cluster.GREETING, True),
        (SETTINGS, True),
    ],
    ids=["silence", "web", "echo", "hanging"],
)
def test_who_is_no_cluster(
    words: bytes, hangs: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # time enough for nobody: what hangs is given up
    monkeypatch.setattr(cluster, "TRIAL", 0.3)
    with answering(words, hangs) as address:
        told = refusal(address, capsys)
    assert told == f"vandatta: {text('en', 'simulate.error.ray_other', address=address)}\n"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("print('AuthenticationError()\\nno'); raise SystemExit(1)", "RAY_AUTH_MODE=token"),
        ("print('E()\\ngone away'); raise SystemExit(1)", "answers at a:1: gone away"),
        ("import os; os.abort()", "not the head of a Ray cluster"),
    ],
)
def test_what_comes_of_a_trial(code: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TRY", code)
    with pytest.raises(Unable) as refused:
        cluster._try("a:1")
    assert sentence in refused.value.sentence("en")


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        ("ray.exceptions.AuthenticationError: no token", "RAY_AUTH_MODE=token"),
        ("something else", "no Ray cluster answers at a:1: Failed to connect"),
    ],
)
def test_why_a_cluster_lets_nobody_in(
    why: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(*_: Any, **__: Any) -> None:
        raise ConnectionError("Failed to connect") from RuntimeError(why)

    monkeypatch.setattr(ray, "init", init)
    monkeypatch.setattr(cluster, "_greet", lambda _: None)
    monkeypatch.setattr(cluster, "_try", lambda _: None)
    with pytest.raises(Unable) as refused:
        cluster.run_on_cluster("a:1", Plan(("svensk",), ("any", "any"), 1))
    assert sentence in refused.value.sentence("en")


# --- at a worker


def test_without_numba_a_worker_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError

    plan, share = Plan(("svensk",), ("any", "any"), 4), Share(1, 2)
    monkeypatch.setattr(cluster, "_warm_up", missing)
    assert cluster._play(plan, share, True) == (work(plan, share), False)
    assert cluster._play(plan, share, False) == (work(plan, share), True)


def test_one_process_of_a_machine_compiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiled = pytest.importorskip("vandatta.compiled", reason="pip install '.[fast]'")
    fcntl = pytest.importorskip("fcntl", reason="a system with such locks")
    held: list[bool] = []

    def warm_up() -> None:
        (lock,) = tmp_path.glob("*.lock")
        with lock.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                held.append(False)
            except BlockingIOError:
                held.append(True)

    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(cluster, "warm_up", warm_up)
    cluster._warm_up()
    # compiled while others wait, then loaded beside others
    assert held == [True, False]
    cluster._warm_up()
    assert held == [True, False, False]
