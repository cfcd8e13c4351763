"""`balance-desk purge`: what servers keep no longer, by the table `[retention]`, is removed now."""

import argparse
import asyncio
import sys
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path

from app.commands.conversations import database_place, operator
from app.domain.ids import utc_now
from app.errors import BadInput
from app.profile.environment import secret
from app.profile.folder import Profile
from app.serving import retention
from app.serving.log_retention import purge_log


def run(given: argparse.Namespace, profile: Path) -> int:
    """Remove it, or with `--dry-run` say what would be.

    Raises `BadInput`, `StoreError`, `ServiceTimeout`.
    """
    gone = asyncio.run(_purge(given, profile))
    told = retention.not_none(gone)
    for kind, counts in gone.items():
        of_whom = ", ".join(f"{who} {count}" for who, count in told.get(kind, {}).items() if who)
        sys.stdout.write(
            f"{kind}: {sum(counts.values())}" + (f" ({of_whom})\n" if of_whom else "\n")
        )
    return 0


async def _purge(given: argparse.Namespace, profile: Path) -> retention.Gone:
    from app.conversations.database.database import Database
    from app.conversations.service.queues.redis_queues import RedisQueues
    from app.serving.task_storage import open_kept

    said = await asyncio.to_thread(retention.read, profile)
    really = not given.dry_run
    gone: dict[str, Mapping[str, int]] = {}
    tasks = given.tasks_database or secret("BALANCE_DESK_TASKS_DATABASE")
    if tasks or await asyncio.to_thread((profile / "serve" / "tasks.db").exists):
        async with open_kept(profile, tasks) as kept:
            gone |= await retention.purge_tasks(kept.database, said, really=really)
    root = profile / "serve" / "conversations"
    today = utc_now().date()
    gone |= await asyncio.to_thread(
        lambda: dict(purge_log(root, said.usual, today=today, really=really))
    )
    if (place := _book(given.database, profile)) is not None:
        database = await Database.open(place)
        try:
            gone |= await retention.purge_book(database, said, really=really, actor=operator())
        finally:
            await database.aclose()
    if url := given.redis or secret("BALANCE_DESK_REDIS"):
        async with aclosing(RedisQueues(url)) as queues:
            gone |= await retention.purge_dead_letters(queues, said.usual, really=really)
    return gone


def _book(url: str | None, profile: Path) -> Path | str | None:
    """Return where a service keeps conversations; None where there is none."""
    if url or secret("BALANCE_DESK_DATABASE"):
        return database_place(url, profile)
    whole = Profile(profile)
    if not whole.database.exists():
        return None
    if not whole.try_lock():
        raise BadInput(
            "The profile is in use: name the service's database with --database, or close the"
            " window first.",
            key="profile_in_use",
        )
    whole.unlock()
    return whole.database
