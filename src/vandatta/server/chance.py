"""Where chance comes from: the operating system, and nowhere else.

The engine and the tables never make up anything; this module hands them
shuffled packs, seeds, ids and secrets. `bot_luck` is the one generator whose
course could be worked out, and nothing hidden depends on it.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

SEED_BITS = 96
"""A table wants seeds below ``2**96`` for the reshuffles of a round."""

_system = secrets.SystemRandom()


def shuffled(pack: Sequence[int]) -> list[int]:
    """The cards of ``pack`` in a fresh random order, the first dealt first."""
    cards = list(pack)
    _system.shuffle(cards)
    return cards


def seed() -> int:
    """A fresh seed for a round's reshuffles."""
    return secrets.randbits(SEED_BITS)


def pick(names: Sequence[str], count: int) -> list[str]:
    """``count`` of the ``names``, none twice, in random order."""
    return _system.sample(names, count)


def below(limit: int) -> int:
    """A number from 0 to ``limit - 1``, each as likely."""
    return secrets.randbelow(limit)


def table_id() -> str:
    """An id of 128 random bits that fits in an address."""
    return secrets.token_urlsafe(16)


def key_secret() -> str:
    """A table's secret for the names of card elements, 128 bits in hex."""
    return secrets.token_hex(16)


def player_secret() -> str:
    """What a player's browser keeps to own its seats: 128 random bits."""
    return secrets.token_urlsafe(16)


def bot_luck() -> random.Random:
    """A generator for the computer players' choices and thinking times."""
    return random.Random(secrets.randbits(128))
