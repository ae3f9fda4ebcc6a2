"""The engine's own small random generator: sfc32.

Four 32-bit words, and no step passes 2**53, so the same lines are right for
Python's ints, for 64-bit ints and for JavaScript's numbers. The seed comes from
the caller.
"""

from __future__ import annotations

from vandatta.engine.mark import rule

M32 = 0xFFFFFFFF


def seed(rng: list[int], value: int) -> None:
    """Start ``rng`` (four words, changed in place) from ``value``, below 2**96."""
    if not 0 <= value < 1 << 96:
        raise ValueError("a seed is a whole number from 0 to 2**96 - 1")
    seed_words(rng, value & M32, value >> 32 & M32, value >> 64)


@rule
def seed_words(rng: list[int], low: int, middle: int, high: int) -> None:
    """Start ``rng`` from the three words of a seed."""
    rng[0] = low
    rng[1] = middle
    rng[2] = high
    rng[3] = 1
    for _ in range(12):
        next32(rng)


@rule
def next32(rng: list[int]) -> int:
    """The next 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    result = (a + b + counter) & M32
    rng[3] = (counter + 1) & M32
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + ((c << 3) & M32)) & M32
    rng[2] = ((((c << 21) & M32) | (c >> 11)) + result) & M32
    return result


@rule
def below(rng: list[int], n: int) -> int:
    """A random number from 0 to ``n - 1``, each as likely, for ``n`` up to 2**16."""
    value = next32(rng)
    if value > M32 - n:
        # the highest few would make some numbers likelier than others
        usable = (1 << 32) - (1 << 32) % n
        while value >= usable:
            value = next32(rng)
    return value % n


@rule
def one_of(rng: list[int], n: int) -> int:
    """Another way to what `below` gives, without a division, for loops that play millions.

    Recorded games were shuffled by `below`, and need the numbers that it gives.
    """
    product = next32(rng) * n
    if product & M32 < n:
        # the lowest few would make some numbers likelier than others
        unfair = (1 << 32) % n
        while product & M32 < unfair:
            product = next32(rng) * n
    return product >> 32
