"""A round small enough to be written out whole: every deal, every card drawn, every decision.

It is the tree of the OpenSpiel game ``python_vandatta``, with what makes no difference left
out: in which order a hand is dealt, and decisions and chances that have only one way to go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import comb

from vandatta.cards import members
from vandatta.engine.alphabet import MORE, NAMING
from vandatta.engine.rules import Rules, hand_size_for
from vandatta.envs.chances import Chances, rules_without
from vandatta.envs.dealing import worth
from vandatta.envs.recall import state_text
from vandatta.envs.rounds import Round

SEATS = 2
CHANCE = -1
END = -2

Odds = tuple[float, ...]
"""How likely a seat takes each of the actions that it has, in their order."""


@dataclass(slots=True)
class Info:
    """What a seat may know when it decides: the same at all nodes where it can't tell which."""

    text: str
    """The information state, as OpenSpiel's ``information_state_string`` has it."""
    seat: int
    actions: tuple[int, ...]
    begun: Round
    """A round in which the seat is about to begin the move it is in; read it for this seat only."""
    parts: tuple[int, ...]
    """The actions of that move it has taken already."""
    history: tuple[int, ...]
    """Chances and actions that lead to one of the nodes."""
    nodes: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Tree:
    """Nodes by number, each after the one it comes from; the first is the start."""

    who: list[int] = field(default_factory=list)
    """A seat that decides, `CHANCE` or `END`."""
    info: list[int] = field(default_factory=list)
    """What that seat knows, an index of `infos`; -1 for none."""
    children: list[tuple[int, ...]] = field(default_factory=list)
    odds: list[Odds] = field(default_factory=list)
    """How likely chance takes each of the children."""
    worth: list[tuple[float, ...]] = field(default_factory=list)
    """What the end is worth to every seat."""
    infos: list[Info] = field(default_factory=list)


@dataclass(slots=True)
class _Place:
    """A round somewhere in the tree, and how it came there."""

    chances: Chances
    history: tuple[int, ...]
    begun: Chances | None = None
    """The round before the move that is being made."""
    parts: tuple[int, ...] = ()


class TooLarge(ValueError):
    """The tree has more nodes than anybody wants to wait for."""


def tree_of(rules: Rules, dealer: int | None = 0, most: int = 200_000) -> Tree:
    """The whole tree of a round for two seats.

    Args:
        rules: the rules, with limits and a pack that keep it small.
        dealer: who deals; None: drawn by lot.
        most: no more nodes than these are made.

    Raises:
        TooLarge: there would be more.
    """
    cards, size = rules.pack.bit_count(), hand_size_for(rules, SEATS)
    if comb(cards, size) * comb(cards - size, size) > most:
        raise TooLarge(f"there are more than {most} deals")
    return _Builder(rules, dealer, most).build()


class _Builder:
    def __init__(self, rules: Rules, dealer: int | None, most: int) -> None:
        self._start = Chances(rules, rules_without(rules), SEATS, dealer)
        self._most = most
        self._tree = Tree()
        self._numbers: dict[str, int] = {}

    def build(self) -> Tree:
        deals = list(_deals(_Place(self._start, ())))
        self._node(CHANCE)
        self._tree.odds[0] = tuple(odds for odds, _ in deals)
        todo = [(place, 0) for _, place in reversed(deals)]
        children: dict[int, list[int]] = {0: []}
        while todo:
            place, parent = todo.pop()
            ways = _forced(place)
            node = self._add(place, ways)
            children[parent].append(node)
            if ways:
                children[node] = []
                todo += [(_next(place, way), node) for way in reversed(ways)]
        for node, found in children.items():
            self._tree.children[node] = tuple(found)
        return self._tree

    def _node(self, who: int) -> int:
        tree = self._tree
        if len(tree.who) == self._most:
            raise TooLarge(f"the tree has more than {self._most} nodes")
        tree.who.append(who)
        tree.info.append(-1)
        tree.children.append(())
        tree.odds.append(())
        tree.worth.append(())
        return len(tree.who) - 1

    def _add(self, place: _Place, ways: Sequence[int]) -> int:
        """A node for ``place``, whence ``ways`` lead."""
        chances, tree = place.chances, self._tree
        if chances.waits:
            node = self._node(CHANCE)
            tree.odds[node] = tuple(odds for _, odds in chances.outcomes())
            return node
        game = chances.game()
        if not ways:
            node = self._node(END)
            tree.worth[node] = tuple(worth(game.points(), "edge"))
            return node
        node = self._node(game.seat)
        text = state_text(game.seat, game.heard(game.seat), game.question)
        number = self._numbers.setdefault(text, len(tree.infos))
        if number == len(tree.infos):
            begun = (place.begun or chances).game()
            info = Info(text, game.seat, tuple(ways), begun, place.parts, place.history)
            tree.infos.append(info)
        tree.info[node] = number
        tree.infos[number].nodes.append(node)
        return node


