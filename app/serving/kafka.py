"""The part of `balance-desk serve` that stands on a Kafka cluster."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from app.profile.settings import read_file
from app.serving.starting import Start
from app.system.metrics import Metrics

if TYPE_CHECKING:
    from transport.kafka.server.hosted_agent import HostedAgent, Users
    from transport.kafka.server.server import KafkaServer

_LAG_SECONDS = 60.0

log = logging.getLogger(__name__)


if TYPE_CHECKING:

    class CardedAgent(HostedAgent, Protocol):
        """An agent to serve, and its card."""

        @property
        def card(self) -> Any: ...  # noqa: D102


async def serve_on_kafka(
    agents: "Sequence[CardedAgent]",
    bootstrap: str,
    *,
    profile: Path,
    instance: str,
    users: "Users | None",
    metrics: Metrics,
    start: Start,
    stack: AsyncExitStack,
) -> "Sequence[KafkaServer]":
    """Serve the agents on a cluster, until `stack` is left; brokers that are away are waited for.

    `users` says who is let in, None everybody. `instance` names this replica, if it is to keep its
    partitions over a restart. Raises `BadInput`, `AgentRefused`, `StoppedEarly`.
    """
    from aiokafka.errors import KafkaError

    from app.profile.secrets import system_secrets
    from transport.kafka.errors import why
    from transport.kafka.server.server import KafkaServer
    from transport.kafka.settings import kafka_options, reply_topics

    secrets = await asyncio.to_thread(system_secrets)
    table = read_file(profile).get("kafka")
    options = await asyncio.to_thread(kafka_options, table, bootstrap, secrets)
    allowed = reply_topics(table)
    turns = metrics.histogram(
        "balance_desk_kafka_turn_seconds",
        "Time from a turn's being taken up here to the end of its answer.",
        "agent",
    )

    async def opened(agent: "CardedAgent", own: AsyncExitStack) -> KafkaServer:
        server = KafkaServer(
            agent,
            agent.card,
            options,
            instance=instance,
            users=users,
            reply_topics=allowed,
            took=turns.took,
        )
        own.push_async_callback(server.aclose)
        try:
            await server.start()
        except KafkaError as error:
            raise await why(error, options, where=f"kafka://{bootstrap}") from error
        return server

    servers = []
    for agent in agents:
        server = await start.reach(f"kafka:{agent.name}", partial(opened, agent), stack)
        log.info("Serving kafka://%s/%s", bootstrap, agent.name)
        servers.append(server)
    telling = asyncio.create_task(_tell_lag(servers), name="kafka lag")

    async def stop_telling() -> None:
        telling.cancel()
        await asyncio.wait({telling})

    stack.push_async_callback(stop_telling)
    return servers


async def _tell_lag(servers: "Sequence[KafkaServer]") -> None:
    """Say now and then how many requests wait, and how many were answered."""
    while True:
        await asyncio.sleep(_LAG_SECONDS)
        for server in servers:
            lag = server.lag()
            log.info(
                "%s: %d requests wait or are being answered in %d partitions, %d under way;"
                " answered %d, repeated %d, expired %d, unreadable %d",
                server.name,
                sum(lag.values()),
                len(lag),
                server.busy,
                server.counters.answered,
                server.counters.repeated,
                server.counters.expired,
                server.counters.unreadable,
            )
