"""What the doctor finds where servers are: room on the disk, the clock, the service, databases."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from app.commands.doctor.findings import DoctorFinding
from app.commands.doctor.profile import conversations_growth, tasks_growth
from app.domain.book import READ, Caller
from app.domain.ids import utc_now
from app.errors import BadInput, BadProfile, DeskError, in_full
from app.profile import settings
from app.profile.environment import secret
from app.system.readiness import by_word

if TYPE_CHECKING:
    import httpx

_LITTLE_BYTES: Final = 1_000_000_000
_NOTHING_BYTES: Final = 100_000_000
_CLOCK_SECONDS: Final = 30.0
_SECONDS: Final = 15.0
_DATABASES: Final = {
    "BALANCE_DESK_DATABASE": "conversations",
    "BALANCE_DESK_TASKS_DATABASE": "served tasks",
}


def disk(where: Path) -> DoctorFinding:
    """Look at how much room there is where the profile is."""
    try:
        left = shutil.disk_usage(where).free
    except OSError as error:
        return DoctorFinding("disk", "problem", str(error))
    text = f"{left / 1e9:,.1f} GB are free at {where}"
    if left > _LITTLE_BYTES:
        return DoctorFinding("disk", "ok", text)
    full = left < _NOTHING_BYTES
    remedy = "Free some space: what was saved is safe, and nothing more can be saved without it."
    return DoctorFinding("disk", "problem" if full else "note", text, remedy)


async def service(profile: Path) -> AsyncIterator[DoctorFinding]:
    """Look at the conversation service that the desk's settings name, if they name one."""
    try:
        said = settings.load(profile)
    except (BadInput, BadProfile):
        return  # told where the settings are looked at
    if not (url := said.conversations):
        return
    import httpx

    from app.connections.service_token import token_for
    from app.conversations.client.retry import NEVER_AGAIN
    from app.conversations.client.service_link import ServiceLink, always, why

    name = "service"
    try:
        async with httpx.AsyncClient(base_url=url, timeout=_SECONDS) as client:
            answer = await client.get("/ready")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        yield DoctorFinding(name, "problem", f"{url} cannot be used: {why(error)}")
        return
    if (clock := _clock(answer, "the service")) is not None:
        yield clock
    if answer.status_code != httpx.codes.OK:
        yield DoctorFinding(name, "problem", f"{url} is not ready: {answer.text[:300]}")
        return
    try:
        token = await asyncio.to_thread(token_for, url)
        link = ServiceLink(url, always(token), critical=NEVER_AGAIN)
        try:
            tenant, user = await link.whose(
                Caller(tenant=said.conversations_tenant, scopes=frozenset({READ}))
            )
        finally:
            await link.aclose()
    except DeskError as error:
        remedy = f"`balance-desk conversations connect {url}` takes another token."
        yield DoctorFinding(name, "problem", str(error), remedy)
        return
    yield DoctorFinding(name, "ok", f"{url}, as {user or 'every user'} of {tenant}")


async def sign_in(profile: Path) -> AsyncIterator[DoctorFinding]:
    """Look at the issuer of the company's sign-in, if the profile's settings name one."""
    file = profile / "settings.toml"
    try:
        if "oidc" not in settings.read_file(profile):
            return
    except (BadInput, BadProfile):
        return  # told where the settings are looked at
    import httpx

    from app.conversations.service.oidc import published_keys, read_settings

    clocks: list[DoctorFinding] = []

    async def look(answer: httpx.Response) -> None:
        if not clocks and (clock := _clock(answer, "the issuer")) is not None:
            clocks.append(clock)

    try:
        said = read_settings(file)
        async with httpx.AsyncClient(event_hooks={"response": [look]}) as client:
            keys = await published_keys(said.issuer, client)
        words = f"{said.issuer} tells {len(keys)} keys; tokens have to be for {said.audience}"
        found = DoctorFinding("sign-in", "ok" if keys else "problem", words)
    except DeskError as error:
        found = DoctorFinding("sign-in", "problem", in_full(error))
    for one in (*clocks, found):
        yield one


async def brokers(profile: Path) -> AsyncIterator[DoctorFinding]:
    """Look at the Kafka clusters of the settings and of added agents."""
    from app.connections.kafka_clusters import KafkaClusters
    from app.profile.secrets import system_secrets

    try:
        vault = await asyncio.to_thread(system_secrets)
        async for where, told in KafkaClusters(profile).looked_at(vault):
            if isinstance(told, DeskError):
                yield DoctorFinding("kafka", "problem", str(told))
                continue
            names = ", ".join(sorted(told)) or "none"
            yield DoctorFinding("kafka", "ok", f"{where} answers; agents announced there: {names}")
    except (BadInput, BadProfile):
        return  # told where the settings are looked at


