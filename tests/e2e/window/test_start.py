"""What the window imports before it shows: nothing that takes longer than Qt itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.start import HEAVY


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", "gui", "--profile", str(tmp_path / "profile")]
    environment = {**os.environ, "BALANCE_DESK_TRACE_START": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        process.terminate()
    assert told["event"] == "first_paint"
    assert sorted(set(HEAVY) & set(told["modules"])) == []
