"""What servers keep, how long and how much: the table `[retention]` of the settings, and its work.

[retention]
tasks_days = 90              # served tasks that nobody works on, of each person and agent
tasks_most = 10000
tasks_megabytes = 500
changes_days = 0             # of each tenant: how far back a desk may have been away
changes_most = 100000
changes_megabytes = 100
inbox_days = 7               # answers to queued requests, for their repetition
inbox_most = 1000000
inbox_megabytes = 1000
audit_days = 730
audit_most = 0
audit_megabytes = 1000
service_tasks_days = 90      # that have ended
service_tasks_most = 0
service_tasks_megabytes = 1000
log_days = 365               # days of the log of `serve`, its task files, large contents
log_megabytes = 10000
dead_letters_days = 90       # requests from the queues in Redis that nobody could do
dead_letters_most = 10000    # of each queue

[retention.tenants.acme]     # otherwise for one tenant of a service, one person of agents
audit_days = 3650

The oldest go. 0 keeps something for ever. What people said is kept until it is erased, and what is
still to be done until it is done; nothing here touches it.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.ids import utc_now
from app.errors import BadInput, DeskError
from app.profile.settings import read_file

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from agents.hosting.database.database import KeptDatabase
    from app.conversations.database.database import Database
    from app.conversations.service.queues.redis_queues import RedisQueues
    from app.system.row_limits import RowLimits

AGAIN_SECONDS = 3600.0
_SHARE = 50.0
_TENANTS = "tenants"
_MEASURES = ("days", "most", "megabytes")
_ROWS = ("tasks", "changes", "inbox", "audit", "service_tasks")
_OF_TENANTS = tuple(f"{kind}_{measure}" for kind in _ROWS for measure in _MEASURES)

log = logging.getLogger(__name__)

Gone = Mapping[str, Mapping[str, int]]
"""How many of each kind were removed, or would be: of each tenant or person, "" of nobody's."""


@dataclass(frozen=True, kw_only=True)
class Retention:
    """How long, and how much, is kept; 0 is for ever, and without a limit."""

    tasks_days: int = 90
    tasks_most: int = 10_000
    tasks_megabytes: int = 500
    changes_days: int = 0
    changes_most: int = 100_000
    changes_megabytes: int = 100
    inbox_days: int = 7
    inbox_most: int = 1_000_000
    inbox_megabytes: int = 1_000
    audit_days: int = 730
    audit_most: int = 0
    audit_megabytes: int = 1_000
    service_tasks_days: int = 90
    service_tasks_most: int = 0
    service_tasks_megabytes: int = 1_000
    log_days: int = 365
    log_megabytes: int = 10_000
    dead_letters_days: int = 90
    dead_letters_most: int = 10_000

    def limits(self, kind: str) -> "RowLimits":
        """Return what holds now for the rows of a kind: the name before `_days`."""
        from app.system.row_limits import RowLimits

        days, most, megabytes = (int(getattr(self, f"{kind}_{measure}")) for measure in _MEASURES)
        before = utc_now() - timedelta(days=days) if days else None
        return RowLimits(before, most, megabytes * 1_000_000)


class Retentions:
    """The retention of a profile, and what it is for single tenants."""

    def __init__(self, usual: Retention, tenants: Mapping[str, Retention]) -> None:
        self.usual = usual
        self._tenants = tenants

    def of(self, tenant: str) -> Retention:
        """Return what holds for a tenant."""
        return self._tenants.get(tenant, self.usual)


def read(profile: Path) -> Retentions:
    """Return what the profile's settings say; raises `BadInput` naming what does not fit."""
    table = read_file(profile).get("retention", {})
    if not isinstance(table, dict):
        raise _bad("retention")
    usual = _said(Retention(), {k: v for k, v in table.items() if k != _TENANTS}, _names())
    tenants = table.get(_TENANTS, {})
    if not isinstance(tenants, dict) or not all(isinstance(v, dict) for v in tenants.values()):
        raise _bad(f"retention.{_TENANTS}")
    return Retentions(
        usual, {name: _said(usual, said, _OF_TENANTS) for name, said in tenants.items()}
    )


