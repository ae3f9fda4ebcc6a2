"""The rules of Vändåtta as plain functions over one small mutable state.

Functions marked `rule` use only what a compiler for numbers understands: small
ints, sets of cards and actions as ints below bit 62, lists and bytearrays of
fixed length. They trust their caller; the table and the referee check first.
"""
