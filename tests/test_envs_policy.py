"""The file of a trained policy: what is no policy is refused, in a sentence, and in time."""

from __future__ import annotations

import random
import tracemalloc
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.test_learned import changed, policy, saved
from vandatta.envs.actions import ACTIONS
from vandatta.envs.dealing import rules_of
from vandatta.envs.observation import Layout
from vandatta.messages import LANGS, text

np = pytest.importorskip("numpy")

from numpy.lib import format as npy  # noqa: E402

from vandatta.envs import learned  # noqa: E402 - it needs NumPy
from vandatta.envs.learned import PolicyError  # noqa: E402


def test_a_policy_is_the_same_from_its_file(tmp_path: Path) -> None:
    made = policy()
    path = tmp_path / "policy.npz"
    made.save(path)
    found = learned.load(path)
    assert (found.rules_id, found.seats) == ("svensk", 4)
    assert path.stat().st_size < 20_000
    rows = np.random.default_rng(2).random((200, found.layout.size), np.float32)
    # half as many digits, and from then on the same
    assert np.abs(found.scores(rows) - made.scores(rows)).max() < 0.2
    found.save(path)
    again = learned.load(path)
    assert (again.scores(rows) == found.scores(rows)).all()
    masks = np.random.default_rng(3).random((200, ACTIONS)) < 0.2
    masks[:, 0] = True
    best = found.best(rows, masks)
    one_by_one = zip(rows, masks, strict=True)
    assert masks[np.arange(200), best].all()
    assert best.tolist() == [int(found.best(row, mask)) for row, mask in one_by_one]


KIND = rules_of("svensk", 4)[1], 4
ZEROS = np.zeros(70)
FOREIGN: list[tuple[str, str, dict[str, Any]]] = [
    ("another format", "none", {"format": "vandatta policy 0"}),
    ("no format", "none", {"format": None}),
    ("no biases", "none", {"biases1": None}),
    ("no layers", "none", dict.fromkeys(("weights0", "weights1"))),
    ("no numbers", "none", {"biases1": np.full(ACTIONS, np.nan)}),
    ("words", "none", {"biases1": np.array(["a"] * ACTIONS)}),
    ("objects", "none", {"biases1": np.array([None] * ACTIONS)}),
    ("no numbers in weights", "none", {"weights0": np.full((16, Layout(*KIND).size), np.nan)}),
    ("endless numbers", "none", {"weights1": np.full((ACTIONS, 16), -np.inf)}),
    ("numbers too large", "none", {"biases1": np.full(ACTIONS, 1e300)}),
    ("complex numbers", "none", {"biases1": np.zeros(ACTIONS, complex)}),
    ("numbers in words", "none", {"biases1": np.array(["1"] * ACTIONS)}),
    ("truth values", "none", {"biases1": np.zeros(ACTIONS, bool)}),
    ("dates", "none", {"biases1": np.zeros(ACTIONS, "datetime64[s]")}),
    ("several seats", "none", {"seats": np.array([2, 3])}),
    ("seats in a row", "none", {"seats": np.array([4])}),
    ("half a seat", "none", {"seats": 4.5}),
    ("a complex number of seats", "none", {"seats": 4 + 0j}),
    ("seats in words", "none", {"seats": "4"}),
    ("several rules", "none", {"rules": np.array(["svensk", "barn"])}),
    ("rules that are a number", "none", {"rules": 7}),
    ("no seats to speak of", "rules", {"seats": -(1 << 60)}),
    ("other rules", "rules", {"rules": "poker"}),
    ("too many seats", "rules", {"seats": 9}),
    ("other observations", "version", {"layout": "0" * 16}),
    ("another table", "version", {"seats": 3}),
    ("too short a layer", "version", {"biases1": np.zeros(ACTIONS - 1)}),
    ("a flat layer", "version", {"weights0": np.zeros(16)}),
    ("biases in rows", "version", {"biases0": np.zeros((16, 1))}),
    ("biases in many rows", "version", {"biases0": np.zeros((16, 16))}),
    ("a single bias", "version", {"biases0": np.array(0.0)}),
    ("a single weight", "version", {"weights0": np.array(0.0)}),
    ("weights in blocks", "version", {"weights0": np.zeros((16, Layout(*KIND).size, 1))}),
    ("nothing between", "version", {"weights1": np.zeros((ACTIONS, 0)), "biases0": np.zeros(0)}),
    ("another number of actions", "version", {"weights1": np.zeros((70, 16)), "biases1": ZEROS}),
    ("another size", "version", {"weights0": np.zeros((16, 8)), "biases0": np.zeros(16)}),
]


