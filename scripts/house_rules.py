"""Measure what the house rules do: ``make figures``.

Plays every trial, writes the data that the package and its page are made from, and makes the
page of the documentation with its pictures. The same seed and number of rounds give the same
files, byte for byte: the date in them is that of the first time these figures came out.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from vandatta.simulation.house import page  # noqa: E402
from vandatta.simulation.house.found import DATA, found_in  # noqa: E402
from vandatta.simulation.house.measuring import ROUNDS, Wish, as_text, measure  # noqa: E402
from vandatta.simulation.running import cores  # noqa: E402

PACKAGE = ROOT / "src" / "vandatta" / "simulation" / "house"


def main() -> None:
    """Measure, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each trial ({ROUNDS})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=0, help="cores to use (0: all)")
    parser.add_argument("--data", type=Path, default=PACKAGE, help="folder for the data")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="folder for the page")
    parser.add_argument("--keep", action="store_true", help="play nothing, make the page anew")
    asked = parser.parse_args()
    target = asked.data / DATA
    if not asked.keep:
        began = monotonic()
        data = measure(Wish(asked.rounds, asked.seed), asked.jobs, progress=_tell)
        target.write_text(as_text(_dated(data, target)), "utf-8")
        took = monotonic() - began
        print(f"\n{took / 60:.1f} minutes on {asked.jobs or cores()} cores: {target}")
    for name, words in page.pages(found_in(target.read_text("utf-8"))).items():
        path = asked.docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words, "utf-8")
        print(path)


def _tell(_played: int) -> None:
    print(".", end="", flush=True)


def _dated(data: dict[str, Any], target: Path) -> dict[str, Any]:
    """The data with a date: that of those kept if they are the same."""
    today = datetime.now(UTC).date().isoformat()
    if target.exists():
        kept = json.loads(target.read_text("utf-8"))
        date = kept.pop("date", today)
        if kept == json.loads(json.dumps(data)):
            today = date
    return {"date": today, **data}


if __name__ == "__main__":
    main()
