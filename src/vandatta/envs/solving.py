"""Perfect play of a round small enough to be written out, by counterfactual regret (CFR+)."""

from __future__ import annotations

from vandatta.envs.tree import CHANCE, SEATS, Odds, Tree

ROUNDS = 100
"""Enough for the yardstick's round: what then can be won is less than a hundredth of a point."""


def solve(tree: Tree, rounds: int = ROUNDS) -> list[Odds]:
    """How to play so that nobody wins anything by knowing it, nearly.

    Args:
        tree: the round.
        rounds: how often the play is bettered; the more, the nearer.

    Returns:
        For each of `Tree.infos`, how likely each action is.
    """
    solver = _Solver(tree)
    for number in range(1, rounds + 1):
        for seat in range(SEATS):
            solver.better(seat, number)
    return [_shares(each) for each in solver.sums]


def _shares(weights: list[float]) -> Odds:
    total = sum(weights)
    many = len(weights)
    return tuple(each / total for each in weights) if total > 0.0 else (1 / many,) * many


class _Solver:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._regrets = [[0.0] * len(info.actions) for info in tree.infos]
        self.sums = [[0.0] * len(info.actions) for info in tree.infos]
        """Each action's odds over all times, later ones counting more."""

    def better(self, seat: int, weight: int) -> None:
        """Let one seat learn from how the other plays now."""
        plays = [_shares(each) for each in self._regrets]
        values = self._values(seat, plays)
        own, others = self._reaches(seat, plays)
        tree = self._tree
        for number, info in enumerate(tree.infos):
            if info.seat != seat:
                continue
            regrets, sums, odds = self._regrets[number], self.sums[number], plays[number]
            for node in info.nodes:
                for way, child in enumerate(tree.children[node]):
                    regrets[way] += others[node] * (values[child] - values[node])
            # what was bad so far is forgotten as soon as it turns out well
            self._regrets[number] = [max(each, 0.0) for each in regrets]
            # who remembers all gets to each of the nodes as often
            reach = weight * own[info.nodes[0]]
            for way, each in enumerate(odds):
                sums[way] += reach * each

    def _values(self, seat: int, plays: list[Odds]) -> list[float]:
        """What each node is worth to a seat if both play so."""
        tree = self._tree
        found = [each[seat] if each else 0.0 for each in tree.worth]
        for node in reversed(range(len(found))):
            children = tree.children[node]
            if children:
                odds = tree.odds[node] if tree.who[node] == CHANCE else plays[tree.info[node]]
                found[node] = sum(o * found[c] for o, c in zip(odds, children, strict=True))
        return found

    def _reaches(self, seat: int, plays: list[Odds]) -> tuple[list[float], list[float]]:
        """How likely each node is by the seat's own choices, and by all else."""
        tree = self._tree
        own, others = [1.0] * len(tree.who), [1.0] * len(tree.who)
        for node, children in enumerate(tree.children):
            who = tree.who[node]
            odds = tree.odds[node] if who == CHANCE else plays[tree.info[node]]
            for child, each in zip(children, odds, strict=False):
                own[child] = own[node] * (each if who == seat else 1.0)
                others[child] = others[node] * (1.0 if who == seat else each)
        return own, others
