"""The field at a chip tells of what cannot stand there, and sends nothing of it."""

from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from gui.widgets.chip_field import NOTHING, ChipField


def test_what_cannot_be_meant_is_told_till_it_is_written_otherwise(qtbot: Any) -> None:
    over = QWidget()
    qtbot.addWidget(over)
    over.resize(600, 400)
    over.show()
    field = ChipField(
        "over 20", offered=lambda _: (), entered=lambda _: NOTHING, hint="A number, 8 to 79",
        place=lambda: QRect(40, 40, 80, 20), over=over, back=over,
    )  # fmt: skip
    told: list[str] = []
    field.written.connect(told.append)
    field.open()
    words, hint = field.findChild(QLineEdit, "chipWords"), field.findChild(QLabel, "chipHint")
    assert words is not None and hint is not None and hint.text() == "A number, 8 to 79"
    QTest.keyClicks(words, "abc")
    QTest.keyClick(words, Qt.Key.Key_Return)
    assert hint.text() == "“abc” cannot stand here. A number, 8 to 79"
    assert words.accessibleDescription() == hint.text()
    assert over.rect().contains(field.geometry()) and not told
    QTest.keyClicks(words, "9")
    assert hint.text() == words.accessibleDescription() == "A number, 8 to 79"
