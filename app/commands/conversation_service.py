"""`balance-desk conversations serve`: conversations for desks and agents, until told to stop."""

import argparse
import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.conversation_arguments import GRACE_SECONDS
from app.commands.conversations import opened
from app.errors import BadInput, as_fields
from app.profile.environment import secret
from app.profile.settings import read_file
from app.serving import retention
from app.serving.arguments import listening_address
from app.serving.operations import watch_lanes
from app.serving.starting import Start, address_of, until_stopped
from app.system.json_log import begin_log
from app.system.metrics import Metrics
from app.system.start import settle_server

if TYPE_CHECKING:
    from app.conversations.book.embedded_book import EmbeddedBook
    from app.conversations.book.port import ConversationBook
    from app.conversations.book.summaries import Model as Summariser
    from app.conversations.database.database import Database
    from app.conversations.service.push.sockets import Push
    from app.conversations.service.queues.queue_service import QueueService
    from app.conversations.service.rest.application import Said
    from app.conversations.service.rest.middleware import ServiceEntry
    from app.conversations.service.rest.telemetry import ServiceMetrics
    from app.conversations.service.tokens import TokenAccess
    from app.domain.book import BookMessage, Caller
    from app.system.readiness import Check

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class ServiceOptions:
    """What the command was told."""

    http: str
    profile: Path
    database: str | None = None
    redis: str | None = None
    oidc: Path | None = None
    plain_lists: str | None = None
    unsigned: tuple[str, ...] = ()
    rate: float = 500.0
    burst: float = 1000.0
    grace: float = GRACE_SECONDS
    log_requests: bool = False


def run(given: argparse.Namespace, profile: Path) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises `BadInput`, `BadProfile`, `StoreError`."""
    begin_log(as_fields)
    options = ServiceOptions(
        http=given.http,
        profile=profile,
        database=given.database,
        redis=given.redis or secret("BALANCE_DESK_REDIS"),
        oidc=given.oidc,
        plain_lists=given.plain_lists or secret("BALANCE_DESK_PLAIN_LISTS"),
        unsigned=tuple(given.unsigned_tenant),
        rate=given.rate,
        burst=given.burst,
        grace=given.grace,
        log_requests=given.log_requests,
    )
    return asyncio.run(until_stopped(_serve(options)))


async def _serve(options: ServiceOptions) -> None:
    from app.conversations.service.push.sockets import PINGS
    from app.conversations.service.rest.telemetry import ServiceMetrics
    from app.conversations.service.tokens import TokenBook

    host, port = listening_address(options.http)
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    async with AsyncExitStack() as stack:
        start = Start(Metrics(), {}, stopping)
        await start.listen((host, port), None, stack, websockets=PINGS)
        assert start.server is not None
        database = await start.reach(
            "database",
            lambda own: own.enter_async_context(opened(options.database, options.profile)),
            stack,
        )
        book = _book(database)
        stack.push_async_callback(book.aclose)
        tokens = await _access(options, TokenBook(database), stack)
        metrics = ServiceMetrics()
        watch_lanes(metrics, database.lanes)
        said_of_it = await asyncio.to_thread(retention.read, options.profile)
        _keep_tidy(partial(retention.purge_book, database, said_of_it), stack)
        said = _said(book, stack, await asyncio.to_thread(_summariser, options.profile))
        checks: dict[str, Check] = {"database": _database_check(database)}
        push = _push(book, tokens, metrics, stack)
        worker: QueueService | None = None
        if options.redis is not None:
            worker = _queues(
                options,
                database,
                book,
                said,
                kept=said_of_it.usual,
                metrics=metrics,
                checks=checks,
                stack=stack,
            )
        elif options.plain_lists or options.unsigned:
            raise BadInput(
                "Plain lists and unsigned envelopes are moved into the service's own queues: say"
                " where those are, with --redis.",
                key="bad_redis",
            )
        entry = _entry(
            options, database, book, tokens, push=push, checks=checks, said=said, metrics=metrics
        )
        await start.answer_with(entry, stack)
        settle_server()
        url = address_of(host, start.server.port)
        log.info("serving", extra={"fields": {"url": url}})
        await stopping.wait()
        log.info("stopping", extra={"fields": {"grace_seconds": options.grace}})
        entry.stopping = True

        async def answered() -> None:
            await start.drain()
            await entry.wait_idle(options.grace)

        # Together: `--grace` is for all that is under way, however it came.
        waits = [answered()]
        if worker is not None:
            waits.append(worker.wait_idle(options.grace))
        await asyncio.gather(*waits)
        await push.aclose()


def _keep_tidy(work: Callable[[], Awaitable[retention.Gone]], stack: AsyncExitStack) -> None:
    """Remove now and then what is kept no longer, until the stack is left."""
    tidying = asyncio.create_task(retention.tidy(work), name="retention")
    stack.push_async_callback(_ended, tidying)


async def _ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait({task})


async def _access(
    options: ServiceOptions, own: "TokenAccess", stack: AsyncExitStack
) -> "TokenAccess":
    """Return who lets people in: the service's own tokens, and those of the company's sign-in."""
    file = options.oidc
    if file is None and "oidc" in await asyncio.to_thread(read_file, options.profile):
        file = options.profile / "settings.toml"
    if file is None:
        return own
    import httpx

    from app.conversations.service.oidc import OidcAccess, read_settings

    settings = await asyncio.to_thread(read_settings, file)
    client = await stack.enter_async_context(httpx.AsyncClient())
    access = OidcAccess(own, settings, client)
    stack.push_async_callback(access.aclose)
    return access


def _book(database: "Database") -> "EmbeddedBook":
    from app.conversations.book.embedded_book import EmbeddedBook

    return EmbeddedBook(database)


def _summariser(profile: Path) -> "Summariser | None":
    """Return what sums up with the profile's language model, None where none is configured."""
    from app.connections.language_model import configured_model, summed_by

    config = configured_model(profile)
    return None if config is None else summed_by(config)


