"""Random mixes of the options, for Hypothesis."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from vandatta.cards import RANKS
from vandatta.options import OPTIONS, PRESETS, Option, OptionsError, Value, preset
from vandatta.options.parsing import check


def values_of(option: Option) -> st.SearchStrategy[Value]:
    """Any value of ``option``; numbers mostly small ones."""
    if option.kind == "switch":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.values)
    if option.kind == "number":
        small = st.integers(option.low, min(option.high, option.low + 9))
        return small | st.integers(option.low, option.high)
    some = st.sets(st.sampled_from(range(13)), max_size=3 if option.kind == "draws" else 6)
    if option.kind == "ranks":
        return some.map(lambda ranks: "".join(RANKS[rank] for rank in sorted(ranks)) or "none")
    return st.builds(
        lambda ranks, count: " ".join(f"{RANKS[rank]}:{count}" for rank in sorted(ranks)) or "none",
        some,
        st.integers(1, 9),
    )


def sound(values: dict[str, Value]) -> dict[str, Value]:
    """``values``, if they do not contradict one another; else another example is tried."""
    try:
        check(values)
    except OptionsError:
        assume(False)
    return values


@st.composite
def mixes(draw: st.DrawFn) -> dict[str, Value]:
    """A preset with any options changed."""
    values = dict(preset(draw(st.sampled_from(PRESETS))))
    for key in draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True, max_size=20)):
        values[key] = draw(values_of(OPTIONS[key]))
    return sound(values)
