"""Builds the source distribution and, from it, the wheel, into `dist`.

The wheel is built from the unpacked source distribution: what that lacks, the wheel would lack too.
"""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SOURCE = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def main() -> int:
    """Build both; return the exit code."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        made = build(ROOT, Path(folder))
        for path in made:
            path.replace(target / path.name)
            print(target / path.name)
    return 0


def build(root: Path, target: Path) -> tuple[Path, Path]:
    """Build the project at `root`; return the source distribution and the wheel, in `target`."""
    command = [sys.executable, "-c", _SOURCE, str(target)]
    subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL, check=True)
    (source,) = target.glob("*.tar.gz")
    with tempfile.TemporaryDirectory(dir=target) as folder:
        with tarfile.open(source) as archive:
            archive.extractall(folder, filter="data")
        (unpacked,) = Path(folder).iterdir()
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
        command += ["--no-build-isolation", "--wheel-dir", str(target), str(unpacked)]
        subprocess.run(command, check=True)
    (wheel,) = target.glob("*.whl")
    return source, wheel


if __name__ == "__main__":
    sys.exit(main())
