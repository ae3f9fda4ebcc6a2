"""The project about itself: its commands, its size, its words."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from vandatta.notation.referee import answer_line

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))

# In brackets, so that this file does not hold what it looks for.
FOREIGN = re.compile(
    r"(?<![\w.$}])/(?:[w]ork|[t]mp|[f]arm|[r]oot|[h]ome)/"
    r"|[p]ypi\.org|[p]ythonhosted\.org|[n]pmjs\.org|[d]ebian\.org"
    r"|[s]ubagent|issue #?\d",
    re.IGNORECASE,
)


def tracked() -> list[Path]:
    """Every file of the project that is under version control."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def pinned(name: str) -> dict[str, str]:
    """The versions that ``requirements/<name>.txt`` locks."""
    lines = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", lines, re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", ".ci/run"])
def test_commands_that_are_told_of_exist(page: str) -> None:
    named = set(re.findall(r"(?:`|^ *)make(?: --\S+)* ([a-z]+)", (ROOT / page).read_text(), re.M))
    assert named <= TARGETS
    assert page != "README.md" or {"play", "test"} <= named


def test_the_architecture_names_every_floor() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["type"] == "layers")
    floors = {name for layer in layers for name in layer.split(" : ")} - {"__main__"}
    assert [name for name in floors if not re.search(f"`{name}/?`", page)] == []


def test_links_lead_somewhere() -> None:
    dead = [
        f"{page.name}: {link}"
        for page in tracked()
        if page.suffix == ".md"
        for link in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))
        if "://" not in link and not (page.parent / link).exists()
    ]
    assert dead == []


def test_the_readme_fits_on_one_screen() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 50


def test_the_question_in_the_readme_gets_an_answer() -> None:
    found = re.search(r"echo '(.+?)'", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert found
    answer = answer_line(found[1])
    assert answer["ask"][0]["rule"] == "no_match"


def test_no_file_grows_too_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_bytes().splitlines())
        for path in tracked()
        if path.is_relative_to(ROOT / "src")
    }
    assert lengths
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_no_word_of_other_places() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {word.group()}"
        for path in tracked()
        if path.suffix not in {".png", ".jpg", ".gz", ".ico"}
        for word in FOREIGN.finditer(path.read_text("utf-8"))
    ]
    assert found == []


def extra(name: str) -> list[str]:
    """The packages of an extra, and of those of our own extras that it asks for."""
    found = []
    for each in PROJECT["project"]["optional-dependencies"][name]:
        own = re.fullmatch(r"vandatta\[(.*)\]", each)
        found += [part for other in own[1].split(",") for part in extra(other)] if own else [each]
    return found


@pytest.mark.parametrize("name", ["play", "dev", "bench"])
def test_locks_are_complete(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    wanted = [*PROJECT["project"]["dependencies"]]
    # the players that search need it to search far
    wanted += extra("fast")
    if name != "play":
        wanted += extra(name)
    names = {re.split(r"[<>=~!; ]", each)[0].replace("_", "-") for each in wanted}
    assert names <= pinned(name).keys()
    blocks = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert [block.split("==")[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_players_and_tests_run_the_same_versions() -> None:
    play, dev, bench = map(pinned, ("play", "dev", "bench"))
    assert play.items() <= dev.items()
    assert dev.items() <= bench.items()


def test_a_machine_without_python_gets_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", str(ROOT / "scripts" / "python.sh")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("No Python 3.11 or newer found")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_the_wheel_holds_all_that_the_package_needs(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        (entries,) = (name for name in held if name.endswith("entry_points.txt"))
        assert "vandatta = vandatta.cli:main" in archive.read(entries).decode()
    source = {
        str(path.relative_to(ROOT / "src"))
        for path in tracked()
        if path.is_relative_to(ROOT / "src")
    }
    assert source - held == set()
    assert {"vandatta/py.typed", "vandatta/messages/words.toml"} <= held
