"""Jack, queen, king and joker: flat figures in the manner of painted Dala furniture.

Each figure is half a card, drawn once: around x = 0, from y = 14 down to 170.
The card shows it at ``FIGURE_X`` and again turned by half a turn. What changes
from suit to suit comes from the one who uses it: shapes without a fill take the
garment's colour, ``currentColor`` is its trimming.
"""

from __future__ import annotations

from vandatta.server.art.palette import colour

FIGURE_X = 160
"""The figure's middle, right of the index column."""

EMBLEMS = {"J": (-55, 134, 26), "Q": (56, 52, 24), "K": (-56, 110, 26)}
"""Where a figure holds the suit: x, y and size."""

GARMENTS = {
    "s": ("court-blue", "court-gold"),
    "h": ("court-red", "court-gold"),
    "d": ("court-rust", "court-blue"),
    "c": ("court-green", "court-gold"),
    "j": ("court-plum", "court-gold"),
}
"""Garment and trimming of each suit's court, and of the joker (``j``)."""

PANEL = (
    "M82 28C82 20 88 14 96 14H224C232 14 238 20 238 28V182H168V322C168 330 162 336 154 336"
    "H26C18 336 12 330 12 322V168H82Z"
)
"""The picture's ground: two windows, beside the two corner indices."""

BAND = "M12 167H238V183H12Z"
BAND_PATTERN = "M12 183" + "l8-16 8 16" * 14 + "z"
"""Between the halves: a strip of trimming with a zigzag of the garment's colour."""


def _fill(name: str, path: str) -> str:
    return f'<path fill="{colour(name)}" d="{path}"/>'


def _stroke(name: str, width: float, path: str) -> str:
    return f'<path fill="none" stroke="{colour(name)}" stroke-width="{width}" d="{path}"/>'


def _main(path: str) -> str:
    return f'<path d="{path}"/>'


def _trim(path: str) -> str:
    return f'<path fill="currentColor" d="{path}"/>'


def _trim_line(width: float, path: str) -> str:
    return f'<path fill="none" stroke="currentColor" stroke-width="{width}" d="{path}"/>'


