"""A policy that was trained, as a computer player.

A policy is a file with the weights of a small network, and the rules and the number of seats
that it was trained for. The player sees its `View` and nothing else: what the pile holds it has
heard laid, and from that it writes the observation that the environments show. It calls in time
and points out every call that was forgotten; where its policy is not for the table, it plays as
the level *regular* does.

    from vandatta.envs.learned import level_of
    from vandatta.envs.single import SeatEnv

    game = SeatEnv("svensk", seats=2, opponents=level_of("policy.npz"))
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from os import SEEK_END
from pathlib import Path
from random import Random
from typing import IO, Any, Literal
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from vandatta.cards import NO_SUIT
from vandatta.engine.alphabet import ACTIONS as DOING
from vandatta.engine.alphabet import DONE, DRAW, MORE, NAME, NAMING
from vandatta.engine.observing import write_observation
from vandatta.engine.play import apply, legal
from vandatta.engine.rules import packs_for
from vandatta.envs import missing
from vandatta.envs.actions import ACTIONS
from vandatta.envs.dealing import rules_of
from vandatta.envs.observation import Layout
from vandatta.envs.places import places_of
from vandatta.messages import Lang, text
from vandatta.notation.moves import Move
from vandatta.notation.outcomes import imagined
from vandatta.options import OptionsError
from vandatta.players import LEVELS, TRAINED, Level
from vandatta.players.memory import Listener
from vandatta.view import View

try:
    import numpy as np
    from numpy.lib import format as npy
except Exception as error:
    raise missing("NumPy", "fast", error) from error

FORMAT = "vandatta policy 1"
LARGEST = 1 << 26
"""Bytes of a file, and of what is packed in it: hundreds of times what is ever trained."""
Reason = Literal["none", "rules", "version"]
"""Why a file's policy can't be used; each has a sentence in the message catalogue."""


class PolicyError(ValueError):
    """A file holds no policy that can be used.

    Attributes:
        reason: why, for a program.
        path: the file.
    """

    def __init__(self, reason: Reason, path: Path) -> None:
        self.reason: Reason = reason
        self.path = path
        super().__init__(self.sentence("en"))

    def sentence(self, lang: Lang) -> str:
        """Why, in the reader's language."""
        return text(lang, f"policy.{self.reason}", path=self.path)


@dataclass(frozen=True)
class Policy:
    """A network that tells how good each action is, from an observation."""

    rules_id: str
    seats: int
    layers: tuple[tuple[Any, Any], ...]
    """Weights (a row for each number that comes out) and biases; after each but the last layer
    what is below 0 becomes 0."""

    @cached_property
    def layout(self) -> Layout:
        """What its observations are made of."""
        return Layout(rules_of(self.rules_id, self.seats)[1], self.seats)

    def scores(self, observations: Any) -> Any:
        """How good each action is: a row, or a row for each row of observations."""
        found = observations
        with np.errstate(over="ignore", invalid="ignore"):
            for weights, biases in self.layers[:-1]:
                found = np.maximum(found @ weights.T + biases, 0)
            weights, biases = self.layers[-1]
            # large weights may lead beyond all numbers, and an action is to be chosen yet
            return np.nan_to_num(found @ weights.T + biases)

    def best(self, observations: Any, masks: Any) -> Any:
        """The best action of those that may be taken, for each row."""
        return np.where(masks, self.scores(observations), -np.inf).argmax(axis=-1)

    def save(self, path: Path) -> None:
        """Write it to a file; half as exact as it is, which is exact enough.

        Raises:
            ValueError: its layers can't be what they are. Nothing has been written.
        """
        arrays: dict[str, Any] = {}
        for number, (weights, biases) in enumerate(self.layers):
            arrays[f"weights{number}"] = _numbers(weights, np.float16)
            arrays[f"biases{number}"] = _numbers(biases, np.float16)
        check_layers(self)
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                format=FORMAT,
                rules=self.rules_id,
                seats=self.seats,
                layout=_digest(self.layout),
                **arrays,
            )


def load(path: Path) -> Policy:
    """The policy in a file.

    Raises:
        PolicyError: it holds none, or one for observations that looked different.
        OSError: it can't be read.
    """
    with path.open("rb") as file:
        try:
            found, layout = _read(file)
        except Exception as error:  # a damaged archive can bring about almost any
            raise PolicyError("none", path) from error
    try:
        found = replace(found, rules_id=rules_of(found.rules_id, found.seats)[0])
    except OptionsError as error:
        raise PolicyError("rules", path) from error
    try:
        check_layers(found)
    except ValueError as error:
        raise PolicyError("version", path) from error
    if _digest(found.layout) != layout:
        raise PolicyError("version", path)
    return found


def _read(file: IO[bytes]) -> tuple[Policy, str]:
    """What a file says it holds: a policy, and what its observations are made of."""
    _check_size(file)
    with np.load(file, allow_pickle=False) as kept:
        if _single(kept["format"], "U") != FORMAT:
            raise ValueError("another kind of file")
        many = sum(name.startswith("weights") for name in kept.files)
        layers = tuple(
            (_numbers(kept[f"weights{k}"], np.float32), _numbers(kept[f"biases{k}"], np.float32))
            for k in range(many)
        )
        if not many:
            raise ValueError("nothing to count with")
        rules, seats = _single(kept["rules"], "U"), _single(kept["seats"], "iu")
        return Policy(rules, seats, layers), _single(kept["layout"], "U")