def databases() -> Iterator[DoctorFinding]:
    """Look at the databases and the Redis of the servers that the environment names."""
    for variable, what in _DATABASES.items():
        try:
            address = secret(variable)
        except BadInput as error:
            yield DoctorFinding(what, "problem", str(error))
            continue
        if address:
            yield from _database(address, what, variable)
    for variable, look in (
        ("BALANCE_DESK_REDIS", _queues),
        ("BALANCE_DESK_PLAIN_LISTS", _plain_lists),
    ):
        if address := secret(variable):
            yield asyncio.run(look(address))


def _database(address: str, what: str, variable: str) -> Iterator[DoctorFinding]:
    from sqlalchemy import text
    from sqlalchemy.exc import SQLAlchemyError

    from agents.hosting.database.tables import metadata as SERVED  # noqa: N812
    from app.conversations.database.database import is_postgres, state_of
    from app.conversations.database.job_thread import store_error
    from app.conversations.database.tables import METADATA as CONVERSATIONS

    if not is_postgres(address):
        yield _file(address, what, variable)
        return
    from app.conversations.database.postgres import owning_engine

    try:
        with owning_engine(address).connect() as connection:
            found = connection.execute(text("SELECT now(), pg_is_in_recovery()")).one()
        moment, reads_only = found
        revision = state_of(address) if what == "conversations" else None
        tables = CONVERSATIONS if what == "conversations" else SERVED
        lacking = _rights_lacking(address, tables.tables, protected=revision is not None)
    except SQLAlchemyError as error:
        yield DoctorFinding(what, "problem", f"{_place(address)}: {in_full(store_error(error))}")
        return
    except DeskError as error:
        yield DoctorFinding(what, "problem", f"{_place(address)}: {in_full(error)}")
        return
    if (clock := _apart(moment, f"the database of {what}")) is not None:
        yield clock
    if reads_only:
        remedy = "It is a standby: name the server that takes writes."
        yield DoctorFinding(what, "problem", f"{_place(address)} only reads", remedy)
        return
    if lacking:
        remedy = "The owner of the tables can GRANT them."
        said = f"the role of {variable} lacks rights: {'; '.join(lacking)}"
        yield DoctorFinding(what, "problem", said, remedy)
        return
    version = f", at revision {revision}" if revision else ""
    growth = _growth(address, what, tables.tables)
    named = f"the database of {variable} ({_place(address)})"
    yield DoctorFinding(what, "ok", f"{named} answers{version}{growth}")


def _place(address: str) -> str:
    """Return where something is, HOST:PORT/NAME, without who is let in by what password."""
    parts = urlsplit(address)
    return parts.netloc.rpartition("@")[2] + parts.path


def _file(address: str, what: str, variable: str) -> DoctorFinding:
    """Look at a database in a file that the environment names."""
    from sqlalchemy.exc import SQLAlchemyError

    from app.conversations.database.database import state_of
    from app.conversations.database.job_thread import store_error
    from app.conversations.database.sqlite import file_of, reading_engine

    path = file_of(address)
    if path is None:
        said = f"{variable} names neither sqlite:///FILE nor postgresql://USER@HOST/NAME"
        return DoctorFinding(what, "problem", said, "Mend the variable.")
    if not path.exists():
        return DoctorFinding(what, "note", f"{path} is not there: its server makes it")
    # SQLite writes beside the file too.
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        remedy = "The user that the server runs as must be able to write the file and its folder."
        return DoctorFinding(what, "problem", f"{path} cannot be written here", remedy)
    told = conversations_growth if what == "conversations" else tasks_growth
    try:
        revision = state_of(path) if what == "conversations" else "its own"
        if revision is None:
            return DoctorFinding(what, "note", f"{path} is empty: its server makes the tables")
        with reading_engine(path).connect() as connection, connection.begin():
            growth = told(connection, path.stat().st_size)
    except SQLAlchemyError as error:
        return DoctorFinding(what, "problem", f"{path}: {in_full(store_error(error))}")
    except DeskError as error:
        return DoctorFinding(what, "problem", f"{path}: {in_full(error)}")
    version = f", at revision {revision}" if what == "conversations" else ""
    return DoctorFinding(what, "ok", f"the file {path}{version}; {growth}")


