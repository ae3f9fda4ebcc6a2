"""The rules compiled by numba: the same functions, about a hundred times as fast.

Nothing of the rules is written here. A state is a NumPy record with the fields of the dataclass,
and a function that `vandatta.engine.mark.rule` marks is compiled when compiled code calls it, from
the very source that runs as plain Python. What is compiled as a whole is a loop over many moves:

    from vandatta import compiled
    from vandatta.engine.playouts import any_rounds

    fast = compiled.function(any_rounds)
    fast(compiled.records([state]), numpy.zeros(4, int), 1, 0, 100_000, 4_000)

The first call of a function compiles it, which takes seconds. The result is kept in the user's
cache directory, in a folder named after the sources of every marked function, so that the next
process finds it and an older version's is never taken for it.

Importing this needs ``pip install 'vandatta[fast]'``, and raises an ImportError in one sentence
where numba is missing or can't be loaded. The rules themselves, and whatever plays by them, run
as plain Python without it.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from dis import get_instructions
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from platformdirs import user_cache_path

import vandatta.engine
from vandatta.engine.copying import assign, wipe
from vandatta.engine.mark import marked

try:
    import numba
    import numpy as np
    from numba.core import cgutils, config, event, types
    from numba.core.caching import FunctionCache
    from numba.extending import intrinsic, overload, overload_method, register_jitable
except Exception as error:  # of versions that don't fit each other, any may come
    said = "To play compiled, install the packages for it: pip install 'vandatta[fast]'"
    if not isinstance(error, ModuleNotFoundError):
        first, *_ = [*str(error).splitlines(), ""]
        said += f" (what is installed can't be loaded: {type(error).__name__}: {first})"
    raise ImportError(said, name=getattr(error, "name", None)) from error

PACKAGE = Path(__file__).parent
ENGINE = Path(vandatta.engine.__path__[0])
SMALL = 125
"""Instructions of Python up to which a function is put in place wherever it is called."""
UNCHECKED = ("vandatta.engine.observing",)
"""Modules whose compiled functions check no index, for they write at places fixed beforehand into
rows whose length their caller has checked."""
KEPT = 4
"""Folders of compiled rules that are kept, the newest."""

# --- the state as a record


@lru_cache
def layout(kind: Any) -> Any:
    """The NumPy type of a record with the fields of the dataclass ``kind``."""
    blank = kind()
    return np.dtype([(f.name, *_layout(getattr(blank, f.name))) for f in fields(kind)], align=True)


def _layout(value: Any) -> tuple[Any, ...]:
    if is_dataclass(value):
        kind: Any = type(value)
        return (layout(kind),)
    if isinstance(value, int):
        return (np.int64,)
    return np.uint8 if isinstance(value, bytearray) else np.int64, (len(value),)


def records(values: Sequence[Any]) -> Any:
    """An array of records equal to ``values``, instances of one dataclass."""
    kind: Any = type(values[0])
    return np.array([_row(value) for value in values], layout(kind)).view(np.recarray)


def numbers(values: Sequence[int]) -> Any:
    """An array of whole numbers, for what takes a list of them."""
    return np.array(values, np.int64)


def blank(kind: Any, many: int) -> Any:
    """An array of so many records with the fields of ``kind``, all of them 0."""
    return np.zeros(many, layout(kind)).view(np.recarray)


def _row(value: Any) -> tuple[Any, ...]:
    kind: Any = type(value)
    names, inner, packed = _parts(kind)
    row = [getattr(value, name) for name in names]
    for place in inner:
        row[place] = _row(row[place])
    for place in packed:
        row[place] = np.frombuffer(row[place], np.uint8)
    return tuple(row)


@lru_cache
def _parts(kind: Any) -> tuple[list[str], list[int], list[int]]:
    """The fields of a dataclass, and which of them are dataclasses or bytearrays."""
    blank, names = kind(), [f.name for f in fields(kind)]
    values = [getattr(blank, name) for name in names]
    inner = [place for place, value in enumerate(values) if is_dataclass(value)]
    packed = [place for place, value in enumerate(values) if isinstance(value, bytearray)]
    return names, inner, packed


def plain(record: Any, kind: type[Any]) -> Any:
    """The instance of the dataclass ``kind`` that is equal to a record."""
    found = kind()
    for f in fields(kind):
        was, item = getattr(found, f.name), record[f.name]
        if is_dataclass(was):
            item = plain(item, type(was))
        elif isinstance(was, int):
            item = int(item)
        else:
            item = type(was)(item.tolist())
        setattr(found, f.name, item)
    return found


# --- what numba must be taught


def _count_bits(_context: Any, _value: Any) -> Any:
    return types.int64(types.int64), lambda _, builder, __, args: builder.ctpop(args[0])


def _leading_zeros(_context: Any, _value: Any) -> Any:
    def code(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.ctlz(args[0], cgutils.false_bit)

    return types.int64(types.int64), code


def _copy_memory(_context: Any, dst: Any, src: Any) -> Any:
    def code(context: Any, builder: Any, _: Any, args: Any) -> None:
        size = context.get_constant(types.intp, dst.size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)

    return types.void(dst, src), code


def _clear_memory(_context: Any, row: Any) -> Any:
    def code(context: Any, builder: Any, _: Any, args: Any) -> None:
        found = context.make_array(row)(context, builder, args[0])
        size = builder.mul(found.nitems, found.itemsize)
        cgutils.memset(builder, found.data, size, 0)

    # whatever does not lie one number after another has another type, and no twin
    return types.void(row) if row.layout == "C" else None, code


count_bits, leading_zeros, copy_memory, clear_memory = map(
    intrinsic, (_count_bits, _leading_zeros, _copy_memory, _clear_memory)
)
overload_method(types.Integer, "bit_count")(lambda n: lambda n: count_bits(n))  # noqa: ARG005
overload_method(types.Integer, "bit_length")(
    lambda n: lambda n: 64 - leading_zeros(n)  # noqa: ARG005
)
overload(assign)(lambda dst, src: lambda dst, src: copy_memory(dst, src))  # noqa: ARG005
overload(wipe)(lambda row: lambda row: clear_memory(row))  # noqa: ARG005

_registered: set[Callable[..., Any]] = set()


def _register() -> None:
    """Let compiled code call every function that is marked by now."""
    for fn in marked:
        if fn not in _registered:
            _registered.add(fn)
            small = len(list(get_instructions(fn))) <= SMALL
            # nothing is allocated in them, so nothing need be counted
            checked = fn.__module__ not in UNCHECKED
            register_jitable(boundscheck=checked, forceinline=small, _nrt=False)(fn)


for _module in pkgutil.iter_modules(vandatta.engine.__path__):
    importlib.import_module(f"vandatta.engine.{_module.name}")

# --- compiling


_lock = Lock()


def function(
    fn: Callable[..., Any], compiling: Callable[[], None] | None = None
) -> Callable[..., Any]:
    """The compiled twin of ``fn``, which takes records where ``fn`` takes dataclasses.

    It lets other threads run. What it calls must be marked, and it must stay within what numba
    knows.

    Args:
        fn: a function at the top of a module.
        compiling: called when a call begins by compiling, which takes seconds, because no
            earlier process left the result.
    """
    _register()
    with _lock:
        before = config.CACHE_DIR
        folder = cache_folder()
        try:
            config.CACHE_DIR = str(folder or "")
            twin = _twin(fn, cache=folder is not None)
        except RuntimeError:
            # its source is in no file, as in a notebook
            twin = _twin(fn, cache=False)
        finally:
            config.CACHE_DIR = before
    if compiling is not None:
        _told[twin] = compiling
    return twin


def _twin(fn: Callable[..., Any], cache: bool) -> Callable[..., Any]:
    twin: Any = numba.njit(nogil=True, boundscheck=True)(fn)
    if cache:
        twin._cache = _Kept(fn)
    found: Callable[..., Any] = twin
    return found


class _Kept(FunctionCache):  # type: ignore[misc]
    """What earlier processes compiled; what can't be read of it is compiled anew."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged file makes of being read
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        # a full disk, or a folder taken away: the next process compiles again
        with suppress(OSError):
            super().save_overload(sig, data)


