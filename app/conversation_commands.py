"""`balance-desk conversations token …` and `… audit`: who may ask, and what was done."""

import argparse
import asyncio
import json
import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from app.conversation_database import opened, operator
from app.domain.ids import utc_now
from app.printable import printable

if TYPE_CHECKING:
    from app.conversations.rest.token_values import TokenRecord
    from app.conversations.rest.tokens import TokenBook


def run(given: argparse.Namespace, profile: Path) -> int:
    """Carry out one of the commands; raises `BadInput`, `BadProfile`, `NotFound`, `StoreError`."""
    return asyncio.run(_run(given, profile))


async def _run(given: argparse.Namespace, profile: Path) -> int:
    from app.conversations.rest.tokens import TokenBook

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
    scopes = None
    if given.scopes is not None:
        scopes = frozenset(one.strip() for one in given.scopes.split(",") if one.strip())
    expires = None
    if given.expires_days is not None:
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
    for entry in await tokens.audit(given.tenant, limit=max(1, given.limit)):
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
