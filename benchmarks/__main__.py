"""Every benchmark, or those named, runs in a process of its own; the machine is told first."""

import argparse
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
TOGETHER = {"data_agent": ("data_queries", "data_opening", "first_answer")}
"""What is measured in several."""


def main() -> int:
    """Run the benchmarks; the exit code is 1 if one of them could not be run."""
    modules = (path.stem for path in FOLDER.glob("[!_]*.py"))
    names = sorted({*modules, *(path.parent.name for path in FOLDER.glob("*/__main__.py"))})
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    known = ", ".join([*names, *(f"{one} ({', '.join(many)})" for one, many in TOGETHER.items())])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {known}")
    given = parser.parse_args().names or names
    chosen = list(dict.fromkeys(each for one in given for each in TOGETHER.get(one, (one,))))
    if unknown := sorted(set(chosen) - set(names)):
        parser.error(f"no such benchmark: {', '.join(unknown)} (there are: {', '.join(names)})")
    print(machine(), flush=True)
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    broken = []
    for name in chosen:
        print(f"\n== {name}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{name}"]
        if subprocess.run(command, cwd=FOLDER.parent, env=environment, check=False).returncode:
            broken.append(name)
    if broken:
        print(f"\nCould not be run: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


def machine() -> str:
    """Return in one line what the figures were measured on."""
    load = os.getloadavg()[0]
    model = platform.processor() or platform.machine()
    for line in _lines_of("/proc/cpuinfo"):
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return (
        f"{model}, {os.cpu_count()} cores, load {load:.1f}, {platform.system()} "
        f"{platform.release()}, Python {platform.python_version()}, "
        f"PySide6 {version('PySide6-Essentials')}, qasync {version('qasync')}"
    )


def _lines_of(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main())
