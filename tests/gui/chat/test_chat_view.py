import subprocess
import sys

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QPainter,
    QTextDocument,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.domain.conversations import Entry
from app.domain.tasks import TaskState
from gui.blocks.base import Paint, Target, TextRange
from gui.blocks.document import TextDocument
from gui.blocks.markdown import to_html
from gui.chat.model import ChatModel
from gui.chat.view import ChatView
from gui.look.message_style import make_style
from gui.look.theme import DARK, LIGHT, Theme, body_font
from tests.gui.chat.chat_samples import answer, dialogue, request


@pytest.fixture
def view(qtbot: QtBot) -> ChatView:
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(640, 480)
    made.show()
    qtbot.waitExposed(made)
    return made


def tops(view: ChatView) -> dict[int, int]:
    return {placed.row: placed.y for placed in view.placed_rows()}


def show(view: ChatView, rows: list[Entry], loaded: int | None = None) -> ChatModel:
    model = view.model()
    model.rowsNeeded.connect(lambda start, stop: model.supply(rows[start:stop]))
    model.reset(len(rows), rows[-loaded:] if loaded else rows)
    return model


def same_picture(view: ChatView, qtbot: QtBot) -> bool:
    """Whether what is on the screen is what a full repaint would draw."""
    screen = view.screen().grabWindow(view.winId()).toImage()
    fresh = view.grab().toImage().convertToFormat(screen.format())
    return screen == fresh


def test_nothing_heavy_is_imported_with_the_view() -> None:
    heavy = "('pydantic', 'markdown_it', 'pygments', 'a2a', 'duckdb', 'sqlalchemy')"
    code = (
        "import sys; from PySide6.QtWidgets import QApplication;"
        "from gui.chat.view import ChatView;"
        "app = QApplication([]); view = ChatView(); view.show(); app.processEvents();"
        f"sys.exit(','.join(name for name in {heavy} if name in sys.modules) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_scroll_bar_shows_a_handle_only_while_there_is_something_to_scroll(
    view: ChatView, theme: Theme
) -> None:
    view.set_theme(theme)
    show(view, dialogue(2))
    bar = view.verticalScrollBar()
    assert colours_of(bar) == {theme.base}
    width = view.viewport().width()
    show(view, dialogue(60))
    assert theme.border in colours_of(bar)
    assert view.viewport().width() == width


def colours_of(widget: QWidget) -> set[str]:
    picture = widget.grab().toImage()
    across = picture.width() // 2
    return {picture.pixelColor(across, y).name() for y in range(picture.height())}


def test_it_opens_at_the_end_and_asks_for_what_comes_near(view: ChatView) -> None:
    model = show(view, dialogue(5000), loaded=10)
    assert view.at_bottom
    assert max(tops(view)) == 4999
    assert model.entry(4960) is not None
    assert model.entry(100) is None
    view.scroll_to(100)
    assert tops(view)[100] == 0
    assert model.data(model.index(100), ChatModel.PlainTextRole) == "Question 100?"


def test_rows_that_arrive_late_move_nothing_that_is_shown(view: ChatView) -> None:
    model, rows = view.model(), dialogue(300)
    model.reset(300, rows[280:])
    view.scroll_to(280)
    view.scroll_by(-150)
    shown = {row: y for row, y in tops(view).items() if row >= 280}
    assert min(tops(view)) < 280
    model.supply(rows[200:280])
    assert {row: y for row, y in tops(view).items() if row in shown} == shown


