"""`balance-desk conversations token`, `… audit`, `… dead`: who may ask, and what was done."""

import argparse
import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.domain.ids import utc_now
from app.errors import BadInput
from app.profile.environment import secret
from app.profile.folder import Profile
from app.terminal.plain_text import printable

if TYPE_CHECKING:
    from app.conversations.database.database import Database
    from app.conversations.service.tokens import TokenBook, TokenRecord


@asynccontextmanager
async def opened(url: str | None, profile: Path) -> "AsyncIterator[Database]":
    """Open the database that `--database` names, or the profile's own; close it at the end.

    An address with a password is better given in the environment, as `BALANCE_DESK_DATABASE`.
    Raises `BadInput` for an address that cannot be, `BadProfile`, `StoreError`.
    """
    from app.conversations.database.database import Database

    database = await Database.open(database_place(url, profile))
    try:
        yield database
    finally:
        await database.aclose()


def database_place(url: str | None, profile: Path) -> Path | str:
    """Return the file or the address that `--database`, or else the environment, names.

    Raises `BadInput`, `BadProfile`.
    """
    url = url or secret("BALANCE_DESK_DATABASE")
    if url is None:
        whole = Profile(profile)
        whole.prepare()
        return whole.database
    from app.conversations.database.database import is_postgres
    from app.conversations.database.sqlite import file_of

    if is_postgres(url):
        return url
    if (file := file_of(url)) is not None:
        return file
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


def run(given: argparse.Namespace, profile: Path) -> int:
    """Carry out one of the commands; raises `BadInput`, `BadProfile`, `NotFound`, `StoreError`."""
    return asyncio.run(_run(given, profile))


async def _run(given: argparse.Namespace, profile: Path) -> int:
    from app.conversations.service.tokens import TokenBook

    async with opened(given.database, profile) as database:
        tokens = TokenBook(database)
        match given.conversation_action:
            case "token create":
                await _create(tokens, given)
            case "token list":
                await _list(tokens, given)
            case "token revoke":
                await tokens.revoke(given.tenant, given.id, actor=operator())
                sys.stdout.write(f"{given.id} is revoked\n")
            case "token rotate":
                overlap = timedelta(hours=given.overlap_hours)
                issued = await tokens.rotate(
                    given.tenant, given.id, overlap=overlap, actor=operator()
                )
                sys.stdout.write(f"{given.id} is replaced by {issued.record.id}\n{issued.text}\n")
            case _:
                await _audit(tokens, given)
    return 0


async def _create(tokens: "TokenBook", given: argparse.Namespace) -> None:
    from app.conversations.service.tokens import ROLES

    scopes = None
    if given.role is not None and given.scopes is not None:
        raise BadInput("Say --role or --scopes, not both.", key="bad_input")
    if given.role is not None:
        scopes = ROLES[given.role]
    elif given.scopes is not None:
        scopes = frozenset(one.strip() for one in given.scopes.split(",") if one.strip())
    expires = None
    if given.expires_days:
        expires = utc_now() + timedelta(days=given.expires_days)
    issued = await tokens.create(
        given.tenant,
        user=given.user,
        scopes=scopes,
        expires_at=expires,
        name=given.name,
        actor=operator(),
    )
    sys.stderr.write(f"{_described(issued.record)}\nThe token is shown this once:\n")
    sys.stdout.write(f"{issued.text}\n")


async def _list(tokens: "TokenBook", given: argparse.Namespace) -> None:
    for record in await tokens.listed(given.tenant):
        sys.stdout.write(record.model_dump_json() if given.json else _described(record))
        sys.stdout.write("\n")


async def _audit(tokens: "TokenBook", given: argparse.Namespace) -> None:
    from app.conversations.service.tokens import AuditWanted

    wanted = AuditWanted(
        since=given.since,
        before=given.before,
        actor=given.actor,
        action=given.action,
        target=given.target,
    )
    for entry in await tokens.audit(given.tenant, wanted, limit=max(1, given.limit)):
        if given.json:
            sys.stdout.write(entry.model_dump_json() + "\n")
            continue
        words = [entry.actor, entry.action, entry.target, entry.outcome]
        if entry.detail:
            words.append(json.dumps(dict(entry.detail)))
        line = f"{entry.at:%Y-%m-%d %H:%M:%S}  " + "  ".join(word for word in words if word)
        sys.stdout.write(printable(line) + "\n")


def _described(record: "TokenRecord") -> str:
    words = [
        record.id,
        record.tenant,
        record.user or "(every user)",
        ",".join(sorted(record.scopes)),
    ]
    if record.name:
        words.append(record.name)
    if record.revoked_at is not None:
        words.append(f"ends or ended {record.revoked_at:%Y-%m-%d %H:%M:%S}")
    elif record.expires_at is not None:
        words.append(f"expires {record.expires_at:%Y-%m-%d %H:%M:%S}")
    return printable("  ".join(words))


_ENTRY: Final = re.compile(r"[0-9]{1,19}-[0-9]{1,19}")


def run_dead(given: argparse.Namespace, profile: Path) -> int:
    """Carry out one of the commands; raises `BadInput`, `BadProfile`, `ServiceTimeout`.

    Raises `StoreError` where the database cannot be used that says who may ask.
    """
    url = given.redis or secret("BALANCE_DESK_REDIS")
    if not url:
        raise BadInput(
            "Say where the queues are: --redis redis://HOST:PORT, or BALANCE_DESK_REDIS.",
            key="bad_redis",
        )
    return asyncio.run(_run_dead(given, url, profile))


async def _run_dead(given: argparse.Namespace, url: str, profile: Path) -> int:
    from app.conversations.protocol.queue_names import REQUESTS
    from app.conversations.service.queues.dead_letters import revive
    from app.conversations.service.queues.redis_queues import RedisQueues

    async with aclosing(RedisQueues(url)) as queues:
        if given.conversation_action == "dead list":
            for kind, name in REQUESTS.items():
                for letter in await queues.dead(kind, limit=given.limit):
                    told = {
                        "queue": str(name),
                        "entry": letter.entry,
                        "deliveries": letter.deliveries,
                        "reason": letter.reason,
                    }
                    _say(given, told)
            return 0
        kinds = {str(name): kind for kind, name in REQUESTS.items()}
        if given.queue not in kinds:
            raise BadInput(
                f"There is no queue {printable(given.queue)}: it is one of {', '.join(kinds)}."
            )
        if wrong := [entry for entry in given.entry if not _ENTRY.fullmatch(entry)]:
            raise BadInput(
                f"{printable(wrong[0])} is no entry: `balance-desk conversations dead list` shows"
                " them."
            )
        wanted = dict.fromkeys(given.entry)
        async with opened(given.database, profile) as database:
            kind = kinds[given.queue]
            stay = await revive(queues, database, kind, list(wanted), actor=operator())
        for entry, why in stay.items():
            sys.stderr.write(printable(f"{entry}  {why}") + "\n")
        count = len(wanted) - len(stay)
        sys.stdout.write(f"{count} of {len(wanted)} are in {given.queue} again\n")
        return 0


def _say(given: argparse.Namespace, told: dict[str, object]) -> None:
    line = json.dumps(told) if given.json else printable("  ".join(map(str, told.values())))
    sys.stdout.write(line + "\n")
