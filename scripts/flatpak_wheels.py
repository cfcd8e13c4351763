"""Fills `packaging/flatpak/wheels` with all that the Flatpak is made of, pinned by the lock.

    python scripts/flatpak_wheels.py [x86_64|aarch64]

The packages of `requirements/run.txt` that the runtime's Python needs are downloaded by pip, which
checks their hashes; Balance Desk's own wheel is built beside them. `requirements.txt` in the folder
names them for the build in the sandbox, where there is no network.
"""

import argparse
import platform
import re
import subprocess
import sys
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "packaging" / "flatpak" / "wheels"
# The Python of the runtime in the manifest, and the newest glibc that its wheels may ask for.
PYTHON = "3.13"
GLIBC = 39


def main() -> int:
    """Fill the folder; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    machines = ("x86_64", "aarch64")
    parser.add_argument("machine", nargs="?", choices=machines, default=platform.machine())
    machine = parser.parse_args().machine
    FOLDER.mkdir(parents=True, exist_ok=True)
    chosen = FOLDER / "requirements.txt"
    lock = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    chosen.write_text(for_runtime(lock, machine), "utf-8")
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(5, GLIBC + 1)]
    tags += [f"manylinux{year}_{machine}" for year in (1, 2010, 2014)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    get = [*pip, "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"]
    get += ["--python-version", PYTHON, "--implementation", "cp", "--dest", str(FOLDER)]
    get += [part for tag in tags for part in ("--platform", tag)]
    subprocess.run([*get, "-r", str(chosen)], check=True)
    own = [*pip, "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*own, "--wheel-dir", str(FOLDER), str(ROOT)], check=True)
    wheels = list(FOLDER.glob("*.whl"))
    size = sum(path.stat().st_size for path in wheels)
    print(f"{FOLDER}: {len(wheels)} wheels, {size / 1e6:.0f} MB")
    return 0


def for_runtime(lock: str, machine: str) -> str:
    """Return the entries of a lock file, with their hashes, that the runtime's Python needs."""
    there = {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{PYTHON}.0",
        "python_version": PYTHON,
        "sys_platform": "linux",
    }
    kept = []
    for entry in re.findall(r"^\S+==.*(?:\n    .*)*", lock, re.MULTILINE):
        pinned = entry.split("\\\n")[0].strip()
        marker = Requirement(pinned).marker
        if marker is None or marker.evaluate(there):
            kept.append(entry.replace(pinned, pinned.partition(";")[0].strip(), 1))
    return "\n".join(kept) + "\n"


if __name__ == "__main__":
    sys.exit(main())
