"""`balance-desk serve`: agents for anyone, over HTTP, Kafka or both, until it is told to stop."""

import argparse
import asyncio
import logging
import re
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.connections.directory import OF_FILES, ORCHESTRATOR, table_of
from app.connections.language_model import configured_model
from app.domain.ids import utc_now
from app.errors import BadInput, as_fields
from app.profile.environment import secret
from app.serving import retention as retentions
from app.serving.agent_contexts import open_contexts
from app.serving.arguments import GRACE_SECONDS, listening_address
from app.serving.delegates import ServedDelegates
from app.serving.log_retention import AGAIN_SECONDS as LOG_AGAIN_SECONDS
from app.serving.log_retention import purge_log
from app.serving.operations import (
    Operations,
    watch_agents,
    watch_grpc,
    watch_kafka,
    watch_lanes,
    watch_log,
    watch_tasks,
    watch_webhooks,
)
from app.serving.starting import Start, address_of, until_stopped
from app.serving.task_storage import TaskDatabase, open_kept
from app.serving.webhooks import push_support
from app.system.json_log import begin_log
from app.system.metrics import Counter, Histogram, Metrics
from app.system.readiness import Check
from app.system.shutdown import run_to_end

if TYPE_CHECKING:
    from agents.hosting.host import AgentHost
    from agents.hosting.request_handler import PushSupport
    from app.ports import AgentContexts, Notes
    from app.stream_log.journal import DeskJournal
    from transport.kafka.server.server import KafkaServer
    from transport.server.grpc_server import Note
    from transport.server.http_entry import Entry, Tokens
    from transport.server.push import WebhookSender

LOOPBACK = ("127.0.0.1", "::1", "localhost")
_PATH = re.compile(r"[a-z0-9][a-z0-9_-]*")

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """What the command was told."""

    agents: tuple[str, ...]
    http: str | None
    profile: Path
    kafka: str | None = None
    replica: str = ""
    url: str | None = None
    token_file: Path | None = None
    database: str | None = None
    grace: float = GRACE_SECONDS
    allow_private_webhooks: bool = False
    data: Path | None = None
    grpc: str | None = None
    delegates: tuple[str, ...] = ()
    operations: str | None = None
    legacy: bool = False


