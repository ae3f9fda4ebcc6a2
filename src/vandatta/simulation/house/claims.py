"""What the written rules claim about the game, and which figures would bear each claim out.

The claims' own words are messages ``effects.claim.KEY``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vandatta.simulation.house.trials import Settings

CONSIDERABLY = 0.1
"""What is called considerable is at least so large a part."""
HALT = 0.1
"""A game that comes to a halt is one in which at least so many rounds are blocked."""


@dataclass(frozen=True, slots=True)
class Expect:
    """Where a figure lies if the claim is true: above, below or between bounds."""

    low: float | None = None
    high: float | None = None
    part: bool = False
    """The bounds are parts of the figure that the difference is a difference from."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure that is looked at."""

    figure: str
    """A key of `vandatta.simulation.house.measuring.FIGURES`."""
    players: tuple[str, ...]
    settings: Settings = ()
    """What differs from `svensk`."""
    against: Settings | None = None
    """If any, the figure is how much larger it is than with these settings, on the same deals."""
    expect: Expect | None = None
    """None: it is only told."""
    matches: bool = False
    """Whole matches are played."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text claims, and the figures that are looked at."""

    key: str
    text: str
    """The preset that follows the text it stands in."""
    rows: tuple[Row, ...]


OVER, UNDER = Expect(low=0), Expect(high=0)
QUARTER = Expect(15, 25)


def _all(seats: int, player: str = "careful") -> tuple[str, ...]:
    return (player,) * seats


def _one(first: str, others: str, seats: int) -> tuple[str, ...]:
    return (first, *(others,) * (seats - 1))


def _claims() -> Iterator[tuple[str, list[Row]]]:
    yield (
        "forehand",
        [
            *(Row("edge", _all(n), expect=OVER) for n in (2, 3, 4, 5)),
            Row("edge_of_two", _all(2), expect=OVER),
        ],
    )
    yield (
        "playing_time",
        [
            *(Row("minutes", _all(n), expect=QUARTER) for n in (2, 3, 4, 5)),
            *(Row("match_minutes", _all(n), expect=QUARTER, matches=True) for n in (2, 3, 4, 5)),
        ],
    )
    yield (
        "twenty_minutes",
        [
            *(Row("minutes", _all(n), expect=QUARTER) for n in (3, 4)),
            *(Row("pace", _all(n)) for n in (3, 4)),
        ],
    )
    yield "draw_one", list(_limits())
    yield (
        "draw_until",
        [
            Row("minutes", _all(4), (("draw_limit", 0),), (), OVER),
            Row("largest", _all(4), (("draw_limit", 0),), (), OVER),
        ],
    )
    five: Settings = (("hand_size", 5),)
    yield "five_cards", [Row("minutes", _all(n), five, (), UNDER) for n in (2, 3, 4, 5)]
    yield (
        "eight_cards",
        [
            Row("minutes", _all(2), (("hand_size_two", 8),), (), OVER),
            Row("minutes", _all(2), expect=Expect(high=1)),
        ],
    )
    yield from _habits()
    yield from _house()


def _limits() -> Iterator[Row]:
    """Drawing one card, beside every other limit."""
    one: Settings = (("draw_limit", 1),)
    for other in (2, 3, 0):
        yield Row("minutes", _all(4), one, (("draw_limit", other),), UNDER)
    yield Row("match_minutes", _all(4), one, (), UNDER, matches=True)


def _habits() -> Iterator[tuple[str, list[Row]]]:
    for key, bad in (("save_eights", "spending"), ("dear_cards", "heedless")):
        rows = [
            Row("match_lead", _one("careful", bad, n), expect=OVER, matches=True) for n in (2, 4)
        ]
        rows += [Row("points", _one("careful", bad, n), expect=UNDER) for n in (2, 4)]
        rows += [Row("lead", _one("careful", bad, n)) for n in (2, 4)]
        yield key, rows
    english: Settings = (("scale", "english"),)
    yield (
        "english_eight",
        [
            Row("match_lead", _one("spending", "careful", n), english, None, OVER, matches=True)
            for n in (2, 4)
        ],
    )


def _house() -> Iterator[tuple[str, list[Row]]]:
    better = _one("careful", "eager", 4)
    longer, shorter = Expect(CONSIDERABLY, None, True), Expect(None, -CONSIDERABLY, True)
    several: Settings = (("several_of_a_rank", True),)
    yield (
        "several",
        [
            Row("minutes", _all(4), several, (), shorter),
            Row("lead", better, several, (), UNDER),
            Row("lead", better, several),
        ],
    )
    yield "last_in_suit", [Row("minutes", _all(4), (("last_card_suit", True),), (), longer)]
    yield "eight_on_eight", [Row("minutes", _all(4), (("wild_on_wild", True),), (), UNDER)]
    yield (
        "out_on_eight",
        [
            Row("minutes", _all(4), (("out_on_wild", True),), (), UNDER),
            Row("match_minutes", _all(4), (("out_on_wild", True),), (), UNDER, matches=True),
        ],
    )
    stacking: Settings = (("several_wilds", True),)
    free: Settings = (*stacking, ("out_on_wild", True))
    gone = Expect(None, -0.5, True)
    yield (
        "stacking",
        [Row("lead", better, free, stacking, gone), Row("lead", better, free)],
    )
    waiting: Settings = (("must_lay", False),)
    yield (
        "waiting",
        [
            Row("minutes", _all(4, "waiting"), waiting, (), longer),
            Row("blocked", _all(4, "waiting"), waiting, expect=Expect(low=HALT)),
        ],
    )
    children: Settings = (("scale", "children"), ("limit", 30))
    quarter = Expect(high=15)
    yield (
        "children",
        [
            Row("match_minutes", _all(n), children, None, quarter, matches=True)
            for n in (2, 3, 4, 5)
        ],
    )


CLAIMS = tuple(Claim(key, "svensk", tuple(rows)) for key, rows in _claims())
"""Everything that is looked into."""


__all__ = ["CLAIMS", "CONSIDERABLY", "HALT", "Claim", "Expect", "Row"]
