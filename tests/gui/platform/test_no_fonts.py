"""Where no font is installed at all the program says so, and goes on."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]


def test_a_machine_without_fonts_is_told_what_to_install(tmp_path: Path) -> None:
    nothing = tmp_path / "fonts.conf"
    nothing.write_text('<?xml version="1.0"?><fontconfig></fontconfig>', "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "app", "doctor", "--json", "--profile", str(tmp_path / "p")],
        env={**os.environ, "FONTCONFIG_FILE": str(nothing), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
    )
    found = {line["name"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert found["hangul"]["verdict"] == "problem"
    assert "fonts-noto-cjk" in found["hangul"]["remedy"]
    assert done.returncode == 1