def test_an_anchored_view_stays_while_answers_grow_above_and_below(
    view: ChatView, qtbot: QtBot
) -> None:
    rows = dialogue(60)
    model = show(view, rows)
    view.scroll_to(30)
    before = tops(view)
    for step in range(30):
        model.replace(answer(5, "grows above " * step * 9, state=TaskState.WORKING))
        model.replace(answer(59, "grows below " * step * 9, state=TaskState.WORKING))
        if step % 3 == 0:
            model.append(answer(60 + step // 3, "another one"))
        view.flush()
        assert tops(view) == before
    assert not view.at_bottom
    qtbot.waitUntil(lambda: same_picture(view, qtbot))


def test_following_ends_with_the_first_turn_of_the_wheel(view: ChatView, qtbot: QtBot) -> None:
    model = show(view, [*dialogue(40), answer(40, "begin", state=TaskState.WORKING)])
    with qtbot.waitSignal(view.latestVisibleChanged, check_params_cb=bool):
        qtbot.keyClick(view, Qt.Key.Key_Up)
    before = tops(view)
    model.replace(answer(40, "begin " * 400, state=TaskState.WORKING))
    view.flush()
    assert tops(view) == {row: y for row, y in before.items() if row in tops(view)}
    with qtbot.waitSignal(view.latestVisibleChanged):
        qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.at_bottom


def test_sending_goes_to_the_end_but_answers_of_others_do_not(view: ChatView, qtbot: QtBot) -> None:
    model = show(view, dialogue(40))
    view.scroll_to(3)
    model.append(answer(40, "unasked"))
    assert not view.at_bottom
    model.append(request(41, "sent"))
    assert view.at_bottom


def test_the_latest_button_counts_and_leads_to_the_end(view: ChatView, qtbot: QtBot) -> None:
    model = show(view, dialogue(40))
    button = view.latest_button()
    assert not button.isVisible()
    view.scroll_to(3)
    for row in (40, 41, 42):
        model.append(answer(row, "unasked"))
    assert button.isVisible()
    assert "3" in button.text()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert view.at_bottom
    assert not button.isVisible()


def test_the_latest_button_is_there_for_a_way_that_is_worth_it(view: ChatView) -> None:
    show(view, dialogue(40))
    button = view.latest_button()
    view.scroll_by(-view.viewport().height() // 3)
    assert not button.isVisible()
    view.scroll_by(-view.viewport().height())
    assert button.isVisible()


def test_a_streamed_answer_is_painted_as_a_whole_one(view: ChatView, qtbot: QtBot) -> None:
    text = "# Title\n\nSome **bold** text. " * 5 + "\n\n```sql\nSELECT 1\n```\n\n- a\n- b\n\n" * 6
    model = show(view, [*dialogue(20), answer(20, "", state=TaskState.WORKING)])
    for stop in range(0, len(text), 37):
        model.replace(answer(20, text[:stop], state=TaskState.WORKING))
        view.flush()
    model.replace(answer(20, text))
    view.flush()
    assert view.at_bottom
    qtbot.waitUntil(lambda: same_picture(view, qtbot))
    streamed = view.viewport().grab().toImage()
    show(view, [*dialogue(20), answer(20, text)])
    assert view.viewport().grab().toImage() == streamed


def test_a_change_that_moves_nothing_is_painted(view: ChatView, qtbot: QtBot) -> None:
    model = show(view, [*dialogue(20), answer(20, "one", state=TaskState.WORKING)])
    qtbot.waitUntil(lambda: same_picture(view, qtbot))
    before = view.grab().toImage()
    model.replace(answer(20, "two", state=TaskState.WORKING))
    view.flush()
    assert view.grab().toImage() != before
    qtbot.waitUntil(lambda: same_picture(view, qtbot))


def test_updates_are_gathered_into_frames(view: ChatView, qtbot: QtBot) -> None:
    model = show(view, [answer(0, "", state=TaskState.WORKING)])
    frames: list[None] = []
    view.framed.connect(lambda: frames.append(None))
    for step in range(200):
        model.replace(answer(0, "word " * step, state=TaskState.WORKING))
    model.replace(answer(0, "the end"))
    qtbot.waitUntil(lambda: len(frames) > 0)
    assert len(frames) < 4
    view.select_all()
    assert view.selected_text() == "the end"


def test_a_drag_selects_across_messages(view: ChatView, qtbot: QtBot) -> None:
    show(view, [request(0, "first question"), answer(1, "the *first* answer"), request(2, "third")])
    area = view.viewport()
    start = view.row_rect(0).topLeft().toPoint() + QPoint(2, 2)
    stop = view.row_rect(2).bottomRight().toPoint() - QPoint(2, 2)
    qtbot.mousePress(area, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(area, stop)
    qtbot.mouseRelease(area, Qt.MouseButton.LeftButton, pos=stop)
    assert view.selected_text() == "first question\n\nthe *first* answer\n\nthird"


def test_clicks_select_a_word_then_the_paragraph(view: ChatView, qtbot: QtBot) -> None:
    show(view, [request(0, "q"), answer(1, "alpha beta gamma\n\ndelta epsilon")])
    area, row = view.viewport(), view.row_rect(1)
    line = next(
        y
        for y in range(int(row.top()), int(row.bottom()))
        if selected_by_clicks(view, qtbot, QPoint(view.column.x() + 8, y), 2) == "alpha"
    )
    assert selected_by_clicks(view, qtbot, QPoint(view.column.x() + 8, line), 3) == (
        "alpha beta gamma"
    )
    assert area.hasMouseTracking()


def selected_by_clicks(view: ChatView, qtbot: QtBot, at: QPoint, clicks: int) -> str:
    away = QPoint(at.x(), 470)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=away)
    for _ in range(clicks):
        qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    return view.selected_text()


def test_everything_is_copied_also_what_is_not_in_memory(view: ChatView, qtbot: QtBot) -> None:
    rows = dialogue(3000)
    model = show(view, rows, loaded=10)
    asked: list[int] = []
    model.rowsNeeded.connect(lambda start, stop: asked.append(stop - start))
    with qtbot.waitSignal(view.copied):
        qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("Question 0?\n\nAnswer 1. word")
    assert text.count("Question") == 1500
    assert max(asked) <= 300
    assert sum(model.entry(row) is not None for row in range(3000)) <= 1000


def test_a_copy_under_way_keeps_to_what_was_selected(view: ChatView, qtbot: QtBot) -> None:
    rows = dialogue(600)
    view.model().reset(600, rows[590:])
    view.select_all()
    view.copy_selection()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 470))
    assert view.selected_text() == ""
    with qtbot.waitSignal(view.copied):
        for start in range(0, 600, 64):
            view.model().supply(rows[start : start + 64])
    assert QGuiApplication.clipboard().text().count("Question") == 300


def test_a_link_is_told_of_and_never_followed(view: ChatView, qtbot: QtBot) -> None:
    show(view, [answer(0, "see [the docs](https://example.org/a) now")])
    (found,) = [target for target in view.target_rects() if target[1].startswith("https")]
    with qtbot.waitSignal(view.linkActivated) as heard:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=found[2].center().toPoint()
        )
    assert heard.args == ["https://example.org/a"]


