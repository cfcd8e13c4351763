"""`balance-desk gateway`: an agent over Kafka, behind standard A2A over HTTP."""

import argparse
import asyncio
import logging
from contextlib import AsyncExitStack
from pathlib import Path

from app.connections.remote_agents import RemoteAgents
from app.domain.ids import utc_now
from app.errors import BadInput
from app.serving.arguments import listening_address
from app.serving.operations import Check, Operations
from app.serving.server import LOOPBACK, listening, read_tokens, stop_signal
from app.system.json_log import begin_log
from app.system.metrics import Metrics

log = logging.getLogger(__name__)


def run(given: argparse.Namespace, profile: Path) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises `DeskError`."""
    begin_log()
    return asyncio.run(_serve(given, profile))


async def _serve(given: argparse.Namespace, profile: Path) -> int:
    from transport.kafka.names import kafka_address
    from transport.server.cards import ServedAgent
    from transport.server.gateway import ForwardingHandler
    from transport.server.http_entry import Tokens
    from transport.server.routes import http_application

    host, port = listening_address(given.http)
    address = kafka_address(given.source)
    users = read_tokens(given.token_file) if given.token_file is not None else None
    if given.pass_tokens and users is None:
        raise BadInput(
            "--pass-tokens wants a --token-file: whose tokens would be passed on?", key="bad_input"
        )
    stopping = stop_signal()
    async with AsyncExitStack() as stack:
        transport, card = await RemoteAgents(profile).kafka_transport(str(address))
        stack.push_async_callback(transport.close)
        base = (given.url or "").rstrip("/")
        passed = {name: token for token, name in (users or {}).items()}
        handler = ForwardingHandler(transport, tokens=passed if given.pass_tokens else None)
        entry = http_application(
            [ServedAgent(name=address.name, handler=handler, card=card)],
            base=base,
            vary=not base,
            since=utc_now(),
            tokens=Tokens(users) if users is not None else None,
            hosts=frozenset(LOOPBACK) if host in LOOPBACK and not base else frozenset(),
        )
        metrics = Metrics()
        checks: dict[str, Check] = {"kafka": transport.check}
        operations = Operations(metrics, checks, entry, names=[address.name])
        metrics.read(operations.families)
        server = await listening(operations, (host, port), stack)
        shown = f"[{host}]" if ":" in host else host
        log.info("Serving %s/%s", base or f"http://{shown}:{server.port}", address.name)
        if users is None and host not in LOOPBACK:
            log.warning("Everybody who reaches %s is let in: --token-file asks for tokens", host)
        await stopping.wait()
        server.stop_taking()
    log.info("Stopped")
    return 0