def _disc(x: float, y: float, r: float) -> str:
    """A circle as path data, to be joined with others in one path."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0 {r:g} {r:g} 0 1 0-{2 * r:g} 0z"


def _both(x: float, y: float, r: float) -> str:
    """A circle and its mirror image."""
    return _disc(-x, y, r) + _disc(x, y, r)


def _face(eyes: float, brows: str, nose: str, mouth: str, cheeks: float) -> str:
    """Eyes, brows, nose, mouth and cheeks, in few strokes."""
    return (
        _fill("court-blush", _both(16.5, cheeks, 4.6))
        + _fill("court-line", _both(10.5, eyes, 2.8))
        + _stroke("court-line", 2.2, brows + nose)
        + _stroke("court-red", 2.8, mouth)
    )


def jack() -> str:
    """A young man in a feathered beret, with halberd and shield."""
    return "".join(
        (
            _fill("court-dark", "M62 40H66V170H62Z"),
            _fill(
                "court-steel",
                "M64 16L69 33C76 34 79 48 74 62C72 55 69 53 66 53V62H62V53L53 43L62 37L59 33Z",
            ),
            _fill(
                "court-dark",
                "M-29 56C-34 76-35 96-41 106C-31 113-20 111-13 105H13"
                "C20 111 31 113 41 106C35 96 34 76 29 56Z",
            ),
            _main("M-78 170C-77 146-62 132-38 127L0 122L38 127C62 132 77 146 78 170Z"),
            _trim("M-8 128H8V170H-8Z"),
            _trim_line(3, "M-20 138V170M20 138V170M-32 136V170M32 136V170"),
            _fill("court-skin", "M-9 98H9V126H-9Z"),
            _fill("court-skin", "M-25 56H25V82C25 98 12 109 0 109S-25 98-25 82Z"),
            _fill(
                "court-linen",
                "M0 122C-5 116-10 113-17 111L-40 126C-34 135-24 138-11 136"
                "L0 124L11 136C24 138 34 135 40 126L17 111C10 113 5 116 0 122Z",
            ),
            _fill("court-dark", "M-27 54C-27 66-22 71-14 71C-4 71 3 67 5 62C9 68 16 72 27 71V54Z"),
            _trim(
                "M-14 50C-22 32-44 16-70 18C-68 24-70 28-74 31C-68 32-66 35-69 40"
                "C-62 40-60 43-61 48C-48 55-30 56-14 50Z"
            ),
            _stroke("court-line", 1.6, "M-20 48C-34 36-46 30-60 27"),
            _main("M-30 58C-40 46-34 28-12 23C16 17 60 24 57 44C55 54 44 58 30 58Z"),
            _trim("M-32 54C-12 48 12 48 32 54V63C12 57-12 57-32 63Z"),
            _fill("court-red", _disc(-16, 46, 6)),
            _fill("court-linen", _disc(-16, 46, 2.6)),
            _face(
                81,
                "M-15 75Q-10 71-5 74M5 74Q10 71 15 75",
                "M-2 91Q0 93 3 91",
                "M-6 99Q0 103 6 99",
                92,
            ),
            _fill("court-skin", _disc(64, 138, 8)),
            _trim("M54 145C60 149 68 149 74 145V154C68 158 60 158 54 154Z"),
            _trim("M-75 114H-35V138C-35 150-46 157-55 161C-64 157-75 150-75 138Z"),
            _fill("court-linen", "M-71 118H-39V138C-39 147-48 153-55 156.5C-62 153-71 147-71 138Z"),
            _fill("court-line", _disc(0, 146, 2.4) + _disc(0, 158, 2.4)),
        )
    )


def queen() -> str:
    """A lady with braids and a tiara, with a flower."""
    braid = "".join(_both(37, y, r) for y, r in ((102, 8.5), (115, 8), (127, 7.5), (138, 7)))
    plait = "".join(f"M{x} {y}l5 5 5-5" for x in (-42, 32) for y in (105, 118, 130))
    petals = ((0, -14), (12, -7), (12, 7), (0, 14), (-12, 7), (-12, -7))
    return "".join(
        (
            _stroke("court-green", 3, "M56 54V150"),
            _fill(
                "court-green",
                "M56 106C46 102 44 94 44 84C54 88 57 96 56 106Z"
                "M56 116C66 112 71 104 70 94C60 97 56 106 56 116Z",
            ),
            _trim("".join(_disc(56 + x, 52 + y, 8.5) for x, y in petals)),
            _fill("court-linen", _disc(56, 52, 15)),
            _fill(
                "court-fair",
                "M0 30C-26 30-38 48-37 72C-36 90-40 96-38 106H38"
                "C40 96 36 90 37 72C38 48 26 30 0 30Z",
            ),
            _main("M-78 170C-77 146-62 128-34 125H34C62 128 77 146 78 170Z"),
            _fill("court-linen", "M-22 124C-30 134-32 150-30 170H30C32 150 30 134 22 124Z"),
            _trim_line(3, "M-70 147Q-58 152-48 140M70 147Q58 152 48 140"),
            _trim(_both(54, 154, 2.6) + _both(64, 157, 2.6) + _both(46, 148, 2.6)),
            _main("M-22 170V152C-22 146-12 144 0 156C12 144 22 146 22 152V170Z"),
            _fill(
                "court-skin",
                "M-9 98H9V118C16 119 20 121 22 124C18 138 8 144 0 150"
                "C-8 144-18 138-22 124C-20 121-16 119-9 118Z",
            ),
            _fill(
                "court-gold",
                "".join(_both(x, y, 2.6) for x, y in ((18, 127), (13.5, 133), (7.5, 138)))
                + _disc(0, 141, 4),
            ),
            _fill(
                "court-skin",
                "M0 44C-18 44-26 60-26 76C-26 94-12 108 0 108S26 94 26 76C26 60 18 44 0 44Z",
            ),
            _fill(
                "court-fair",
                "M0 47C-10 54-24 62-28 84C-38 60-26 36 0 36S38 60 28 84C24 62 10 54 0 47Z",
            ),
            _stroke("court-plait", 1.8, "M0 38V46M-7 40C-20 44-30 54-32 74M7 40C20 44 30 54 32 74"),
            _fill("court-fair", braid),
            _stroke("court-plait", 1.8, plait),
            _fill("court-red", "M-37 145l-8-5v11zl8-5v11zM37 145l-8-5v11zl8-5v11z"),
            _fill("court-gold", "M-30 47C-25 30-12 23 0 19C12 23 25 30 30 47C14 36-14 36-30 47Z"),
            _fill("court-linen", _disc(0, 19, 4) + _both(14, 25, 3.4) + _both(25.5, 36, 3)),
            _fill("court-red", "M0 26L4 31L0 36L-4 31Z"),
            _fill("court-blue", _both(12, 33, 2.4)),
            _face(
                77,
                "M-16 69Q-11 65-6 68M6 68Q11 65 16 69M-13 76l-4-2M13 76l4-2",
                "M-2 87Q0 89 2 87",
                "M-5 96Q0 100 5 96",
                88,
            ),
            _fill("court-skin", _disc(56, 140, 8)),
        )
    )


def king() -> str:
    """A bearded old man in a tall crown, with sword and orb."""
    return "".join(
        (
            _fill("court-steel", "M56 122V34L61 20L66 34V122Z"),
            _stroke("court-linen", 1.6, "M61 30V118"),
            _main("M-78 170C-77 150-60 134-34 128H34C60 134 77 150 78 170Z"),
            _trim_line(3, "M-70 170C-68 156-60 146-46 139M70 170C68 156 60 146 46 139"),
            _fill("court-linen", "M-44 170C-46 150-40 136-28 126H28C40 136 46 150 44 170Z"),
            _fill("court-line", "M-34 144l3 8h-6zM34 144l3 8h-6zM-25 156l3 8h-6zM25 156l3 8h-6z"),
            _fill("court-grey", "M-30 66C-38 84-40 104-34 120H34C40 104 38 84 30 66Z"),
            _fill("court-skin", "M-27 66H27V92C27 104 14 112 0 112S-27 104-27 92Z"),
            _fill(
                "court-grey",
                "M-29 84C-35 106-34 130-20 143C-13 150-6 152 0 162"
                "C6 152 13 150 20 143C34 130 35 106 29 84C27 96 20 101 12 101H-12"
                "C-20 101-27 96-29 84Z",
            ),
            _stroke(
                "court-linen",
                1.8,
                "M-20 114C-19 126-14 134-8 140M20 114C19 126 14 134 8 140"
                "M-9 120C-8 130-4 138 0 146M9 120C8 130 4 138 0 146",
            ),
            _fill(
                "court-linen",
                "M0 99C-6 93-17 94-25 104C-16 108-5 107 0 102C5 107 16 108 25 104C17 94 6 93 0 99Z",
            ),
            _main("M-34 62C-40 42-20 36 0 34C20 36 40 42 34 62Z"),
            _fill(
                "court-gold",
                "M-36 73V60L-43 34L-20 51L0 29L20 51L43 34L36 60V73Z"
                + _both(43, 32, 5)
                + _disc(0, 25, 6),
            ),
            _fill("court-red", "M0 60l5 6-5 6-5-6z"),
            _fill("court-blue", _both(21, 66, 3.4)),
            _face(
                84,
                "M-17 79Q-11 75-5 78M5 78Q11 75 17 79",
                "M-3 93Q0 96 3 93",
                "M-5 109Q0 112 5 109",
                93,
            ),
            _trim("M51 143C57 147 65 147 71 143V152C65 156 57 156 51 152Z"),
            _fill("court-gold", "M48 120H74V126H48Z" + _disc(61, 148, 4.5)),
            _fill("court-dark", "M58 126H64V146H58Z"),
            _fill("court-skin", _disc(61, 136, 8) + _disc(-56, 131, 9)),
            _fill("court-gold", _disc(-56, 110, 20) + "M-58 80h4v4h4v4h-4v6h-4v-6h-4v-4h4z"),
            _fill("court-linen", _disc(-56, 110, 16)),
        )
    )


def joker() -> str:
    """A jester in a cap with bells."""
    return "".join(
        (
            _main("M-78 170C-77 146-62 134-38 128H0V170Z"),
            _trim("M78 170C77 146 62 134 38 128H0V170Z"),
            _fill("court-red", "M-58 144l6 8-6 8-6-8zM58 144l6 8-6 8-6-8z"),
            _fill("court-skin", "M-26 60H26V84C26 100 12 112 0 112S-26 100-26 84Z"),
            _fill(
                "court-linen",
                "M-46 120L-30 112H30L46 120L36 144L24 130L13 152L0 132L-13 152L-24 130L-36 144Z",
            ),
            _fill("court-skin", "M-20 96H20C18 106 8 114 0 114S-18 106-20 96Z"),
            _main("M-30 66C-32 74-32 80-34 86C-38 74-48 70-60 78C-64 52-40 32-12 34L0 40V62Z"),
            _trim("M30 66C32 74 32 80 34 86C38 74 48 70 60 78C64 52 40 32 12 34L0 40V62Z"),
            _fill("court-red", "M-19 44C-16 32-8 24 0 22C8 24 16 32 19 44L0 62Z"),
            _main("M-31 60C-12 52 12 52 31 60V69C12 61-12 61-31 69Z"),
            _fill(
                "court-gold",
                _both(60, 82, 6.5) + _disc(0, 21, 6.5) + _both(13, 153, 4.5) + _both(36, 145, 4.5),
            ),
            _fill("court-line", _both(60, 84, 1.8) + _disc(0, 23, 1.8)),
            _face(
                83,
                "M-16 77Q-10 71-5 76M5 76Q10 71 16 77",
                "M-3 92Q0 95 3 92",
                "M-11 98Q0 110 11 98",
                93,
            ),
        )
    )
