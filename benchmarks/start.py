"""How soon the first window shows, beside a bare PySide6 window in the same run.

Both are measured from the start of the process until the window has been painted. The desk paints
its frame in outline first, with the composer in it that can be written in; how soon its other
regions stand in it is told beside. Gate: the first at most 1.5 times the bare window, and none of
the heavy libraries imported before it shows.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 11
SECONDS = 60
HEAVY = (
    "a2a",
    "asyncio",
    "duckdb",
    "fastapi",
    "google",
    "httpx",
    "markdown_it",
    "matplotlib",
    "pydantic",
    "pygments",
    "pyqtgraph",
    "qasync",
    "sqlalchemy",
    "sqlglot",
)

# The same three parts as the real one's first view: a list, a page of text, an editor.
BARE = """
import json, sys
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QListWidget, QMainWindow
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget
application = QApplication([])
window, middle = QMainWindow(), QWidget()
row, column = QHBoxLayout(middle), QVBoxLayout()
row.addWidget(QListWidget())
row.addLayout(column)
column.addWidget(QLabel("Hello"))
column.addWidget(QPlainTextEdit())
window.setCentralWidget(middle)
window.resize(1100, 800)
window.show()
application.processEvents()
modules = sorted({name.split(".")[0] for name in sys.modules})
print(json.dumps({"event": "first_paint", "modules": modules}), flush=True)
"""


def until_reported(
    command: list[str], environment: dict[str, str], event: str
) -> tuple[float, list[str]]:
    """Return the seconds until a program reports an event, and what it has imported by then."""
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        said = []
        try:
            for line in process.stdout or ():
                if line.startswith("{") and (told := json.loads(line))["event"] == event:
                    return time.perf_counter() - began, told["modules"]
                said.append(line)
        finally:
            process.terminate()
            process.wait(SECONDS)
    raise SystemExit(f"{' '.join(command[:4])} reported no {event}:\n{''.join(said)}")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HOME": folder, "BALANCE_DESK_TRACE_START": "1"}
        profile = str(Path(folder) / "profile")
        desk = [sys.executable, "-m", "app", "gui", "--profile", profile]
        bare = [sys.executable, "-c", BARE]
        times: dict[str, list[float]] = {"bare": [], "desk": [], "furnished": []}
        imported: list[str] = []
        for _ in range(RUNS):
            times["bare"].append(until_reported(bare, environment, "first_paint")[0])
            seconds, imported = until_reported(desk, environment, "first_paint")
            times["desk"].append(seconds)
            times["furnished"].append(until_reported(desk, environment, "furnished")[0])
    medians = {name: statistics.median(values) for name, values in times.items()}
    print(
        f"first window: {medians['desk'] * 1000:.0f} ms, bare PySide6 window: "
        f"{medians['bare'] * 1000:.0f} ms, {medians['desk'] / medians['bare']:.2f}x "
        f"(medians of {RUNS}, warm)"
    )
    print(f"with its regions: {medians['furnished'] * 1000:.0f} ms")
    early = [name for name in HEAVY if name in imported]
    print(f"imported before it shows, of {', '.join(HEAVY)}: {', '.join(early) or 'none'}")


if __name__ == "__main__":
    main()
