"""Moves, positions and the referee's questions, as text and JSON."""
