"""The compiled rules on one core, beside OpenSpiel's crazy_eights in C++ and from Python.

An action is a decision of a player: a lay, a named suit, a draw, a pass. OpenSpiel's chance nodes
(each card dealt or drawn) are not counted, and its C++ rollouts start from a dealt state, while
ours deal every round. Peers are measured in the same run, turn and turn about, each several times:
medians, and the ratio of medians of pairs.

- Random rounds: our preset ``openspiel``, which is OpenSpiel's game, with as many seats.
- Eager rounds: svensk, everyone laying when that is allowed and calling lappen, beside OpenSpiel's
  random games.
- Imagined rounds (what a seat can't see dealt anew, then played out at random), beside three
  searches of OpenSpiel's, a simulation of which is such a round: ISMCTS in C++, which needs a
  game with a resampler and so plays hearts (of 52 cards laid and 12 passed, always); MCTS in C++
  on crazy_eights, which has none, so that it sees all cards and deals nothing anew; and ISMCTS in
  Python on crazy_eights, with a resampler here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from vandatta import compiled
from vandatta.engine.copying import assign
from vandatta.engine.playouts import Round, any_rounds, deal_number, eager_rounds, seated
from vandatta.engine.rollouts import rollouts
from vandatta.engine.state import State
from vandatta.options import rules_from

MOST = 4000
COPY = 60
"""A copy of a state should take fewer nanoseconds."""
CPP, PYTHON, EAGER, ISMCTS = 8.0, 35.0, 12.0, 15.0
"""So many times as fast we want to be: at random actions as OpenSpiel's C++ and as its game from
Python, at eager rounds as its games, at imagined rounds as its search."""
Measure = Callable[[int], float]
"""A measurement, given its number: how many a second of processor time."""
Peer = tuple[Measure, float | None]
"""Somebody to measure against, and the goal: so many times as fast; None if there is none."""


def timed(what: Callable[[], Any]) -> float:
    """Seconds of processor time."""
    start = process_time()
    what()
    return process_time() - start


def copies(states: Any, many: int) -> None:
    """Copy a state to and fro."""
    for number in range(many):
        assign(states[number & 1], states[1 - (number & 1)])


# --- ours


class Ours:
    """The loops compiled."""

    def __init__(self) -> None:
        self.words = np.zeros(4, np.int64)
        self.any_rounds = compiled.function(any_rounds)
        self.eager_rounds = compiled.function(eager_rounds)
        self.rollouts = compiled.function(rollouts)
        self.copies = compiled.function(copies)

    def compile(self) -> float:
        """Seconds until all of it has run once."""
        table, two = self.table("svensk", 4), self.dealt("svensk", 4)
        start = process_time()
        self.any_rounds(table, self.words, 0, 0, 1, MOST)
        self.eager_rounds(table, self.words, 0, 0, MOST, compiled.blank(Round, 1))
        self.rollouts(two, 0, self.words, 1, MOST, np.zeros(8, np.int64))
        self.copies(two, 1)
        return process_time() - start

    def table(self, rules: object, seats: int) -> Any:
        return compiled.records([seated(rules_from(rules), seats)])

    def dealt(self, rules: object, seats: int) -> Any:
        """A dealt round and a state to play on."""
        s = seated(rules_from(rules), seats)
        deal_number(s, [0] * 4, 1, 1)
        return compiled.records([s, State()])

    def actions(self, rules: object, seats: int, rounds: int) -> Measure:
        table = self.table(rules, seats)

        def measure(number: int) -> float:
            start = process_time()
            actions = self.any_rounds(table, self.words, number, 0, rounds, MOST)
            return float(actions / (process_time() - start))

        return measure

    def eager(self, seats: int, rounds: int) -> tuple[Measure, float]:
        """Rounds a second, and how many actions one has."""
        table, rows = self.table("svensk", seats), compiled.blank(Round, rounds)

        def measure(number: int) -> float:
            seconds = timed(lambda: self.eager_rounds(table, self.words, number, 0, MOST, rows))
            return rounds / seconds

        measure(0)
        return measure, float(rows.actions.mean())

    def imagined(self, rules: object, seats: int, many: int) -> tuple[Measure, float]:
        """Imagined rounds a second, and how many actions one has."""
        states, points = self.dealt(rules, seats), np.zeros(8, np.int64)

        def play() -> int:
            return int(self.rollouts(states, states[0].turn, self.words, many, MOST, points))

        return lambda _: many / timed(play), play() / many


# --- OpenSpiel


class Spiel:
    """OpenSpiel's games, each at a dealt state."""

    def __init__(self) -> None:
        self.spiel = import_module("pyspiel")
        self.chance = Random(1)

    def dealt(self, game: Any) -> Any:
        """A state that leaves a choice: without one a search does not begin."""
        while True:
            state = game.new_initial_state()
            while state.is_chance_node():
                self.by_chance(state)
            if len(state.legal_actions()) > 1:
                return state

    def by_chance(self, state: Any) -> None:
        outcomes = state.chance_outcomes()
        # of one pack, every card is as likely
        state.apply_action(outcomes[int(self.chance.random() * len(outcomes))][0])

    def play(self, state: Any) -> int:
        """Play on at random, from Python; how many decisions that took."""
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                self.by_chance(state)
            else:
                some = state.legal_actions()
                state.apply_action(some[int(self.chance.random() * len(some))])
                actions += 1
        return actions

    def length(self, name: str) -> float:
        """Decisions of a random game."""
        game = self.spiel.load_game(name)
        return sum(self.play(self.dealt(game)) for _ in range(500)) / 500

    def search(self, game: Any, simulations: int, each: int) -> float:
        """Seconds for a search by MCTS in C++ with so many rollouts a simulation."""
        state = self.dealt(game)
        evaluator = self.spiel.RandomRolloutEvaluator(each, self.chance.getrandbits(30))
        seed = self.chance.getrandbits(30)
        bot = self.spiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, seed, False)
        return timed(lambda: bot.mcts_search(state))

    def games(self, name: str, rollouts: int = 5000) -> Measure:
        game = self.spiel.load_game(name)
        return lambda _: rollouts / self.search(game, 1, rollouts)

    def simulations(self, name: str, many: int = 2000) -> Measure:
        game = self.spiel.load_game(name)
        return lambda _: many / self.search(game, many, 1)

    def from_python(self, name: str, games: int = 40) -> Measure:
        game = self.spiel.load_game(name)

        def measure(_: int) -> float:
            start = process_time()
            actions = sum(self.play(game.new_initial_state()) for _ in range(games))
            return actions / (process_time() - start)

        return measure

    def information_set(self, name: str, many: int = 1000) -> Measure:
        game = self.spiel.load_game(name)

        def measure(number: int) -> float:
            evaluator = self.spiel.RandomRolloutEvaluator(1, number)
            bot, state = self.spiel.ISMCTSBot(number, evaluator, 2.0, many), self.dealt(game)
            return many / timed(lambda: bot.step(state))

        return measure

    def in_python(self, name: str, many: int = 60) -> Measure:
        game = self.spiel.load_game(name)
        ismcts = import_module("open_spiel.python.algorithms.ismcts")
        mcts = import_module("open_spiel.python.algorithms.mcts")

        def measure(number: int) -> float:
            chance = np.random.RandomState(number)
            evaluator = mcts.RandomRolloutEvaluator(1, chance)
            bot = ismcts.ISMCTSBot(
                game,
                evaluator,
                2.0,
                many,
                random_state=chance,
                use_observation_string=True,
                allow_inconsistent_action_sets=True,
            )
            bot.set_resampler(self.resampled)
            state = self.dealt(game)
            return many / timed(lambda: bot.step(state))

        return measure

    def resampled(self, state: Any, seat: int) -> Any:
        """A freshly dealt state of crazy_eights, but for this seat's hand and the top card."""
        dealer, *cards, top = state.history()
        seats = state.num_players()
        mine = [card for k, card in enumerate(cards) if (dealer + 1 + k) % seats == seat]
        rest = [card for card in range(52) if card not in {*mine, top}]
        self.chance.shuffle(rest)
        found = state.get_game().new_initial_state()
        found.apply_action(dealer)
        for k in range(len(cards)):
            own = (dealer + 1 + k) % seats == seat
            found.apply_action(mine.pop(0) if own else rest.pop())
        found.apply_action(top)
        return found


