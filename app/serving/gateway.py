"""`balance-desk gateway`: an agent on any wire, or a recording, behind A2A over any other."""

import argparse
import asyncio
import logging
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from app.connections.access_arguments import access_of
from app.domain.cards import NO_ACCESS, Access
from app.domain.ids import utc_now
from app.errors import BadInput, as_fields
from app.serving.arguments import listening_address
from app.serving.kafka import serve_on_kafka
from app.serving.operations import Operations, watch_grpc, watch_kafka
from app.serving.server import (
    LOOPBACK,
    check_legacy,
    serve_grpc,
    stop_signal,
)
from app.serving.sources import open_source
from app.serving.starting import Start, address_of, until_stopped
from app.system.json_log import begin_log
from app.system.metrics import Metrics
from app.system.readiness import Check

if TYPE_CHECKING:
    from app.serving.token_file import TokenFile
    from transport.server.cards import ServedAgent
    from transport.server.http_entry import Entry, Tokens

_OF_AGENTS = ("database", "data", "delegate", "allow-private-webhooks")

log = logging.getLogger(__name__)


def run(given: argparse.Namespace, profile: Path) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises `DeskError`."""
    return _run(given, profile, given.source, access_of(given), pass_tokens=given.pass_tokens)


def run_replay(given: argparse.Namespace, profile: Path) -> int:
    """Serve a recording as an agent until SIGINT or SIGTERM; return 0. Raises `DeskError`."""
    needless = [one for one in _OF_AGENTS if getattr(given, one.replace("-", "_"))]
    if needless:
        raise BadInput(f"--{needless[0]} is for agents that answer by themselves: not --replay.")
    address = f"replay://{quote(str(given.replay.absolute()))}?speed={given.speed:g}"
    return _run(given, profile, address, NO_ACCESS)


def _run(
    given: argparse.Namespace,
    profile: Path,
    address: str,
    access: Access,
    *,
    pass_tokens: bool = False,
) -> int:
    if given.http is None and given.kafka is None:
        raise BadInput(
            "Where is it to be served? Say --http HOST:PORT, --kafka HOST:PORT, or both."
        )
    if given.grpc is not None and given.http is None:
        raise BadInput("--grpc wants --http too: the agent's card is found there.")
    if given.allow_private_webhooks and "://" in address:
        raise BadInput(
            "--allow-private-webhooks is for agents of this program: one elsewhere calls webhooks"
            " by itself."
        )
    if given.kafka is not None and address.startswith("kafka:"):
        there = set(urlsplit(address).netloc.split(","))
        if there & set(given.kafka.split(",")):
            raise BadInput(
                "The gateway would stand before itself: --from and --kafka are one cluster."
            )
    check_legacy(given)
    from app.serving.token_file import TokenFile

    token_file = TokenFile(given.token_file) if given.token_file is not None else None
    if pass_tokens and token_file is None:
        raise BadInput(
            "--pass-tokens wants a --token-file: whose tokens would be passed on?", key="bad_input"
        )
    begin_log(as_fields)
    serving = _serve(given, profile, address, access, token_file, pass_tokens=pass_tokens)
    return asyncio.run(until_stopped(serving))


async def _serve(
    given: argparse.Namespace,
    profile: Path,
    address: str,
    access: Access,
    token_file: "TokenFile | None",
    *,
    pass_tokens: bool,
) -> None:
    from transport.server.cards import ServedAgent
    from transport.server.gateway import ForwardedAgent, ForwardingHandler

    tokens = token_file.tokens if token_file is not None else None
    stopping = stop_signal()
    metrics, checks = Metrics(), dict[str, Check]()
    start = Start(metrics, checks, stopping)
    where = listening_address(given.http) if given.http is not None else None
    operator = listening_address(given.operations) if given.operations is not None else None
    async with AsyncExitStack() as stack:
        await start.listen(where, operator, stack)
        source = await start.reach(
            "agent",
            lambda own: open_source(
                address,
                profile,
                access,
                own,
                private_webhooks=given.allow_private_webhooks,
                pass_tokens=pass_tokens,
            ),
            stack,
        )
        checks |= source.checks
        if token_file is not None:
            await stack.enter_async_context(token_file.followed())
            if not pass_tokens and not address.startswith("replay:"):
                log.warning(
                    "All who are let in are one to the agent, and see each other's tasks:"
                    " --pass-tokens tells it who asks"
                )
        handler = ForwardingHandler(
            source.transport,
            token_of=token_file.token_of if pass_tokens and token_file is not None else None,
            card=source.card,
            parameters=source.parameters,
        )
        source.watch(metrics)
        if where is not None:
            note = watch_grpc(metrics, source.name)
            others = await serve_grpc(handler, given.grpc, tokens, stack, note)
            served = ServedAgent(
                source.name, handler, source.card, others=others, legacy=given.legacy
            )
            entry = _entry(given, served, where[0], tokens)
            answering = Operations(metrics, start.readiness, entry, names=[served.name])
            await start.answer_with(answering, stack)
        if given.kafka is not None:
            agent = ForwardedAgent(source.name, handler, source.card)
            on_kafka = await serve_on_kafka(
                [agent],
                given.kafka,
                profile=profile,
                instance=given.replica,
                users=tokens,
                metrics=metrics,
                start=start,
                stack=stack,
            )
            watch_kafka(metrics, on_kafka)
            checks |= {f"kafka:{one.name}": one.check for one in on_kafka}
        start.done()
        if where is not None and start.server is not None:
            base = (given.url or "").rstrip("/") or address_of(where[0], start.server.port)
            log.info("Serving %s/%s", base, source.name)
            if tokens is None and where[0] not in LOOPBACK:
                log.warning(
                    "Everybody who reaches %s is let in: --token-file asks for tokens", where[0]
                )
        await stopping.wait()
        start.readiness.stopping = True
        await start.drain()


def _entry(
    given: argparse.Namespace, served: "ServedAgent", host: str, tokens: "Tokens | None"
) -> "Entry":
    from transport.server.routes import http_application

    base = (given.url or "").rstrip("/")
    return http_application(
        [served],
        base=base,
        vary=not base,
        since=utc_now(),
        tokens=tokens,
        hosts=frozenset(LOOPBACK) if host in LOOPBACK and not base else frozenset(),
    )
