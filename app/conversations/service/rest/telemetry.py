"""Figures about the conversation service, without names of tenants."""

from collections.abc import Callable, Iterable
from typing import Final

from app.system.metrics import Metrics

_BASE: Final = "balance_desk_conversations_"
# From the first on, for what grows from nothing is no growth to Prometheus.
_REFUSED: Final = ("no_token", "bad_token", "busy", "rate")
_FAILED: Final = (
    *("store", "store_full", "store_io", "store_read_only", "store_unreachable"),
    "service_timeout",
)
_OUTCOMES: Final = ("completed", "failed", "repeated", "again", "expired", "dead")


class ServiceMetrics(Metrics):
    """Owns the counters of one process of the service."""

    def __init__(self) -> None:
        super().__init__()
        self.running = 0
        self._requests = self.counter(
            f"{_BASE}requests_total", "Requests answered.", "method", "route", "status"
        )
        self._seconds = self.histogram(
            f"{_BASE}request_seconds", "Time from a request to its answer.", "route"
        )
        self._refused = self.counter(
            f"{_BASE}refused_total", "Requests that were not let in.", "reason"
        )
        self._failed = self.counter(
            f"{_BASE}failures_total", "Requests that failed (5xx), by why.", "reason"
        )
        for reason in _REFUSED:
            self._refused.add(reason, by=0)
        for reason in _FAILED:
            self._failed.add(reason, by=0)
        self._queued = self.counter(
            f"{_BASE}queued_total",
            "Requests from queues, by what became of them.",
            "queue",
            "outcome",
        )
        self.queued_seconds = self.histogram(
            f"{_BASE}queued_seconds", "Time that a request from a queue was in hand.", "queue"
        )
        self.of_service("requests_running", "Requests under way.", lambda: self.running)

    def of_service(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Show a figure under `balance_desk_conversations_<name>`."""
        self.gauge(f"{_BASE}{name}", words, read)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; `route` is the template of its path."""
        self._requests.add(method, route, str(status))
        self._seconds.took(seconds, route)

    def refused(self, reason: str) -> None:
        """Count a request that was not let in."""
        self._refused.add(reason)

    def failed(self, reason: str) -> None:
        """Count a request that failed; `reason` is the key of its problem."""
        self._failed.add(reason)

    def expect(self, queues: Iterable[str]) -> None:
        """Show from now on that of these queues nothing was counted yet."""
        for queue in queues:
            for outcome in _OUTCOMES:
                self._queued.add(queue, outcome, by=0)

    def queued(self, queue: str, outcome: str) -> None:
        """Count what became of a request from a queue."""
        self._queued.add(queue, outcome)
