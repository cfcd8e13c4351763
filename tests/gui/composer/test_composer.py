"""Writing a message: Enter and Hangul composition in every order, lines, limits."""

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.composer.composer import ALONE_MS, Composer
from tests.patience import PATIENCE


@pytest.fixture
def composer(qtbot: Any) -> Composer:
    made = Composer()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    composer.submitted.connect(composer.take)
    return texts


def preedit(composer: Composer, text: str) -> None:
    QApplication.sendEvent(composer, QInputMethodEvent(text, []))


def commit(composer: Composer, text: str, rest: str = "") -> None:
    event = QInputMethodEvent(rest, [])
    event.setCommitString(text)
    QApplication.sendEvent(composer, event)


def enter(composer: Composer, held: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(composer, Qt.Key.Key_Return, held)


def test_commit_then_enter_sends_once_with_the_last_syllable(
    composer: Composer, sent: list[str]
) -> None:
    commit(composer, "안녕")
    preedit(composer, "하")
    commit(composer, "하")
    enter(composer)
    assert sent == ["안녕하"]
    assert composer.toPlainText() == ""


def test_enter_then_commit_sends_once_with_the_last_syllable(
    composer: Composer, sent: list[str]
) -> None:
    commit(composer, "안녕")
    preedit(composer, "하")
    enter(composer)
    assert sent == []
    commit(composer, "하")
    assert sent == ["안녕하"]
    assert composer.toPlainText() == ""


def test_enter_eaten_by_the_input_method_sends_nothing(composer: Composer, sent: list[str]) -> None:
    preedit(composer, "か")
    commit(composer, "か")
    assert sent == []
    enter(composer)
    assert sent == ["か"]


def test_shift_enter_breaks_the_line_after_the_syllable(
    composer: Composer, sent: list[str]
) -> None:
    commit(composer, "가")
    preedit(composer, "나")
    commit(composer, "나")
    enter(composer, Qt.KeyboardModifier.ShiftModifier)
    commit(composer, "다")
    assert sent == []
    assert composer.toPlainText() == "가나\n다"


def test_two_enters_while_composing_send_once(composer: Composer, sent: list[str]) -> None:
    commit(composer, "안녕")
    preedit(composer, "하")
    enter(composer)
    enter(composer)
    commit(composer, "하")
    enter(composer)
    assert sent == ["안녕하"]


def test_composition_given_up_sends_nothing(composer: Composer, sent: list[str]) -> None:
    preedit(composer, "하")
    enter(composer)
    preedit(composer, "")
    assert sent == []
    commit(composer, "네")
    assert sent == []


def test_typing_on_after_enter_takes_the_pending_send_back(
    composer: Composer, sent: list[str]
) -> None:
    preedit(composer, "하")
    enter(composer)
    QTest.keyClick(composer, Qt.Key.Key_Left)
    commit(composer, "하")
    assert sent == []
    assert composer.toPlainText() == "하"


@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier]
)
def test_enter_sends_by_itself(composer: Composer, sent: list[str], held: Any) -> None:
    commit(composer, "hello")
    enter(composer, held)
    assert sent == ["hello"]


def test_ctrl_enter_setting(composer: Composer, sent: list[str]) -> None:
    composer.send_key = "ctrl_enter"
    commit(composer, "one")
    enter(composer)
    commit(composer, "two")
    assert sent == []
    enter(composer, Qt.KeyboardModifier.ControlModifier)
    assert sent == ["one\ntwo"]


def test_blank_text_is_not_sent(composer: Composer, sent: list[str]) -> None:
    commit(composer, "  ")
    enter(composer)
    assert sent == []


def test_what_was_written_since_stays(composer: Composer) -> None:
    commit(composer, "first 🎮")
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    enter(composer)
    composer.moveCursor(composer.textCursor().MoveOperation.End)
    commit(composer, " second")
    composer.take(texts[0])
    assert composer.toPlainText() == " second"


def test_up_in_an_empty_composer_asks_for_the_last_message(composer: Composer, qtbot: Any) -> None:
    with qtbot.waitSignal(composer.recallRequested, timeout=int(PATIENCE * 1000)):
        QTest.keyClick(composer, Qt.Key.Key_Up)
    commit(composer, "x")
    with qtbot.assertNotEmitted(composer.recallRequested):
        QTest.keyClick(composer, Qt.Key.Key_Up)


def test_grows_with_its_lines_up_to_eight(composer: Composer) -> None:
    heights = []
    for count in (1, 2, 4, 8, 9, 40):
        composer.setPlainText("\n".join("line" for _ in range(count)))
        heights.append(composer.height())
    one, two, four, eight, nine, many = heights
    assert one < two < four < eight
    assert eight == nine == many


def test_pasted_markup_is_text(composer: Composer) -> None:
    mime = QMimeData()
    mime.setHtml("<b>bold</b>")
    mime.setText("<b>bold</b>")
    composer.insertFromMimeData(mime)
    assert composer.toPlainText() == "<b>bold</b>"


def test_a_digit_that_stands_alone_is_an_answer(composer: Composer, qtbot: QtBot) -> None:
    asked: list[int] = []
    composer.number_key = lambda number: bool(asked.append(number)) or number == 2
    QTest.keyClicks(composer, "2")
    assert composer.toPlainText() == "2"
    qtbot.waitUntil(lambda: composer.toPlainText() == "")
    assert asked == [2]
    QTest.keyClicks(composer, "2")
    QTest.keyClick(composer, Qt.Key.Key_Return)
    assert composer.toPlainText() == ""
    assert asked == [2, 2]


def test_a_question_that_begins_with_a_digit_is_no_answer(composer: Composer, qtbot: QtBot) -> None:
    asked: list[int] = []
    composer.number_key = lambda number: bool(asked.append(number))
    sent: list[str] = []
    composer.submitted.connect(sent.append)
    QTest.keyClicks(composer, "2020")
    with qtbot.assertNotEmitted(composer.textChanged, wait=ALONE_MS + 100):
        pass
    QTest.keyClick(composer, Qt.Key.Key_Return)
    assert (asked, sent) == ([], ["2020"])


def test_the_hint_keeps_to_one_line(qtbot: Any) -> None:
    made = Composer()
    qtbot.addWidget(made)
    made.resize(400, 40)
    made.show()
    whole = made.placeholderText()
    assert whole == "Ask about your data"
    made.resize(80, 40)
    assert made.placeholderText() != whole
