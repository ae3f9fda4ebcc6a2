"""The cards, drawn: one SVG sprite, the favicon and the colours they use."""

from vandatta.server.art.back import favicon
from vandatta.server.art.palette import palette_css
from vandatta.server.art.sprite import sprite

__all__ = ["favicon", "palette_css", "sprite"]
