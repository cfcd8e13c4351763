"""The commands of the README do what it says: its blocks marked checked run, in order, in one home.

A block is right when each of its commands succeeds and prints no traceback. They run without a
display and without an activated environment: `.venv` is there, as after `make setup`, and not in
the path. Blocks that would run the tests themselves, or need a display, stay unmarked.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^<!-- checked -->\n```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.timeout(1800)
def test_the_commands_of_the_readme(home, tmp_path):
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert blocks
    (tmp_path / ".venv").symlink_to(sys.prefix, target_is_directory=True)
    own = str(Path(sys.executable).parent)
    path = os.pathsep.join(one for one in os.environ["PATH"].split(os.pathsep) if one != own)
    without = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in without}
    for block in blocks:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=tmp_path,
            env={
                **environment,
                "PATH": path,
                "PYTHONPATH": str(ROOT),
                "HOME": str(home),
                "LC_ALL": "C.UTF-8",
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        said = f"{block}\n{done.stdout}\n{done.stderr}"
        assert done.returncode == 0, said
        assert "Traceback" not in said
