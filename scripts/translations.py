"""Each compiled translation (.qm) is what Qt's lrelease makes of its source (.ts), all finished."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import PySide6

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "translations"


def main() -> int:
    """Write or check every translation; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=("write", "check"))
    action = parser.parse_args().action
    sources = sorted(FOLDER.glob("*.ts"))
    problems = [problem for source in sources for problem in unfinished(source)]
    for source in sources:
        target = source.with_suffix(".qm")
        made = compiled(source)
        if action == "write":
            target.write_bytes(made)
        elif not target.exists() or target.read_bytes() != made:
            problems.append(f"{target.name} is out of step with {source.name}: make translations")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def compiled(source: Path) -> bytes:
    """Return what lrelease makes of a translation."""
    if PySide6.__file__ is None:
        raise SystemExit("PySide6 is not installed in this environment.")
    lrelease = Path(PySide6.__file__).parent / "lrelease"
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "made.qm"
        command = [str(lrelease), "-silent", str(source), "-qm", str(target)]
        subprocess.run(command, check=True)
        return target.read_bytes()


def unfinished(source: Path) -> list[str]:
    """Return, in words, the texts of a translation that are not translated yet."""
    return [
        f"{source.name}: not translated: {message.findtext('source')!r}"
        for message in ElementTree.parse(source).iter("message")
        for translation in message.iter("translation")
        if translation.get("type") == "unfinished"
    ]


if __name__ == "__main__":
    sys.exit(main())
