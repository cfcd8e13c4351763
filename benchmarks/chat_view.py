"""Opening, memory and streaming of the chat view beside one QTextBrowser, as ratios of one run.

    python -m benchmarks.chat_view [--with-browser-100000] [--json]

Every case runs in a process of its own, and has shown a short conversation before, so that no
import or font is counted. Opening ends with the last row painted; the view is given the last page
and asks for the rest as it needs it, the browser is given everything. Memory is what the process
grew by after 100 jumps through the whole conversation. A chunk is timed from its
arrival until it is painted, with states, links, selection and accessibility switched on.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

SIZES = (1_000, 10_000, 100_000)
ANSWER, CHUNKS = 20_000, 500
PAGE = 64
JUMPS = 100
GATES = (
    ("open 10,000: browser / view", 40.0, "≥"),
    ("memory 10,000: browser / view", 15.0, "≥"),
    ("open 100,000 / 1,000", 6.0, "≤"),
    ("chunk p50 at 10,000: browser / view", 8.0, "≥"),
    ("chunk p50 100,000 / 1,000", 1.2, "≤"),
    ("last 50 chunks / all chunks", 1.15, "≤"),
    ("one paragraph: last 50 chunks / all chunks", 1.3, "≤"),
)


def main() -> int:
    """Run every case, print the table; exit with 1 when a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", nargs=2, metavar=("KIND", "ROWS"), help=argparse.SUPPRESS)
    parser.add_argument("--with-browser-100000", action="store_true")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args()
    if chosen.case:
        print(json.dumps(_run_case(chosen.case[0], int(chosen.case[1]))))
        return 0
    cases = [("view", n) for n in SIZES] + [("paragraph", 1_000)]
    cases += [("browser", n) for n in SIZES if n < 100_000 or chosen.with_browser_100000]
    found = {(kind, rows): _spawn(kind, rows) for kind, rows in cases}
    ratios = _ratios(found)
    if chosen.json:
        cases_out = {f"{kind} {rows}": case for (kind, rows), case in found.items()}
        print(json.dumps({"machine": _machine(), "cases": cases_out, "ratios": ratios}))
    else:
        _print_table(found, ratios)
    return int(any(not _holds(name, ratios[name]) for name, _, _ in GATES))


