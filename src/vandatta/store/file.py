"""The SQLite file that holds the log: its schema, how it is opened, what its errors mean."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from vandatta.store.interface import Reason, StoreError, StoreFull

APPLICATION = 0x56616E64
"""Marks the file as ours ("Vand"), so that another program's database is left alone."""

VERSION = 1
"""The schema's version; a file with a higher one comes from a newer program."""

SCHEMA = f"""
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    seq INTEGER NOT NULL CHECK (seq >= 0),
    entry TEXT NOT NULL,
    UNIQUE (table_name, seq)
) STRICT;
CREATE INDEX opened ON log (id) WHERE seq = 0;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""

RESULTS: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CANTOPEN: "unopenable",
    sqlite3.SQLITE_NOTADB: "foreign",
    sqlite3.SQLITE_CORRUPT: "damaged",
    # The file beside the database that its users share could not grow.
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",
}
"""By SQLite's result codes."""

ERRNOS: dict[int, Reason] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "readonly",
    errno.EACCES: "readonly",
    errno.EPERM: "readonly",
}
"""By the system's error numbers."""


def open_file(path: Path, patience: float) -> sqlite3.Connection:
    """A connection to write by; the file and its directory are made where they are missing.

    Args:
        path: the file.
        patience: seconds to wait for another process' lock.

    Raises:
        StoreError: the file is not ours or comes from a newer program.
        sqlite3.Error, OSError: it can't be opened; `typed` tells why.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # It holds every hand: for its owner's eyes only. Never open and close it when it is
    # there: that would drop the locks this process may have on it through SQLite.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    db = connect(path, patience)
    try:
        _is_new(db, path)  # first of all: never touch a file that is not ours
        _set_wal(db, path, time.monotonic() + patience)
        # WAL with FULL waits for the disk at every commit: safe from power loss too.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # macOS: past the disk's own cache
        db.execute("BEGIN IMMEDIATE")  # where it is read-only, fails here and not at a move
        if _is_new(db, path):
            for statement in SCHEMA.split(";"):
                db.execute(statement)
        db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """A connection in autocommit mode that any one thread at a time may use."""
    return sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)


def typed(error: Exception, path: Path) -> StoreError:
    """What an error of SQLite or of the system means for the store."""
    if isinstance(error, OSError):
        reason = ERRNOS.get(error.errno or 0, "unopenable")
    else:
        code = getattr(error, "sqlite_errorcode", 0)  # missing where Python itself complains
        reason = RESULTS.get(code) or RESULTS.get(code & 0xFF, "failed")  # extended, or primary
    kind = StoreFull if reason in ("full", "readonly") else StoreError
    return kind(reason, str(path), str(error))


def _set_wal(db: sqlite3.Connection, path: Path, give_up: float) -> None:
    while True:
        try:
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            # Of two that make a file at once one is told at once that it is locked, whatever
            # its patience, since neither could ever go on if both waited.
            if typed(error, path).reason != "locked" or time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            break
    if mode != "wal":
        raise StoreError("unopenable", str(path), f"journal mode {mode}")


def _is_new(db: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is still empty; raises where it is not ours or too new."""
    # the tables first: another process may be making them, and the marks come with them
    (objects,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if (application, version, objects) == (0, 0, 0):
        return True
    if application != APPLICATION:
        raise StoreError("foreign", str(path))
    if version > VERSION:
        raise StoreError("newer", str(path))
    return False
