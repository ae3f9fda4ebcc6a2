"""Means, shares and differences, each with its interval, of what was counted.

Intervals are of 95 %, of the sums themselves and not of the order in which they came. A unit, a
round or a match, is one observation; what is told a round where whole matches were played is a
ratio of two sums over matches. Shares have Wilson's interval, which stays between 0 and 1, and
differences of shares the one that Newcombe makes of these: what was never seen need not be
impossible, and where nothing differed yet something still may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt

from vandatta.engine.counted import Pairs, Tally

Z = 1.959963984540054
"""Of a normal distribution 95 % lies within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and between what it lies. One observation alone tells no interval."""

    value: float
    low: float | None = None
    high: float | None = None

    def scaled(self, by: float) -> Figure:
        """The same in another unit, so many times as small."""
        low, high = (None if each is None else each * by for each in (self.low, self.high))
        return Figure(self.value * by, low, high)


@dataclass(frozen=True, slots=True)
class Sums:
    """Of observations ``x`` with weights ``y``: what their ratio and its spread come from."""

    n: int
    x: int
    xx: int
    y: int
    yy: int
    xy: int

    @property
    def ratio(self) -> float:
        """The sum of x by the sum of y."""
        return self.x / self.y if self.y else 0.0

    @property
    def variance(self) -> float | None:
        """Of the ratio, if it can be told."""
        if self.n < 2 or not self.y:
            return None
        # in whole numbers to the end, so that nothing is lost when large ones are subtracted
        spread = self.xx * self.y**2 - 2 * self.x * self.y * self.xy + self.x**2 * self.yy
        return self.n * spread / ((self.n - 1) * self.y**4)


def per_round(tally: Tally, k: int) -> Sums:
    """Count ``k``, a round."""
    return Sums(
        tally.units,
        tally.sums[k],
        tally.squares[k],
        tally.rounds,
        tally.rounds_squared,
        tally.by_rounds[k],
    )


def per_unit(tally: Tally, k: int) -> Sums:
    """Count ``k``, a unit."""
    n = tally.units
    return Sums(n, tally.sums[k], tally.squares[k], n, n, tally.sums[k])


def rounds_per_unit(tally: Tally) -> Sums:
    """Rounds a unit."""
    n = tally.units
    return Sums(n, tally.rounds, tally.rounds_squared, n, n, tally.rounds)


def mean(sums: Sums) -> Figure:
    """A mean with its interval."""
    variance = sums.variance
    if variance is None:
        return Figure(sums.ratio)
    half = Z * sqrt(variance)
    return Figure(sums.ratio, sums.ratio - half, sums.ratio + half)


def share(sums: Sums, whole: int = 1) -> Figure:
    """A share from 0 to 1 with its interval.

    Args:
        sums: of observations that count parts of ``whole``.
        whole: what counts as all.
    """
    if sums.n < 2 or not sums.y:
        return Figure(sums.ratio / whole)
    p = min(max(sums.ratio / whole, 0.0), 1.0)
    variance = (sums.variance or 0.0) / whole**2 * (sums.n - 1) / sums.n
    # as many independent observations as would spread like this
    n = p * (1 - p) / variance if variance > 0 and 0 < p < 1 else float(sums.n)
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    # at 0 and 1 the bound is exact, whatever the arithmetic makes of it
    return Figure(p, 0.0 if p == 0 else centre - half, 1.0 if p == 1 else centre + half)


def quantile(histogram: Sequence[int], q: float) -> Figure:
    """The value that a share ``q`` keeps within, between those of the ranks around it.

    Where there are too few for ranks so far out, no interval is told.

    Args:
        histogram: how many there are of each value from 0.
        q: a share, such as 0.5 for the median.
    """
    n = sum(histogram)
    half = Z * sqrt(n * q * (1 - q))
    value = _at_rank(histogram, max(1, ceil(n * q)))
    low, high = floor(n * q - half), ceil(n * q + half) + 1
    if low < 1 or high > n:
        return Figure(value)
    return Figure(value, _at_rank(histogram, low), _at_rank(histogram, high))


def _at_rank(histogram: Sequence[int], rank: int) -> float:
    seen = 0
    for value, many in enumerate(histogram):
        seen += many
        if seen >= rank:
            return float(value)
    return 0.0


# --- differences on common deals


@dataclass(frozen=True, slots=True)
class Products:
    """Sums of products over the same units of ours and theirs: counts ``x``, rounds ``y``."""

    xx: int
    xy: int
    """Our counts by their rounds."""
    yx: int
    yy: int


def products_per_round(pairs: Pairs, k: int) -> Products:
    """For a difference of `per_round` of both."""
    return Products(
        pairs.counts[k],
        pairs.counts_by_their_rounds[k],
        pairs.rounds_by_their_counts[k],
        pairs.rounds,
    )


def products_per_unit(ours: Sums, theirs: Sums, both: int) -> Products:
    """For a difference of `per_unit` of both; ``both`` is the sum of the products."""
    return Products(both, ours.x, theirs.x, ours.n)


def difference(ours: Sums, theirs: Sums, products: Products) -> Figure:
    """How much larger theirs is than ours, on the same deals, with its interval."""
    value = theirs.ratio - ours.ratio
    one, other = ours.variance, theirs.variance
    if one is None or other is None:
        return Figure(value)
    half = Z * sqrt(max(0.0, one + other - 2 * _together(ours, theirs, products)))
    return Figure(value, value - half, value + half)


def share_difference(ours: Sums, theirs: Sums, products: Products, whole: int = 1) -> Figure:
    """How much larger their share is than ours, on the same deals, with its interval.

    The interval is Newcombe's for pairs (his method 10), which joins those of both shares.

    Args:
        ours: of observations that count parts of ``whole``.
        theirs: the same under other rules.
        products: of both.
        whole: what counts as all.
    """
    one, other = share(ours, whole), share(theirs, whole)
    value = other.value - one.value
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Figure(value)
    alike = _alike(ours, theirs, products, whole)
    down = _joined(other.value - other.low, one.high - one.value, alike)
    up = _joined(other.high - other.value, one.value - one.low, alike)
    return Figure(value, value - down, value + up)


def _joined(one: float, other: float, alike: float) -> float:
    """How far two bounds reach together, whose figures are so much alike."""
    return sqrt(max(0.0, one * one + other * other - 2 * alike * one * other))


def _alike(ours: Sums, theirs: Sums, products: Products, whole: int) -> float:
    """How much two shares are correlated, a little less than was seen: 0 where one is constant."""
    one, other = ours.variance, theirs.variance
    if not one or not other:
        return 0.0
    found = _together(ours, theirs, products) / sqrt(one * other)
    spread = 1.0
    for each in (ours, theirs):
        p = each.ratio / whole
        spread *= max(0.0, p * (1 - p))
    less = 1 / (2 * ours.n * sqrt(spread)) if spread > 0 else 1.0
    return found if found < 0 else max(0.0, found - less)


def _together(ours: Sums, theirs: Sums, products: Products) -> float:
    """The covariance of both ratios."""
    # in whole numbers, see `Sums.variance`
    spread = (
        products.xx * ours.y * theirs.y
        - theirs.x * ours.y * products.xy
        - ours.x * theirs.y * products.yx
        + ours.x * theirs.x * products.yy
    )
    n = ours.n
    return n * spread / ((n - 1) * (ours.y * theirs.y) ** 2)
