"""What an operator sees of a server of agents: `/health`, `/ready`, `/metrics`, and its log.

They need no token, and tell nothing of what is kept: paths, numbers, and which part fails.
"""

import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from app.errors import DeskError, in_full
from app.system.json_log import TRACE, trace_id_of
from app.system.metrics import MEDIA_TYPE, Counter, Family, Histogram, Metrics, MetricSample
from app.system.readiness import Check, Readiness

if TYPE_CHECKING:
    from agents.hosting.host import AgentHost
    from app.conversations.database.job_thread import Lane
    from app.stream_log.journal import DeskJournal
    from transport.kafka.client.connection import Connection
    from transport.kafka.metrics import ClientCounters, ServerCounters
    from transport.kafka.server.server import KafkaServer
    from transport.server.grpc_server import Ended, Note
    from transport.server.push import WebhookCalls

PATHS: Final = ("/health", "/ready", "/metrics")
NO_AGENT: Final = "none"  # of whom a request's path names none

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger(__name__)


class Operations:
    """Answers an operator's three paths, and counts, times and traces all other requests.

    `/ready` tells what `readiness` finds. Without an application there are only the three paths.
    """

    def __init__(
        self,
        metrics: Metrics,
        readiness: Readiness,
        application: Application | None = None,
        *,
        names: Iterable[str] = (),
    ) -> None:
        """`names` are those of the agents that are served: other paths are counted as none."""
        self._metrics = metrics
        self._readiness = readiness
        self._application = application
        self._names = frozenset(names)
        if application is None:
            return
        self._requests = metrics.counter(
            "balance_desk_agent_requests_total",
            "Requests over HTTP, by how they were answered.",
            "agent",
            "status",
        )
        self._running = dict.fromkeys((*sorted(self._names), NO_AGENT), 0)
        metrics.read(self._families)
        self._seconds = metrics.histogram(
            "balance_desk_agent_first_byte_seconds",
            "Time from a request over HTTP to the beginning of its answer.",
            "agent",
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as an ASGI application."""
        if scope["type"] == "http" and scope["path"] in PATHS:
            await self._tell(scope["path"], send)
        elif self._application is not None and scope["type"] == "http":
            await self._pass_on(self._application, scope, receive, send)
        elif scope["type"] == "http":
            await _answer(send, 404, "application/json", b'{"error": "There are three paths."}')

    async def _tell(self, path: str, send: Send) -> None:
        if path == "/metrics":
            await _answer(send, 200, MEDIA_TYPE, (await self._metrics.text()).encode())
            return
        status, checks = "ok", dict[str, str]()
        if path == "/ready":
            found = await self._readiness.standing()
            checks |= found.checks
            status = "ok" if found.good else "unavailable"
            if self._readiness.starting:
                status = "starting"
            if self._readiness.stopping:
                status = "stopping"
        body = json.dumps({"status": status, "checks": checks}).encode()
        await _answer(send, 200 if status == "ok" else 503, "application/json", body)

    async def _pass_on(
        self, application: Application, scope: Scope, receive: Receive, send: Send
    ) -> None:
        trace_id = trace_id_of(dict(scope["headers"]))
        trace = TRACE.set(trace_id)
        agent = scope["path"].split("/", 2)[1]
        agent = agent if agent in self._names else NO_AGENT
        begun = perf_counter()

        async def passed(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self._requests.add(agent, str(message["status"]))
                self._seconds.took(perf_counter() - begun, agent)
                headers = [*message.get("headers", ()), (b"x-trace-id", trace_id.encode())]
                message = {**message, "headers": headers}
                if message["status"] >= 500:
                    fields = {"path": scope["path"], "status": message["status"]}
                    log.warning("a request failed", extra={"fields": fields})
            await send(message)

        self._running[agent] += 1
        try:
            await application(scope, receive, passed)
        finally:
            self._running[agent] -= 1
            TRACE.reset(trace)

    def _families(self) -> Iterable[Family]:
        figures = [MetricSample(count, {"agent": name}) for name, count in self._running.items()]
        words = "Requests over HTTP under way."
        yield Family("balance_desk_agent_requests_running", "gauge", words, figures)


async def _answer(send: Send, status: int, media_type: str, body: bytes) -> None:
    headers = [
        (b"content-type", media_type.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def ready_when(checks: Mapping[str, Check], metrics: Metrics) -> Readiness:
    """Return what asks these checks, which may still grow; the figures have it too."""
    readiness = Readiness(checks, expected=DeskError, words=in_full)
    metrics.read(readiness.families)
    return readiness


def watch_agents(metrics: Metrics, hosts: "Sequence[AgentHost]") -> Counter:
    """Show what agents do; return the counter of the tasks that were ended for lost replicas."""

    def read() -> list[Family]:
        figures = [MetricSample(len(one.running), {"agent": one.name}) for one in hosts]
        words = "Tasks that are being worked on here."
        return [Family("balance_desk_tasks_running", "gauge", words, figures)]

    metrics.read(read)
    orphans = metrics.counter(
        "balance_desk_orphans_taken_total",
        "Tasks of replicas that are gone, ended here as failed.",
        "agent",
    )
    for one in hosts:
        # From the first on, for what grows from nothing is no growth to Prometheus.
        orphans.add(one.name, by=0)
    return orphans


def watch_tasks(metrics: Metrics) -> Histogram:
    """Return what shows how long agents work on a message, whatever way it came."""
    return metrics.histogram(
        "balance_desk_task_seconds",
        "Time that a message was worked on, by the state of its task after that.",
        "agent",
        "state",
    )


def watch_grpc(metrics: Metrics, agent: str) -> "Note":
    """Return what counts and times the calls to an agent over gRPC."""
    running = 0
    requests = metrics.counter(
        "balance_desk_grpc_requests_total",
        "Requests over gRPC, by how they ended.",
        "agent",
        "status",
    )
    seconds = metrics.histogram(
        "balance_desk_grpc_first_message_seconds",
        "Time from a request over gRPC to the first message of its answer.",
        "agent",
    )

    def read() -> list[Family]:
        figures = [MetricSample(running, {"agent": agent})]
        words = "Requests over gRPC under way."
        return [Family("balance_desk_grpc_requests_running", "gauge", words, figures)]

    def ended(status: str, took: float) -> None:
        nonlocal running
        running -= 1
        requests.add(agent, status)
        seconds.took(took, agent)

    def begun() -> "Ended":
        nonlocal running
        running += 1
        return ended

    metrics.read(read)
    return begun


def watch_lanes(metrics: Metrics, lanes: "Sequence[Lane]") -> None:
    """Show how much waits for each connection to a database, and what was tried again there."""

    def read() -> list[Family]:
        def of(name: str) -> list[MetricSample]:
            return [MetricSample(getattr(lane, name), {"lane": lane.name}) for lane in lanes]

        return [
            Family("balance_desk_database_waiting", "gauge", "Jobs not begun.", of("waiting")),
            Family("balance_desk_database_jobs_total", "counter", "Jobs done.", of("done")),
            Family(
                "balance_desk_database_commits_total", "counter", "Transactions.", of("commits")
            ),
            Family(
                "balance_desk_database_retries_total",
                "counter",
                "Transactions run again on a new connection.",
                of("retries"),
            ),
        ]

    metrics.read(read)


def watch_kafka(metrics: Metrics, servers: "Sequence[KafkaServer]") -> None:
    """Show what goes over Kafka: the lag of each partition, and every counter of the binding."""

    def read() -> list[Family]:
        lag = [
            MetricSample(records, {"agent": server.name, "partition": str(partition)})
            for server in servers
            for partition, records in sorted(server.lag().items())
        ]
        busy = [MetricSample(server.busy, {"agent": server.name}) for server in servers]
        words = "Requests that wait or are being answered."
        return [
            Family("balance_desk_kafka_lag", "gauge", words, lag),
            Family("balance_desk_kafka_in_flight", "gauge", "Turns under way here.", busy),
            *_counted("balance_desk_kafka", {one.name: one.counters for one in servers}),
        ]

    metrics.read(read)


def watch_kafka_client(metrics: Metrics, agent: str, connection: "Connection") -> None:
    """Show what is asked of an agent over Kafka, by a gateway."""

    def read() -> list[Family]:
        def gauge(name: str, words: str, value: int) -> Family:
            figures = [MetricSample(value, {"agent": agent})]
            return Family(f"{base}_{name}", "gauge", words, figures)

        base = "balance_desk_kafka_client"
        return [
            gauge("in_flight", "Requests that wait for their last reply.", connection.in_flight),
            gauge("lag", "Replies that are not read yet.", connection.lag),
            *_counted(base, {agent: connection.counters}),
        ]

    metrics.read(read)


def _counted(base: str, counters: "Mapping[str, ClientCounters | ServerCounters]") -> list[Family]:
    """Return every counter of one end of the binding, by the name of its agent."""
    counted = {agent: asdict(one) for agent, one in counters.items()}
    return [
        Family(
            f"{base}_{name}_total",
            "counter",
            "See docs/operations-kafka.md.",
            [MetricSample(counts[name], {"agent": agent}) for agent, counts in counted.items()],
        )
        for name in next(iter(counted.values()), {})
    ]


def watch_log(metrics: Metrics, journal: "DeskJournal") -> None:
    """Show how many records of the stream log were lost."""

    def read() -> list[Family]:
        lost, words = [MetricSample(journal.lost)], "Records of the log that were not written."
        return [Family("balance_desk_stream_log_lost_total", "counter", words, lost)]

    metrics.read(read)


def watch_webhooks(metrics: Metrics, calls: "WebhookCalls") -> None:
    """Show what became of the calls to webhooks of this process, and how many wait."""

    def read() -> list[Family]:
        ended = {"delivered": calls.delivered, "failed": calls.failed, "dropped": calls.dropped}
        outcomes = [MetricSample(count, {"outcome": name}) for name, count in ended.items()]
        waiting, retries = [MetricSample(calls.waiting)], [MetricSample(calls.retries)]
        base = "balance_desk_webhook"
        return [
            Family(f"{base}_calls_waiting", "gauge", "Calls that are not done.", waiting),
            Family(f"{base}_calls_total", "counter", "Calls, by what became of them.", outcomes),
            Family(f"{base}_retries_total", "counter", "Attempts after the first.", retries),
        ]

    metrics.read(read)
