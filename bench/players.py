"""How often the regular player comes first against beginners, under each preset's rules.

Every deal is played once from each chair, so that luck of the cards and of the
chair falls out; a deal is one observation, and the interval is over deals. Rounds
are first places of single rounds; matches are played to their end. "Cards alone"
lets everybody call the last card; "as at the table" lets each level forget and
notice as it does.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev

from vandatta.events import RoundOver
from vandatta.options import PRESETS
from vandatta.players import LEVELS, Level, forgotten, will_call, will_notice
from vandatta.table import Seat, Table


def opened(levels: Sequence[Level], rules: object) -> Table:
    """A table for these players."""
    table = Table()
    table.apply(table.opening([Seat(level.key, level.key) for level in levels], rules))
    return table


def play(table: Table, levels: Sequence[Level], rng: Random, attentive: bool) -> RoundOver:
    """Deal a round and play it; the same chance always gives the same cards."""
    deck = list(table.pack())
    rng.shuffle(deck)
    events = table.apply(table.deal(deck, rng.getrandbits(64)))
    while (seat := table.in_turn()) is not None:
        move = levels[seat].choose(table.view(seat), rng)
        events = table.apply(table.move(seat, move))
        if table.why_not(seat, "!") is None:
            calling(table, levels, seat, rng, attentive)
    return next(event for event in events if isinstance(event, RoundOver))


def play_round(
    levels: Sequence[Level], seed: int, attentive: bool, rules: object = "svensk"
) -> RoundOver:
    """Play one round; the same seed always gives the same cards."""
    return play(opened(levels, rules), levels, Random(seed), attentive)


def play_match(levels: Sequence[Level], seed: int, rules: object) -> tuple[int, ...]:
    """Play a match in which everybody calls.

    Returns:
        Who won it.
    """
    table, rng = opened(levels, rules), Random(seed)
    while table.phase_of_match != "over":
        play(table, levels, rng, attentive=True)
    return table.view(0).winners


def calling(table: Table, levels: Sequence[Level], seat: int, rng: Random, attentive: bool) -> None:
    """Let ``seat`` call its last card, or forget and perhaps be caught."""
    if attentive or will_call(levels[seat], rng):
        table.apply(table.move(seat, "!"))
        return
    for other, level in enumerate(levels):
        if seat in forgotten(table.view(other)) and will_notice(level, rng):
            table.apply(table.move(other, f"?{seat}"))
            return


def chairs(seats: int) -> list[list[Level]]:
    """One regular among beginners, in every chair."""
    return [
        [LEVELS["regular" if seat == chair else "beginner"] for seat in range(seats)]
        for chair in range(seats)
    ]


def compare(
    seats: int, deals: int, attentive: bool, seed: int = 0, rules: object = "svensk"
) -> tuple[list[float], float]:
    """Play rounds of one regular against beginners.

    Returns:
        The share of rounds the regular came first in, a deal (nobody did: a share of one);
        and its points a round as a share of a beginner's.
    """
    shares = []
    regular_points = beginner_points = 0
    for deal in range(deals):
        won = 0.0
        for chair, levels in enumerate(chairs(seats)):
            over = play_round(levels, seed * 1_000_003 + deal, attentive, rules)
            won += 1 / seats if over.out is None else over.out == chair
            regular_points += over.points[chair]
            beginner_points += sum(over.points) - over.points[chair]
        shares.append(won / seats)
    return shares, regular_points * (seats - 1) / max(beginner_points, 1)


def compare_matches(seats: int, matches: int, rules: object, seed: int = 0) -> list[float]:
    """Play matches of one regular against beginners, each once from every chair.

    Returns:
        The share of them the regular won; a shared win counts as its part.
    """
    shares = []
    for number in range(matches):
        won = 0.0
        for chair, levels in enumerate(chairs(seats)):
            winners = play_match(levels, seed * 1_000_003 + number, rules)
            won += (chair in winners) / len(winners)
        shares.append(won / seats)
    return shares


def percent(shares: Sequence[float]) -> str:
    """The mean, with its 95 % interval."""
    return f"{fmean(shares):6.1%} ± {1.96 * stdev(shares) / len(shares) ** 0.5:4.1%}"


def main() -> None:
    """Print a line a preset, and for the Swedish rules a line a number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", nargs="*", default=list(PRESETS))
    args = parser.parse_args()
    print("one regular against one beginner, everybody calls: first places")
    for rules in args.rules:
        shares, points = compare(2, args.deals, True, args.seed, rules)
        matches = percent(compare_matches(2, args.matches, rules, args.seed))
        print(
            f"  {rules:13} rounds {percent(shares)}   matches {matches}"
            f"   points a round {points:.2f} of the beginner's",
            flush=True,
        )
    print("one regular among beginners, svensk, as at the table: rounds won")
    for seats in (2, 3, 4):
        shares, points = compare(seats, args.deals // 2, False, args.seed)
        print(f"  {seats} seats {percent(shares)}  (par {1 / seats:.1%}), points {points:.2f}")


if __name__ == "__main__":
    main()
