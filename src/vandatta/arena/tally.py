"""What deals of a contest add up to: whole numbers, which can go on where they were left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from vandatta.engine.counted import WHOLE


@dataclass(slots=True)
class Tally:
    """Deals added up. A deal, with all rounds played on it, is one observation."""

    deals: int
    firsts: list[int]
    """A player: its shares of first places, in parts of `WHOLE` ..."""
    products: list[list[int]]
    """... two players: the products of theirs, deal by deal."""
    points: list[int]
    """A player: the points left in its hands ..."""
    points_squared: list[int]
    """... and their squares, deal by deal."""
    nobody: int
    """Rounds in which nobody went out."""

    @staticmethod
    def blank(players: int) -> Tally:
        """Nothing, for so many players."""
        none = [0] * players
        return Tally(0, [*none], [[*none] for _ in none], [*none], [*none], 0)

    def add_deal(self, firsts: Sequence[int], points: Sequence[int], nobody: int) -> None:
        """Add one deal."""
        self.deals += 1
        self.nobody += nobody
        for k, (first, left) in enumerate(zip(firsts, points, strict=True)):
            self.firsts[k] += first
            self.points[k] += left
            self.points_squared[k] += left * left
            for j, other in enumerate(firsts):
                self.products[k][j] += first * other

    def add(self, other: Tally) -> None:
        """Add what another share of the deals came to."""
        self.deals += other.deals
        self.nobody += other.nobody
        for mine, theirs in (
            (self.firsts, other.firsts),
            (self.points, other.points),
            (self.points_squared, other.points_squared),
            *zip(self.products, other.products, strict=True),
        ):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return asdict(self)

    @staticmethod
    def from_json(values: dict[str, Any]) -> Tally:
        """What `as_json` gave, again."""
        return Tally(**{each.name: values[each.name] for each in fields(Tally)})


__all__ = ["WHOLE", "Tally"]