def _growth(address: str, what: str, tables: Iterable[str]) -> str:
    """Return how large these tables are, and what came in the last day; "" before they are made.

    Who counts for too long is stopped: there are others at work.
    """
    from sqlalchemy import text
    from sqlalchemy.exc import SQLAlchemyError

    from app.conversations.database.job_thread import store_error
    from app.conversations.database.postgres import enter_whole, owning_engine

    told = conversations_growth if what == "conversations" else tasks_growth
    wanted = text(
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
        " WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:names)"
    )
    try:
        with owning_engine(address).connect() as connection, connection.begin():
            connection.execute(text(f"SET LOCAL statement_timeout = '{_SECONDS:.0f}s'"))
            enter_whole(connection)
            size = connection.scalar(wanted, {"names": list(tables)})
            return f"; {told(connection, int(size))}" if size is not None else ""
    except SQLAlchemyError as error:
        return f"; how it grows cannot be told: {in_full(store_error(error))}"


def _rights_lacking(address: str, tables: Iterable[str], *, protected: bool) -> Sequence[str]:
    """Return what the role of a server may not do with these tables: a line for each right.

    Where row-level security protects them, servers use them under another role if need be.
    """
    from sqlalchemy import text

    from app.conversations.database.postgres import bound_engine, owning_engine

    wanted = text(
        "SELECT kind || ' on ' || string_agg(relname, ', ' ORDER BY relname) FROM pg_class,"
        " unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS kind"
        " WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:names)"
        " AND NOT has_table_privilege(pg_class.oid, kind) GROUP BY kind ORDER BY kind"
    )
    engine = bound_engine(address, reading=True) if protected else owning_engine(address)
    with engine.connect() as connection:
        return connection.scalars(wanted, {"names": list(tables)}).all()


async def _queues(address: str) -> DoctorFinding:
    from app.conversations.service.queues.redis_queues import RedisQueues

    queues = RedisQueues(address)
    try:
        async with asyncio.timeout(_SECONDS):
            failing = await queues.failing()
            lengths = await queues.lengths(dead=True)
            held = "" if failing else await _held_by_redis(address)
    except (DeskError, TimeoutError) as error:
        return _redis_away("queues", address, error)
    finally:
        await queues.aclose()
    if failing:
        words = by_word(dict(sorted(failing.items())))
        remedy = (
            "The word is what Redis refuses for: NOPERM a right, WRONGTYPE another's key, MISCONF"
            " its disk, OOM its memory, READONLY that it is a copy."
        )
        return DoctorFinding("queues", "problem", f"cannot be used: {words}", remedy)
    if dead := sum(lengths.values()):
        remedy = "`balance-desk conversations dead list` says why each is there."
        return DoctorFinding("queues", "note", f"dead letters: {dead:,}; {held}", remedy)
    return DoctorFinding("queues", "ok", f"all can be used, and no dead letters; {held}")


async def _plain_lists(address: str) -> DoctorFinding:
    try:
        async with asyncio.timeout(_SECONDS):
            return DoctorFinding("plain lists", "ok", await _held_by_redis(address))
    except (DeskError, TimeoutError) as error:
        return _redis_away("plain lists", address, error)


async def _held_by_redis(address: str) -> str:
    """Say how much a Redis holds, and what came in the last day, where that is known."""
    from app.conversations.service.queues.growth import growth_of

    found = await growth_of(address, utc_now() - timedelta(days=1))
    most = f" of {found.most / 1e6:,.0f}" if found.most else ""
    each = [
        f"{name} {one.entries:,}"
        + ("" if one.late is None else f" (+{one.late:,})")
        + ("" if one.size is None else f" in {one.size / 1e6:,.1f} MB")
        for name, one in found.queues.items()
    ]
    words = ", ".join(each) or "none"
    held = f"{found.used / 1e6:,.1f}{most} MB in Redis at {_place(address)}"
    return f"{held}; entries (of the last day): {words}"


def _redis_away(name: str, address: str, error: Exception) -> DoctorFinding:
    cause = "no answer in time" if isinstance(error, TimeoutError) else in_full(error)
    return DoctorFinding(name, "problem", f"{_place(address)} cannot be used: {cause}")


def _clock(answer: "httpx.Response", whose: str) -> DoctorFinding | None:
    try:
        told = parsedate_to_datetime(answer.headers.get("date", ""))
    except ValueError:
        return None
    return _apart(told, whose)


def _apart(told: datetime, whose: str) -> DoctorFinding | None:
    """Return what to say about a clock that is not ours."""
    seconds = (datetime.now(UTC) - told.astimezone(UTC)).total_seconds()
    if abs(seconds) < _CLOCK_SECONDS:
        return None
    word = "ahead of" if seconds > 0 else "behind"
    return DoctorFinding(
        "clock",
        "problem",
        f"this machine's is {abs(seconds):,.0f} seconds {word} that of {whose}",
        "Set both by NTP: tokens, certificates and requests end by the clock.",
    )
