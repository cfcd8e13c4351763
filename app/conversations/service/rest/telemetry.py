"""Figures about the conversation service, without names of tenants."""

from collections.abc import Callable
from typing import Final

from app.system.metrics import Metrics

_BASE: Final = "balance_desk_conversations_"


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

    def queued(self, queue: str, outcome: str) -> None:
        """Count what became of a request from a queue."""
        self._queued.add(queue, outcome)
