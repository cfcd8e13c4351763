"""Figures about the service as Prometheus reads them, and its log lines as JSON objects.

https://prometheus.io/docs/instrumenting/exposition_formats/
"""

import json
import logging
import traceback
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from app.conversations.protocol.envelope import TRACE, trace_given

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Owns the counters of one process; gauges are asked for when the figures are read."""

    def __init__(self) -> None:
        self.running = 0
        self._requests: defaultdict[tuple[str, str, int], int] = defaultdict(int)
        self._seconds: dict[str, list[int]] = {}
        self._sums: defaultdict[str, float] = defaultdict(float)
        self._refused: defaultdict[str, int] = defaultdict(int)
        self._queued: defaultdict[tuple[str, str], int] = defaultdict(int)
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self.gauge("requests_running", "Requests under way.", lambda: self.running)

    def gauge(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Show a figure under `balance_desk_conversations_<name>`."""
        self._gauges[name] = (words, read)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; `route` is the template of its path."""
        self._requests[method, route, status] += 1
        buckets = self._seconds.setdefault(route, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._sums[route] += seconds

    def refused(self, reason: str) -> None:
        """Count a request that was not let in."""
        self._refused[reason] += 1

    def queued(self, queue: str, outcome: str) -> None:
        """Count what became of a request from a queue."""
        self._queued[queue, outcome] += 1

    def text(self) -> str:
        """Return all figures."""
        base = "balance_desk_conversations_"
        lines = [
            f"# HELP {base}requests_total Requests answered.",
            f"# TYPE {base}requests_total counter",
        ]
        for (method, route, status), count in sorted(self._requests.items()):
            labels = f'method="{method}",route="{route}",status="{status}"'
            lines.append(f"{base}requests_total{{{labels}}} {count}")
        lines += [
            f"# HELP {base}request_seconds Time from a request to its answer.",
            f"# TYPE {base}request_seconds histogram",
        ]
        for route, buckets in sorted(self._seconds.items()):
            total = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), buckets, strict=True):
                total += count
                lines.append(
                    f'{base}request_seconds_bucket{{route="{route}",le="{bound}"}} {total}'
                )
            lines.append(f'{base}request_seconds_sum{{route="{route}"}} {self._sums[route]:.6f}')
            lines.append(f'{base}request_seconds_count{{route="{route}"}} {total}')
        lines += [
            f"# HELP {base}refused_total Requests that were not let in.",
            f"# TYPE {base}refused_total counter",
        ]
        for reason, count in sorted(self._refused.items()):
            lines.append(f'{base}refused_total{{reason="{reason}"}} {count}')
        lines += [
            f"# HELP {base}queued_total Requests from queues, by what became of them.",
            f"# TYPE {base}queued_total counter",
        ]
        for (queue, outcome), count in sorted(self._queued.items()):
            lines.append(f'{base}queued_total{{queue="{queue}",outcome="{outcome}"}} {count}')
        for name, (words, read) in self._gauges.items():
            lines += [
                f"# HELP {base}{name} {words}",
                f"# TYPE {base}{name} gauge",
                f"{base}{name} {read():g}",
            ]
        return "\n".join(lines) + "\n"


def trace_id_of(headers: Mapping[bytes, bytes]) -> str:
    """Return the trace id that a request brings, or a new one.

    Read from `traceparent` (https://www.w3.org/TR/trace-context/), else from `x-trace-id`.
    """
    return trace_given(
        headers.get(b"x-trace-id", b"").decode("latin-1"),
        traceparent=headers.get(b"traceparent", b"").decode("latin-1"),
    )


class JsonLines(logging.Formatter):
    """One JSON object per record: time, level, logger, event, trace id, and its `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        if trace_id := TRACE.get():
            line["trace_id"] = trace_id
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            line |= fields
        if record.exc_info:
            line["exception"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)