def _check_size(file: IO[bytes]) -> None:
    """See that nothing in a file is larger than it may be, before any of it is unpacked.

    Raises:
        ValueError: something is, or tells that it is.
    """
    if file.seek(0, SEEK_END) > LARGEST:
        raise ValueError("too large a file")
    with ZipFile(file) as packed:
        parts = packed.infolist()
        if sum(part.file_size for part in parts) > LARGEST:
            raise ValueError("too much is packed in it")
        for part in parts:
            # the others unpack much at once, whatever size is told
            if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise ValueError("packed in another way")
            with packed.open(part) as array:
                old = npy.read_magic(array) == (1, 0)
                read = npy.read_array_header_1_0 if old else npy.read_array_header_2_0
                shape, _, kind = read(array)
            # so much memory is taken before there is anything to fill it
            if prod(shape) * kind.itemsize > part.file_size:
                raise ValueError("less is packed in it than it says")
    file.seek(0)


def _single(array: Any, kinds: str) -> Any:
    """The only value of an array.

    Raises:
        ValueError: it has another shape, or is of another kind.
    """
    if array.shape != () or array.dtype.kind not in kinds:
        raise ValueError("another kind of file")
    return array.item()


def _numbers(array: Any, kind: Any) -> Any:
    """An array of numbers as another type has them.

    Raises:
        ValueError: there is something else in it, or what that type can't hold.
    """
    given = np.asarray(array)
    if given.dtype.kind not in "fiu":
        raise ValueError(f"weights and biases are numbers, not of type {given.dtype}")
    with np.errstate(over="ignore"):
        found = given.astype(kind)
    if not np.isfinite(found).all():
        raise ValueError("weights and biases are numbers, and not too large ones")
    return found


def check_layers(policy: Policy) -> None:
    """See that each layer takes what the one before gives, from observation to actions.

    Raises:
        ValueError: one does not.
    """
    size = policy.layout.size
    for number, (weights, biases) in enumerate(policy.layers):
        shapes = np.shape(weights), np.shape(biases)
        rows = shapes[0][:1]
        if shapes != ((*rows, size), rows):
            told = "weights {} and biases {}".format(*shapes)
            raise ValueError(f"layer {number} takes {size} numbers, and has {told}")
        (size,) = rows
    if size != ACTIONS or not policy.layers:
        raise ValueError(f"there are {ACTIONS} actions, and {size} numbers come out")


def _digest(layout: Layout) -> str:
    """A name for what stands where in an observation."""
    return hashlib.sha256("\n".join(layout.names).encode()).hexdigest()[:16]


def level_of(*paths: str | Path) -> Level:
    """A computer player from policy files, of which each is for a kind of table.

    Raises:
        PolicyError: a file holds no policy that can be used.
        OSError: a file can't be read.
    """
    return level([load(Path(path)) for path in paths])


def level(policies: Sequence[Policy]) -> Level:
    """A computer player that plays by policies, each at the tables that it is for.

    Raises:
        ValueError: the layers of one can't be what they are.
    """
    for policy in policies:
        check_layers(policy)
    minds = [Mind(policy) for policy in policies]

    def choose(view: View, luck: Random) -> str:
        for mind in minds:
            if mind.plays(view):
                return mind.choose(view)
        return regular.choose(view, luck)

    regular = LEVELS["regular"]
    return Level(TRAINED, choose, forgets=0.0, notices=1.0, pace=regular.pace)


class Mind:
    """A policy that plays."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._rules = policy.layout.rules
        self._places = places_of(policy.layout)

    def plays(self, view: View) -> bool:
        """Is the policy for this table?"""
        return view.players == self.policy.seats and all(view.playing) and view.rules == self._rules

    def choose(self, view: View) -> str:
        """The best move, in the project's notation."""
        s = seen_round(view)
        cards: list[int] = []
        while True:
            action = int(self.policy.best(self.observed(s, view.seat), _choices(legal(s))))
            if action >= NAME:
                break
            cards.append(action)
            apply(s, action)
            if s.phase not in (NAMING, MORE):
                return str(Move(tuple(cards)))
        if action < DRAW:
            return str(Move(tuple(cards), suit=action - NAME))
        return str(Move(tuple(cards), NO_SUIT) if action == DONE else Move(action=action))

    def observed(self, s: Any, seat: int) -> Any:
        """The observation of the seat in turn, from a round that looks to it as `seen_round`."""
        row = [0.0] * self._places.size
        write_observation(s, seat, s.phase, self._places, row)
        return np.array(row, np.float32)


def seen_round(view: View) -> Any:
    """A round that looks to its seat as ``view`` does, the cards of the pile as it heard them."""
    s = imagined(view)
    heard = Listener(view.rules, view.players, packs_for(view.rules, sum(view.playing)), sure=True)
    heard.listen(view.history)
    s.pile[: view.pile] = bytes(heard.pile)
    return s


def _choices(actions: int) -> Any:
    return np.array([actions >> action & 1 for action in range(DOING)] + UNSAID, np.bool_)


UNSAID = [0] * (ACTIONS - DOING)
"""What is said is a matter of attention, and not of the move."""
