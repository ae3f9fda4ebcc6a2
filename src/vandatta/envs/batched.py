"""Many rounds of Vändåtta side by side, for learning: arrays in, arrays out.

    import numpy as np
    from vandatta.envs.batched import BatchedEnv

    game = BatchedEnv("svensk", seats=4, tables=1024)
    game.reset(seed=1)
    for _ in range(100):
        game.step(game.sample())

Decisions, observations and masks are those of the other environments. With numba installed
(``pip install 'vandatta[fast]'``) the loop over the tables is compiled, and some hundred times
as fast; without it, it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from vandatta.engine import tables as loops
from vandatta.engine.alphabet import CALL, MAX_SEATS
from vandatta.engine.playouts import seated
from vandatta.engine.rng import M32, seed_words
from vandatta.engine.sitting import ANY, CAREFUL, EAGER
from vandatta.engine.tables import LEARNER, RESULTS, Setting, Table
from vandatta.envs import IllegalAction, missing
from vandatta.envs.actions import ACTIONS
from vandatta.envs.dealing import (
    Illegal,
    Reward,
    checked_seat,
    checked_seats,
    checked_seed,
    checked_steps,
    one_of,
    refusal,
    rules_of,
    short,
    whole,
)
from vandatta.envs.observation import Layout
from vandatta.envs.places import places_of

try:
    import numpy as np
except Exception as error:
    raise missing("NumPy", "fast", error) from error

from vandatta.envs.arrays import check_array, whole_numbers

PLAYERS = {"any": ANY, "eager": EAGER, "careful": CAREFUL}
"""Who can play the other seats; all of them call in time and point out what was forgotten.
``any`` takes every action as likely, ``eager`` lays any card that fits whenever it may,
``careful`` has a few plain habits (see `vandatta.engine.careful`)."""
SEEDS = 1 << 62
MADE = ("layout", "terminated", "truncated", "illegal", "deciding", "acted", "points")
"""What of an environment is made of the rest of it."""
NOTHING = np.zeros(0, np.int64)


class BatchedEnv:
    """A number of tables, each with a round of its own; a step is a decision at every table.

    A table whose round has ended is dealt anew at once: what is seen after the step is the new
    round's first decision, and what the old one came to stands in `points` and `rewards`.

    The arrays below are the same ones all the time; each step writes into them. A copy, or one
    that was pickled, has arrays of its own and goes on by itself, just as this would.

    Args:
        rules: a preset's name, a rules id, or options.
        seats: how many play at a table.
        tables: how many tables.
        opponents: None: every seat's decisions are asked for, one seat after another's. Else
            who plays all other seats, one of `PLAYERS`, or a sequence of them, clockwise from
            one's own; then a step goes on until one's own seat decides again.
        seat: where one sits then; None: drawn by lot for each round.
        dealer: who deals every round; None: drawn by lot.
        reward: see `vandatta.envs.dealing.Reward`.
        illegal: see `vandatta.envs.dealing.Illegal`; an action that is flagged counts as a step.
        max_steps: decisions after which a round is cut off, told as truncation without a
            reward; None: never.
        forgets: how many of a hundred last cards the opponents do not call.
        finals: keep in `finals` what was seen last of a round that ended or was cut off.
        compiled: compile the loop; None: if numba is installed.

    Attributes:
        layout: what stands where in an observation.
        observations: a table: what the seat sees that decides (32-bit floats).
        masks: a table: a 1 for each action that it may take (8-bit integers).
        deciding: a table: which seat that is.
        acted: a table: which seat made the last step's decision.
        terminated: a table: did the round end with that?
        truncated: a table: was it cut off?
        illegal: a table: was the action not allowed, so that nothing happened?
        points: a table and seat: what the round that ended costs; 0 where none did.
        rewards: a table and seat: what it is worth.
        finals: a table: the last observation of a round that ended or was cut off, of the
            seat that had acted; older ones stay. No rows, unless asked for.

    Raises:
        vandatta.options.OptionsError: no such rules, or not for so many seats.
        ImportError: compiling was asked for, and numba is missing.
        ValueError: another parameter can't be what it is.
    """

    def __init__(
        self,
        rules: object = "svensk",
        seats: int = 4,
        tables: int = 1024,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = 0,
        dealer: int | None = None,
        reward: Reward = "points",
        illegal: Illegal = "raise",
        max_steps: int | None = None,
        forgets: int = 0,
        finals: bool = False,
        compiled: bool | None = None,
    ) -> None:
        one_of(reward, Reward, "reward")
        one_of(illegal, Illegal, "illegal")
        seats = checked_seats(seats)
        tables = whole(tables, "the number of tables")
        if tables < 1:
            raise ValueError(f"there must be a table, not {tables}")
        forgets = whole(forgets, "forgets")
        if not 0 <= forgets <= 100:
            raise ValueError(f"{forgets} of a hundred can't be forgotten")
        self.rules_id, self.rules = rules_of(rules, seats)
        self.layout = Layout(self.rules, seats)
        self.seats = seats
        self.tables = tables
        self._raises = illegal == "raise"
        self._setting = Setting(
            places=places_of(self.layout),
            who=_who(opponents, seats),
            forgets=forgets,
            apart=tables,
            dealer=_or_by_lot(checked_seat(dealer, seats)),
            home=_or_by_lot(checked_seat(seat, seats)),
            edge=int(reward == "edge"),
            # no round is ever so long, and the loops count no further
            most=min(checked_steps(max_steps) or 0, SEEDS),
        )
        self._make_arrays(finals)
        self._loops = _Loops(compiled)
        self._states = self._loops.states(self.rules, seats, tables)
        self._tables = self._loops.many(Table(), tables)
        self._settings = self._loops.many(self._setting, 1)
        self._luck: Any = np.zeros(4, np.int64) if self._loops.compiled else [0] * 4
        self._dealt = False

    def _make_arrays(self, finals: bool) -> None:
        tables, size = self.tables, self.layout.size
        self.observations: Any = np.zeros((tables, size), np.float32)
        self.masks: Any = np.zeros((tables, ACTIONS), np.int8)
        self.rewards: Any = np.zeros((tables, self.seats), np.float32)
        self.finals: Any = np.zeros((tables if finals else 0, size), np.float32)
        self._flags = np.zeros((tables, loops.FLAGS), np.int8)
        self._results = np.zeros((tables, RESULTS), np.int64)
        self._name_parts()

    def _name_parts(self) -> None:
        """Give the parts of the arrays that the loops write into their names."""
        flags: Any = self._flags.view(np.bool_)
        self.terminated: Any = flags[:, loops.ENDED]
        self.truncated: Any = flags[:, loops.CUT]
        self.illegal: Any = flags[:, loops.ILLEGAL]
        self.deciding: Any = self._results[:, loops.SEAT]
        self.acted: Any = self._results[:, loops.ACTED]
        self.points: Any = self._results[:, loops.POINTS : loops.POINTS + self.seats]

    def __getstate__(self) -> dict[str, Any]:
        """All but what is made of the rest: parts of arrays, and loops, which no file holds."""
        kept = {name: value for name, value in vars(self).items() if name not in MADE}
        return {**kept, "_loops": self._loops.compiled}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Make the rest.

        Raises:
            ImportError: its loop was compiled, and numba is missing.
        """
        vars(self).update(kept)
        self.layout = Layout(self.rules, self.seats)
        self._loops = _Loops(kept["_loops"])
        self._name_parts()

    def __copy__(self) -> BatchedEnv:
        """An environment with arrays of its own."""
        return deepcopy(self)

    def reset(
        self, seed: int | None = None, *, observations: Any = None, masks: Any = None
    ) -> tuple[Any, Any]:
        """Deal a round at every table.

        Args:
            seed: the same seed gives the same rounds, also by chance of the opponents and of
                `sample`, whatever was played before; None: other ones each time. A whole
                number from 0 up to, but without, 2**62.
            observations: an array to write into, instead of one's own: `tables` rows of
                `layout.size` 32-bit floats, which lie one after another.
            masks: the same, of 71 whole numbers or truth values of 8 bits.

        Returns:
            Observations and masks.

        Raises:
            ValueError: an array is not of that kind, or there is no such seed. Nothing has
                changed.
            RuntimeError: under these rules no round lasts until one decides.
        """
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) % SEEDS
        seed = checked_seed(seed)
        if seed >= SEEDS:
            raise ValueError(f"a seed is below 2**62, not {seed}")
        rows, choices = self._targets(observations, masks)
        self._settings[0].seed = seed
        # another third word than any round's generator begins with
        seed_words(self._luck, seed & M32, seed >> 32, M32)
        self._dealt = True
        self._play(NOTHING if self._loops.compiled else [], rows, choices)
        return rows, choices

    def step(self, actions: Any, *, observations: Any = None, masks: Any = None) -> tuple[Any, Any]:
        """Make a decision at every table.

        Args:
            actions: an array of whole numbers, one for each table.
            observations: an array to write into, as for `reset`.
            masks: the same.

        Returns:
            Observations and masks; what else came of it stands in the arrays of this object.

        Raises:
            vandatta.envs.IllegalAction: an action may not be taken, and ``illegal`` is
                ``raise``. Nothing has changed at any table.
            ValueError: an array is not of the right kind. Nothing has changed.
            RuntimeError: `reset` has not been called, or no round lasts until one decides.
        """
        self._begun()
        chosen = whole_numbers(actions, self.tables)
        rows, choices = self._targets(observations, masks)
        # plain rules need plain numbers
        numbers = chosen if self._loops.compiled else chosen.tolist()
        if self._raises:
            self._check_legal(numbers)
        self._play(numbers, rows, choices)
        return rows, choices

    def sample(self, actions: Any = None) -> Any:
        """An action for every table, each of those that may be taken as likely.

        Args:
            actions: an array of 64-bit integers to write into, instead of a new one.

        Raises:
            ValueError: an array is not of that kind.
            RuntimeError: `reset` has not been called.
        """
        self._begun()
        found = np.zeros(self.tables, np.int64) if actions is None else actions
        check_array(found, (self.tables,), ("int64",), "actions")
        self._loops.choose(self._luck, self._tables, found)
        return found

    @property
    def reward(self) -> Any:
        """A table: what the last step was worth to the seat that took it."""
        return self.rewards[np.arange(self.tables), self.acted]

    def _begun(self) -> None:
        """See that there are rounds to play.

        Raises:
            RuntimeError: `reset` has not been called.
        """
        if not self._dealt:
            raise RuntimeError("reset() deals the first rounds")

    def _play(self, actions: Any, rows: Any, choices: Any) -> None:
        without = self._loops.play(
            self._states,
            self._tables,
            self._settings,
            actions,
            rows,
            choices.view(np.int8),
            self._results,
            self._flags,
            self.rewards,
            self.finals,
        )
        if without:
            self._dealt = False
            raise RuntimeError("under these rules no round lasts until one decides")

    def _check_legal(self, actions: Any) -> None:
        table = int(self._loops.first_illegal(self._tables, actions))
        if table >= 0:
            t = self._tables[table]
            may = int(t.do) | int(t.say) << CALL
            error = refusal(int(actions[table]), may, int(self.deciding[table]))
            raise IllegalAction(f"table {table}: {error}")

    def _targets(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        rows = self.observations if observations is None else observations
        choices = self.masks if masks is None else masks
        check_array(rows, (self.tables, self.layout.size), ("float32",), "observations")
        check_array(choices, (self.tables, ACTIONS), ("int8", "uint8", "bool"), "masks")
        return rows, choices


class _Loops:
    """The loops over the tables, compiled or as they are, and what they take."""

    def __init__(self, compiled: bool | None) -> None:
        self._layer: Any = None
        if compiled is not False:
            try:
                from vandatta import compiled as layer

                self._layer = layer
            except ImportError:
                if compiled:
                    raise
        self.compiled = self._layer is not None
        self.play = self._twin(loops.play_all)
        self.first_illegal = self._twin(loops.first_illegal)
        self.choose = self._twin(loops.choose_all)

    def _twin(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        return fn if self._layer is None else _compiled(fn)

    def states(self, rules: Any, seats: int, many: int) -> Any:
        """So many states to deal."""
        if self._layer is None:
            return [seated(rules, seats) for _ in range(many)]
        return np.repeat(self._layer.records([seated(rules, seats)]), many)

    def many(self, value: Any, many: int) -> Any:
        """So many of a dataclass."""
        if self._layer is None:
            return [value] if many == 1 else [type(value)() for _ in range(many)]
        return np.repeat(self._layer.records([value]), many)


@cache
def _compiled(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled twin of a loop, the same one for all environments of the process."""
    from vandatta import compiled

    return compiled.function(fn)


def _or_by_lot(seat: int | None) -> int:
    """A seat as the loops have it, where -1 is one drawn by lot."""
    return -1 if seat is None else seat


def _who(opponents: str | Sequence[str] | None, seats: int) -> list[int]:
    """Who sits where, clockwise from one's own seat."""
    who = [LEARNER] * MAX_SEATS
    if opponents is None:
        return who
    one = isinstance(opponents, str) or not isinstance(opponents, Sequence)
    names: Sequence[object] = [opponents] * (seats - 1) if one else list(opponents)
    if len(names) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} opponents, not {len(names)}")
    for place, name in enumerate(names, 1):
        if not isinstance(name, str) or name not in PLAYERS:
            raise ValueError(f"an opponent is one of {', '.join(PLAYERS)}, not {short(name)}")
        who[place] = PLAYERS[name]
    return who
