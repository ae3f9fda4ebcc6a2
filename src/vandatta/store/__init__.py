"""The log of every table: append-only, durable, behind one small interface."""

from vandatta.store.interface import Conflict, Entry, Store, StoreError, StoreFull
from vandatta.store.memory import MemoryStore
from vandatta.store.sqlite import SqliteStore

__all__ = [
    "Conflict",
    "Entry",
    "MemoryStore",
    "SqliteStore",
    "Store",
    "StoreError",
    "StoreFull",
]
