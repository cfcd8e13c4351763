"""What `docs/testing.md` promises of every test holds: small tests fail or pass as they should."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

SAMPLES = """
import asyncio, logging, os, threading
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

kept = []

@pytest.mark.anyio
async def test_leaves_a_task(): kept.append(asyncio.create_task(asyncio.sleep(60)))
def test_leaves_a_thread():
    threading.Thread(target=threading.Event().wait, daemon=True).start()
def test_leaves_a_timer(qtbot):
    kept.append(QTimer(interval=1000))
    kept[-1].start()
def test_leaves_a_window(qtbot):
    kept.append(QLabel("x"))
    kept[-1].show()
def test_logs(): logging.getLogger("x").warning("hm")
def test_warns(): __import__("warnings").warn("hm")

def test_passes_looking_at_its_log(caplog): logging.getLogger("x").warning("hm")
@pytest.mark.logs_warnings
def test_passes_marked(): logging.getLogger("x").warning("hm")
def test_passes_with_a_closed_window(qtbot):
    label = QLabel("x")
    qtbot.addWidget(label)
    label.show()
def test_passes_at_home(home, profile):
    assert os.environ["HOME"] == str(home) and not profile.exists() and not list(home.iterdir())
    assert "BALANCE_DESK_LANG" not in os.environ
@pytest.mark.anyio
async def test_passes_on_the_windows_loop(qtbot):
    from gui.platform.event_loop import DeskEventLoop
    assert isinstance(asyncio.get_running_loop(), DeskEventLoop)
@pytest.mark.anyio
async def test_passes_on_plain_asyncio():
    assert type(asyncio.get_running_loop()).__module__.startswith("asyncio")
"""


def test_every_promise(tmp_path):
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("conftest.py", "patience.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    (tmp_path / "tests" / "test_samples.py").write_text(SAMPLES, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-rA", "--tb=no", "-p", "no:cacheprovider"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BALANCE_DESK_LANG": "ko"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = re.findall(r"^(PASSED|FAILED|ERROR) \S*::(\w+)", done.stdout, re.MULTILINE)
    bad = {name for word, name in said if word != "PASSED"}
    asked = set(re.findall(r"def (test_\w+)", SAMPLES))
    assert {name for _, name in said} == asked, done.stdout
    assert bad == {name for name in asked if not name.startswith("test_passes")}, done.stdout
