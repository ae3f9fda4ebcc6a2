"""Train a computer player, measure it, and save it so that it can sit down at a table.

    python3 -m venv ~/vandatta-rl && ~/vandatta-rl/bin/pip install '.[rl]'
    ~/vandatta-rl/bin/python examples/train.py --seats 4 --minutes 5 --save policy.npz
    ~/vandatta-rl/bin/vandatta play --policy policy.npz

A small network learns by MaskablePPO of sb3-contrib, at one seat of many tables at once
(`vandatta.envs.batched`), against the player ``careful`` at all other seats. Then it is measured:
how often it comes first in a round, against players that lay whatever fits (``eager``) and against
the level *regular* of the game.

This is what it says after five minutes on a machine with two cores, of which it needs one:

    trained in 5.1 minutes, saved as policy.npz
    against 3 eager: first in 36.6 ± 0.9 % of 10,000 rounds (as good as they: 25 %)
    against 3 careful: first in 22.9 ± 0.8 % of 10,000 rounds (as good as they: 25 %)
    against 3 regular: first in 24.6 ± 2.6 % of 1,000 rounds (as good as they: 25 %)
    all of it in 5.5 minutes
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from vandatta.envs.actions import ACTIONS
from vandatta.envs.batched import BatchedEnv
from vandatta.envs.dealing import deal, rules_of
from vandatta.envs.learned import Policy, level
from vandatta.envs.opponents import play
from vandatta.players import LEVELS

WORTH = 1 / 40
"""What a point is worth: rewards are best near 1."""
EACH = 1000
"""Rounds measured against *regular*, which thinks in Python; ten times as many against eager."""


class Tables(VecEnv):  # type: ignore[misc, unused-ignore]
    """The batched environment as Stable-Baselines3 wants it: one seat, the others are played."""

    def __init__(self, game: BatchedEnv) -> None:
        self.game = game
        seen = spaces.Box(0.0, 1.0, (game.layout.size,), np.float32)
        super().__init__(game.tables, seen, spaces.Discrete(ACTIONS))
        self._actions: Any = None
        self._nothing: list[dict[str, Any]] = [{} for _ in range(game.tables)]

    def reset(self) -> Any:
        """Deal a round at every table."""
        return self.game.reset(self.seed_of_all)[0].copy()

    seed_of_all = 1

    def step_async(self, actions: Any) -> None:
        """Keep the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Do them."""
        game = self.game
        seen = game.step(self._actions)[0].copy()
        done = game.terminated.copy()
        infos = self._nothing
        if done.any():
            # what Stable-Baselines3 looks at of a round that ended by itself
            ends = zip(seen, done, strict=True)
            infos = [{"terminal_observation": row} if end else {} for row, end in ends]
        return seen, game.reward * np.float32(WORTH), done, infos

    def env_method(self, name: str, *_: Any, indices: Any = None, **__: Any) -> list[Any]:
        """The masks, which is all that is ever asked for."""
        if name != "action_masks" or indices is not None:
            raise AttributeError(name)
        return list(self.game.masks.astype(np.bool_))

    def has_attr(self, name: str) -> bool:
        """Are there masks? Yes."""
        return name == "action_masks"

    def get_attr(self, *_: Any, **__: Any) -> list[Any]:
        """Nothing is rendered."""
        return [None] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""

    def env_is_wrapped(self, *_: Any, **__: Any) -> list[bool]:
        """Nothing is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is open."""


class Clock(BaseCallback):  # type: ignore[misc, unused-ignore]
    """Ends the training when the time is up, and tells how it goes."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.begun = monotonic()
        self.seconds = seconds

    def _on_step(self) -> bool:
        return monotonic() - self.begun < self.seconds

    def _on_rollout_end(self) -> None:
        past = monotonic() - self.begun
        left = max(1 - past / self.seconds, 0.02)
        for group in self.model.policy.optimizer.param_groups:
            group["lr"] = self.model.learning_rate * left
        self.model.lr_schedule = lambda _: self.model.learning_rate * left
        mean = self.model.rollout_buffer.rewards.sum() / WORTH
        rounds = max(int(self.model.rollout_buffer.episode_starts.sum()), 1)
        so_far = f"{past:5.0f} s {self.num_timesteps:11,} decisions"
        print(f"{so_far}, {mean / rounds:6.1f} a round", flush=True)


