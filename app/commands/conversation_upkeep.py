"""`balance-desk conversations backup`, `restore`, `verify`, `migrate`: the care of a database."""

import argparse
import asyncio
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.conversations import database_place, opened, operator
from app.domain.book import LOCAL_TENANT
from app.domain.ids import utc_now
from app.errors import BadInput, StoreError, in_full
from app.terminal.plain_text import printable

if TYPE_CHECKING:
    from sqlalchemy import Connection


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

    where = _there(given, profile)
    backup.check_new(given.file)
    asyncio.run(_note_backup(where, printable(str(given.file.absolute()))))
    held = backup.write(where, given.file)
    sys.stdout.write(
        f"{given.file}: {sum(one.rows for one in held.values())} rows of {len(held)} tables\n"
    )
    return 0


async def _note_backup(where: Path | str, target: str) -> None:
    """Note with every tenant that everything is taken, before it is: so the file has that, too.

    A standby and a full disk can still be backed up: whoever does so is told that it is not noted.
    """
    from app.conversations.book import upkeep_rows
    from app.conversations.database import schema
    from app.conversations.database.database import Database, state_of
    from app.conversations.service.tokens import AuditEntry, insert_audit

    if await asyncio.to_thread(state_of, where) != schema.REVISION:
        return  # which is refused, in words
    entry = AuditEntry(at=utc_now(), actor=operator(), action="database.backup", target=target)
    try:
        database = await Database.open(where)
        try:
            for tenant in await database.whole(upkeep_rows.tenants):
                await database.write(tenant, lambda c, t=tenant: insert_audit(c, t, entry))  # type: ignore[misc]
        finally:
            await database.aclose()
    except StoreError as error:
        sys.stderr.write(f"The audit does not tell of this backup: {in_full(error)}\n")


async def _restore(given: argparse.Namespace, profile: Path) -> int:
    from app.conversations.database import backup
    from app.conversations.service.tokens import AuditEntry, insert_audit

    target, actor = printable(str(given.file.absolute())), operator()

    def note(connection: "Connection", tenant: str, made: datetime) -> None:
        entry = AuditEntry(
            at=utc_now(),
            actor=actor,
            action=backup.RESTORED,
            target=target,
            detail={"made": made.isoformat()},
        )
        insert_audit(connection, tenant, entry)

    if not given.file.is_file():
        raise BadInput(f"There is no file {given.file}.", key="bad_file")
    async with opened(given.database, profile) as database:
        # The job enters each tenant of the file itself.
        held = await database.write(LOCAL_TENANT, lambda c: backup.put_back(given.file, c, note))
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
