"""Figures about a process, as Prometheus reads them.

https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from time import time
from typing import Final, Literal, NamedTuple

from app.system.json_log import COUNTED

BOUNDS: Final = (
    *(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5),
    *(1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0),  # a turn may take minutes
)
"""Seconds: the upper ends of the buckets of a histogram."""
MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Kind = Literal["counter", "gauge", "histogram"]


class MetricSample(NamedTuple):
    """One number, and what it is of: pairs of a label's name and its value."""

    value: float
    labels: Mapping[str, str] = {}


class Family(NamedTuple):
    """Numbers of one name, as they are read now."""

    name: str
    kind: Kind
    words: str
    figures: Sequence[MetricSample]


Read = Callable[[], Iterable[Family] | Awaitable[Iterable[Family]]]
"""Returns what is to be told now; one that has to ask somebody for it is awaited."""


class Counter:
    """Owns numbers that only grow, by the values of their labels."""

    def __init__(self, name: str, words: str, labels: Sequence[str]) -> None:
        self._name, self._words, self._labels = name, words, tuple(labels)
        self._counts: defaultdict[tuple[str, ...], float] = defaultdict(float)

    def add(self, *values: str, by: float = 1) -> None:
        """Count; `values` are those of the labels, in their order."""
        self._counts[values] += by

    def families(self) -> Iterable[Family]:
        """Return what was counted."""
        figures = [
            MetricSample(count, dict(zip(self._labels, values, strict=True)))
            for values, count in sorted(self._counts.items())
        ]
        yield Family(self._name, "counter", self._words, figures)


class Histogram:
    """Owns how long things took, by the values of their labels."""

    def __init__(self, name: str, words: str, labels: Sequence[str]) -> None:
        self._name, self._words, self._labels = name, words, tuple(labels)
        self._buckets: dict[tuple[str, ...], list[int]] = {}
        self._sums: defaultdict[tuple[str, ...], float] = defaultdict(float)

    def took(self, seconds: float, *values: str) -> None:
        """Note how long one of them took."""
        buckets = self._buckets.setdefault(values, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._sums[values] += seconds

    def lines(self) -> Iterable[str]:
        """Return the lines that tell of them."""
        yield from _head(self._name, "histogram", self._words)
        for values, buckets in sorted(self._buckets.items()):
            labels = dict(zip(self._labels, values, strict=True))
            total = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), buckets, strict=True):
                total += count
                yield _line(f"{self._name}_bucket", MetricSample(total, {**labels, "le": bound}))
            yield _line(f"{self._name}_sum", MetricSample(round(self._sums[values], 6), labels))
            yield _line(f"{self._name}_count", MetricSample(total, labels))


class Metrics:
    """Owns the counters and histograms of one process; gauges are read when they are asked for."""

    def __init__(self) -> None:
        self._reads: list[Read] = []
        self._histograms: list[Histogram] = []
        words = "The clock of this machine, in seconds since 1970."
        self.gauge("balance_desk_time_seconds", words, time)
        self.read(_log_lines)

    def counter(self, name: str, words: str, *labels: str) -> Counter:
        """Return a new counter, whose name ends in `_total`."""
        made = Counter(name, words, labels)
        self._reads.append(made.families)
        return made

    def histogram(self, name: str, words: str, *labels: str) -> Histogram:
        """Return a new histogram of seconds."""
        made = Histogram(name, words, labels)
        self._histograms.append(made)
        return made

    def gauge(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Show a number that is read when it is asked for."""
        self._reads.append(lambda: [Family(name, "gauge", words, [MetricSample(read())])])

    def read(self, read: Read) -> None:
        """Show what a function returns when it is asked; where it raises `OSError`, nothing."""
        self._reads.append(read)

    async def text(self) -> str:
        """Return all figures; those of one name stand together, whoever tells them."""
        families: dict[str, Family] = {}
        for read in self._reads:
            found = read()
            for family in await found if isinstance(found, Awaitable) else found:
                known = families.get(family.name)
                figures = [*(known.figures if known else ()), *family.figures]
                families[family.name] = family._replace(figures=figures)
        lines: list[str] = []
        for family in families.values():
            lines += _head(family.name, family.kind, family.words)
            lines += [_line(family.name, figure) for figure in family.figures]
        for histogram in self._histograms:
            lines += histogram.lines()
        return "\n".join(lines) + "\n"


def _log_lines() -> Iterable[Family]:
    # From the first on, for what grows from nothing is no growth to Prometheus.
    figures = [MetricSample(count, {"level": level}) for level, count in COUNTED.counts.items()]
    words = "Lines of the log of level warning, and of those above."
    yield Family("balance_desk_log_lines_total", "counter", words, figures)


def _head(name: str, kind: Kind, words: str) -> list[str]:
    return [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]


def _line(name: str, figure: MetricSample) -> str:
    labels = ",".join(f'{key}="{_escaped(value)}"' for key, value in figure.labels.items())
    value = f"{figure.value:.10g}"
    return f"{name}{{{labels}}} {value}" if labels else f"{name} {value}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")
