"""Puts the drawings together into one sprite of symbols."""

from __future__ import annotations

from functools import cache

from vandatta.cards import RANKS, SUITS
from vandatta.server.art.back import back
from vandatta.server.art.courts import (
    BAND,
    BAND_PATTERN,
    EMBLEMS,
    FIGURE_X,
    GARMENTS,
    PANEL,
    jack,
    joker,
    king,
    queen,
)
from vandatta.server.art.palette import colour, suit_colour
from vandatta.server.art.pips import (
    ACE_FLOWER,
    GLYPHS,
    INDEX_X,
    INTERNATIONAL,
    PIPS,
    STAR,
    SUIT_PATHS,
    SWEDISH,
)

_TURNED = "rotate(180 125 175)"
_PIP_SIZE = 40
_ACE_SIZE = 118


def _symbol(name: str, inside: str, box: str = "0 0 250 350") -> str:
    return f'<symbol id="{name}" viewBox="{box}">{inside}</symbol>'


def _pip(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """The suit's symbol with its middle at ``x``, ``y``."""
    scale = f"{-size / 100:g}" if turned else f"{size / 100:g}"
    return f'<use href="#p-{suit}" transform="translate({x:g} {y:g})scale({scale})"/>'


def _glyph(name: str, shown: str) -> str:
    glyph = GLYPHS[name]
    x = INDEX_X - glyph.width * 0.45
    when = f' display="{shown}"' if shown else ""
    return f'<path{when} transform="translate({x:g} 20)scale(.9)" d="{glyph.path}"/>'


def _index(rank: str) -> str:
    """The rank in the corner, in Swedish and international letters."""
    swedish, international = SWEDISH.get(rank, rank), INTERNATIONAL.get(rank, rank)
    if swedish == international:
        glyphs = _glyph(swedish, "")
    else:
        glyphs = _glyph(swedish, "var(--idx-sv,inline)")
        glyphs += _glyph(international, "var(--idx-int,none)")
    return (
        f'<g id="i-{rank}" fill="none" stroke="currentColor" stroke-width="12.5" '
        f'stroke-linecap="round" stroke-linejoin="round">{glyphs}</g>'
    )


def _corner(rank: str, suit: str) -> str:
    return f'<use href="#i-{rank}"/>' + _pip(suit, INDEX_X, 131, 46)


def _picture(figure: str, suit: str, emblem: str) -> str:
    """A court card's two halves on their ground, with the band between them."""
    garment, trim = (colour(name) for name in GARMENTS[suit])
    half = (
        f'<use href="#f-{figure}" fill="{garment}" color="{trim}" '
        f'transform="translate({FIGURE_X})"/>{emblem}'
    )
    return (
        f'<path d="{PANEL}" fill="{colour("ground-" + suit)}"/>{half}'
        f'<g transform="{_TURNED}">{half}</g>'
        f'<path fill="{trim}" d="{BAND}"/><path fill="{garment}" d="{BAND_PATTERN}"/>'
    )


def _middle(rank: str, suit: str) -> str:
    """What the card shows between its corners."""
    if rank == "A":
        y, flower = ACE_FLOWER[suit]
        return (
            _pip(suit, 125, 175, _ACE_SIZE)
            + f'<path fill="{colour("card-paper")}" transform="translate(125 {y})scale(1.9)" '
            f'd="{flower}"/>'
        )
    if rank in PIPS:
        pips = "".join(_pip(suit, x, y, _PIP_SIZE, y > 175) for x, y in PIPS[rank])
        return pips + (_mark(208, 48, 1) if rank == "8" else "")
    x, y, size = EMBLEMS[rank]
    return _picture(rank, suit, _pip(suit, FIGURE_X + x, y, size))


def _joker() -> str:
    star = f'<path id="star" fill="{colour("card-ink")}" d="{STAR}"/>'
    return (
        f'<use href="#paper"/>{_picture("joker", "j", "")}{star}'
        f'<use href="#star" transform="{_TURNED}"/>{_mark(INDEX_X, 128, 1.4)}'
    )


def _mark(x: int, y: int, scale: float) -> str:
    """Two corners marked with all four suits."""
    mark = f'<use href="#any" transform="translate({x} {y})scale({scale:g})"/>'
    return f'{mark}<g transform="{_TURNED}">{mark}</g>'


def _any_suit() -> str:
    """All four suits, small: the mark of the eight and of the joker."""
    places = {"s": (0, -15), "h": (15, 0), "c": (0, 15), "d": (-15, 0)}
    four = "".join(
        f'<g fill="{suit_colour(suit)}">{_pip(suit, x, y, 17)}</g>'
        for suit, (x, y) in places.items()
    )
    return f'<g id="any">{four}</g>'


def _card(rank: str, suit: str) -> str:
    corner = _corner(rank, suit)
    return _symbol(
        f"c-{rank}{suit}",
        f'<use href="#paper"/><g color="{suit_colour(suit)}" fill="currentColor">'
        f'{_middle(rank, suit)}{corner}<g transform="{_TURNED}">{corner}</g></g>',
    )


def _parts() -> str:
    """What the symbols are put together from."""
    paper = (
        f'<rect id="paper" x="1" y="1" width="248" height="348" rx="17" '
        f'fill="{colour("card-paper")}" stroke="{colour("card-edge")}" stroke-width="2"/>'
    )
    pips = "".join(f'<path id="p-{suit}" d="{SUIT_PATHS[suit]}"/>' for suit in SUITS)
    figures = "".join(
        f'<g id="f-{rank}" stroke-linecap="round">{draw()}</g>'
        for rank, draw in (("J", jack), ("Q", queen), ("K", king), ("joker", joker))
    )
    return f"<defs>{paper}{pips}{''.join(map(_index, RANKS))}{_any_suit()}{figures}</defs>"


@cache
def sprite() -> str:
    """One SVG with a symbol for every card, the joker, the back and the suits.

    Cards are ``c-`` and the card's text (``c-9c``, ``c-JK``), the back ``c-back``,
    the suits ``suit-s`` to ``suit-c``. Colours and index letters are set by the
    custom properties of `palette`.
    """
    suits = "".join(
        _symbol(
            f"suit-{suit}",
            f'<use href="#p-{suit}" transform="translate(50 50)" fill="{suit_colour(suit)}"/>',
            "0 0 100 100",
        )
        for suit in SUITS
    )
    cards = "".join(_card(rank, suit) for suit in SUITS for rank in RANKS)
    others = _symbol("c-JK", _joker()) + _symbol("c-back", back())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{_parts()}{suits}{cards}{others}</svg>'
