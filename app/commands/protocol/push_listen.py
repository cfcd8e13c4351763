"""`push listen`: a webhook of one's own, which shows each call and what is wrong with it."""

import argparse
import asyncio
import json
import sys

from app.connections.access_arguments import secret_of
from app.domain.conformance import WebhookCall
from app.serving.arguments import listening_address
from app.serving.server import stop_signal
from app.terminal.plain_text import printable


def run(given: argparse.Namespace) -> int:
    """Listen until interrupted, or for so many calls; 1 if something was wrong with one."""
    return asyncio.run(_listen(given))


async def _listen(given: argparse.Namespace) -> int:
    from transport.conformance.webhook import Webhook
    from transport.server.http_server import HttpServer

    host, port = listening_address(given.http)
    stopping = stop_signal()
    wrong = calls = 0

    def tell(delivery: WebhookCall) -> None:
        nonlocal wrong, calls
        if stopping.is_set():
            return  # more than were asked for
        calls += 1
        wrong += bool(delivery.findings)
        _write(json.dumps(delivery.model_dump(mode="json"), ensure_ascii=False))
        if given.count and calls >= given.count:
            stopping.set()

    token, credentials = secret_of(given.token_env), secret_of(given.credentials_env)
    server = HttpServer(Webhook(token, tell, credentials=credentials), host=host, port=port)
    await server.start()
    shown = f"[{host}]" if ":" in host else host
    sys.stderr.write(f"· http://{shown}:{server.port}/\n")
    sys.stderr.flush()
    try:
        await stopping.wait()
    finally:
        await server.aclose()
    return 1 if wrong else 0


def _write(text: str) -> None:
    sys.stdout.write(f"{printable(text)}\n")
    sys.stdout.flush()
