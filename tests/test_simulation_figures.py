"""Means, shares and differences: their intervals are right where the truth is known."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest

from vandatta.engine.counted import MOVES, OUT_BY_SEAT, Pairs, Tally, Unit, add_pairs, add_unit
from vandatta.simulation.figures import (
    Figure,
    Products,
    Sums,
    Z,
    difference,
    mean,
    per_round,
    per_unit,
    products_per_round,
    products_per_unit,
    quantile,
    rounds_per_unit,
    share,
    share_difference,
)


def units(chance: random.Random, many: int, shift: int = 0, whole: bool = False) -> list[Unit]:
    found = []
    for _ in range(many):
        unit = Unit(rounds=chance.randint(1, 9) if whole else 1)
        for _ in range(unit.rounds):
            unit.counts[MOVES] += chance.randint(0, 20) + shift
            unit.counts[OUT_BY_SEAT] += chance.random() < 0.3
        found.append(unit)
    return found


def tallied(some: list[Unit]) -> Tally:
    tally = Tally()
    for unit in some:
        add_unit(tally, unit)
    return tally


def test_a_mean_is_that_of_the_textbook() -> None:
    some = units(random.Random(1), 50)
    moves = [unit.counts[MOVES] for unit in some]
    found = mean(per_round(tallied(some), MOVES))
    half = Z * stdev(moves) / 50**0.5
    assert found.value == fmean(moves)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))


def covering(truth: float, figures: list[Figure]) -> float:
    return fmean(
        each.low is not None and each.high is not None and each.low <= truth <= each.high
        for each in figures
    )


@pytest.mark.parametrize("whole", [False, True])
def test_intervals_hold_the_truth_19_times_of_20(whole: bool) -> None:
    chance = random.Random(2)
    tallies = [tallied(units(chance, 150, whole=whole)) for _ in range(600)]
    assert 0.92 < covering(10, [mean(per_round(each, MOVES)) for each in tallies]) < 0.98
    assert 0.92 < covering(0.3, [share(per_round(each, OUT_BY_SEAT)) for each in tallies]) < 0.98
    assert mean(rounds_per_unit(tallies[0])).value == tallies[0].rounds / 150
    if whole:
        assert 0.92 < covering(50, [mean(per_unit(each, MOVES)) for each in tallies]) < 0.98


@pytest.mark.parametrize("whole", [False, True])
def test_differences_on_common_deals_hold_the_truth_and_are_sharp(whole: bool) -> None:
    chance = random.Random(3)
    found, per_match, apart = [], [], []
    for _ in range(400):
        one = units(chance, 120, whole=whole)
        other = [Unit(rounds=unit.rounds, counts=list(unit.counts)) for unit in one]
        for unit in other:
            # the same, but for a move more in every second round or so
            unit.counts[MOVES] += sum(chance.random() < 0.5 for _ in range(unit.rounds))
        pairs, (a, b) = Pairs(), (tallied(one), tallied(other))
        add_pairs(one, other, [pairs])
        sums = per_round(a, MOVES), per_round(b, MOVES)
        found.append(difference(*sums, products_per_round(pairs, MOVES)))
        sums = per_unit(a, MOVES), per_unit(b, MOVES)
        per_match.append(difference(*sums, products_per_unit(*sums, pairs.counts[MOVES])))
        apart.append(mean(sums[0]))
    assert 0.92 < covering(0.5, found) < 0.98
    assert 0.92 < covering(2.5 if whole else 0.5, per_match) < 0.98
    assert width(found[0]) < 0.3 * width(apart[0])


def width(figure: Figure) -> float:
    assert figure.low is not None and figure.high is not None
    return figure.high - figure.low


def test_a_share_stays_between_none_and_all() -> None:
    never, always = (share(Sums(100, x, x, 100, 100, x)) for x in (0, 100))
    assert (never.value, never.low) == (0, 0) and never.high == pytest.approx(0.037, abs=1e-3)
    assert (always.value, always.high) == (1, 1) and always.low == pytest.approx(0.963, abs=1e-3)
    # Wilson's own figures for 15 of 50
    some = share(Sums(50, 15, 15, 50, 50, 15))
    assert (some.low, some.high) == pytest.approx((0.191, 0.438), abs=1e-3)
    parts = share(Sums(50, 15 * 840, 15 * 840**2, 50, 50, 15 * 840), 840)
    assert (parts.value, parts.low) == pytest.approx((some.value, some.low))


def pairs_of(both: int, ours: int, theirs: int, none: int) -> tuple[Sums, Sums, Products]:
    """Rounds by whether something happened in both, in ours or theirs alone, or in none."""
    n = both + ours + theirs + none
    one, other = (Sums(n, x, x, n, n, x) for x in (both + ours, both + theirs))
    return one, other, products_per_unit(one, other, both)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        # Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014), 2850: the airways
        ((1, 1, 7, 12), 0.026, 0.507),
        # where nothing was seen, what Wilson's bounds of both leave open
        ((0, 0, 0, 100), -0.037, 0.037),
        ((100, 0, 0, 0), -0.037, 0.037),
    ],
)
def test_a_difference_of_shares_is_that_of_the_textbook(
    counts: tuple[int, int, int, int], low: float, high: float
) -> None:
    found = share_difference(*pairs_of(*counts))
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-3)


def test_a_rare_difference_of_shares_holds_the_truth() -> None:
    """At shares so small that a normal distribution's interval is ±0 most of the time."""
    chance = random.Random(5)
    found, plain = [], []
    for _ in range(1000):
        counts = [0, 0, 0, 0]
        for _ in range(60):
            number = chance.random()
            counts[0 if number < 0.01 else 1 if number < 0.02 else 2 if number < 0.05 else 3] += 1
        some = pairs_of(counts[0], counts[1], counts[2], counts[3])
        found.append(share_difference(*some))
        plain.append(difference(*some))
    assert 0.93 < covering(0.02, found) <= 1
    assert covering(0.02, plain) < 0.9
    assert min(map(width, found)) > 0.05