def test_links_and_buttons_are_reached_by_keyboard(view: ChatView, qtbot: QtBot) -> None:
    show(view, [answer(0, "[one](https://example.org/1) [two](https://example.org/2)")])
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.waitSignal(view.linkActivated) as heard:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert heard.args == ["https://example.org/2"]


def test_a_failed_answer_says_why_and_can_be_tried_again(view: ChatView, qtbot: QtBot) -> None:
    show(view, [request(0, "q"), answer(1, state=TaskState.FAILED, reason="out of memory")])
    (found,) = [target for target in view.target_rects() if target[1] == "retry"]
    with qtbot.waitSignal(view.actionRequested) as heard:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=found[2].center().toPoint()
        )
    assert heard.args == [1, "retry"]


def test_an_answered_question_leads_to_its_answer(view: ChatView, qtbot: QtBot) -> None:
    parked = answer(1, "which race?", state=TaskState.INPUT_REQUIRED)
    show(view, [request(0, "q"), parked])
    assert not [target for target in view.target_rects() if target[1] == "show_task"]
    settled = answer(1, "which race?", state=TaskState.COMPLETED, answered_by="task2")
    view.model().replace(settled)
    view.flush()
    (found,) = [target for target in view.target_rects() if target[1] == "show_task"]
    with qtbot.waitSignal(view.actionRequested) as heard:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=found[2].center().toPoint()
        )
    assert heard.args == [1, "show_task"]


def test_themes_and_sizes_change_live_and_keep_the_place(view: ChatView, qtbot: QtBot) -> None:
    show(view, dialogue(60))
    view.scroll_to(20)
    view.set_theme(DARK)
    assert tops(view)[20] == 0
    dark = view.viewport().grab().toImage()
    assert dark.pixelColor(4, 4).name() == DARK.base
    font = view.font()
    font.setPointSizeF(21)
    view.set_text_font(font)
    assert tops(view)[20] == 0
    view.resize(400, 480)
    assert 20 in tops(view)
    assert tops(view)[20] <= 0
    view.set_theme(LIGHT)
    qtbot.waitUntil(lambda: same_picture(view, qtbot))


def test_scrolling_paints_what_a_full_repaint_would(view: ChatView, qtbot: QtBot) -> None:
    show(view, dialogue(80))
    for step in (-37, -200, 11, -480, -3000, 90, 1000):
        view.scroll_by(step)
        qtbot.waitUntil(lambda: same_picture(view, qtbot))


