"""The chat view and the whole window beside one QTextBrowser, as ratios of one run, with gates.

    python -m benchmarks.window [--platform offscreen|xcb] [--only CASE …] [--json]

Every case runs in a process of its own, which has shown a short conversation before, so that no
import or font is counted. A frame is a scroll step until it is painted; its CPU time is that of the
window's thread. `list` cases are the view with its rows at hand, `whole` is the window on a profile
of 500 conversations that are read from the database. With `--platform xcb` a screen is started
where there is none. What is late is a 16 ms timer of the window.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

Figures = dict[str, float]
Found = dict[str, Figures]

ANSWER, CHUNKS = 20_000, 500
ROWS = {"1k": 1_000, "10k": 10_000, "100k": 100_000}
CASES = (
    *(f"list-{size}" for size in ROWS),
    "paragraph-1k",
    "browser-1k",
    "browser-10k",
    "whole-1k",
    "whole-100k",
)


class Gate(NamedTuple):
    """A figure that has to hold: of one case, or the ratio of two."""

    name: str
    limit: float
    way: str
    of: tuple[str, str]
    by: tuple[str, str] | None = None


def _ratio(name: str, limit: float, way: str, figure: str, above: str, below: str) -> Gate:
    return Gate(name, limit, way, (above, figure), (below, figure))


GATES = (
    _ratio("open 10,000: browser / view", 40, "≥", "open_ms", "browser-10k", "list-10k"),
    _ratio("open 100,000 / 1,000", 6, "≤", "open_ms", "list-100k", "list-1k"),
    _ratio("memory 10,000: browser / view", 15, "≥", "memory_mb", "browser-10k", "list-10k"),
    _ratio("memory 100,000 / 1,000", 1.5, "≤", "memory_mb", "list-100k", "list-1k"),
    _ratio("chunk p50 10,000: browser / view", 8, "≥", "chunk_cpu_p50", "browser-10k", "list-10k"),
    _ratio("chunk p99 10,000: browser / view", 5, "≥", "chunk_cpu_p99", "browser-10k", "list-10k"),
    _ratio("chunk p50 100,000 / 1,000", 1.2, "≤", "chunk_cpu_p50", "list-100k", "list-1k"),
    Gate("last 50 chunks / all", 1.15, "≤", ("list-10k", "last_ms"), ("list-10k", "chunk_cpu_p50")),
    Gate(
        "one paragraph: last 50 chunks / all",
        1.3,
        "≤",
        ("paragraph-1k", "last_ms"),
        ("paragraph-1k", "chunk_cpu_p50"),
    ),
    _ratio("wheel p50: view / browser", 1.5, "≤", "warm_cpu_p50", "list-10k", "browser-10k"),
    _ratio("wheel p99 cold: view / browser", 3, "≤", "cold_cpu_p99", "list-10k", "browser-10k"),
    _ratio("jump p99: view / browser", 3, "≤", "jump_cpu_p99", "list-10k", "browser-10k"),
    _ratio("resize 10,000: browser / view", 50, "≥", "resize_ms", "browser-10k", "list-10k"),
    Gate("anchor moved, px", 0, "≤", ("list-10k", "anchor_px")),
    Gate("wheel cold p99, ms", 1000 / 60, "≤", ("whole-100k", "cold_p99")),
    Gate("wheel warm p99, ms", 1000 / 60, "≤", ("whole-100k", "warm_p99")),
    Gate("open 100,000 from the list, ms", 150, "≤", ("whole-100k", "open_ms")),
    Gate("open 100,000, MB", 60, "≤", ("whole-100k", "memory_mb")),
    Gate("five streams: most late, ms", 33, "≤", ("whole-100k", "streams_max")),
    Gate("five streams: key until painted p99, ms", 16, "≤", ("whole-100k", "typed_p99")),
    Gate("twice what can be taken: late p99, ms", 16, "≤", ("whole-100k", "flood_p99")),
    Gate("jump to what was searched, ms", 150, "≤", ("whole-100k", "find_ms")),
    Gate("searching: most late, ms", 33, "≤", ("whole-100k", "find_late_max")),
    Gate("copying everything: most late, ms", 33, "≤", ("whole-100k", "copy_late_max")),
)


def main() -> int:
    """Run the cases, print the table; exit with 1 when a gate is missed."""
    parser = argparse.ArgumentParser("python -m benchmarks.window", description=__doc__)
    parser.add_argument("--case", help=argparse.SUPPRESS)
    parser.add_argument("--platform", choices=("offscreen", "xcb"), default="offscreen")
    parser.add_argument("--only", nargs="+", choices=CASES, default=CASES, metavar="CASE")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args()
    if chosen.case:
        print(json.dumps(_run_case(*chosen.case.split("-"))))
        return 0
    with _screen(chosen.platform) as environment:
        found = {case: _spawn(case, environment) for case in chosen.only}
    gates = [(gate, value) for gate in GATES if (value := _value(gate, found)) is not None]
    if chosen.json:
        held = {gate.name: value for gate, value in gates}
        print(json.dumps({"machine": _machine(), "cases": found, "gates": held}))
    else:
        _print_table(found, gates, chosen.platform)
    return int(any(not _holds(gate, value) for gate, value in gates))


def _run_case(kind: str, size: str) -> Figures:
    from PySide6.QtWidgets import QApplication

    from benchmarks.window.corpus import Corpus, texts
    from gui.look.theme import LIGHT, apply_theme

    app = QApplication([])
    apply_theme(app, LIGHT)
    if kind == "whole":
        from benchmarks.window.whole import measure as measure_window

        return measure_window(ROWS[size], app)
    conversation, corpus = texts(ROWS[size]), Corpus(11)
    answer = corpus.long_answer(ANSWER)
    if kind == "paragraph":
        answer = " ".join(corpus.sentence() for _ in range(ANSWER // 20))[:ANSWER]
    chunks = list(corpus.chunks(answer, CHUNKS))
    if kind == "browser":
        from benchmarks.window.browser import measure as measure_browser

        return measure_browser(conversation, chunks)
    from benchmarks.window.list import measure as measure_list
    from gui.platform.clipboard import hand_over

    found = measure_list(conversation, chunks, whole=kind == "list")
    hand_over()  # while there still is an application
    return found


def _spawn(case: str, environment: dict[str, str]) -> Figures:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.window", "--case", case],
        env=environment,
        cwd=Path(__file__).parent.parent.parent,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    result: Figures = json.loads(done.stdout)
    return result


@contextmanager
def _screen(name: str) -> Iterator[dict[str, str]]:
    """The environment of a platform; with `xcb` a screen of its own."""
    environment = {**os.environ, "QT_QPA_PLATFORM": name}
    if name == "offscreen":
        yield environment
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1000x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            environment["DISPLAY"] = f":{told.readline().strip()}"
        yield environment
    finally:
        server.terminate()
        server.wait(10)


def _value(gate: Gate, found: Found) -> float | None:
    try:
        value = found[gate.of[0]][gate.of[1]]
        return value if gate.by is None else value / max(0.1, found[gate.by[0]][gate.by[1]])
    except KeyError:
        return None


def _holds(gate: Gate, value: float) -> bool:
    return value >= gate.limit if gate.way == "≥" else value <= gate.limit


def _machine() -> str:
    from PySide6.QtCore import qVersion

    return (
        f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()},"
        f" Python {platform.python_version()}, Qt {qVersion()}, load {os.getloadavg()[0]:.1f}"
    )


def _print_table(found: Found, gates: list[tuple[Gate, float]], screen: str) -> None:
    print(f"{_machine()}, {screen}")
    for case, figures in found.items():
        print(f"\n{case}")
        told = [f"{name} {value:.2f}" for name, value in figures.items()]
        for start in range(0, len(told), 5):
            print("  " + ", ".join(told[start : start + 5]))
    print()
    for gate, value in gates:
        verdict = "holds" if _holds(gate, value) else "MISSED"
        print(f"{gate.name:<44}{value:>10.2f}  {gate.way} {gate.limit:g}  {verdict}")


if __name__ == "__main__":
    sys.exit(main())