@pytest.mark.parametrize("whole", [False, True])
def test_a_common_difference_of_shares_is_as_sharp(whole: bool) -> None:
    chance = random.Random(6)
    found, plain = [], []
    for _ in range(400):
        one = units(chance, 150, whole=whole)
        other = [Unit(rounds=unit.rounds, counts=list(unit.counts)) for unit in one]
        for unit in other:
            misses = unit.rounds - unit.counts[OUT_BY_SEAT]
            unit.counts[OUT_BY_SEAT] += sum(chance.random() < 0.2 for _ in range(misses))
        pairs, (a, b) = Pairs(), (tallied(one), tallied(other))
        add_pairs(one, other, [pairs])
        sums = per_round(a, OUT_BY_SEAT), per_round(b, OUT_BY_SEAT)
        found.append(share_difference(*sums, products_per_round(pairs, OUT_BY_SEAT)))
        plain.append(difference(*sums, products_per_round(pairs, OUT_BY_SEAT)))
    assert 0.92 < covering(0.14, found) < 0.985
    assert fmean(map(width, found)) < 1.15 * fmean(map(width, plain))


def test_parts_of_a_whole_are_shares_too() -> None:
    one, other, products = pairs_of(10, 5, 9, 26)
    parts = [Sums(50, 840 * s.x, 840**2 * s.xx, 50, 50, 840 * s.x) for s in (one, other)]
    more = products_per_unit(parts[0], parts[1], 840**2 * products.xx)
    of_parts = share_difference(parts[0], parts[1], more, 840)
    of_one = share_difference(one, other, products)
    assert (of_parts.value, of_parts.low) == pytest.approx((of_one.value, of_one.low))
    assert share_difference(Sums(1, 1, 1, 1, 1, 1), Sums(1, 0, 0, 1, 1, 0), products) == Figure(-1)


def test_too_few_for_ranks_so_far_out_tell_no_interval() -> None:
    assert quantile([1] * 550, 0.99) == Figure(544)
    assert quantile([1] * 600, 0.99) == Figure(593, 588, 599)
    assert quantile([1] * 6, 0.5) == Figure(2)
    assert quantile([1] * 8, 0.5) == Figure(3, 0, 7)


def test_one_observation_tells_no_interval() -> None:
    assert mean(Sums(1, 7, 49, 1, 1, 7)) == Figure(7)
    assert share(Sums(1, 1, 1, 1, 1, 1)) == Figure(1)
    assert Figure(7).scaled(2) == Figure(14)
    assert quantile([0, 0, 1], 0.5) == Figure(2)


def test_large_sums_lose_nothing() -> None:
    # a spread of 1/4 about a billion: nothing would be left of it in floating point
    n, about = 1_000_000, 10**9
    x, xx = n * about + n // 2, n * about**2 + n * about + n // 2
    variance = Sums(n, x, xx, n, n, x).variance
    assert variance == pytest.approx(0.25 / n, rel=1e-5)


def test_a_quantile_lies_between_those_of_the_ranks_around_it() -> None:
    found = quantile([1] * 101, 0.5)
    assert found == Figure(50, 39, 61)
    chance = random.Random(4)
    medians = []
    for _ in range(500):
        histogram = [0] * 200
        for _ in range(99):
            histogram[int(chance.random() * 200)] += 1
        medians.append(quantile(histogram, 0.5))
    assert 0.92 < covering(99.5, medians) < 0.985
