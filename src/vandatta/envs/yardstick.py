"""A yardstick for players: a round so small that the best answer to a player is known exactly.

Two seats, two cards each, six cards in the pack, six turns at the most; laying, naming suits,
drawing and aces are as the rules have them, and the engine is that of all rounds. A player's
*exploitability* is how many points a round an opponent wins from it that knows exactly how it
plays, the mean of both seats. Nobody can play so that it is less than 0, and who plays perfectly
is at 0.

    from vandatta.envs.yardstick import Yardstick

    print(Yardstick().exploitability("regular"))

It needs no library. The round is OpenSpiel's ``python_vandatta`` as `Yardstick.game` has it, so
that a policy trained there can be measured here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any, Protocol, cast

from vandatta.envs.dealing import rules_of, short, whole, with_pack
from vandatta.envs.opponents import Opponent, levels_of, play
from vandatta.envs.recall import state_text
from vandatta.envs.rounds import Round
from vandatta.envs.solving import solve
from vandatta.envs.tree import SEATS, Info, Odds, Tree, best_response, reaches, tree_of
from vandatta.players import LEVELS, Level
from vandatta.view import View

RULES = "svensk-la0-dl1-rs0-tl6-hs2"
PACK = "7s8sAs7h9hAh"
SAMPLES = 32
"""Moves asked of a player each time it decides, each with a generator of its own, which depends
on the information state alone: the same player gets the same figure. Who draws lots is measured
as its answers came out, which moves its figure by a tenth of a point or so."""

SLACK = 1e-3
"""How far the odds of a policy may be from 1 together: some count with few digits."""

NAMED = ("uniform", *LEVELS, "solved")
"""Players that are measured by their names."""
QUICK = tuple(name for name in NAMED if name not in LEVELS or not LEVELS[name].guesses)
"""Those measured unless others are asked for: a level that searches, asked for some
thirty moves in each of six hundred situations, needs a quarter of an hour and more."""

Chooser = Callable[[Info], Odds]
"""How likely each action is, from what a seat may know."""


class NoOdds(ValueError):
    """An OpenSpiel policy does not tell how likely each action is.

    Attributes:
        answer: what it says instead, shortened.
    """

    def __init__(self, answer: object) -> None:
        self.answer = short(answer)
        super().__init__(
            f"a policy tells how likely each action is, together 1, and not {self.answer}"
        )


class Policy(Protocol):
    """An OpenSpiel policy."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """How likely each action is."""


Player = Opponent | Policy
"""One of `NAMED`: a level's key, ``uniform`` (every action as likely) or ``solved`` (perfect play,
nearly); or a level, a function from a view and a generator to a move, or an OpenSpiel policy."""


class Yardstick:
    """A small round for two, and what players are worth in it.

    Args:
        rules: a preset's name or a rules id, with limits that keep the round small.
        pack: the cards of the pack; none: the rules' own.
        samples: how often a player is asked each time it decides.

    Raises:
        vandatta.options.OptionsError: no such rules, or not for two and so few cards.
        ValueError: the pack or the number of samples can't be what it is.
    """

    def __init__(self, rules: str = RULES, pack: str = PACK, samples: int = SAMPLES) -> None:
        self.rules_id, full = rules_of(rules, SEATS)
        self.rules = with_pack(full, SEATS, pack)
        self.pack = pack
        self.samples = whole(samples, "samples", least=1)
        parts = f"rules={self.rules_id},pack={pack},players={SEATS},dealer=0,reward=edge"
        self.game = f"python_vandatta({parts})"
        """The game to load from OpenSpiel, to train on it or to solve it there."""

    @cached_property
    def tree(self) -> Tree:
        """The round written out.

        Raises:
            vandatta.envs.tree.TooLarge: it is too large for that.
        """
        return tree_of(self.rules)

    def exploitability(self, player: Player) -> float:
        """Points a round that the best opponent wins from a player, the mean of both seats.

        Raises:
            vandatta.envs.IllegalAction: the player chose a move that may not be made.
            NoOdds: it is a policy, and does not tell how likely each action is.
            ValueError: no such player.
        """
        return sum(self.best_responses(player)) / SEATS

    def best_responses(self, player: Player) -> tuple[float, ...]:
        """What the best opponent wins from a player, in seat 0 and in seat 1."""
        choose = self.chooser(player)
        return tuple(
            best_response(self.tree, seat, reaches(self.tree, 1 - seat, choose)[1])
            for seat in range(SEATS)
        )

    def chooser(self, player: Player) -> Chooser:
        """How a player chooses, as odds."""
        if isinstance(player, str) and player == "uniform":
            return uniform
        if isinstance(player, str) and player == "solved":
            return self._solved
        if hasattr(player, "action_probabilities"):
            return self._of_policy(player)
        (level,) = levels_of(player, SEATS)
        return Sampled(level, self.samples)

    @cached_property
    def _solved(self) -> Chooser:
        odds = solve(self.tree)
        found = {info.text: odds[number] for number, info in enumerate(self.tree.infos)}
        return lambda info: found[info.text]

    def _of_policy(self, policy: Policy) -> Chooser:
        # it says itself what is missing
        from vandatta.envs.openspiel import load

        game = load(self.game)

        def choose(info: Info) -> Odds:
            state = game.new_initial_state()
            for action in info.history:
                state.apply_action(action)
            found = policy.action_probabilities(state, info.seat)
            try:
                odds = tuple(float(found.get(action, 0.0)) for action in info.actions)
            except (AttributeError, TypeError, ValueError):
                raise NoOdds(found) from None
            if not (all(each >= 0 for each in odds) and abs(sum(odds) - 1) < SLACK):
                raise NoOdds(found)
            return odds

        return choose


def uniform(info: Info) -> Odds:
    """Every action as likely."""
    many = len(info.actions)
    return (1 / many,) * many


class Sampled:
    """The odds of a computer player, from asking it again and again.

    Args:
        level: who is asked. It gets the view of its seat, and nothing else.
        samples: how often.
    """

    def __init__(self, level: Level, samples: int) -> None:
        self._level, self._samples = level, samples
        self._answers: dict[str, Counter[tuple[int, ...]]] = {}

    def __call__(self, info: Info) -> Odds:
        """How likely each action is: the share of the answers that go on so."""
        counts = [0] * len(info.actions)
        done = len(info.parts)
        for answer, many in self._asked(info.begun).items():
            if answer[:done] == info.parts and len(answer) > done:
                counts[info.actions.index(answer[done])] += many
        total = sum(counts)
        # a move that it never begins, it need not know how to end
        return tuple(each / total for each in counts) if total else uniform(info)

    def _asked(self, game: Round) -> Counter[tuple[int, ...]]:
        text = state_text(game.seat, game.heard(game.seat), game.question)
        if text not in self._answers:
            asked = _Asked(game)
            lots = (Random(f"{number} {text}") for number in range(self._samples))
            self._answers[text] = Counter(asked.answer(self._level, luck) for luck in lots)
        return self._answers[text]


class _Asked:
    """A round in which a move is only said, and not made: as much of one as `play` needs."""

    def __init__(self, game: Round) -> None:
        self._game = game
        self._view = game.view(game.seat)
        self._said: list[int] = []
        self.seat = game.seat
        self.question = game.question
        self.over = False
        self.actions = game.actions
        self.parts = game.parts

    def answer(self, level: Level, luck: Random) -> tuple[int, ...]:
        """The actions of the level's whole move, or of its call."""
        self._said.clear()
        play(cast("Round", self), level, luck)
        return tuple(self._said)

    def view(self, seat: int) -> View:
        """What the seat that is asked sees; nobody else is."""
        assert seat == self.seat  # noqa: S101 - `play` asks for the view of who decides
        return self._view

    def act(self, action: int) -> None:
        """Note what is said."""
        self._said.append(action)