# --- the table


def row(what: str, mine: Measure, peers: dict[str, Peer], repeats: int) -> None:
    """Measure in turn, so that a slow moment of the machine meets all, and print."""
    found: dict[str, list[float]] = {"": [], **{name: [] for name in peers}}
    for number in range(repeats):
        found[""].append(mine(number))
        for name, (peer, _) in peers.items():
            found[name].append(peer(number))
    print(f"{what:62}{median(found['']):13,.0f} /s")
    for name, (_, goal) in peers.items():
        ratio = median(a / b for a, b in zip(found[""], found[name], strict=True))
        aimed = "" if goal is None else beside(f"{goal:g} x", ratio >= goal)
        print(f"  {name:60}{median(found[name]):13,.0f} /s {ratio:10.1f} x{aimed}")


def beside(goal: str, reached: bool) -> str:
    """A goal, to stand beside what was measured."""
    return f"  goal {goal}, {'reached' if reached else 'MISSED'}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=9)
    repeats = parser.parse_args().repeats
    ours = Ours()
    print(f"ready after {ours.compile():.1f} s of processor time (seconds more if not yet kept)")
    two = ours.dealt("svensk", 4)
    nanoseconds = median(timed(lambda: ours.copies(two, 10**6)) for _ in range(repeats)) * 1000
    aimed = beside(f"below {COPY} ns", nanoseconds < COPY)
    print(f"{'copy of a state':62}{nanoseconds:13,.0f} ns{aimed}")
    try:
        spiel = Spiel()
    except ImportError:
        print("OpenSpiel is not installed: `pip install open_spiel`, or run `make bench`.")
        return
    for seats in (2, 4):
        game = f"crazy_eights(players={seats})"
        length = spiel.length(game)
        games = spiel.games(game)

        def decisions(number: int, games: Measure = games, length: float = length) -> float:
            return games(number) * length

        peers: dict[str, Peer] = {
            f"OpenSpiel's C++ rollouts, {length:.0f} actions each": (decisions, CPP),
            "OpenSpiel's game from Python": (spiel.from_python(game), PYTHON),
        }
        what = f"random actions, openspiel, {seats} seats"
        row(what, ours.actions("openspiel", seats, 5000), peers, repeats)
    renewed = "crazy_eights(players=4,reshuffle=true)"
    longer = spiel.length(renewed)
    eager, actions = ours.eager(4, 5000)
    peers = {
        f"OpenSpiel's C++ games, {longer:.0f} actions each": (spiel.games(renewed), EAGER),
        f"the same without renewing the stock, {length:.0f} actions each": (games, None),
    }
    row(f"eager rounds, svensk, 4 seats, {actions:.0f} actions each", eager, peers, repeats)
    imagined, actions = ours.imagined({"base": "openspiel", "reshuffles": -1}, 4, 5000)
    peers = {
        "OpenSpiel's C++ ISMCTS, hearts, 64 actions each": (
            spiel.information_set("hearts"),
            ISMCTS,
        ),
        f"OpenSpiel's C++ MCTS, {longer:.0f} actions each": (spiel.simulations(renewed), None),
        f"OpenSpiel's Python ISMCTS, {longer:.0f} actions each": (spiel.in_python(renewed), None),
    }
    what = f"imagined rounds, openspiel renewed, 4 seats, {actions:.0f} actions each"
    row(what, imagined, peers, repeats)
    imagined, actions = ours.imagined("svensk", 4, 5000)
    row(f"imagined rounds, svensk, 4 seats, {actions:.0f} actions each", imagined, {}, repeats)


if __name__ == "__main__":
    main()