def _said(book: "ConversationBook", stack: AsyncExitStack, model: "Summariser | None") -> "Said":
    """Return what follows each stored message: facts at once, a summary in the background."""
    from app.conversations.book.follow_ups import FollowUps

    follow_ups = FollowUps(book, model=model)
    follow_ups.start()
    stack.push_async_callback(follow_ups.aclose)

    async def said(caller: "Caller", message: "BookMessage") -> None:
        await follow_ups.said(caller, message)

    return said


def _database_check(database: "Database") -> "Check":
    async def check() -> None:
        await database.read("", lambda connection: connection.exec_driver_sql("SELECT 1").scalar())

    return check


def _push(
    book: "ConversationBook",
    tokens: "TokenAccess",
    metrics: "ServiceMetrics",
    stack: AsyncExitStack,
) -> "Push":
    from app.conversations.service.push.sockets import Push

    push = Push(book, tokens.caller)
    stack.push_async_callback(push.aclose)
    metrics.of_service("sockets_connected", "WebSocket clients.", lambda: push.connected)
    return push


def _queues(
    options: ServiceOptions,
    database: "Database",
    book: "EmbeddedBook",
    said: "Said",
    *,
    kept: retention.Retention,
    metrics: "ServiceMetrics",
    checks: "dict[str, Check]",
    stack: AsyncExitStack,
) -> "QueueService":
    """Take requests from Redis beside those over HTTP."""
    from app.conversations.protocol.queue_names import REQUESTS
    from app.conversations.service.queues.plain_lists import PlainLists
    from app.conversations.service.queues.queue_service import QueueService
    from app.conversations.service.queues.redis_queues import RedisQueues

    assert options.redis is not None
    queues = RedisQueues(options.redis, max_dead=kept.dead_letters_most)
    stack.push_async_callback(queues.aclose)
    _keep_tidy(partial(retention.purge_dead_letters, queues, kept), stack)
    worker = QueueService(
        queues,
        book,
        database,
        said=said,
        note=metrics.queued,
        took=metrics.queued_seconds.took,
        unsigned=options.unsigned,
        log_requests=options.log_requests,
    )
    metrics.expect(map(str, REQUESTS.values()))
    metrics.read(worker.families)
    worker.start()
    stack.push_async_callback(worker.aclose)
    checks["queues"] = worker.check
    if options.unsigned:
        log.warning(
            "unsigned envelopes are taken: whoever can write to that Redis speaks for every user of"
            " these tenants, and reads what is answered to others",
            extra={"fields": {"tenants": list(options.unsigned)}},
        )
    if options.plain_lists is not None:
        lists = PlainLists(queues, options.redis, options.plain_lists, tenants=options.unsigned)
        metrics.read(lists.families)
        lists.start()
        stack.push_async_callback(lists.aclose)
        checks["plain_lists"] = lists.check
    return worker


def _entry(
    options: ServiceOptions,
    database: "Database",
    book: "EmbeddedBook",
    tokens: "TokenAccess",
    *,
    push: "Push",
    checks: "dict[str, Check]",
    said: "Said",
    metrics: "ServiceMetrics",
) -> "ServiceEntry":
    from app.conversations.service.rest.application import build_app
    from app.conversations.service.rest.service_settings import ServiceSettings

    return build_app(
        book,
        tokens,
        database=database,
        push=push,
        checks=checks,
        said=said,
        settings=ServiceSettings(
            rate=options.rate, burst=options.burst, log_requests=options.log_requests
        ),
        metrics=metrics,
    )
