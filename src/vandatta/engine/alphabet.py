"""The fixed alphabet of small decisions, and the phases of a round.

Numbers 0 to 60 are what a seat in turn may do and fit in one 62-bit set; calls
and challenges can come out of turn and are a set of their own.
"""

from __future__ import annotations

LAY = 0
"""``LAY + card`` lays a card, 0 to 53."""
NAME = 54
"""``NAME + suit`` names a suit, 54 to 57."""
DRAW = 58
PASS = 59
DONE = 60
ACTIONS = 61
"""How many actions a seat in turn has to choose from."""

CALL = 61
"""Call "lappen"."""
CHALLENGE = 62
"""``CHALLENGE + seat`` points out that the seat forgot to call, 62 to 69."""
ALPHABET = 70

CALL_BIT = 1
"""In a set of calls bit 0 is the call, bit ``1 + seat`` a challenge of it."""

MAX_SEATS = 8
NO_SEAT = -1

# Phases of a round
TO_LAY = 0
"""The seat in turn lays, draws or passes."""
TO_NAME = 1
"""Forehand names the suit of a turned-up eight, and then plays on."""
TO_FOLLOW = 2
"""The seat in turn goes on after its own ace."""
NAMING = 3
"""The seat in turn has laid an eight and says its suit; nobody else sees this phase."""
MORE = 4
"""The seat in turn may add more of the rank it has just laid; nobody else sees it."""
OVER = 5

PHASE_NAMES = ("lay", "name", "follow", "naming", "more", "over")
