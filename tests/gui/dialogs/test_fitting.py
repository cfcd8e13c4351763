"""What comes is no larger than its room, whatever is in it; what has no room is scrolled to."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.dialogs.file_dialog import FileDialog
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog, OnScreen
from gui.widgets.dock import Dock

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def parent(qtbot: Any) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def shown(parent: QWidget, qtbot: Any, buttons: int) -> tuple[Dialog, list[QPushButton]]:
    dialog = Dialog(parent)
    column = QVBoxLayout(dialog)
    made = [QPushButton(f"{number}") for number in range(buttons)]
    for button in made:
        column.addWidget(button)
    dialog.open()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog, made


def test_a_dialog_larger_than_the_screen_is_scrolled_with_the_keyboard(
    parent: QWidget, qtbot: Any
) -> None:
    dialog, buttons = shown(parent, qtbot, 80)
    room = dialog.screen().availableSize()
    assert dialog.height() <= room.height()
    last = buttons[-1]
    [area] = dialog.findChildren(QScrollArea)

    def seen(button: QPushButton) -> bool:
        return area.viewport().rect().contains(button.mapTo(area.viewport(), QPoint(4, 4)))

    assert not seen(last)
    buttons[0].setFocus()
    for button in buttons[:-1]:
        assert button.hasFocus()
        QTest.keyClick(button, Qt.Key.Key_Tab)
    assert last.hasFocus()
    assert seen(last)


def test_one_whose_words_wrap_is_no_higher_than_they_need(parent: QWidget, qtbot: Any) -> None:
    dialog = Dialog(parent)
    column = QVBoxLayout(dialog)
    words = QLabel("words that would need many lines, were the dialog narrow " * 3)
    words.setWordWrap(True)
    button = Button("main")
    button.setText("Save")
    column.addWidget(words)
    column.addWidget(button)
    dialog.setMinimumWidth(700)
    dialog.open()
    qtbot.waitUntil(dialog.isVisible)
    assert dialog.height() == column.totalHeightForWidth(dialog.width())
    assert button.height() == button.sizeHint().height()


def test_one_that_fits_is_as_it_was_made(parent: QWidget, qtbot: Any) -> None:
    dialog, buttons = shown(parent, qtbot, 3)
    assert not dialog.findChildren(QScrollArea)
    assert dialog.layout().indexOf(buttons[0]) == 0


def test_a_file_dialog_fits_the_screen(parent: QWidget, qtbot: Any) -> None:
    dialog = FileDialog(parent, "openDataDialog")
    room = dialog.screen().availableSize()
    dialog.resize(room * 2)
    dialog.open()
    qtbot.waitUntil(dialog.isVisible)
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()


def foreign(parent: QWidget) -> tuple[QDialog, QDialogButtonBox]:
    """Return a dialog as Qt makes its own: much above a box of buttons."""
    dialog = QDialog(parent)
    column, box = QVBoxLayout(dialog), QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
    for number in range(80):
        column.addWidget(QPushButton(f"{number}"))
    column.addWidget(box)
    return dialog, box


def test_a_dialog_of_qt_and_what_opens_over_it_fit_the_screen_with_their_buttons_in_sight(
    parent: QWidget, qtbot: Any
) -> None:
    below, box = foreign(parent)
    OnScreen(below)
    below.open()
    qtbot.waitUntil(below.isVisible)
    above, its_box = foreign(below.findChild(QPushButton))
    above.open()
    qtbot.waitUntil(above.isVisible)
    for dialog, buttons in ((below, box), (above, its_box)):
        qtbot.waitUntil(lambda dialog=dialog: _on_screen(dialog))
        assert dialog.rect().contains(buttons.geometry())
        assert not buttons.visibleRegion().isEmpty()
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        [area] = dialog.findChildren(QScrollArea, options=direct)
        assert not area.horizontalScrollBar().isVisible()


def _on_screen(dialog: QDialog) -> bool:
    return dialog.screen().availableGeometry().contains(dialog.geometry())


def test_what_is_docked_below_a_page_leaves_half_of_it(qtbot: Any) -> None:
    room, page, words = QWidget(), QWidget(), QLabel("one line")
    qtbot.addWidget(room)
    dock = Dock(room)
    words.hide()
    dock.column.addWidget(words)
    column = QVBoxLayout(room)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(page, 1)
    column.addWidget(dock)
    room.resize(300, 400)
    room.show()
    qtbot.waitUntil(lambda: page.height() == 400)
    words.show()
    qtbot.waitUntil(lambda: 0 < words.height() < dock.height() < 100)
    words.setText("a line\n" * 80)
    qtbot.waitUntil(lambda: page.height() == dock.height() == 200)
    room.resize(300, 200)
    qtbot.waitUntil(lambda: page.height() == dock.height() == 100)
    bar = dock.verticalScrollBar()
    assert bar.maximum() > 0, "the rest is scrolled to"
    words.hide()
    qtbot.waitUntil(lambda: page.height() == 200)
