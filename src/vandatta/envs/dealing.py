"""A fresh round for an environment: rules and seats read, chance taken from one generator."""

from __future__ import annotations

import reprlib
from contextlib import suppress
from dataclasses import replace
from operator import index
from random import Random
from typing import Literal, SupportsIndex, get_args

from vandatta.cards import card_from_text
from vandatta.describe import problem
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.rules import Rules
from vandatta.envs import IllegalAction
from vandatta.envs.actions import ACTIONS, action_text
from vandatta.envs.rounds import Round
from vandatta.envs.seen import NO_QUESTION, Seen
from vandatta.notation.moves import cards_in
from vandatta.options import OptionsError, Value, check_seats, compile_rules, named, rules_id

Reward = Literal["points", "edge"]
"""What a round is worth to a seat when it ends: ``points``, minus the points of its own
hand; ``edge``, the mean of the others' points minus its own, which adds up to 0."""
Illegal = Literal["raise", "flag"]
"""What becomes of an action that may not be taken: `vandatta.envs.IllegalAction` is raised,
or nothing happens and the step's info says ``illegal``."""


class RulesError(OptionsError):
    """Rules that there are not, or not for so many: told in a sentence."""

    def __str__(self) -> str:
        return problem("en", self)


def named_rules(rules: object) -> dict[str, Value]:
    """The options that were asked for, as `vandatta.options.named` reads them.

    Raises:
        RulesError: it names no rule set.
    """
    try:
        return named(rules)
    except OptionsError as error:
        raise RulesError(error.message, **error.values) from None


def rules_of(rules: object, seats: int) -> tuple[str, Rules]:
    """The short id and the compiled rules that were asked for.

    Args:
        rules: a preset's name, a rules id, or options, as `vandatta.options.named` reads it.
        seats: how many play.

    Raises:
        RulesError: no such rules, or not for so many.
    """
    values = named_rules(rules)
    compiled = compile_rules(values)
    _check_seats(compiled, seats)
    return rules_id(values), compiled


def _check_seats(rules: Rules, seats: int) -> None:
    try:
        check_seats(rules, seats)
    except OptionsError as error:
        raise RulesError(error.message, **error.values) from None


def with_pack(rules: Rules, seats: int, cards: object) -> Rules:
    """The same rules, played with other cards in the pack.

    Args:
        rules: the compiled rules.
        seats: how many play.
        cards: the cards of one pack, as in ``7s8sAs7h8hAh``; none: the rules' own.

    Raises:
        RulesError: too few cards for so many.
        ValueError: these are no cards, or one stands there twice.
    """
    if not isinstance(cards, str):
        raise ValueError(f"a pack is a row of cards, each once, not {short(cards)}")
    if not cards:
        return rules
    found = {card_from_text(card) for card in cards_in(cards)}
    if "".join(cards_in(cards)) != cards or 2 * len(found) != len(cards):
        raise ValueError(f"a pack is a row of cards, each once, not {cards!r}")
    smaller = replace(rules, pack=sum(1 << card for card in found))
    _check_seats(smaller, seats)
    return smaller


def one_of(value: object, choices: object, name: str) -> None:
    """See that a parameter has one of the values it can have.

    Raises:
        ValueError: it has another.
    """
    if not isinstance(value, str) or value not in get_args(choices):
        raise ValueError(f"{name} is one of {', '.join(get_args(choices))}, not {short(value)}")


def whole(value: object, name: str, least: int | None = None) -> int:
    """A whole number that was given, of Python's or of a library's own type.

    Args:
        value: what was given.
        name: what it is, as a sentence begins with it.
        least: what it is at least; None: any will do.

    Raises:
        ValueError: it is none, or smaller. (A truth value is none either.)
    """
    number: int | None = None
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        # an array has the method too, and may have more than one number
        with suppress(TypeError):
            number = index(value)
    if number is None:
        raise ValueError(f"{name} is a whole number, not {short(value)}")
    if least is not None and number < least:
        raise ValueError(f"{name} is {least} or more, not {number}")
    return number


def checked_seats(seats: int) -> int:
    """How many are to play; whether the rules are for so many, `rules_of` says.

    Raises:
        ValueError: that is no whole number.
    """
    return whole(seats, "the number of seats")


def checked_seat(seat: int | None, seats: int) -> int | None:
    """The seat asked for, one's own or the dealer's; None: drawn by lot for each round.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is None:
        return None
    number = whole(seat, "a seat")
    if not 0 <= number < seats:
        raise ValueError(f"there is no seat {number}")
    return number


def checked_steps(steps: int | None) -> int | None:
    """The decisions asked for, after which a round is cut off; None: never.

    Raises:
        ValueError: there would be none, or that is no whole number.
    """
    if steps is None:
        return None
    number = whole(steps, "max_steps")
    if number < 1:
        raise ValueError(f"a round can't be cut off after {number} decisions")
    return number


def checked_seed(seed: SupportsIndex) -> int:
    """A seed for an environment's chance.

    Raises:
        ValueError: it is below 0 (Python would take it for its opposite), or no whole number.
    """
    return whole(seed, "a seed", least=0)


def checked_mode(mode: str | None) -> str | None:
    """How an environment is to be rendered: as text, or not at all.

    Raises:
        ValueError: in another way.
    """
    if mode is not None and mode != "ansi":
        raise ValueError(f"render_mode is ansi or None, not {short(mode)}")
    return mode


def short(value: object) -> str:
    """A value as Python writes it, and not too much of it."""
    return reprlib.repr(value)


def generator(seed: SupportsIndex | None) -> Random:
    """The chance of an environment.

    Args:
        seed: a whole number, 0 or more; None: from the operating system.

    Raises:
        ValueError: the seed is below 0, or no whole number.
    """
    return Random() if seed is None else Random(checked_seed(seed))


def deal(rules: Rules, seats: int, luck: Random, dealer: int | None) -> Round:
    """A round dealt by ``luck``."""
    deck = list(pack_for(rules, seats))
    luck.shuffle(deck)
    by = luck.randrange(seats)
    by = by if dealer is None else dealer
    return Round(new_round(rules, seats, (1 << seats) - 1, by, deck, luck.getrandbits(96)))


def worth(points: tuple[int, ...], reward: str) -> list[float]:
    """What a round that ended so is worth to every seat (see `Reward`)."""
    if reward == "points":
        return [float(-each) for each in points]
    total, others = sum(points), len(points) - 1
    return [(total - each) / others - each for each in points]


def refusal(action: object, actions: int, seat: int) -> IllegalAction:
    """What to raise for an action that is not among ``actions``."""
    number = action if isinstance(action, int) and 0 <= action < ACTIONS else None
    name = short(action) if number is None else f"{number} ({action_text(number)})"
    may = ", ".join(action_text(each) for each in range(ACTIONS) if actions >> each & 1)
    return IllegalAction(f"seat {seat} may not take action {name} now, but one of: {may}")


def blind(seen: Seen) -> Seen:
    """The same without a decision to make: the round goes no further."""
    return Seen(seen.view, seen.pile, NO_QUESTION, 0)
