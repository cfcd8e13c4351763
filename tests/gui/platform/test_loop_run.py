"""The program's one coroutine is run, interrupted and ended; errors reach one handler."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QWidget

from gui.platform.event_loop import run
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent.parent


def refuse(where, error):
    raise AssertionError(f"unexpected: {where} {error!r}")


def test_it_returns_what_the_coroutine_returns(qapp):
    async def main():
        return await asyncio.to_thread(lambda: 42)

    hook, interval = sys.excepthook, sys.getswitchinterval()
    assert run(main(), app=qapp, on_error=refuse) == 42
    assert (sys.excepthook, sys.getswitchinterval()) == (hook, interval)


def test_it_raises_what_the_coroutine_raises(qapp):
    async def main():
        await asyncio.sleep(0)
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        run(main(), app=qapp, on_error=refuse)


def test_closing_the_last_window_does_not_end_it(qapp, qtbot):
    async def main():
        window = QWidget()
        qtbot.addWidget(window)
        window.show()
        await asyncio.sleep(0.01)
        window.close()
        dialog = QDialog()
        qtbot.addWidget(dialog)
        dialog.open()
        dialog.accept()
        await asyncio.sleep(0.01)
        return "on"

    assert run(main(), app=qapp, on_error=refuse) == "on"


def test_errors_of_slots_callbacks_and_tasks_reach_one_handler(qapp):
    heard = []

    async def main():
        def fail(word):
            raise ValueError(word)

        async def fail_later():
            raise ValueError("task")

        QTimer.singleShot(0, lambda: fail("slot"))
        asyncio.get_running_loop().call_soon(fail, "callback")
        task = asyncio.create_task(fail_later())
        await asyncio.sleep(0.01)
        del task
        return "still running"

    def hear(where, error):
        heard.append((where, str(error)))

    assert run(main(), app=qapp, on_error=hear) == "still running"
    assert sorted(text for _, text in heard) == ["callback", "slot", "task"]
    assert ("Unhandled exception in a slot", "slot") in heard


def test_tasks_are_cancelled_when_the_coroutine_ends(qapp):
    steps = []

    async def background():
        try:
            await asyncio.sleep(60)
        finally:
            steps.append("unwound")

    async def main():
        task = asyncio.create_task(background())
        await asyncio.sleep(0.001)
        return task

    run(main(), app=qapp, on_error=refuse)
    assert steps == ["unwound"]


PROGRAM = """
import asyncio, signal, sys
from PySide6.QtWidgets import QApplication, QWidget
from gui.platform.event_loop import run
app = QApplication([])
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which this run may have been told to ignore
async def main():
    window = QWidget()
    window.show()
    print("ready", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await asyncio.sleep(0.01)
        print("closed", flush=True)
try:
    run(main(), app=app, on_error=print)
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_what_is_open_is_put_away_when_qt_quits_by_itself(qapp):
    steps, quits = [], QTimer()
    quits.timeout.connect(qapp.quit)  # again and again, as while the display is gone

    async def main():
        quits.start(0)
        try:
            await asyncio.Event().wait()
        finally:
            signal.raise_signal(signal.SIGTERM)  # the end of a session is told in several ways
            await asyncio.sleep(0.01)
            steps.append(await asyncio.to_thread(lambda: "kept"))
            quits.stop()

    with pytest.raises(SystemExit, match="display went away"):
        run(main(), app=qapp, on_error=refuse)
    assert steps == ["kept"]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_unwinds_an_idle_window(number, code):
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            process.send_signal(number)
            out, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (out, process.returncode) == ("closed\n", code)


def test_a_program_that_has_copied_messages_ends_well():
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("copying_program.py"))],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "row 0||row 1\n"), done.stderr
