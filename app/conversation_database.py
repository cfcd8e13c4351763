"""The database that the commands of the conversation service work on."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import BadInput
from app.profile import Profile

if TYPE_CHECKING:
    from app.conversations.database import Database


@asynccontextmanager
async def opened(url: str | None, profile: Path) -> "AsyncIterator[Database]":
    """Open the database that `--database` names, or the profile's own; close it at the end.

    An address with a password is better given in the environment, as `BALANCE_DESK_DATABASE`.
    Raises `BadInput` for an address that cannot be, `BadProfile`, `StoreError`.
    """
    from app.conversations.database import Database

    url = url or os.environ.get("BALANCE_DESK_DATABASE")
    database = await Database.open(_place(url, profile))
    try:
        yield database
    finally:
        await database.aclose()


def _place(url: str | None, profile: Path) -> Path | str:
    if url is None:
        whole = Profile(profile)
        whole.prepare()
        return whole.database
    scheme, _, rest = url.partition("://")
    if scheme in ("postgresql", "postgres"):
        return url
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(rest[1:]).expanduser().absolute()
    raise BadInput(
        "Conversations can be kept in sqlite:///FILE or postgresql://USER@HOST/DATABASE.",
        key="bad_database",
    )


def operator() -> str:
    """Return who the audit says that works here."""
    from getpass import getuser

    try:
        return f"operator:{getuser()}"
    except (OSError, KeyError):
        return f"operator:{os.getpid()}"
