"""Tasks have an owner; dialogs are awaited, never run in a loop of their own."""

import asyncio

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QInputDialog, QMessageBox, QWidget

from gui.platform.tasks import TaskScope, ask_dialog
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def sleeper(steps, name):
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0.001)
        steps.append(name)


async def test_results_and_lengths(qapp):
    scope = TaskScope(pytest.fail)
    task = scope.start(asyncio.sleep(0, "done"), name="work")
    assert (len(scope), task.get_name()) == (1, "work")
    assert await task == "done"
    await asyncio.sleep(0)
    assert len(scope) == 0
    await scope.aclose()


async def test_closing_cancels_and_awaits_all(qapp):
    steps = []
    scope = TaskScope(pytest.fail)
    for name in "abc":
        scope.start(sleeper(steps, name))
    await asyncio.sleep(0)
    await scope.aclose()
    assert (sorted(steps), len(scope)) == (["a", "b", "c"], 0)
    await scope.aclose()


async def test_nothing_starts_in_a_closed_scope(qapp):
    scope = TaskScope(pytest.fail)
    await scope.aclose()
    assert scope.closed
    with pytest.raises(RuntimeError, match="closed"):
        scope.start(asyncio.sleep(0))


async def test_what_is_started_while_closing_is_refused_and_the_rest_still_ends(qapp):
    steps, errors = [], []
    scope = TaskScope(errors.append)

    async def stubborn():
        try:
            await asyncio.sleep(60)
        finally:
            scope.start(sleeper(steps, "late"))

    scope.start(stubborn())
    scope.start(sleeper(steps, "kept"))
    await asyncio.sleep(0)
    await scope.aclose()
    assert steps == ["kept"]
    assert [type(error) for error in errors] == [RuntimeError]


async def test_an_error_is_told_once_and_the_others_go_on(qapp):
    errors, steps = [], []
    scope = TaskScope(errors.append)

    async def fail():
        await asyncio.sleep(0)
        raise ValueError("no")

    other = scope.start(sleeper(steps, "other"))
    failed = scope.start(fail())
    await asyncio.wait([failed])
    await asyncio.sleep(0)
    assert [str(error) for error in errors] == ["no"]
    assert not other.done()
    await scope.aclose()
    assert len(errors) == 1


async def test_cancel_leaves_the_scope_open(qapp):
    steps = []
    scope = TaskScope(pytest.fail)
    task = scope.start(sleeper(steps, "first"))
    await asyncio.sleep(0)
    scope.cancel()
    await asyncio.wait([task])
    assert await scope.start(asyncio.sleep(0, "second")) == "second"
    assert steps == ["first"]
    await scope.aclose()


async def test_a_task_may_close_its_own_scope(qapp):
    steps = []
    scope = TaskScope(pytest.fail)
    scope.start(sleeper(steps, "other"))

    async def leave():
        await scope.aclose()
        steps.append("left")

    await scope.start(leave())
    assert steps == ["other", "left"]


async def test_a_slot_starts_a_task(qapp):
    class Source(QObject):
        pressed = Signal(str)

    heard = asyncio.get_running_loop().create_future()
    scope = TaskScope(pytest.fail)

    async def note(word):
        heard.set_result(word)

    source = Source()
    source.pressed.connect(lambda word: scope.start(note(word)))
    QTimer.singleShot(0, lambda: source.pressed.emit("go"))
    assert await heard == "go"
    await scope.aclose()


async def test_a_dialog_is_awaited_while_tasks_go_on(qapp, qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = QInputDialog(parent)
    dialog.setTextValue("이름")
    scope = TaskScope(pytest.fail)

    async def asked():
        return await ask_dialog(dialog), dialog.textValue()

    answer = scope.start(asked())
    others = [scope.start(asyncio.sleep(0.001 * number)) for number in range(5)]
    await asyncio.gather(*others)
    assert dialog.isVisible() and dialog.isModal() and not answer.done()
    dialog.accept()
    assert await answer == (QDialog.DialogCode.Accepted, "이름")
    await scope.aclose()


async def test_a_message_box_tells_its_button(qapp, qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    box = QMessageBox(parent)
    box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
    QTimer.singleShot(0, lambda: box.button(QMessageBox.StandardButton.No).click())
    assert await ask_dialog(box) == QMessageBox.StandardButton.No


async def test_cancelling_closes_and_deletes_the_dialog(qapp, qtbot, emitted):
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = QDialog(parent)
    gone = emitted(dialog.destroyed)
    scope = TaskScope(pytest.fail)
    scope.start(ask_dialog(dialog))
    await asyncio.sleep(0)
    assert dialog.isVisible()
    await scope.aclose()
    await gone


async def test_a_dialog_whose_parent_goes_counts_as_rejected(qapp):
    parent = QWidget()
    dialog = QDialog(parent)
    QTimer.singleShot(0, parent.deleteLater)
    async with asyncio.timeout(PATIENCE):
        assert await ask_dialog(dialog) == QDialog.DialogCode.Rejected