def train(
    rules: object, seats: int, seconds: float, tables: int = 512, steps: int = 64, most: int = 10**9
) -> Policy:
    """Train a policy for one kind of table.

    Args:
        rules: the rules.
        seats: how many play.
        seconds: how long.
        tables: how many tables at once.
        steps: decisions at each before the network learns from them.
        most: decisions in all, at most.
    """
    game = BatchedEnv(rules, seats, tables, opponents="careful", seat=None, reward="edge")
    # the first time, this compiles the game, which is no time to learn in
    game.reset(1)
    game.step(game.sample())
    model = MaskablePPO(
        "MlpPolicy",
        Tables(game),
        n_steps=steps,
        batch_size=min(4096, tables * steps),
        n_epochs=3,
        learning_rate=1e-3,
        gamma=0.99,
        gae_lambda=0.95,
        ent_coef=0.002,
        policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
        seed=1,
        device="cpu",
    )
    model.learn(most, callback=Clock(seconds))
    return policy_of(model, game)


def policy_of(model: Any, game: BatchedEnv) -> Policy:
    """The weights of what chooses, without what only judges."""
    chooses = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    linear = [each for each in chooses if isinstance(each, torch.nn.Linear)]
    layers = tuple(
        (each.weight.detach().numpy().copy(), each.bias.detach().numpy().copy()) for each in linear
    )
    return Policy(game.rules_id, game.seats, layers)


def against_loops(policy: Policy, opponent: str, rounds: int) -> list[float]:
    """Parts of first places, a round each, against one of the batched environment's players."""
    tables = min(rounds, 500)
    game = BatchedEnv(policy.rules_id, policy.seats, tables, opponents=opponent, seat=None)
    seen, masks = game.reset(seed=2)
    # as many rounds of every table, for short ones end first
    places: list[list[float]] = [[] for _ in range(tables)]
    while min(map(len, places)) < rounds // tables:
        seen, masks = game.step(policy.best(seen, masks))
        for table in np.flatnonzero(game.terminated):
            mine = int(game.acted[table])
            places[table].append(first(game.points[table].tolist(), mine))
    return [place for each in places for place in each[: rounds // tables]]


def against_levels(policy: Policy, opponent: str, rounds: int) -> list[float]:
    """The same against a level of computer player."""
    rules = rules_of(policy.rules_id, policy.seats)[1]
    luck, me, other = Random(2), level([policy]), LEVELS[opponent]
    places = []
    for number in range(rounds):
        game = deal(rules, policy.seats, luck, None)
        mine = number % policy.seats
        while not game.over:
            play(game, me if game.seat == mine else other, luck)
        places.append(first(game.points(), mine))
    return places


def first(points: Sequence[int], mine: int) -> float:
    """1 for the fewest points of all, or the share of those who have as few."""
    fewest = min(points)
    return (points[mine] == fewest) / list(points).count(fewest)


def told(what: str, places: Sequence[float], seats: int) -> str:
    """A line of the result, with an interval that holds the truth 95 times of 100."""
    mean = sum(places) / len(places)
    spread = sqrt(sum((place - mean) ** 2 for place in places) / (len(places) - 1))
    half = 1.96 * spread / sqrt(len(places))
    share = f"first in {100 * mean:.1f} ± {100 * half:.1f} % of {len(places):,} rounds"
    return f"against {seats - 1} {what}: {share} (as good as they: {100 / seats:.0f} %)"


def main() -> None:
    """Train, measure, save."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="svensk", help="a preset or a rules id")
    parser.add_argument("--seats", type=int, default=4, help="how many play")
    parser.add_argument("--minutes", type=float, default=5, help="how long it learns")
    parser.add_argument("--save", type=Path, default=Path("policy.npz"), help="where to save it")
    options = parser.parse_args()
    # so small a network is quickest on one core: two would wait for each other
    torch.set_num_threads(1)
    begun = monotonic()
    policy = train(options.rules, options.seats, 60 * options.minutes)
    policy.save(options.save)
    minutes = (monotonic() - begun) / 60
    print(f"trained in {minutes:.1f} minutes, saved as {options.save}", flush=True)
    for opponent in ("eager", "careful"):
        print(told(opponent, against_loops(policy, opponent, 10 * EACH), options.seats), flush=True)
    print(told("regular", against_levels(policy, "regular", EACH), options.seats))
    print(f"all of it in {(monotonic() - begun) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
