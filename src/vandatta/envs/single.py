"""Vändåtta for Gymnasium: one seat of a round, the others played by computer players.

    import gymnasium
    import vandatta.envs.single

    game = gymnasium.make("vandatta/svensk-v0", seats=4, opponents="regular")
    observation, info = game.reset(seed=1)

Every preset is registered under its name; `env_id` registers any other rules under their id.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    checked_seed,
    checked_steps,
    deal,
    named_rules,
    one_of,
    refusal,
    rules_of,
    whole,
    worth,
)
from vandatta.envs.observation import Layout
from vandatta.envs.opponents import Opponent, levels_of, play
from vandatta.envs.rounds import Round
from vandatta.envs.text import seen_text
from vandatta.options import PRESETS, rules_id

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except Exception as error:
    raise missing("Gymnasium", "envs", error) from error

Observation = dict[str, Any]
DEALS = 1000
"""Rounds dealt before it is given up that the seat will decide anything in one."""


class SeatEnv(gymnasium.Env[Observation, int]):
    """A seat of a round of Vändåtta.

    Observations, actions and rewards are those of `vandatta.envs.aec.VandattaEnv`; the
    reward comes with the last step. ``info`` has the ``action_mask`` too.

    Args:
        rules: a preset's name, a rules id, or options.
        seats: how many play.
        opponents: one for all other seats or a sequence, clockwise from one's own: a
            level of computer player, or a function from a view and a generator to a move.
        seat: where one sits; None: drawn by lot for each round.
        dealer: who deals every round; None: drawn by lot.
        reward: see `vandatta.envs.dealing.Reward`.
        illegal: see `vandatta.envs.dealing.Illegal`.
        max_steps: own decisions after which the round is cut off, told as truncation
            without a reward; None: never.
        render_mode: ``ansi``, or None.

    Raises:
        vandatta.options.OptionsError: no such rules, or not for so many seats.
        ValueError: another parameter can't be what it is.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium wants it so
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: object = "svensk",
        seats: int = 4,
        opponents: Opponent | Sequence[Opponent] = "regular",
        *,
        seat: int | None = 0,
        dealer: int | None = None,
        reward: Reward = "points",
        illegal: Illegal = "flag",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        seats = checked_seats(seats)
        one_of(reward, Reward, "reward")
        one_of(illegal, Illegal, "illegal")
        self.rules_id, self.rules = rules_of(rules, seats)
        self.layout = Layout(self.rules, seats)
        self.seats = seats
        self.seat = checked_seat(seat, seats) or 0
        self.render_mode = checked_mode(render_mode)
        self._by_lot = seat is None
        self._levels = levels_of(opponents, seats)
        self._dealer = checked_seat(dealer, seats)
        self._reward = reward
        self._illegal = illegal
        self._max_steps = checked_steps(max_steps)
        self._steps = 0
        self._luck = Random()
        self._round: Round | None = None
        self._ended = True
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(ACTIONS)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new round, and let the others play until this seat decides.

        A round that ends before it ever does is dealt anew.

        Args:
            seed: the same seed gives the same rounds, opponents' chance included; None:
                go on with the chance there is.
            options: nothing is read from them.

        Raises:
            ValueError: the seed is below 0, or no whole number.
            RuntimeError: this seat never decides, however often one deals.
        """
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed, options=options)
        if seed is not None or self._round is None:
            self._luck = Random(int(self.np_random.integers(1 << 62)))
        for _ in range(DEALS):
            if self._by_lot:
                self.seat = self._luck.randrange(self.seats)
            self._round = deal(self.rules, self.seats, self._luck, self._dealer)
            self._others()
            if not self._round.over:
                break
        else:
            raise RuntimeError(f"by these rules, seat {self.seat} never has anything to decide")
        self._steps = 0
        self._ended = False
        return self._told({})

    @property
    def round(self) -> Round:
        """The round being played, with all that is hidden: for tests and tools only.

        Raises:
            RuntimeError: nothing has been dealt.
        """
        if self._round is None:
            raise RuntimeError("reset() deals the first round")
        return self._round

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play until this seat decides again.

        Raises:
            vandatta.envs.IllegalAction: the action may not be taken now, and ``illegal``
                is ``raise``. Nothing has changed.
            ValueError: it is no whole number.
            RuntimeError: the round is over, or none was dealt; `reset` deals a new one.
        """
        game = self.round
        if self._ended:
            raise RuntimeError("the round is over: reset() deals a new one")
        number = whole(action, "an action")
        fine = 0 <= number < ACTIONS and game.actions() >> number & 1 == 1
        if not fine and self._illegal == "raise":
            raise refusal(number, game.actions(), self.seat)
        if fine:
            game.act(number)
            self._others()
        self._steps += 1
        cut = self._max_steps is not None and self._steps >= self._max_steps and not game.over
        self._ended = game.over or cut
        value = worth(game.points(), self._reward)[self.seat] if game.over else 0.0
        seen, info = self._told({} if fine else {"illegal": True}, cut)
        return seen, value, game.over, cut, info

    def _others(self) -> None:
        game = self.round
        while not game.over and game.seat != self.seat:
            play(game, self._levels[(game.seat - self.seat - 1) % self.seats], self._luck)

    def _told(self, info: dict[str, Any], cut: bool = False) -> tuple[Observation, dict[str, Any]]:
        seen = self.round.seen(self.seat)
        if cut:
            seen = blind(seen)
        numbers, mask = observation_array(self.layout, seen), mask_array(seen.actions)
        info["action_mask"] = mask.copy()
        return {"observation": numbers, "action_mask": mask}, info

    def __copy__(self) -> Self:
        """An environment that goes its own way: of the round there is one each."""
        return deepcopy(self)

    def render(self) -> str | None:  # type: ignore[override]
        """What the seat sees, as text; None without a ``render_mode``.

        Raises:
            RuntimeError: nothing has been dealt.
        """
        return None if self.render_mode is None else seen_text(self.round.seen(self.seat))


def env_id(rules: object) -> str:
    """The id of an environment with these rules, registered with Gymnasium if need be.

    Args:
        rules: a preset's name, a rules id, or options.

    Raises:
        vandatta.options.OptionsError: no such rules.
    """
    rules_name = rules_id(named_rules(rules))
    name = f"vandatta/{rules_name}-v0"
    if name not in gymnasium.registry:
        gymnasium.register(name, f"{__name__}:SeatEnv", kwargs={"rules": rules_name})
    return name


for preset in PRESETS:
    env_id(preset)