def _spawn(kind: str, rows: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.chat_view", "--case", kind, str(rows)]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    done = subprocess.run(
        command,
        env=environment,
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    result: dict[str, float] = json.loads(done.stdout)
    return result


def _run_case(kind: str, rows: int) -> dict[str, float]:
    from PySide6.QtWidgets import QApplication

    from benchmarks._corpus import Corpus, texts
    from gui.theme import LIGHT, apply_theme

    app = QApplication([])
    apply_theme(app, LIGHT)
    conversation = texts(rows)
    corpus = Corpus(11)
    if kind == "paragraph":
        answer = " ".join(corpus.sentence() for _ in range(ANSWER // 20))[:ANSWER]
    else:
        answer = corpus.long_answer(ANSWER)
    chunks = list(corpus.chunks(answer, CHUNKS))
    if kind == "browser":
        return _browser_case(app, conversation, chunks)
    return _view_case(app, conversation, chunks)


def _browser_case(app: object, conversation: list[str], chunks: list[str]) -> dict[str, float]:
    from benchmarks._textbrowser import WholeDocument

    browser = WholeDocument()
    _show(browser)
    browser.open(conversation[-4:])
    browser.viewport().repaint()
    before, begun = _memory(), time.perf_counter()
    browser.open(conversation)
    browser.viewport().repaint()
    opened = time.perf_counter() - begun
    jumps, bar = [], browser.verticalScrollBar()
    for jump in range(JUMPS):
        begun = time.perf_counter()
        bar.setValue(bar.maximum() * jump // JUMPS)
        browser.viewport().repaint()
        jumps.append(time.perf_counter() - begun)
    memory = _memory() - before
    browser.to_end()
    browser.begin()
    spent = []
    for chunk in chunks:
        begun = time.perf_counter()
        browser.grow(chunk)
        browser.viewport().repaint()
        spent.append(time.perf_counter() - begun)
        if sum(spent) > 60:
            break
    return _figures(opened, memory, jumps, spent)


def _view_case(app: object, conversation: list[str], chunks: list[str]) -> dict[str, float]:
    from PySide6.QtGui import QAccessible
    from PySide6.QtWidgets import QApplication

    from app.domain.tasks import TaskState
    from benchmarks._corpus import entry
    from gui.chat_view import ChatView

    QAccessible.setActive(True)
    view = ChatView()
    model = view.model()
    model.rowsNeeded.connect(
        lambda start, stop: model.supply([entry(r, conversation[r]) for r in range(start, stop)])
    )
    _show(view)
    model.reset(4, [entry(r, conversation[r]) for r in range(4)])
    view.viewport().repaint()
    before, begun = _memory(), time.perf_counter()
    count = len(conversation)
    model.reset(count, [entry(r, conversation[r]) for r in range(count - PAGE, count)])
    view.viewport().repaint()
    opened = time.perf_counter() - begun
    jumps = []
    for jump in range(JUMPS):
        begun = time.perf_counter()
        view.scroll_to(count * jump // JUMPS)
        view.viewport().repaint()
        jumps.append(time.perf_counter() - begun)
    memory = _memory() - before
    view.jump_to_latest()
    view.select_all()
    model.append(entry(count, "?"))
    model.append(entry(count + 1, "", TaskState.WORKING))
    QApplication.processEvents()
    spent, text = [], ""
    for chunk in chunks:
        text += chunk
        newest = entry(count + 1, text, TaskState.WORKING)
        begun = time.perf_counter()
        model.replace(newest)
        view.flush()
        QApplication.processEvents()
        spent.append(time.perf_counter() - begun)
    return _figures(opened, memory, jumps, spent)


def _show(widget: object) -> None:
    from PySide6.QtWidgets import QApplication, QWidget

    assert isinstance(widget, QWidget)
    widget.resize(900, 800)
    widget.show()
    QApplication.processEvents()


def _figures(
    opened: float, memory: float, jumps: list[float], spent: list[float]
) -> dict[str, float]:
    ordered = sorted(spent)
    return {
        "open_ms": opened * 1e3,
        "jump_p99_ms": sorted(jumps)[int(len(jumps) * 0.99)] * 1e3,
        "memory_mb": memory,
        "chunk_p50_ms": median(ordered) * 1e3,
        "chunk_p99_ms": ordered[int(len(ordered) * 0.99)] * 1e3,
        "last_50_p50_ms": median(spent[-50:]) * 1e3,
    }


def _memory() -> float:
    """Return the resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _ratios(found: dict[tuple[str, int], dict[str, float]]) -> dict[str, float]:
    view, browser = found["view", 10_000], found["browser", 10_000]
    small, large = found["view", 1_000], found["view", 100_000]
    paragraph = found["paragraph", 1_000]
    return {
        GATES[0][0]: browser["open_ms"] / view["open_ms"],
        GATES[1][0]: browser["memory_mb"] / max(0.1, view["memory_mb"]),
        GATES[2][0]: large["open_ms"] / small["open_ms"],
        GATES[3][0]: browser["chunk_p50_ms"] / view["chunk_p50_ms"],
        GATES[4][0]: large["chunk_p50_ms"] / small["chunk_p50_ms"],
        GATES[5][0]: view["last_50_p50_ms"] / view["chunk_p50_ms"],
        GATES[6][0]: paragraph["last_50_p50_ms"] / paragraph["chunk_p50_ms"],
    }


def _holds(name: str, ratio: float) -> bool:
    limit, way = next((limit, way) for gate, limit, way in GATES if gate == name)
    return ratio >= limit if way == "≥" else ratio <= limit


def _machine() -> str:
    from PySide6.QtCore import qVersion

    return (
        f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()},"
        f" Python {platform.python_version()}, Qt {qVersion()}, load {os.getloadavg()[0]:.1f}"
    )


def _print_table(found: dict[tuple[str, int], dict[str, float]], ratios: dict[str, float]) -> None:
    print(_machine())
    names = (
        "open_ms",
        "memory_mb",
        "jump_p99_ms",
        "chunk_p50_ms",
        "chunk_p99_ms",
        "last_50_p50_ms",
    )
    print(f"{'case':<18}" + "".join(f"{name:>16}" for name in names))
    for (kind, rows), case in found.items():
        figures = "".join(f"{case[name]:>16.2f}" for name in names)
        print(f"{f'{kind} {rows:,}':<18}{figures}")
    print()
    for name, limit, way in GATES:
        verdict = "holds" if _holds(name, ratios[name]) else "MISSED"
        print(f"{name:<46}{ratios[name]:>8.2f}  {way} {limit:g}  {verdict}")


if __name__ == "__main__":
    sys.exit(main())
