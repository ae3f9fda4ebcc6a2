"""``vandatta simulate --ray`` on a cluster of two nodes, both on this machine."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from vandatta import cli
from vandatta.messages import text
from vandatta.simulation import cluster
from vandatta.simulation.plan import Plan, Share
from vandatta.simulation.summary import Summary

# no report of its use to anybody; and this cluster is for nobody but this process
os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
try:
    import ray
    from ray.cluster_utils import Cluster
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip("to test work on a cluster: pip install '.[ray]'", allow_module_level=True)

WORDS = ("simulate", "--rounds", "200", "--seed", "4", "--compare", "svensk", "barn", "--json")
STORE = 80_000_000
"""Bytes of shared memory for each node, the least there can be."""

Played = tuple[Summary, bool]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    small = {"num_cpus": 1, "object_store_memory": STORE}
    found = Cluster(True, head_node_args={**small, "include_dashboard": False})
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


def holding(node: str, taken: Path, said: Path) -> Callable[[Plan, Share, bool], Played]:
    """Plays as workers do, but for the first share that comes to a node.

    It tells its process through the pipe ``said``, and comes to no end.
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
        return _play(plan, share, fast)

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
    assert capfd.readouterr() == ("", "")
