"""Suit symbols, index glyphs and the layouts of the number cards.

Suits are drawn in a box of 100 x 100 around the origin, so that a pip is placed
by moving and scaling alone. Glyphs are strokes of one weight with round ends,
84 units high; they need no font and look the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

SUIT_PATHS = {
    "s": (
        "M0-48C5-37 17-26 28-15C38-5 46 3 46 15C46 28 37 36 26 36C17 36 10 32 6 25"
        "C7 35 11 42 18 47H-18C-11 42-7 35-6 25C-10 32-17 36-26 36C-37 36-46 28-46 15"
        "C-46 3-38-5-28-15C-17-26-5-37 0-48Z"
    ),
    "h": (
        "M0 46C-7 33-20 23-31 11C-40 1-46-7-46-18C-46-33-36-42-24-42C-13-42-4-36 0-26"
        "C4-36 13-42 24-42C36-42 46-33 46-18C46-7 40 1 31 11C20 23 7 33 0 46Z"
    ),
    "d": "M0-49C9-31 22-14 37 0C22 14 9 31 0 49C-9 31-22 14-37 0C-22-14-9-31 0-49Z",
    "c": (
        "M0-47C13-47 23-37 23-25C23-18 20-13 16-8C19-9 22-10 25-10C38-10 47 0 47 13"
        "C47 26 38 35 26 35C17 35 10 31 6 25C7 35 11 42 18 47H-18C-11 42-7 35-6 25"
        "C-10 31-17 35-26 35C-38 35-47 26-47 13C-47 0-38-10-25-10C-22-10-19-9-16-8"
        "C-20-13-23-18-23-25C-23-37-13-47 0-47Z"
    ),
}


@dataclass(frozen=True, slots=True)
class Glyph:
    """A stroked letter or numeral, ``width`` units wide from its left edge."""

    width: int
    path: str


GLYPHS = {
    "A": Glyph(50, "M6 78L25 6L44 78M13 55H37"),
    "2": Glyph(48, "M7 25C7 13 13 6 24 6S41 13 41 24C41 34 36 41 28 51L7 78H42"),
    "3": Glyph(
        48,
        "M8 19C10 11 15 6 24 6C34 6 40 13 40 23C40 33 34 39 22 39"
        "C34 39 42 46 42 58C42 70 34 78 23 78C14 78 8 73 6 64",
    ),
    "4": Glyph(50, "M34 78V6L6 59H45"),
    "5": Glyph(
        48, "M39 6H13L10 40C14 35 18 33 24 33C35 33 42 42 42 55C42 69 34 78 23 78C14 78 8 73 6 65"
    ),
    "6": Glyph(
        48,
        "M38 15C35 9 31 6 25 6C13 6 6 17 6 38V54C6 70 13 78 24 78S42 70 42 56"
        "S35 34 24 34S6 42 6 54",
    ),
    "7": Glyph(46, "M6 6H40L18 78"),
    "8": Glyph(
        48,
        "M24 39C14 39 8 32 8 23C8 13 14 6 24 6S40 13 40 23C40 32 34 39 24 39"
        "C13 39 6 47 6 58C6 70 13 78 24 78S42 70 42 58C42 47 35 39 24 39Z",
    ),
    "9": Glyph(
        48,
        "M10 69C13 75 17 78 23 78C35 78 42 67 42 46V30C42 14 35 6 24 6S6 14 6 28"
        "S13 50 24 50S42 42 42 30",
    ),
    "10": Glyph(
        69,
        "M4 19L16 7V78M48 6C58 6 63 14 63 28V56C63 70 58 78 48 78S33 70 33 56V28C33 14 38 6 48 6Z",
    ),
    "J": Glyph(42, "M34 6V58C34 71 29 78 20 78C12 78 7 73 6 62"),
    "Q": Glyph(
        52, "M25 6C37 6 44 14 44 28V56C44 70 37 78 25 78S6 70 6 56V28C6 14 13 6 25 6ZM29 60L45 80"
    ),
    "K": Glyph(50, "M7 6V78M42 6L7 50M21 33L43 78"),
    "E": Glyph(44, "M38 6H7V78H39M7 41H33"),
    "D": Glyph(50, "M7 6V78H17C34 78 43 67 43 42S34 6 17 6Z"),
    "Kn": Glyph(
        75, "M6 6V78M33 6L6 48M17 33L33 78M50 36V78M50 50C52 41 57 36 62 36C67 36 69 41 69 49V78"
    ),
}

SWEDISH = {"A": "E", "J": "Kn", "Q": "D", "K": "K", "T": "10"}
INTERNATIONAL = {"T": "10"}

INDEX_X = 43
"""Middle of the index column; it ends left of 82, which a fan always shows."""

_LEFT, _MIDDLE, _RIGHT = 101, 125, 149
_ROWS_OF_FOUR = (58, 136, 214, 292)
_ROWS_OF_THREE = (58, 175, 292)

PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "2": ((_MIDDLE, 58), (_MIDDLE, 292)),
    "3": ((_MIDDLE, 58), (_MIDDLE, 175), (_MIDDLE, 292)),
}
_CORNERS = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (58, 292))
_SIX = tuple((x, y) for x in (_LEFT, _RIGHT) for y in _ROWS_OF_THREE)
_EIGHT = tuple((x, y) for x in (_LEFT, _RIGHT) for y in _ROWS_OF_FOUR)
PIPS |= {
    "4": _CORNERS,
    "5": (*_CORNERS, (_MIDDLE, 175)),
    "6": _SIX,
    "7": (*_SIX, (_MIDDLE, 116)),
    "8": (*_SIX, (_MIDDLE, 116), (_MIDDLE, 234)),
    "9": (*_EIGHT, (_MIDDLE, 175)),
    "T": (*_EIGHT, (_MIDDLE, 97), (_MIDDLE, 253)),
}

_PETALS = "M0 0q-6-5 0-12 6 7 0 12 5-6 12 0-7 6-12 0 6 5 0 12-6-7 0-12-5 6-12 0 7-6 12 0"
ACE_FLOWER = {"s": (186, _PETALS), "h": (173, _PETALS), "d": (175, _PETALS), "c": (183, _PETALS)}
"""The flower cut out of each ace's great pip: its height and its shape."""

STAR = "M43 24L51 47L75 47.6L56 62.2L63 85.4L43 71.6L23 85.4L30 62.2L11 47.6L35 47Z"
"""The joker's corner."""
