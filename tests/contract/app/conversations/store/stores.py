"""Every implementation of the store, by name; those that need a server are marked `live`."""

from pathlib import Path

import pytest

from app.conversations.database.sqlite import engine_report
from app.conversations.store.ephemeral_store import MemoryStore
from app.conversations.store.sql_store import SqlStore

AnyStore = SqlStore | MemoryStore

STORES = [
    "sql",
    "sql with one connection",
    "memory",
    pytest.param("postgresql", marks=pytest.mark.live),
]


async def opened_store(request: pytest.FixtureRequest, folder: Path) -> AnyStore:
    """Open the store that the fixture's parameter names, with nothing in it."""
    path = folder / "desk.db"
    match request.param:
        case "sql":
            return await SqlStore.open(path)
        case "sql with one connection":
            careful = engine_report()._replace(journal="delete", connections=1)
            return await SqlStore.open(path, using=careful)
        case "postgresql":
            return await SqlStore.open(request.getfixturevalue("new_database")())
        case _:
            return MemoryStore()
