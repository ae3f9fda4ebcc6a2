"""Whole rounds and matches played at random on the bare engine, for the tests and benches."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

from vandatta.cards import CARD_TYPES, members
from vandatta.engine.alphabet import CALL, CALL_BIT, CHALLENGE, DRAW, NAMING, NO_SEAT, OVER
from vandatta.engine.calls import calls
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.match import Match, score_round
from vandatta.engine.play import apply, legal, speak
from vandatta.engine.rules import Rules
from vandatta.engine.state import State
from vandatta.options import rules_from

SVENSK = rules_from("svensk")
LAYS_AND_NAMES = (1 << DRAW) - 1

Watch = Callable[[State], None]


def nobody(s: State) -> None:
    """Watch nothing."""


def all_of(players: int) -> int:
    """The set of all seats."""
    return (1 << players) - 1


def shuffled(chance: random.Random, rules: Rules, players: int) -> list[int]:
    """A shuffled deck for so many seats."""
    deck = list(pack_for(rules, players))
    chance.shuffle(deck)
    return deck


def fresh_round(
    chance: random.Random, players: int, rules: Rules = SVENSK, dealer: int | None = None
) -> State:
    """A dealt round with everyone in it."""
    who = chance.randrange(players) if dealer is None else dealer
    deck = shuffled(chance, rules, players)
    return new_round(rules, players, all_of(players), who, deck, chance.getrandbits(96))


def choose(chance: random.Random, actions: int, eager: bool) -> int:
    """An action of a set that is not empty; who is eager lays whenever that is allowed."""
    if eager and actions & LAYS_AND_NAMES:
        actions &= LAYS_AND_NAMES
    elif eager and actions >> DRAW & 1:
        return DRAW
    if actions & (actions - 1) == 0:
        return actions.bit_length() - 1
    some = members(actions)
    return some[int(chance.random() * len(some))]


def talk(s: State, chance: random.Random, eager: bool) -> tuple[int, int] | None:
    """A call or challenge that somebody makes, forgets or lets pass, at random.

    Returns:
        The seat that spoke and what it said, or None.
    """
    late = s.window
    if late != NO_SEAT and chance.random() < (0.8 if eager else 0.4):
        assert calls(s, late) & CALL_BIT
        speak(s, late, CALL)
        return late, CALL
    if chance.random() < 0.3:
        seat = chance.randrange(s.players)
        found = calls(s, seat) & ~CALL_BIT
        if found:
            forgetful = found.bit_length() - 2
            speak(s, seat, CHALLENGE + forgetful)
            return seat, CHALLENGE + forgetful
    return None


def play_round(s: State, chance: random.Random, eager: bool, watch: Watch = nobody) -> int:
    """Play a round to its end, telling ``watch`` after every step.

    Returns:
        How many actions that took.
    """
    actions = 0
    watch(s)
    while s.phase != OVER:
        may = legal(s)
        assert may, "nothing may be done"
        apply(s, choose(chance, may, eager))
        actions += 1
        watch(s)
        # between laying an eight and naming its suit nobody gets a word in
        quiet = s.phase in (NAMING, OVER) or (s.window == NO_SEAT and s.forgot == 0)
        if not quiet and talk(s, chance, eager):
            actions += 1
            watch(s)
    return actions


def play_match(
    chance: random.Random,
    players: int,
    eager: bool,
    rules: Rules = SVENSK,
    watch: Watch = nobody,
    scored: Callable[[Match, State], None] | None = None,
) -> tuple[Match, int]:
    """Play a match to its end.

    Returns:
        The match and how many actions it took.
    """
    m = Match(players=players, playing=all_of(players), dealer=chance.randrange(players))
    actions = 0
    while not m.winners:
        deck = shuffled(chance, rules, m.playing.bit_count())
        s = new_round(rules, players, m.playing, m.dealer, deck, chance.getrandbits(96))
        actions += play_round(s, chance, eager, watch)
        score_round(m, s)
        if scored:
            scored(m, s)
        assert m.round < 1000, "a match that does not end"
    return m, actions


# --- cards conserved: exact, and cheap enough for every step of ten thousand matches

_ONE = [1 << 7 * card for card in range(CARD_TYPES)]
_BIT = [1 << card for card in range(CARD_TYPES)]
_NINE = [[sum(_ONE[c + 9 * part] for c in members(b)) for b in range(512)] for part in range(6)]


@lru_cache(maxsize=256)
def spread(cards: int) -> int:
    """A set of cards with seven bits a card, so that sums of a hundred can't run over."""
    return sum(_NINE[part][cards >> 9 * part & 511] for part in range(6))


def conservation(rules: Rules, players: int) -> Watch:
    """A watch that finds any card lost, doubled or turned into another, for so many seats."""
    pack = pack_for(rules, players)
    whole = sum(_ONE[card] for card in pack)
    size = len(pack)
    one_pack = size == len(set(pack))
    every = sum(_BIT[card] for card in pack)

    def watch(s: State) -> None:
        assert sum(s.count) + s.n_stock + s.n_pile == size
        lying = s.stock[: s.n_stock] + s.pile[: s.n_pile]
        if one_pack:
            # so many powers of two make a number with so many bits in one way only
            total = sum(s.first) + sum(map(_BIT.__getitem__, lying))
            assert total == every and not any(s.second)
            assert sum(map(int.bit_count, s.first)) == sum(s.count)
        else:
            total = sum(map(_ONE.__getitem__, lying))
            total += sum(map(spread, s.first)) + sum(map(spread, s.second))
            assert total == whole
            for first, second in zip(s.first, s.second, strict=True):
                assert second & ~first == 0

    return watch