def test_another_conversation_begins_at_its_end_with_nothing_selected(
    view: ChatView, qtbot: QtBot
) -> None:
    show(view, dialogue(60))
    view.scroll_to(3)
    view.select_all()
    model = ChatModel(view)
    model.reset(2, [request(0, "q"), answer(1, "other")])
    view.set_model(model)
    assert view.model() is model
    assert (view.at_bottom, view.selected_text()) == (True, "")
    assert set(tops(view)) == {0, 1}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_context_menu_copies_messages_and_links(view: ChatView, qtbot: QtBot) -> None:
    show(view, [answer(0, "see [the docs](https://example.org/a) now")])
    (found,) = [target for target in view.target_rects() if target[1].startswith("https")]
    at = found[2].center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QGuiApplication.sendEvent(view.viewport(), event)
    (menu,) = view.findChildren(QMenu)
    labels = {action.text().replace("&", ""): action for action in menu.actions()}
    assert not labels["Copy"].isEnabled()
    for label, text in (
        ("Copy link", "https://example.org/a"),
        ("Copy message as Markdown", "see [the docs](https://example.org/a) now"),
    ):
        labels[label].trigger()
        assert QGuiApplication.clipboard().text() == text
    labels["Select all"].trigger()
    assert view.selected_text().startswith("see [the docs]")
    menu.close()


def test_a_paragraph_that_grows_for_long_reads_as_it_was_written(
    view: ChatView, qtbot: QtBot
) -> None:
    text = " ".join(f"word{number} **bold{number}**" for number in range(600))
    model = show(view, [answer(0, "", state=TaskState.WORKING)])
    for stop in range(0, len(text), 400):
        model.replace(answer(0, text[:stop], state=TaskState.WORKING))
        view.flush()
    model.replace(answer(0, text, state=TaskState.WORKING))
    view.flush()
    streaming = view.row_rect(0).height()
    qtbot.keyClick(view, Qt.Key.Key_Home)
    end = view.viewport().rect().bottomRight() - QPoint(30, 2)
    start = QPoint(view.column.x(), int(view.row_rect(0).top()) + 50)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view.viewport(), end)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    part = view.selected_text()
    assert "\n" not in part
    assert part in text.replace("*", "")
    model.replace(answer(0, text))
    view.flush()
    settled = view.row_rect(0).height()
    assert abs(settled - streaming) < 60, "only the actions came below"


def test_long_lines_of_code_stay_inside_their_column(view: ChatView) -> None:
    line = "SELECT " + ", ".join(f"column_{number}" for number in range(60))
    show(view, [answer(0, f"```sql\n{line}\n```")])
    picture = view.grab().toImage()
    right = view.column.right() + 4
    ground = {picture.pixelColor(right, y).name() for y in range(0, 300, 3)}
    assert ground == {LIGHT.base}


def test_selected_and_marked_words_stay_those_while_the_text_behind_them_grows(
    qtbot: QtBot,
) -> None:
    style, span = make_style(LIGHT, body_font()), TextRange(0, 6)
    grown = TextDocument(style, style.mono)
    grown.set_plain("SELECT")
    painted(grown, span, "t")
    grown.append_plain(" COUNT(*)")
    for words in ("t", "count", ""):
        whole = TextDocument(style, style.mono)
        whole.set_plain("SELECT COUNT(*)")
        assert painted(grown, span, words) == painted(whole, span, words)
    assert painted(grown, span) != painted(grown, TextRange(0, 9))


def test_a_text_is_dressed_by_its_own_rules_as_by_all_of_them(qtbot: QtBot) -> None:
    style = make_style(LIGHT, body_font())
    texts = ("**a** `b`", "# a", "[a](https://b.c)", "1. a\n2. b", "> a", "|a|\n|-|\n|b|", "---")
    for html in (*map(to_html, texts), "<pre>a</pre>", to_html("\n\n".join(texts))):
        own, whole = QTextDocument(), QTextDocument()
        own.setDefaultStyleSheet(style.css(html))
        whole.setDefaultStyleSheet("".join(style.rules.values()))
        for document in (own, whole):
            document.setHtml(html)
        assert own.toHtml() == whole.toHtml()


def painted(document: TextDocument, span: TextRange, marked: str = "") -> QImage:
    picture = QImage(300, document.lay_out(300), QImage.Format.Format_RGB32)
    picture.fill(QColor(LIGHT.base))
    painter = QPainter(picture)
    document.paint(painter, Paint(QRectF(picture.rect()), span, marked=marked))
    painter.end()
    return picture


def test_a_frame_looks_for_links_only_when_one_has_the_keyboard(
    view: ChatView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: list[TextDocument] = []
    links = TextDocument.links

    def walk(document: TextDocument) -> list[Target]:
        walked.append(document)
        return links(document)

    monkeypatch.setattr(TextDocument, "links", walk)
    show(view, [request(0, "Where?"), answer(1, "See [the page](https://example.org).")])
    view.flush()
    walked.clear()
    view.grab()
    assert not walked
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    walked.clear()
    view.grab()
    assert walked
