"""What servers keep, and for how long: the table `[retention]` of the settings, and its work.

[retention]
tasks_days = 90            # served tasks that have ended
tasks_most = 10000         # of each agent and person, the newest
tasks_megabytes = 500      # likewise
log_days = 365             # archived days of the log of `serve`, its task files, large contents
log_megabytes = 10000      # of them, the newest days
dead_letters_days = 90     # requests from the queues in Redis that nobody could do
dead_letters_most = 10000  # of each queue, the newest
changes_most = 100000      # of each tenant: how far back a desk may have been away
inbox_days = 7             # answers to queued requests, for their repetition
audit_days = 730
service_tasks_days = 90    # that have ended

[retention.tenants.acme]   # otherwise for one tenant
audit_days = 3650

0 keeps something for ever. What people said is kept until it is erased; nothing here touches it.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.ids import utc_now
from app.errors import BadInput, DeskError
from app.profile.settings import read_file

if TYPE_CHECKING:
    from agents.hosting.database.database import KeptDatabase
    from app.conversations.database.database import Database
    from app.conversations.service.queues.redis_queues import RedisQueues

AGAIN_SECONDS = 3600.0
_DAY_SECONDS = 86_400.0
_TENANTS = "tenants"
_OF_TENANTS = ("changes_most", "inbox_days", "audit_days", "service_tasks_days")

log = logging.getLogger(__name__)

Gone = Mapping[str, int]
"""How many of each kind were removed, or would be."""


@dataclass(frozen=True, kw_only=True)
class Retention:
    """How long, and how much, is kept; 0 is for ever, and without a limit."""

    tasks_days: int = 90
    tasks_most: int = 10_000
    tasks_megabytes: int = 500
    log_days: int = 365
    log_megabytes: int = 10_000
    dead_letters_days: int = 90
    dead_letters_most: int = 10_000
    changes_most: int = 100_000
    inbox_days: int = 7
    audit_days: int = 730
    service_tasks_days: int = 90


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


async def purge_tasks(database: "KeptDatabase", said: Retention, *, really: bool = True) -> Gone:
    """Forget ended tasks of served agents that are too old or too many; raises `StoreError`."""
    from agents.hosting.database import task_rows

    before = time.time() - said.tasks_days * _DAY_SECONDS if said.tasks_days else None
    count = await database.run(
        "",
        lambda c: task_rows.forget_ended(
            c,
            before=before,
            most=said.tasks_most,
            most_bytes=said.tasks_megabytes * 1_000_000,
            really=really,
        ),
    )
    return {"served tasks": count}


async def purge_book(database: "Database", said: Retentions, *, really: bool = True) -> Gone:
    """Forget what a conversation service keeps for itself; raises `StoreError`."""
    from app.conversations.book import upkeep_rows

    gone: dict[str, int] = {}
    for tenant in await database.whole(upkeep_rows.tenants):
        held = said.of(tenant)
        now = utc_now()

        def since(days: int, now: Any = now) -> Any:
            return now - timedelta(days=days) if days else None

        wanted = upkeep_rows.RetentionLimits(
            inbox=since(held.inbox_days),
            audit=since(held.audit_days),
            service_tasks=since(held.service_tasks_days),
            changes=held.changes_most or None,
        )
        run = database.write if really else database.read
        counts = await run(
            tenant,
            lambda c, t=tenant, w=wanted: upkeep_rows.purge(c, t, w, really=really),  # type: ignore[misc]
        )
        for name, count in counts.items():
            gone[name] = gone.get(name, 0) + count
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
    return {"dead letters": await queues.forget_dead(before, really=really)}


def purge_log(root: Path, said: Retention, *, today: date, really: bool = True) -> Gone:
    """Remove days of a log below a root that are too old, or too large together.

    Those are archived days, task files and large contents. What is not archived yet is of no size.
    Of a sealed log `log verify` names the days that are gone. Raises OSError.
    """
    from app.stream_log.day_files import DayFiles, stem_of

    files = DayFiles(root)
    held = [
        (stem.day, "archived days", path)
        for path in files.archive.glob("*.jsonl*")
        if (stem := stem_of(path.name)) is not None
    ]
    newest = max((day for day, _, _ in held), default="")
    held += [(path.name[:10], "task files", path) for path in files.tasks.glob("*.yaml")]
    held += [
        (_last_named(path), "large contents", path) for path in files.payloads.glob("*/*.json")
    ]
    sizes: Counter[str] = Counter()
    for day, _, path in held:
        if day <= newest:
            sizes[day] += path.stat().st_size
    last = (today - timedelta(days=said.log_days)).isoformat() if said.log_days else ""
    room, full = said.log_megabytes * 1_000_000, ""
    for day in sorted(sizes, reverse=True) if room else ():
        room -= sizes[day]
        if room < 0:
            full = day
            break
    gone = dict.fromkeys(("archived days", "task files", "large contents"), 0)
    for day, name, path in held:
        if day < last or day <= full:
            gone[name] += 1
            if really:
                path.unlink(missing_ok=True)
    return gone


def _last_named(path: Path) -> str:
    # The record is written after the content, perhaps on the next day.
    moment = datetime.fromtimestamp(path.stat().st_mtime, UTC) + timedelta(days=1)
    return moment.date().isoformat()


async def tidy(work: Callable[[], Awaitable[Gone]], *, every: float = AGAIN_SECONDS) -> None:
    """Do the work again and again, until this is cancelled; what fails is tried the next time."""
    while True:
        try:
            gone = {name: count for name, count in (await work()).items() if count}
            if gone:
                log.info("removed what is kept no longer", extra={"fields": gone})
        except (DeskError, OSError) as error:
            log.warning("what is kept no longer could not be removed: %s", error)
        await asyncio.sleep(every)


def _names() -> tuple[str, ...]:
    return tuple(one.name for one in fields(Retention))


def _said(base: Retention, table: Mapping[str, Any], known: tuple[str, ...]) -> Retention:
    for name, value in table.items():
        fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        if name not in known or not fits:
            raise _bad(f"retention.{name}")
    return replace(base, **{name: value for name, value in table.items() if name in asdict(base)})


def _bad(name: str) -> BadInput:
    return BadInput(
        f"The setting {name} is none, or no whole number from 0 on (0: kept for ever).",
        key="bad_setting",
        setting=name,
    )
