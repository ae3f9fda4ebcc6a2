"""What shares of a simulation add up to: whole numbers, the same in whatever order they come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from functools import reduce
from typing import Any, TypeVar

from vandatta.engine.counted import Pairs, Tally

Sums = TypeVar("Sums", Tally, Pairs)


@dataclass(frozen=True, slots=True)
class Summary:
    """What was counted, exactly."""

    tallies: tuple[Tally, ...]
    """One for each rule set of the plan."""
    pairs: tuple[Pairs, ...]
    """One for each but the first: its units beside those of the first."""

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values, to be sent or kept."""
        return asdict(self)

    @staticmethod
    def from_json(values: dict[str, Any]) -> Summary:
        """What `as_json` gave, again."""
        return Summary(
            tuple(Tally(**each) for each in values["tallies"]),
            tuple(Pairs(**each) for each in values["pairs"]),
        )


def added(one: Sums, other: Sums) -> Sums:
    """The sum of two tallies, number by number."""
    total = type(one)()
    for field in fields(one):
        a, b = getattr(one, field.name), getattr(other, field.name)
        both = a + b if isinstance(a, int) else [x + y for x, y in zip(a, b, strict=True)]
        setattr(total, field.name, both)
    return total


def empty(rule_sets: int) -> Summary:
    """The summary of nothing at all."""
    none = tuple(Tally() for _ in range(rule_sets))
    return Summary(none, tuple(Pairs() for _ in range(rule_sets - 1)))


def merged(summaries: Iterable[Summary], rule_sets: int) -> Summary:
    """The sum of summaries of shares of one plan, with so many rule sets."""
    return reduce(_both, summaries, empty(rule_sets))


def _both(one: Summary, other: Summary) -> Summary:
    return Summary(
        tuple(map(added, one.tallies, other.tallies)), tuple(map(added, one.pairs, other.pairs))
    )
