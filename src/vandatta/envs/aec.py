"""Vändåtta for PettingZoo: one round, every seat an agent, one decision at a time.

from vandatta.envs.aec import env

game = env("svensk", seats=4)
game.reset(seed=1)
for agent in game.agent_iter():
    observation, reward, termination, truncation, info = game.last()
    done = termination or truncation
    action = None if done else game.action_space(agent).sample(observation["action_mask"])
    game.step(action)
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Self

from vandatta.envs import missing
from vandatta.envs.actions import ACTIONS
from vandatta.envs.arrays import mask_array, observation_array
from vandatta.envs.dealing import (
    Illegal,
    Reward,
    blind,
    checked_mode,
    checked_seat,
    checked_seats,
    checked_steps,
    deal,
    generator,
    one_of,
    refusal,
    rules_of,
    short,
    whole,
    worth,
)
from vandatta.envs.observation import Layout
from vandatta.envs.rounds import Round
from vandatta.envs.seen import Seen
from vandatta.envs.text import seen_text

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except Exception as error:
    raise missing("PettingZoo", "envs", error) from error


AFTER_RESET = frozenset(
    (
        "agents",
        "agent_selection",
        "rewards",
        "terminations",
        "truncations",
        "infos",
        "_round",
        "_now",
    )
)


class VandattaEnv(AECEnv):
    """One round of Vändåtta. Agents are ``seat_0``, ``seat_1`` ... clockwise.

    An observation is ``{"observation": float32, "action_mask": int8}``; the numbers are
    those of `vandatta.envs.observation.Layout`, the actions those of
    `vandatta.envs.actions`. The mask is all 0 for who does not decide. Rewards come when
    the round ends, to every agent. The same seed deals the same rounds.

    Args:
        rules: a preset's name, a rules id, or options.
        seats: how many agents.
        dealer: who deals every round; None: drawn by lot.
        reward: see `vandatta.envs.dealing.Reward`.
        illegal: see `vandatta.envs.dealing.Illegal`.
        max_steps: decisions after which the round is cut off, told as truncation without
            a reward; None: never, the rules themselves see to it that it ends.
        render_mode: ``ansi``, or None.

    Raises:
        vandatta.options.OptionsError: no such rules, or not for so many seats.
        ValueError: another parameter can't be what it is.
    """

    _round: Round
    _now: Seen
    """What the agent selected sees, while it decides."""
    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo wants it so
        "name": "vandatta_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: object = "svensk",
        seats: int = 4,
        *,
        dealer: int | None = None,
        reward: Reward = "points",
        illegal: Illegal = "raise",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        seats = checked_seats(seats)
        one_of(reward, Reward, "reward")
        one_of(illegal, Illegal, "illegal")
        self.rules_id, self.rules = rules_of(rules, seats)
        self.metadata = {**type(self).metadata, "name": f"vandatta_{self.rules_id}_{seats}_v0"}
        self.layout = Layout(self.rules, seats)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._dealer = checked_seat(dealer, seats)
        self._reward = reward
        self._illegal = illegal
        self._max_steps = checked_steps(max_steps)
        self._luck: Random | None = None
        self._ended = False
        self._cut = False
        self._flagged: str | None = None
        size = self.layout.size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations.

        Raises:
            ValueError: there is no such agent.
        """
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions.

        Raises:
            ValueError: there is no such agent.
        """
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: object) -> int:
        """The seat of an agent.

        Raises:
            ValueError: there is no such agent.
        """
        seat = self._seat_of.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise ValueError(f"an agent is one of {', '.join(self._seat_of)}, not {short(agent)}")
        return seat

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new round.

        Args:
            seed: the same seed gives the same round; None: go on with the chance there is.
            options: nothing is read from them.

        Raises:
            ValueError: the seed is below 0, or no whole number.
        """
        if seed is not None or self._luck is None:
            self._luck = generator(seed)
        self._round = deal(self.rules, len(self.possible_agents), self._luck, self._dealer)
        self._cut = self._ended = False
        self._flagged = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    @property
    def round(self) -> Round:
        """The round being played, with all that is hidden: for tests and tools only.

        Raises:
            RuntimeError: nothing has been dealt.
        """
        found: Round | None = self.__dict__.get("_round")
        if found is None:
            raise RuntimeError("reset() deals the first round")
        return found

    def __getattr__(self, name: str) -> Any:
        """Tell what is missing, when something is asked for too early.

        Raises:
            AttributeError: always.
        """
        why = ": reset() deals the first round" if name in AFTER_RESET else ""
        raise AttributeError(f"the environment has no {name!r}{why}", name=name, obj=self)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now.

        Raises:
            ValueError: there is no such agent.
            RuntimeError: nothing has been dealt.
        """
        game, seat = self.round, self._seat(agent)
        seen = self._now
        if agent != self.agent_selection or self._ended:
            seen = game.seen(seat)
            if self._cut:
                seen = blind(seen)
        return {
            "observation": observation_array(self.layout, seen),
            "action_mask": mask_array(seen.actions),
        }

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent that decides sees, what it has got since its last step, is it
        over, is it cut off, and more.

        Raises:
            RuntimeError: nothing has been dealt, or every agent has left.
        """
        self._begun()
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Take an action for the agent selected.

        Raises:
            vandatta.envs.IllegalAction: the action may not be taken now, and ``illegal``
                is ``raise``. Nothing has changed.
            ValueError: it is no whole number, or not None for an agent that is done.
            RuntimeError: nothing has been dealt, or every agent has left.
        """
        self._begun()
        agent = self.agent_selection
        if self._ended:
            self._was_dead_step(action)
            return
        number = -1 if action is None else whole(action, "an action")
        fine = 0 <= number < ACTIONS and self._now.actions >> number & 1 == 1
        if not fine and self._illegal == "raise":
            raise refusal(
                None if action is None else number, self._now.actions, self._seat_of[agent]
            )
        if self._flagged is not None:
            self.infos[self._flagged] = {}
            self._flagged = None
        if fine:
            self._round.act(number)
        else:
            self.infos[agent] = {"illegal": True}
            self._flagged = agent
            # it counts as a decision, or who only errs would never be cut off
            self._round.moves += 1
        self._next()

    def _begun(self) -> None:
        """See that there is an agent to ask.

        Raises:
            RuntimeError: nothing has been dealt, or every agent has left.
        """
        if self._ended and not self.agents:
            raise RuntimeError("the round is over: reset() deals a new one")
        self.round  # noqa: B018 - it says that nothing has been dealt

    def _next(self) -> None:
        """Select who decides next, or end the round."""
        game = self._round
        seat = game.seat
        if seat < 0:
            for agent, value in zip(self.agents, worth(game.points(), self._reward), strict=True):
                self.rewards[agent] = value
                self.terminations[agent] = True
            # nobody got any before
            self._cumulative_rewards = self.rewards.copy()
            self._ended = True
            return
        self._now = game.seen(seat)
        self.agent_selection = self.possible_agents[seat]
        if self._max_steps is not None and game.moves >= self._max_steps:
            self._cut = self._ended = True
            self.truncations = dict.fromkeys(self.agents, True)

    def __copy__(self) -> Self:
        """An environment that goes its own way: of the round there is one each."""
        return deepcopy(self)

    def render(self) -> str | None:
        """What the agent that decides sees, as text; None without a ``render_mode``.

        Raises:
            RuntimeError: nothing has been dealt.
        """
        if self.render_mode is None:
            return None
        return seen_text(self.round.seen(self._seat_of[self.agent_selection]))

    def close(self) -> None:
        """Nothing is left open."""


def raw_env(*args: Any, **settings: Any) -> VandattaEnv:
    """The bare environment (see `VandattaEnv`)."""
    return VandattaEnv(*args, **settings)


def env(*args: Any, **settings: Any) -> VandattaEnv:
    """The environment. It checks the order of calls and the actions itself, and so needs
    none of PettingZoo's wrappers, which would take a third of the time.
    """
    return VandattaEnv(*args, **settings)
