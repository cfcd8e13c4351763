"""`make help` names every target, in columns, on one screen."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_help_fits_a_screen_and_names_every_target() -> None:
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    command = ["make", "--no-print-directory", "help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) < 24, "one line of a screen is the prompt's"
    assert max(map(len, lines)) <= 80
    targets = re.findall(r"^\.PHONY: (\S+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    rows = [re.match(r"  make (\S+) +", line) for line in lines]
    named = [row for row in rows if row]
    assert sorted(row[1] for row in named) == sorted({*targets} - {"help"})
    assert len({row.end() for row in named}) == 1
