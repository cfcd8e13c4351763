"""What the window imports before it shows: nothing that takes longer than Qt itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.start import HEAVY

LATER = {
    "gui.blocks",
    "gui.chat",
    "gui.look.icons",
    "gui.widgets.buttons",
    "gui.widgets.line_edits",
}
CLASSES = """
import enum
made = []
create = enum.EnumType._create_

def note(cls, name, *arguments, **named):
    made.append(name)
    return create(cls, name, *arguments, **named)

enum.EnumType._create_ = note
from app.main import new_application
application = new_application()
from gui.balance_gui import BalanceGUI
from gui.look.preferences import Preferences
window = BalanceGUI(preferences=Preferences(), furnished=False)
window.show()
application.processEvents()
assert "SizeAdjustPolicy" in made
assert "WizardButton" not in made
"""


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", "gui", "--profile", str(tmp_path / "profile")]
    environment = {**os.environ, "BALANCE_DESK_TRACE_START": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        process.terminate()
    assert told["event"] == "first_paint"
    assert sorted({*HEAVY, *LATER} & set(told["modules"])) == []


def test_no_class_of_widgets_is_made_that_does_not_show() -> None:
    done = subprocess.run([sys.executable, "-c", CLASSES], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