_told: dict[Callable[..., Any], Callable[[], None]] = {}


class _Teller(event.Listener):  # type: ignore[misc]
    """Tells who wants to know that a compilation begins."""

    def on_start(self, event: Any) -> None:
        tell = _told.get(event.data["dispatcher"])
        if tell is not None:
            tell()

    def on_end(self, event: Any) -> None:
        """Say nothing more."""


event.register("numba:compile", _Teller())


def cache_folder() -> Path | None:
    """The folder where compiled functions are kept, or None if nothing can be kept.

    It is named after the sources of all functions that are marked by now.
    """
    try:
        name = _digest()
    except OSError:
        # a marked function is in no file, as in a notebook: who knows what it was before
        return None
    return _folder(name)


@lru_cache(maxsize=4)
def _folder(name: str) -> Path | None:
    """The folder of this name, made if need be; None if nothing can be written there."""
    folder = user_cache_path("vandatta") / "compiled"
    if not folder.is_absolute():
        # nobody's home
        return None
    try:
        mine = folder / name
        mine.mkdir(parents=True, exist_ok=True)
        # whether it can be written to is known by writing; and the time of use is its own
        tempfile.TemporaryFile(dir=mine).close()
        mine.touch()
        _sweep(folder, mine)
    except (OSError, RuntimeError):
        return None
    return mine


def _digest() -> str:
    """A name for this version of the rules: of all sources that compiled code is made from.

    Raises:
        OSError: one of them can't be read.
    """
    found = hashlib.sha256()
    for path in _sources():
        text = path.read_bytes()
        found.update(len(text).to_bytes(8, "big") + text)
    for fn in sorted(marked, key=lambda each: (each.__module__, each.__qualname__)):
        # numba keeps the values of constants, also of those that come from another file
        for name in fn.__code__.co_names:
            value = fn.__globals__.get(name)
            if isinstance(value, int | float | str):
                found.update(f"{name} = {value!r}\n".encode())
    return found.hexdigest()[:16]


def _sources() -> list[Path]:
    """The engine, and every other file with a marked function; always in the same order."""
    own = {*(PACKAGE / "engine").rglob("*.py"), PACKAGE / "cards.py", PACKAGE / "compiled.py"}
    files = {Path(fn.__code__.co_filename) for fn in marked}
    others = {each for each in files if not each.is_relative_to(ENGINE)}
    return [*sorted(own), *sorted(others)]


def _sweep(folder: Path, mine: Path) -> None:
    """Remove the folders of other versions, but for the newest."""
    others = [each for each in folder.iterdir() if each != mine]
    others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    for old in others[KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


__all__ = [
    "blank",
    "cache_folder",
    "function",
    "layout",
    "numbers",
    "plain",
    "records",
]