async def purge_tasks(database: "KeptDatabase", said: Retentions, *, really: bool = True) -> Gone:
    """Forget tasks of served agents that nobody works on; raises `StoreError`."""
    from agents.hosting.database import messages, task_rows

    gone: dict[str, int] = {}
    for owner in await database.run("", task_rows.owners):
        limits = said.of(owner).limits("tasks")
        gone[owner] = await database.run(
            "",
            lambda c, o=owner, x=limits: task_rows.forget_idle(c, o, x, really=really),  # type: ignore[misc]
        )
    if really:
        await database.run("", messages.forget_old)
    return {"served tasks": gone}


async def purge_book(
    database: "Database", said: Retentions, *, really: bool = True, actor: str = ""
) -> Gone:
    """Forget what a conversation service keeps for itself; raises `StoreError`.

    What an `actor` did, and no server by itself, the audit of each tenant tells.
    """
    from app.conversations.book import upkeep_rows
    from app.conversations.service.tokens import AuditEntry, insert_audit

    def purge(connection: "Connection", tenant: str) -> dict[str, int]:
        held = said.of(tenant)
        limits = {kind: held.limits(kind) for kind in upkeep_rows.KEPT}
        counts = upkeep_rows.purge(connection, tenant, limits, really=really)
        if really and actor and (removed := {kind: n for kind, n in counts.items() if n}):
            entry = AuditEntry(at=utc_now(), actor=actor, action="database.purge", detail=removed)
            insert_audit(connection, tenant, entry)
            # What is noted counts, too: else each run would remove an act for the note of the last.
            more = upkeep_rows.purge(connection, tenant, limits, really=True)
            counts = {kind: count + more[kind] for kind, count in counts.items()}
        return counts

    gone: dict[str, dict[str, int]] = {_words(kind): {} for kind in upkeep_rows.KEPT}
    run = database.write if really else database.read
    for tenant in await database.whole(upkeep_rows.tenants):
        counts = await run(tenant, partial(purge, tenant=tenant))
        for kind, count in counts.items():
            gone[_words(kind)][tenant] = count
    return gone


async def purge_dead_letters(
    queues: "RedisQueues", said: Retention, *, really: bool = True
) -> Gone:
    """Forget dead letters that are too old; raises `ServiceTimeout`.

    Those that are too many go as others come.
    """
    if not said.dead_letters_days:
        return {}
    before = utc_now() - timedelta(days=said.dead_letters_days)
    return {"dead letters": {"": await queues.forget_dead(before, really=really)}}


def not_none(gone: Gone) -> dict[str, dict[str, int]]:
    """Return of each kind those of whom there is anything."""
    of_some = {
        kind: {holder: count for holder, count in counts.items() if count}
        for kind, counts in gone.items()
    }
    return {kind: counts for kind, counts in of_some.items() if counts}


async def tidy(work: Callable[[], Awaitable[Gone]], *, every: float = AGAIN_SECONDS) -> None:
    """Do the work again and again, until this is cancelled; what fails is tried the next time.

    Work that takes long is done more seldom, lest it take much of the time.
    """
    while True:
        began = time.monotonic()
        try:
            if gone := not_none(await work()):
                log.info("removed what is kept no longer", extra={"fields": gone})
        except (DeskError, OSError) as error:
            log.warning("what is kept no longer could not be removed: %s", error)
        await asyncio.sleep(max(every, _SHARE * (time.monotonic() - began)))


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _names() -> tuple[str, ...]:
    return tuple(one.name for one in fields(Retention))


def _said(base: Retention, table: Mapping[str, Any], known: tuple[str, ...]) -> Retention:
    for name, value in table.items():
        fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        if name not in known or not fits:
            raise _bad(f"retention.{name}")
    return replace(base, **table)


def _bad(name: str) -> BadInput:
    return BadInput(
        f"The setting {name} is none, or no whole number from 0 on (0: kept for ever).",
        key="bad_setting",
        setting=name,
    )
