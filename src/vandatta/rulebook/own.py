"""A user's own rule sets: a file each, with a base and the options that differ from it.

base = "klassisk"
next_draws = "2:2"
lappen_penalty = 3
"""

from __future__ import annotations

import re
import stat
import tomllib
from contextlib import suppress
from pathlib import Path

from vandatta.options import PRESETS, OptionsError, Value, from_id, options_from, preset
from vandatta.options.parsing import unknown_preset

SUFFIX = ".toml"
LARGEST = 1 << 16
"""Bytes of a file at the most; all options with remarks to them take a tenth of it."""


def names(folder: Path) -> list[str]:
    """The names of the rule sets in ``folder``, in order; none if there is no such folder."""
    return sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))


def read(path: Path) -> dict[str, Value]:
    """Every option's value, of the rule set in the file ``path``.

    Raises:
        OptionsError: the file can't be read, or it holds no rule set; which file, and why.
    """
    try:
        return options_from(_table(path))
    except OSError as error:
        problem = OptionsError("options.no_file", reason=error.strerror or error)
    except OptionsError as error:
        problem = error
    raise OptionsError("options.in_file", file=path, problem=problem)


def _table(path: Path) -> dict[str, object]:
    # a pipe or a device might never come to an end
    if not stat.S_ISREG(path.stat().st_mode):
        raise OptionsError("options.not_a_file")
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OptionsError("options.large_file", most=LARGEST >> 10)
    try:
        return tomllib.loads(data.decode("utf-8"))
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        if line is None:
            raise OptionsError("options.not_toml") from None
        raise OptionsError("options.not_toml_line", line=line[1]) from None
    except UnicodeDecodeError:
        raise OptionsError("options.not_toml") from None


def find(name: str, folder: Path) -> dict[str, Value]:
    """Every option's value, of the rule set that a user names.

    Args:
        name: a preset, a name in ``folder``, a rules id, or the path of a file.
        folder: where the user's own rule sets are.

    Raises:
        OptionsError: there is no such rule set, or it can't be read.
    """
    if name in PRESETS:
        return dict(preset(name))
    if name.endswith(SUFFIX) or "/" in name or "\\" in name:
        path = Path(name)
        # "~" of somebody who has no home here is a name like any other
        with suppress(RuntimeError):
            path = path.expanduser()
        return read(path)
    own = names(folder)
    if name in own:
        return read(folder / f"{name}{SUFFIX}")
    if name.split("-")[0] in PRESETS:
        return from_id(name)
    raise unknown_preset(name, [*PRESETS, *own])
