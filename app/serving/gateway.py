"""`balance-desk gateway`: an agent on any wire, behind standard A2A over HTTP and gRPC."""

import argparse
import asyncio
import logging
from contextlib import AsyncExitStack
from pathlib import Path

from app.connections.access_arguments import access_of
from app.domain.ids import utc_now
from app.errors import BadInput
from app.serving.arguments import listening_address
from app.serving.operations import Operations
from app.serving.server import LOOPBACK, listening, read_tokens, serve_grpc, stop_signal
from app.serving.sources import open_source
from app.system.json_log import begin_log
from app.system.metrics import Metrics

log = logging.getLogger(__name__)


def run(given: argparse.Namespace, profile: Path) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises `DeskError`."""
    begin_log()
    return asyncio.run(_serve(given, profile))


async def _serve(given: argparse.Namespace, profile: Path) -> int:
    from transport.server.cards import ServedAgent
    from transport.server.gateway import ForwardingHandler
    from transport.server.http_entry import Tokens
    from transport.server.routes import http_application

    host, port = listening_address(given.http)
    users = read_tokens(given.token_file) if given.token_file is not None else None
    if given.pass_tokens and users is None:
        raise BadInput(
            "--pass-tokens wants a --token-file: whose tokens would be passed on?", key="bad_input"
        )
    tokens = Tokens(users) if users is not None else None
    stopping = stop_signal()
    async with AsyncExitStack() as stack:
        source = await open_source(given.source, profile, access_of(given), stack)
        base = (given.url or "").rstrip("/")
        passed = {name: token for token, name in (users or {}).items()}
        handler = ForwardingHandler(
            source.transport,
            tokens=passed if given.pass_tokens else None,
            card=source.card,
        )
        others = await serve_grpc(handler, given.grpc, tokens, stack)
        entry = http_application(
            [ServedAgent(name=source.name, handler=handler, card=source.card, others=others)],
            base=base,
            vary=not base,
            since=utc_now(),
            tokens=tokens,
            hosts=frozenset(LOOPBACK) if host in LOOPBACK and not base else frozenset(),
        )
        metrics = Metrics()
        operations = Operations(metrics, source.checks, entry, names=[source.name])
        metrics.read(operations.families)
        server = await listening(operations, (host, port), stack)
        shown = f"[{host}]" if ":" in host else host
        log.info("Serving %s/%s", base or f"http://{shown}:{server.port}", source.name)
        if users is None and host not in LOOPBACK:
            log.warning("Everybody who reaches %s is let in: --token-file asks for tokens", host)
        await stopping.wait()
        server.stop_taking()
    log.info("Stopped")
    return 0
