"""How frames, memory and lateness are measured, the same for every case."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

Figures = dict[str, float]


def memory_mb() -> float:
    """Return the resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def timed(step: Callable[[], object]) -> tuple[float, float]:
    """Return how long a step took, in ms of wall time and of this thread's CPU."""
    wall, cpu = time.perf_counter(), time.thread_time()
    step()
    return (time.perf_counter() - wall) * 1e3, (time.thread_time() - cpu) * 1e3


def share(values: Iterable[float], part: float) -> float:
    """Return the value below which that part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def frames(name: str, taken: list[tuple[float, float]]) -> Figures:
    """Return median and 99th percentile of frames: `_cpu_…` of CPU time, `_p99` of wall time."""
    return {
        f"{name}_cpu_p50": median(cpu for _, cpu in taken),
        f"{name}_cpu_p99": share((cpu for _, cpu in taken), 0.99),
        f"{name}_p99": share((wall for wall, _ in taken), 0.99),
    }