@pytest.mark.parametrize(
    ("reason", "values"), [each[1:] for each in FOREIGN], ids=[each[0] for each in FOREIGN]
)
def test_what_is_no_policy_is_refused(tmp_path: Path, reason: str, values: dict[str, Any]) -> None:
    path = changed(saved(tmp_path), **values)
    with pytest.raises(PolicyError) as caught:
        learned.load(path)
    assert caught.value.reason == reason
    for lang in LANGS:
        assert caught.value.sentence(lang) == text(lang, f"policy.{reason}", path=path)


def packed(path: Path, parts: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> Path:
    """An archive of such parts."""
    with zipfile.ZipFile(path, "w", how) as file:
        for name, data in parts.items():
            file.writestr(f"{name}.npy", data)
    return path


def header(shape: tuple[int, ...], kind: str = "<f4") -> bytes:
    """The beginning of an array's file."""
    told = BytesIO()
    npy.write_array_header_1_0(told, {"descr": kind, "fortran_order": False, "shape": shape})
    return told.getvalue()


def small(array: Any) -> bytes:
    told = BytesIO()
    np.save(told, array)
    return told.getvalue()


def test_what_would_fill_the_memory_is_refused_before_it_does(tmp_path: Path) -> None:
    """A small file of much that is packed well; one that only says so; one that is large."""
    path = tmp_path / "policy.npz"
    known = {"format": small(learned.FORMAT), "rules": small("svensk"), "seats": small(4)}
    known["layout"] = small("0" * 16)
    many = 1 << 27
    bomb = packed(path, {**known, "weights0": header((many >> 9, 128)) + bytes(many)})
    assert bomb.stat().st_size < 1 << 18
    refused(bomb)
    refused(packed(path, {**known, "weights0": header((1 << 20, 1 << 16)) + bytes(64)}))
    refused(packed(path, {**known, "weights0": header((), "<V2000000000")}))
    refused(packed(path, known, zipfile.ZIP_BZIP2))
    refused(packed(path, known, zipfile.ZIP_LZMA))
    with path.open("wb") as file:
        file.truncate(learned.LARGEST + 1)
    refused(path)


def refused(path: Path) -> None:
    """See that a file is refused, and that little memory was taken for it."""
    tracemalloc.start()
    try:
        with pytest.raises(PolicyError) as caught:
            learned.load(path)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()
    assert caught.value.reason == "none"


def test_what_can_not_be_saved_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = saved(tmp_path)
    before = path.read_bytes()
    (weights, biases), last = policy().layers
    for layers, why in (
        (((weights * 1e9, biases), last), "not too large"),
        (((weights, biases + np.nan), last), "are numbers, and"),
        (((weights + 1j, biases), last), "not of type complex"),
        (((weights, biases[:, None]), last), "layer 0 takes"),
        (((weights, biases),), "there are 71 actions, and 16 numbers come out"),
        ((last,), "layer 0 takes"),
        ((), "there are 71 actions"),
    ):
        wrong = replace(policy(), layers=layers)
        with pytest.raises(ValueError, match=why):
            wrong.save(path)
        assert path.read_bytes() == before
        if "layer" in why or "actions" in why:
            with pytest.raises(ValueError, match=why):
                learned.level([wrong])


def test_weights_beyond_all_counting_still_choose_what_may_be_done() -> None:
    (weights, biases), last = policy().layers
    huge = tuple((each[0] * 1e30, each[1]) for each in ((weights, biases), last))
    wild = replace(policy(), layers=(*huge[:1], (np.ones((16, 16)) * 1e30, biases), *huge[1:]))
    luck = np.random.default_rng(5)
    rows = luck.random((100, wild.layout.size), np.float32)
    masks = luck.random((100, ACTIONS)) < 0.05
    masks[:, -1] = True
    best = wild.best(rows, masks)
    assert masks[np.arange(100), best].all()


def test_a_damaged_file_is_refused_or_harmless(tmp_path: Path) -> None:
    path = saved(tmp_path)
    whole, luck, refused = path.read_bytes(), random.Random(4), 0
    row = np.zeros(policy().layout.size, np.float32)
    for number in range(300):
        if number % 3:
            broken = bytearray(whole)
            broken[luck.randrange(len(broken))] ^= 1 << luck.randrange(8)
        else:
            broken = bytearray(whole[: luck.randrange(len(whole))])
        path.write_bytes(broken)
        try:
            found = learned.load(path)
        except PolicyError:
            refused += 1
        else:
            assert np.isfinite(found.scores(row)).all()
    assert refused > 250
    for other in (b"", b"no policy", b"\x93NUMPY", np.zeros(3).tobytes()):
        path.write_bytes(other)
        with pytest.raises(PolicyError):
            learned.load(path)
    np.save(path.with_suffix(".npy"), np.zeros(3))
    with pytest.raises(PolicyError):
        learned.load(path.with_suffix(".npy"))
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("format.npy", "vandatta policy 1")
    with pytest.raises(PolicyError):
        learned.load(path)
    with pytest.raises(FileNotFoundError):
        learned.load(tmp_path / "nowhere.npz")
