"""One window per profile: the second start raises the first; a killed one leaves nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from gui.platform.single_instance import Instance, server_name
from tests.patience import PATIENCE

HOLD = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
application = QCoreApplication([])
from gui.platform.single_instance import Instance
held = Instance()
print(held.claim(Path(sys.argv[1])), flush=True)
application.exec()
"""


def test_the_second_claim_raises_the_first(qtbot: Any, tmp_path: Path) -> None:
    first, second = Instance(), Instance()
    assert first.claim(tmp_path)
    with qtbot.waitSignal(first.raiseRequested, timeout=int(PATIENCE * 1000)):
        assert not second.claim(tmp_path)
    first.release()
    assert second.claim(tmp_path)
    second.release()


def test_profiles_do_not_meet(qtbot: Any, tmp_path: Path) -> None:
    one, other = Instance(), Instance()
    assert one.claim(tmp_path / "one")
    assert other.claim(tmp_path / "other")
    one.release()
    other.release()


def test_the_same_folder_by_another_way_is_the_same_profile(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    assert server_name(tmp_path / "link") == server_name(folder)
    assert server_name(folder) != server_name(tmp_path)


def test_what_a_killed_desk_left_counts_for_nothing(qtbot: Any, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert holder.stdout is not None
    with holder:
        assert holder.stdout.readline().strip() == "True"
        late = Instance()
        assert not late.claim(tmp_path)
        holder.send_signal(signal.SIGKILL)
        holder.wait(PATIENCE)
    assert late.claim(tmp_path)
    late.release()
