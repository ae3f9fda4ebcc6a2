"""Vändåtta: Sweden's Crazy Eights, for the kitchen table, bots and research."""

__version__ = "0.1.0"
