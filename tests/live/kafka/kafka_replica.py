"""A replica of a counting agent as a process: `python -m tests.live.kafka.kafka_replica JSON`."""

import asyncio
import json
import logging
import signal
import sys

from agents.hosting.host import AgentHost
from app.serving.task_storage import open_kept
from tests.contract.transport.executors import ScriptedExecutor, card
from tests.live.kafka.kafka_agents import counts
from transport.kafka.options import KafkaOptions, Times
from transport.kafka.server.server import KafkaServer


async def main(
    bootstrap: str,
    name: str,
    database: str,
    overrides: dict[str, object],
    times: dict[str, float],
    attempts: int,
) -> None:
    """Serve until SIGTERM."""
    from pathlib import Path

    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    async with open_kept(Path("/nowhere"), database) as kept:
        host = AgentHost(
            name=name,
            card=card(),
            make_executor=lambda history: ScriptedExecutor(counts, history),
            store=kept.store(name),
            taken=kept.taken(name),
        )
        options = KafkaOptions(bootstrap=bootstrap, overrides=overrides)
        server = KafkaServer(host, host.card, options, times=Times(**times), attempts=attempts)
        await server.start()
        print("ready", flush=True)
        await stopping.wait()
        await server.stop_taking(1.0)
        await server.aclose()
        await host.aclose()


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    asyncio.run(main(*json.loads(sys.argv[1])))
