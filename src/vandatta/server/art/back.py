"""The back of a card, the joker and the little picture for browser tabs."""

from __future__ import annotations

from math import hypot

from vandatta.server.art.palette import LIGHT, colour
from vandatta.server.art.pips import GLYPHS

_COLUMNS, _LINES = 5, 7
_CELL_W, _CELL_H = 42, 44
_LEFT, _TOP = 20, 21


def _lattice() -> str:
    """Diagonals from edge to edge, as one path of closed diamonds."""
    half_w, half_h = _CELL_W // 2, _CELL_H // 2
    parts = []
    for line in range(_LINES):
        for column in range(_COLUMNS):
            x, y = _LEFT + column * _CELL_W, _TOP + line * _CELL_H
            parts.append(
                f"M{x + half_w} {y}l{half_w} {half_h}-{half_w} {half_h}-{half_w}-{half_h}z"
            )
    return "".join(parts)


def _flowers() -> str:
    """A four-petalled flower in every diamond and a dot between them."""
    parts = []
    for line in range(2 * _LINES - 1):
        odd = line % 2
        for column in range(_COLUMNS - odd):
            x = _LEFT + _CELL_W // 2 * (1 + odd) + column * _CELL_W
            y = _TOP + _CELL_H // 2 * (1 + line)
            if hypot(x - 125, y - 175) < 58:
                continue
            if odd:
                parts.append(f"M{x - 3} {y}a3 3 0 1 0 6 0 3 3 0 1 0-6 0")
            else:
                parts.append(
                    f"M{x} {y}q-6-5 0-11 6 6 0 11 5-6 11 0-6 6-11 0 6 5 0 11-6-6 0-11"
                    "-5 6-11 0 6-6 11 0"
                )
    return "".join(parts)


def back() -> str:
    """The inside of the symbol ``c-back``: a calm lattice around an eight."""
    line = colour("back-line")
    eight = GLYPHS["8"]
    return (
        f'<rect x="1" y="1" width="248" height="348" rx="17" fill="{colour("card-paper")}" '
        f'stroke="{colour("card-edge")}" stroke-width="2"/>'
        f'<rect x="10" y="10" width="230" height="330" rx="10" fill="{colour("back-main")}"/>'
        f'<g fill="none" stroke="{line}" stroke-width="1.6">'
        f'<path d="{_lattice()}"/>'
        '<rect x="16" y="16" width="218" height="318" rx="6" stroke-width="2.5"/></g>'
        f'<path fill="{line}" d="{_flowers()}"/>'
        f'<circle cx="125" cy="175" r="45" fill="{colour("back-main")}" stroke="{line}" '
        'stroke-width="3"/>'
        f'<circle cx="125" cy="175" r="39" fill="none" stroke="{line}" stroke-width="1.4"/>'
        f'<g transform="translate(105.8 141.4)scale(.8)"><path d="{eight.path}" fill="none" '
        f'stroke="{line}" stroke-width="9"/></g>'
    )


def favicon() -> str:
    """A small drawing of its own: a tilted card with a red eight."""
    eight = GLYPHS["8"]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="14" fill="{LIGHT["back-main"]}"/>'
        '<g transform="rotate(8 32 32)">'
        f'<rect x="14" y="7" width="36" height="50" rx="6" fill="{LIGHT["card-paper"]}"/>'
        f'<g transform="translate(18.8 10.9)scale(.5)"><path d="{eight.path}" fill="none" '
        f'stroke="{LIGHT["suit-h"]}" stroke-width="13"/></g></g></svg>'
    )