def _deals(start: _Place) -> Iterator[tuple[float, _Place]]:
    """Every deal once, whatever the order in which the hands got their cards."""
    level = [(1.0, start)]
    while level[0][1].chances.undealt and len(level[0][1].chances.got) < start.chances.hands:
        found: dict[object, tuple[float, _Place]] = {}
        for odds, place in level:
            for way, likely in place.chances.outcomes():
                after = _next(place, way)
                cards = sorted((got.seat, got.card) for got in after.chances.got)
                key = (after.chances.dealer, tuple(cards))
                before, same = found.get(key, (0.0, after))
                found[key] = (before + odds * likely, same)
        level = list(found.values())
    yield from level


def _forced(place: _Place) -> list[int]:
    """Go on with ``place`` as long as there is one way only; then, which ways there are."""
    while len(ways := _ways(place.chances)) == 1:
        after = _next(place, ways[0])
        place.chances, place.history = after.chances, after.history
        place.begun, place.parts = after.begun, after.parts
    return ways


def _ways(chances: Chances) -> list[int]:
    if chances.waits:
        return [way for way, _ in chances.outcomes()]
    return members(chances.game().actions())


def _next(place: _Place, way: int) -> _Place:
    """The round after a chance or an action."""
    before = place.chances
    after = _Place(before.copy(), (*place.history, way), place.begun, place.parts)
    if before.waits:
        after.chances.chance(way)
        return after
    after.chances.act(way)
    if not after.chances.waits and after.chances.game().s.phase in (NAMING, MORE):
        after.begun, after.parts = place.begun or before, (*place.parts, way)
    else:
        after.begun, after.parts = None, ()
    return after


def reaches(
    tree: Tree, seat: int, choose: Callable[[Info], Odds]
) -> tuple[list[float], list[Odds]]:
    """How far a seat lets a round get, if the others and chance do all for it.

    Args:
        tree: the tree.
        seat: whose choices count.
        choose: how likely it takes each action; asked once for each thing it may know, and
            only where it gets.

    Returns:
        For each node, the product of the seat's own odds on the way there; and for each of
        `Tree.infos` of this seat its odds, or nothing where it never gets.
    """
    found = [0.0] * len(tree.who)
    chosen: list[Odds] = [()] * len(tree.infos)
    found[0] = 1.0
    for node, children in enumerate(tree.children):
        reach = found[node]
        if reach == 0.0:
            continue
        if tree.who[node] != seat:
            for child in children:
                found[child] = reach
            continue
        number = tree.info[node]
        if not chosen[number]:
            chosen[number] = choose(tree.infos[number])
        for child, odds in zip(children, chosen[number], strict=True):
            found[child] = reach * odds
    return found, chosen


def best_response(tree: Tree, seat: int, others: Sequence[Odds]) -> float:
    """What a round is worth to a seat that knows how the other plays, and makes the best of it.

    Args:
        tree: the tree.
        seat: whose worth.
        others: for each of `Tree.infos` of the other seat, how likely it takes each action;
            empty where it never gets.
    """
    return _Best(tree, seat, others).value(0)


class _Best:
    """The best response of a seat; exact, since it remembers all that it ever knew."""

    def __init__(self, tree: Tree, seat: int, others: Sequence[Odds]) -> None:
        self._tree, self._seat, self._others = tree, seat, others
        self._values: dict[int, float] = {}
        self._best: dict[int, int] = {}
        self._reach = [0.0] * len(tree.who)
        self._reach[0] = 1.0
        for node, children in enumerate(tree.children):
            for child, odds in zip(children, self._ways(node), strict=True):
                self._reach[child] = self._reach[node] * odds

    def _ways(self, node: int) -> Iterable[float]:
        """How likely each child is, the seat's own choices aside."""
        tree = self._tree
        many = len(tree.children[node])
        if tree.who[node] == CHANCE:
            return tree.odds[node]
        if tree.who[node] == self._seat:
            return (1.0,) * many
        if not many:
            return ()
        return self._others[tree.info[node]] or (0.0,) * many

    def value(self, node: int) -> float:
        """What a node is worth; nothing where the others never get."""
        if self._reach[node] == 0.0:
            return 0.0
        if node not in self._values:
            self._values[node] = self._valued(node)
        return self._values[node]

    def _valued(self, node: int) -> float:
        tree = self._tree
        children = tree.children[node]
        if not children:
            return tree.worth[node][self._seat]
        if tree.who[node] == self._seat:
            return self.value(children[self._choice(tree.info[node])])
        ways = zip(self._ways(node), children, strict=True)
        return sum(odds * self.value(child) for odds, child in ways)

    def _choice(self, number: int) -> int:
        """The best action, as far as the seat can tell at which of the nodes it is."""
        if number not in self._best:
            nodes = [n for n in self._tree.infos[number].nodes if self._reach[n] > 0.0]
            worths = [
                sum(self._reach[n] * self.value(self._tree.children[n][way]) for n in nodes)
                for way in range(len(self._tree.infos[number].actions))
            ]
            self._best[number] = worths.index(max(worths))
        return self._best[number]
