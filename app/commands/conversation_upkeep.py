"""`balance-desk conversations backup`, `restore`, `verify`, `migrate`: the care of a database."""

import argparse
import asyncio
import sys
from pathlib import Path

from app.commands.conversations import database_place, opened
from app.domain.book import LOCAL_TENANT
from app.errors import BadInput


def run(given: argparse.Namespace, profile: Path) -> int:
    """Carry out one of the commands; raises `BadInput`, `BadProfile`, `StoreError`.

    Returns 1 where `verify` finds a difference, and `migrate --check` something to do.
    """
    match given.conversation_action:
        case "backup":
            return _backup(given, profile)
        case "restore":
            return asyncio.run(_restore(given, profile))
        case "verify":
            return _verify(given, profile)
        case _:
            return asyncio.run(_migrate(given, profile))


def _backup(given: argparse.Namespace, profile: Path) -> int:
    from app.conversations.database import backup

    held = backup.write(_there(given, profile), given.file)
    sys.stdout.write(
        f"{given.file}: {sum(one.rows for one in held.values())} rows of {len(held)} tables\n"
    )
    return 0


async def _restore(given: argparse.Namespace, profile: Path) -> int:
    from app.conversations.database import backup

    if not given.file.is_file():
        raise BadInput(f"There is no file {given.file}.", key="bad_file")
    async with opened(given.database, profile) as database:
        # The job enters each tenant of the file itself.
        held = await database.write(LOCAL_TENANT, lambda c: backup.put_back(given.file, c))
    sys.stdout.write(f"{sum(one.rows for one in held.values())} rows are there again\n")
    return 0


def _verify(given: argparse.Namespace, profile: Path) -> int:
    from app.conversations.database import backup

    found = backup.differences(_there(given, profile), given.file)
    for one in found:
        sys.stdout.write(f"{one.table}: {one.expected} rows expected, {one.found} found\n")
    sys.stdout.write("different\n" if found else "equal\n")
    return 1 if found else 0


def _there(given: argparse.Namespace, profile: Path) -> Path | str:
    where = database_place(given.database, profile)
    if isinstance(where, Path) and not where.exists():
        raise BadInput(f"There is no database {where}.", key="bad_database")
    return where


async def _migrate(given: argparse.Namespace, profile: Path) -> int:
    from app.conversations.database import schema
    from app.conversations.database.database import Database, state_of

    where = database_place(given.database, profile)
    found = await asyncio.to_thread(state_of, where)
    if found == schema.REVISION:
        sys.stdout.write(f"The database is up to date: {found}\n")
        return 0
    what = f"is at {found}" if found else "is empty"
    if given.check:
        kept = ", and keeps a copy of the tables before" if found else ""
        sys.stdout.write(
            f"The database {what}; this version brings it to {schema.REVISION}{kept}.\n"
        )
        return 1
    database = await Database.open(where)
    await database.aclose()
    sys.stdout.write(f"The database was {found or 'empty'} and is at {schema.REVISION} now\n")
    return 0