def run(given: argparse.Namespace, profile: Path) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises `BadInput`, `BadProfile`, `StoreError`."""
    options = ServeOptions(
        agents=tuple(given.agent),
        http=given.http,
        kafka=given.kafka,
        replica=given.replica,
        profile=profile,
        url=given.url,
        token_file=given.token_file,
        database=given.database or secret("BALANCE_DESK_TASKS_DATABASE"),
        grace=given.grace,
        allow_private_webhooks=given.allow_private_webhooks,
        data=given.data,
        grpc=given.grpc,
        delegates=tuple(given.delegate),
        operations=given.operations,
        legacy=given.legacy,
    )
    check_legacy(given)
    if options.http is None and options.kafka is None:
        raise BadInput(
            "Where is it to be served? Say --http HOST:PORT, --kafka HOST:PORT, or both."
        )
    begin_log(as_fields)
    return run_to_end(until_stopped(_serve(options)))


def check_legacy(given: argparse.Namespace) -> None:
    """Raise `BadInput` where clients of A2A 0.3 would be answered nowhere."""
    if given.legacy and given.http is None:
        raise BadInput("--legacy wants --http: clients of A2A 0.3 are answered there.")


def stop_signal() -> asyncio.Event:
    """Return an event that is set when the process is told to stop."""
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    return stopping


def path_of(agent: str) -> str:
    """Return the path under which an agent is served: its name, or that of its factory.

    An agent on a file of its own has the file's name after its own: `data-games`.
    """
    file = table_of(agent)
    kind, _, factory = agent.partition(":")
    name = (factory or agent) if file is None else f"{kind}-{file.stem}"
    path = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_")
    if not _PATH.fullmatch(path):
        raise BadInput(f"{agent!r} gives no name for a path: rename its factory.")
    return path


async def _serve(options: ServeOptions) -> None:
    from app.serving.token_file import TokenFile

    where = None if options.http is None else listening_address(options.http)
    paths = [path_of(agent) for agent in options.agents]
    _check_files(options)
    if len(set(paths)) < len(paths):
        raise BadInput("Two of the agents would be served under the same path.")
    token_file = TokenFile(options.token_file) if options.token_file is not None else None
    tokens = token_file.tokens if token_file is not None else None
    retention = await asyncio.to_thread(retentions.read, options.profile)
    stopping = stop_signal()
    metrics, checks = Metrics(), dict[str, Check]()
    start = Start(metrics, checks, stopping)
    async with AsyncExitStack() as stack:
        operator = listening_address(options.operations) if options.operations else None
        await start.listen(where, operator, stack)
        if token_file is not None:
            await stack.enter_async_context(token_file.followed())
        kept = await start.reach(
            "database",
            lambda own: own.enter_async_context(open_kept(options.profile, options.database)),
            stack,
        )
        checks["database"] = kept.database.check
        notes = await _notes(options, stack)
        signed_in = tokens is not None
        contexts = await open_contexts(options.profile, signed_in=signed_in, stack=stack)
        private = options.allow_private_webhooks
        push, sender = push_support(allow_private=private, stack=stack, kept=kept)
        made: dict[str, AgentHost] = {}
        delegates = ServedDelegates(options.profile, made, options.delegates)
        tasks = watch_tasks(metrics)
        # The orchestrator comes last, and ends first: it asks the others.
        named = zip(paths, options.agents, strict=True)
        for path, agent in sorted(named, key=lambda one: one[1] == ORCHESTRATOR):
            if agent == ORCHESTRATOR:
                await asyncio.to_thread(delegates.check)
                stack.push_async_callback(delegates.aclose)
            hosted = partial(
                _host,
                path,
                agent,
                options,
                kept=kept,
                notes=notes,
                push=push,
                extended=signed_in,
                delegates=delegates,
                contexts=contexts,
                tasks=tasks,
            )
            # Its data may be elsewhere, and away.
            made[path] = await start.reach(f"agent:{path}", hosted, stack)
        hosts = [made[path] for path in paths]
        orphans = watch_agents(metrics, hosts)
        watch_lanes(metrics, kept.lanes)
        watch_log(metrics, notes)
        watch_webhooks(metrics, sender.calls)
        if where is not None:
            if options.grpc is not None and len(hosts) != 1:
                raise BadInput("--grpc is for one agent: gRPC has no paths.")
            note = watch_grpc(metrics, hosts[0].name)
            others = await serve_grpc(hosts[0].handler, options.grpc, tokens, stack, note)
            entry = _entry(hosts, options, host=where[0], tokens=tokens, others=others)
            answering = Operations(metrics, start.readiness, entry, names=paths)
            await start.answer_with(answering, stack)
        elif options.grpc is not None:
            raise BadInput("--grpc wants --http too: the agent's card is found there.")
        await sender.take_over()
        if kept.replica is not None:
            kept.replica.keep_beating(_duties(hosts, sender, orphans))
        _keep_tidy(options, kept, retention, stack)
        on_kafka = await _on_kafka(hosts, options, tokens, metrics, start, stack)
        watch_kafka(metrics, on_kafka)
        checks |= {f"kafka:{one.name}": one.check for one in on_kafka}
        start.done()
        if where is not None and start.server is not None:
            _announce(options, where[0], start.server.port, paths, open_to_all=tokens is None)
        await stopping.wait()
        log.info("Stopping: what runs may go on for %g seconds", options.grace)
        start.readiness.stopping = True

        async def answered() -> None:
            await start.drain()
            await asyncio.gather(*(one.wait_idle(options.grace) for one in hosts))

        await asyncio.gather(answered(), *(one.stop_taking(options.grace) for one in on_kafka))
        # What is not finished on Kafka is another replica's, so nobody is told of its end here.
        await asyncio.gather(*(one.aclose() for one in on_kafka))
        # Hosts before their server: a task that is stopped is told so to whoever listens.
        await asyncio.gather(*(one.aclose() for one in hosts))


def _keep_tidy(
    options: ServeOptions, kept: TaskDatabase, said: "retentions.Retentions", stack: AsyncExitStack
) -> None:
    """Remove now and then what is kept no longer, until the stack is left."""

    async def of_log() -> retentions.Gone:
        root = options.profile / "serve" / "conversations"
        today = utc_now().date()
        return await asyncio.to_thread(purge_log, root, said.usual, today=today)

    async def of_tasks() -> retentions.Gone:
        return await retentions.purge_tasks(kept.database, said)

    keeping = {
        asyncio.create_task(retentions.tidy(of_log, every=LOG_AGAIN_SECONDS), name="log-retention"),
        asyncio.create_task(retentions.tidy(of_tasks), name="retention"),
    }

    async def stop() -> None:
        for one in keeping:
            one.cancel()
        await asyncio.wait(keeping)

    stack.push_async_callback(stop)


def _check_files(options: ServeOptions) -> None:
    """Raise `BadInput` where it is not said which file which agent answers from."""
    if any(agent.startswith(f"{ORCHESTRATOR}:") for agent in options.agents):
        raise BadInput(
            "The orchestrator has no file of its own here: serve who answers from it beside it"
            " (--agent data:TABLE --agent orchestrator)."
        )
    bare = [agent for agent in OF_FILES if agent in options.agents]
    if len(bare) > 1 and options.data is not None:
        raise BadInput(
            f"Which of the agents answers from {options.data}? Give each its file:"
            " --agent data:TABLE --agent logs:LOG."
        )
    if "logs" in bare and options.data is None:
        raise BadInput(
            "Say with --data, or as --agent logs:FILE, which log file, or folder of log files, may"
            " be read by those who ask."
        )
    if options.data is not None and not bare:
        raise BadInput("--data is for an agent 'data' or 'logs' that has no file of its own.")


async def _on_kafka(
    hosts: "Sequence[AgentHost]",
    options: ServeOptions,
    tokens: "Tokens | None",
    metrics: Metrics,
    start: Start,
    stack: AsyncExitStack,
) -> "Sequence[KafkaServer]":
    if options.kafka is None:
        return ()
    from app.serving.kafka import serve_on_kafka

    return await serve_on_kafka(
        hosts,
        options.kafka,
        profile=options.profile,
        instance=options.replica,
        users=tokens,
        metrics=metrics,
        start=start,
        stack=stack,
    )


async def _notes(options: ServeOptions, stack: AsyncExitStack) -> "DeskJournal":
    from app.stream_log.journal import open_profile_journal

    place = options.profile / "serve"
    _, journal = await asyncio.to_thread(open_profile_journal, place)
    stack.push_async_callback(journal.aclose)
    return journal


def _duties(
    hosts: "Sequence[AgentHost]", sender: "WebhookSender", orphans: Counter
) -> list[Callable[[], Awaitable[object]]]:
    """Return what a replica does for the tasks of others, with each of its beats."""
    duties: list[Callable[[], Awaitable[object]]] = [sender.take_over]

    async def recover(host: "AgentHost") -> None:
        if taken := await host.recover():
            orphans.add(host.name, by=taken)

    for one in hosts:
        duties += [partial(recover, one), one.stop_what_ended_elsewhere]
    return duties


async def _host(
    path: str,
    agent: str,
    options: ServeOptions,
    own: AsyncExitStack,
    *,
    kept: TaskDatabase,
    notes: "Notes",
    push: "PushSupport",
    extended: bool,
    delegates: ServedDelegates,
    contexts: "AgentContexts | None",
    tasks: Histogram,
) -> "AgentHost":
    from agents import registry
    from agents.hosting.host import AgentHost
    from agents.hosting.journaled import JournaledExecutor
    from agents.hosting.task_store import state_name

    file = table_of(agent)
    card, make_executor = await asyncio.to_thread(
        registry.make,
        agent if file is None else agent.partition(":")[0],
        table=options.data if file is None else file.expanduser(),
        profile=options.profile,
        model=await asyncio.to_thread(configured_model, options.profile),
        agents=delegates,
        notes=notes,
        contexts=contexts,
    )
    host = AgentHost(
        name=path,
        card=card,
        make_executor=make_executor,
        around=lambda inner: JournaledExecutor(inner, agent=path, notes=notes),
        store=kept.store(path),
        taken=kept.taken(path),
        push=push,
        extended=extended,
        together_seconds=kept.together_seconds,
        took=lambda seconds, state: tasks.took(seconds, path, state_name(state)),
    )
    own.push_async_callback(host.aclose)
    if recovered := await host.recover():
        log.info("%s: %d tasks that were interrupted are ended as failed", path, recovered)
    return host


def _entry(
    hosts: "Sequence[AgentHost]",
    options: ServeOptions,
    *,
    host: str,
    tokens: "Tokens | None",
    others: tuple[Any, ...],
) -> "Entry":
    from transport.server.cards import ServedAgent
    from transport.server.routes import http_application

    return http_application(
        [
            ServedAgent(
                name=one.name,
                handler=one.handler,
                card=one.card,
                others=others,
                legacy=options.legacy,
            )
            for one in hosts
        ],
        base=(options.url or "").rstrip("/"),
        vary=options.url is None,
        since=utc_now(),
        tokens=tokens,
        hosts=frozenset(LOOPBACK) if host in LOOPBACK and options.url is None else frozenset(),
    )


async def serve_grpc(
    handler: Any,
    address: str | None,
    tokens: "Tokens | None",
    stack: AsyncExitStack,
    note: "Note | None" = None,
) -> tuple[Any, ...]:
    """Serve an agent over gRPC too, if there is an address for it; return its interface.

    `note` hears of each call that it begins, and how it ended.

    Raises `BadInput`, `AgentRefused`.
    """
    if address is None:
        return ()
    from transport.server.grpc_server import GrpcServer, unnoted

    host, port = listening_address(address)
    server = GrpcServer(handler, host=host, port=port, tokens=tokens, note=note or unnoted)
    stack.push_async_callback(server.aclose)
    await server.start()
    log.info("Serving gRPC %s", server.address)
    return (server.interface,)


def _announce(
    options: ServeOptions, host: str, port: int, paths: Sequence[str], *, open_to_all: bool
) -> None:
    base = (options.url or address_of(host, port)).rstrip("/")
    for path in paths:
        log.info("Serving %s/%s", base, path)
    if open_to_all and host not in LOOPBACK:
        log.warning("Everybody who reaches %s is let in: --token-file asks for tokens", base)
