"""Words half as long again, and letters twice as large, still fit; text stands out from its ground.

The pseudo-language is English with every text lengthened; contrast is measured in what is painted.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt, QTranslator
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from gui.blocks.result_data import ResultColumn, ResultTable
from gui.blocks.table import TableBlock
from gui.chat.table_widgets import ResultTableView
from gui.dialogs.crash_report import ended_badly_words, show_report_word
from gui.inspector.inspector import Inspector
from gui.look.icons import icon_side
from gui.look.message_style import make_style
from gui.look.preferences import Preferences
from gui.look.theme import DARK, LIGHT, apply_theme, body_font, contrast
from gui.notices.bar import Notice, NoticeAction
from gui.widgets.check_box import Tick
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.day_edit import DayEdit
from gui.widgets.dock import Dock
from gui.widgets.text_box import TextBox
from tests.gui.pixels import colours

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

TYPES = (QLabel, QAbstractButton)


class Pseudo(QTranslator):
    """Makes every text of ours longer by half, and marks its ends."""

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        filled = source.replace("%n", str(n)) if n >= 0 else source
        return f"⟦{filled}{'~' * (len(filled) // 2)}⟧"

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def pseudo(qapp: Any) -> Iterator[None]:
    """Speak the pseudo-language from now on."""
    made = Pseudo(qapp)
    qapp.installTranslator(made)
    yield
    qapp.removeTranslator(made)


def clipped(window: QWidget) -> list[str]:
    """Return what is shown of a window and does not fit."""
    found = []
    for kind in TYPES:
        for widget in window.findChildren(kind):
            if widget.isVisible() and widget.text() and not _fits(widget):
                found.append(f"{widget.objectName()}: {widget.text()[:60]!r} in {widget.size()}")
    return found


def _fits(widget: Any) -> bool:
    if widget.objectName() in ("chatTitle", "syncText"):
        return True  # cut with an ellipsis on purpose
    if widget.hasHeightForWidth():
        return bool(widget.heightForWidth(widget.width()) <= widget.height() + 1)
    return bool(widget.sizeHint().width() <= widget.width() + 1)


async def settle(person: Any, window: QWidget | None = None) -> None:
    """Let Qt lay out what was shown."""
    shown = window or person.window
    last: list[Any] = []

    def calm() -> bool:
        now = [(w.geometry(), w.isVisible()) for w in shown.findChildren(QWidget)]
        same = now == last
        last[:] = now
        return same

    await person.sees(calm)
    await person.sees(calm)


async def question(open_window: Any, **preferences: Any) -> Any:
    chosen = Preferences(language="en", theme="light", **preferences)
    person = await open_window(preferences=chosen)
    person.window.resize(1100, 800)
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    return person


async def test_longer_words_fit_in_the_window(open_window: Any, pseudo: None) -> None:
    person = await open_window()
    person.window.resize(1100, 800)
    await settle(person)
    assert person.find("newButton").text().startswith("⟦")
    assert clipped(person.window) == []
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    await settle(person)
    assert clipped(person.window) == []


DIALOGS = (
    "actionPreferences",
    "actionShortcuts",
    "actionHelp",
    "actionReport",
    "actionUpdates",
    "actionAbout",
    "actionDetails",
    "actionTags",
    "actionPalette",
    "actionSwitch",
)


async def clipped_in_dialogs(person: Any) -> dict[str, list[str]]:
    """Return what does not fit in each dialog, by its action."""
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    found = {}
    for action in DIALOGS:
        person.action(action).trigger()
        await person.sees(lambda: QApplication.activeModalWidget() is not None)
        dialog = QApplication.activeModalWidget()
        await settle(person, dialog)
        found[action] = clipped(dialog)
        dialog.close()
        await person.sees(lambda: QApplication.activeModalWidget() is None)
    return found


async def test_longer_words_fit_in_dialogs(open_window: Any, pseudo: None) -> None:
    assert await clipped_in_dialogs(await open_window()) == {action: [] for action in DIALOGS}


async def test_letters_twice_as_large_fit_in_dialogs(open_window: Any) -> None:
    chosen = Preferences(language="ko", theme="light", font_scale=2.0)
    found = await clipped_in_dialogs(await open_window(preferences=chosen))
    assert found == {action: [] for action in DIALOGS}


@pytest.mark.parametrize("language", ["en", "ko", "es"])
async def test_what_stands_against_keys_fits(open_window: Any, language: str) -> None:
    chosen = Preferences(language=language, theme="light")  # type: ignore[arg-type]
    person = await open_window(preferences=chosen)
    person.action("actionShortcuts").trigger()
    person.press("keysExport")
    dialog = person.find("keyDialog")
    for key, held in ((Qt.Key.Key_A, ()), (Qt.Key.Key_K, (Qt.KeyboardModifier.ControlModifier,))):
        person.key(key, *held, at="keyField")
        await settle(person, dialog)
        assert person.find("keyTold").text()
        assert clipped(dialog) == []
    dialog.reject()
    person.find("shortcutSheet").reject()


async def test_letters_twice_as_large_fit(open_window: Any) -> None:
    person = await question(open_window, font_scale=2.0)
    await settle(person)
    assert clipped(person.window) == []
    assert person.find("composer").height() >= person.find("composer").fontMetrics().height()


@pytest.mark.parametrize(("language", "scale"), [("es", 1.0), ("ko", 1.25), ("en", 2.0)])
async def test_a_notice_is_seen_whole_at_every_width(
    open_window: Any, language: str, scale: float
) -> None:
    chosen = Preferences(language=language, theme="light", font_scale=scale)  # type: ignore[arg-type]
    person = await open_window(preferences=chosen)
    show = NoticeAction(show_report_word, lambda: None)
    told = Notice("bad-end", ended_badly_words, (show,), warning=True)
    person.find("notices").show_notice(told)
    (dock,) = person.window.findChildren(Dock)
    for width, height in ((720, 450), (820, 700), (1000, 600), (1280, 720), (1900, 900)):
        person.window.resize(width, height)
        await settle(person)
        assert clipped(dock) == [], width
        assert dock.widget().width() == dock.viewport().width(), "nothing lies beyond its edge"
        half = dock.parentWidget().height() // 2
        cut = dock.widget().height() - dock.viewport().height()
        assert cut == 0 or dock.height() == half, f"{cut} are cut at {width}"
        assert dock.verticalScrollBar().isVisible() == (cut > 0), "it shows that there is more"


async def test_the_sidebar_and_its_glass_grow_with_the_letters(open_window: Any) -> None:
    chosen = Preferences(language="en", theme="light")
    person = await open_window(preferences=chosen)
    person.window.resize(1600, 800)
    sidebar, field = person.find("sidebar"), person.find("searchField")

    def glass() -> int:
        """Return how far from the field's left edge the glass ends, where the words begin."""
        field.setPlaceholderText("")
        shot, ground = field.grab().toImage(), QColor(LIGHT.base).lightness()
        inked = [
            x
            for x in range(4, field.width() // 3)
            for y in range(4, field.height() - 4)
            if shot.pixelColor(x, y).lightness() < ground - 60
        ]
        return max(inked)

    await settle(person)
    before, ended = sidebar.width(), glass()
    for _ in range(10):
        person.action("actionZoomIn").trigger()
    await person.sees(lambda: sidebar.width() > 1.5 * before)
    await person.sees(lambda: glass() > 1.5 * ended)
    assert glass() < field.textMargins().left() + 2
    person.action("actionZoomReset").trigger()
    await person.sees(lambda: sidebar.width() == before)


async def test_the_button_that_empties_a_line_grows_with_the_letters(open_window: Any) -> None:
    person = await open_window(preferences=Preferences(language="en", theme="light"))
    field = person.find("searchField")
    clear = field.findChild(QAbstractButton, "clearField")
    assert not clear.isVisible()
    field.setText("Protoss")
    assert clear.isVisible()
    before = clear.width()
    for _ in range(10):
        person.action("actionZoomIn").trigger()
    await person.sees(lambda: clear.width() > 1.5 * before)
    assert field.rect().contains(clear.geometry())
    assert field.width() - field.textMargins().right() <= clear.x(), "no word is under it"
    QTest.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert field.text() == ""
    assert not clear.isVisible()
    field.undo()
    assert field.text() == "Protoss"


async def test_what_stands_beside_large_letters_fits(open_window: Any) -> None:
    from app.domain.frames import Frame

    chosen = Preferences(language="ko", theme="light", font_scale=2.0)
    person = await open_window(preferences=chosen)
    inspector = Inspector(person.window)
    person.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, inspector)
    ids = [
        ("메시지", "c5050f2cd3df41e78abd75821aeeb2f0" * 2),
        ("바인딩", "https://a.example/v1/" * 4),
    ]
    inspector.show_message("예제데이터(시뮬레이션)의아주긴이름 · 완료", ids, list[Frame](), {})
    inspector.show()
    await settle(person)
    for name in ("inspectorTitle", "inspectorIds"):
        shown = person.find(name)
        lines = shown.document().size()
        assert lines.width() <= shown.viewport().width() and lines.height() <= shown.height()
    assert clipped(inspector) == []


async def test_a_column_has_the_room_of_its_widest_cell_and_of_its_label_sorted_or_not(
    qapp: Any,
) -> None:
    apply_theme(qapp, LIGHT)
    columns = tuple(ResultColumn(label, label, "integer") for label in ("n", "of", "games"))
    rows = (*((at, 1, 2) for at in range(90)), (-1_234_567, 1_234_567, 0))
    block = TableBlock(ResultTable(columns, rows, len(rows)), make_style(LIGHT, body_font()))
    block.set_width(600)
    page = QWidget()
    table = ResultTableView(page)
    table.show_block(block)
    table.setGeometry(block.table_rect)
    header = table.horizontalHeader()
    for at in range(2):
        cell = table.sizeHintForIndex(block.model.index(90, at)).width()
        assert cell <= table.columnWidth(at)
        plain = header.grab().toImage()
        table.sortByColumn(at, Qt.SortOrder.DescendingOrder)
        place = QRect(0, header.height() // 2, header.width(), header.height() // 2)
        assert header.grab().toImage().copy(place) == plain.copy(place), "its label is not cut"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
async def test_a_small_table_needs_no_scroll_bars(qapp: Any, scale: float) -> None:
    apply_theme(qapp, LIGHT, scale=scale)
    labels = ("맵", "승", "패", "n")
    found = ResultTable(
        columns=tuple(ResultColumn(label, label) for label in labels),
        rows=(("Acropolis", 1, 2, 3), ("Triton", 4, 5, 9)),
        row_count=2,
    )
    block = TableBlock(found, make_style(LIGHT, body_font(scale)))
    block.set_width(1200)
    page = QWidget()
    table = ResultTableView(page)
    table.show_block(block)
    table.setGeometry(block.table_rect.adjusted(1, 1, -1, -1))
    page.show()
    wanted = sum(block.column_widths)
    for room in (1200, wanted - 8):  # its columns come closer where it fits only so
        block.set_width(room)
        table.fit(block)
        table.setGeometry(block.table_rect.adjusted(1, 1, -1, -1))
        assert [table.columnWidth(at) for at in range(3)] == block.column_widths[:3]
        assert table.verticalScrollBar().maximum() == table.horizontalScrollBar().maximum() == 0
    assert sum(block.column_widths) <= wanted - 8
    block.set_width(wanted // 2, wanted + 100)  # wider than lines of text, where there is room
    assert sum(block.column_widths) == wanted
    assert block.table_rect.width() == wanted + 2
    block.set_width(wanted // 2, wanted // 2)
    assert block.table_rect.width() == wanted // 2, "else it is scrolled"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
async def test_a_box_to_tick_stands_out_and_grows_with_the_letters(qapp: Any, theme: Any) -> None:
    apply_theme(qapp, theme)
    tick = Tick("이날이 끝날 때까지")
    sizes = []
    for scale in (1.0, 2.0):
        tick.setFont(body_font(scale))
        tick.resize(tick.sizeHint())
        image = tick.grab().toImage()
        box = QRect(0, 0, icon_side(tick.font()) + 4, tick.height())
        assert painted_contrast(image, box.adjusted(-3, -3, 3, 3)) >= 3.0
        sizes.append(icon_side(tick.font()))
        QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=tick.rect().center())
    assert sizes == [16, 32] and not tick.isChecked(), "pressed on its words, twice"
    tick.deleteLater()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
async def test_what_stands_in_an_empty_box_of_text_can_be_read(qapp: Any, theme: Any) -> None:
    apply_theme(qapp, theme)
    box = TextBox()
    box.setPlaceholderText("Written anew ||| Written anew")
    box.setFrameShape(TextBox.Shape.NoFrame)
    box.resize(320, 80)
    assert painted_contrast(box.viewport().grab().toImage(), box.rect()) >= 4.5
    box.deleteLater()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
async def test_choices_and_days_are_offered_on_the_ground_of_menus(qapp: Any, theme: Any) -> None:
    apply_theme(qapp, theme)
    box, day = ChoiceBox("choices"), DayEdit()
    box.offer([(None, "Todas las conversaciones"), ("one", "one"), ("two", "two")])
    box.resize(box.sizeHint())
    box.show()
    box.showPopup()
    assert box.fontMetrics().horizontalAdvance(box.currentText()) < box.width() - 40, "all of it"
    for offered in (box.view(), day.calendarWidget()):
        seen = colours(offered.grab().toImage())
        assert max(seen, key=seen.__getitem__) == theme.floating
    box.hidePopup()
    for one in (box, day):
        one.deleteLater()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_text_stands_out_from_its_ground_in_what_is_painted(
    open_window: Any, theme: str
) -> None:
    person = await question(open_window)
    person.action(f"actionTheme{theme.capitalize()}").trigger()
    await settle(person)
    image = person.window.grab().toImage()
    poor = []
    for kind in TYPES:
        for widget in person.window.findChildren(kind):
            if widget.isVisible() and widget.isEnabled() and widget.text().strip():
                corner = widget.mapTo(person.window, widget.rect().topLeft())
                ratio = painted_contrast(image, QRect(corner, widget.size()))
                if ratio < 4.5:
                    poor.append((widget.objectName(), widget.text(), round(ratio, 2)))
    assert poor == []
    view = person.find("chatView")
    rect = view.row_rect(1).toRect()
    corner = view.viewport().mapTo(person.window, rect.topLeft())
    assert painted_contrast(image, QRect(corner, rect.size())) >= 4.5


def painted_contrast(image: QImage, rect: QRect) -> float:
    """Return the contrast of the strongest ink in a rectangle with its commonest colour."""
    rect = rect.intersected(image.rect()).adjusted(3, 3, -3, -3)
    seen = colours(image.copy(rect)) if rect.isValid() else {}
    if not seen:
        return 21.0
    ground = max(seen, key=seen.__getitem__)
    return max(contrast(ground, colour) for colour in seen)


@pytest.mark.parametrize("language", ["en", "ko", "es"])
async def test_the_tour_fits_at_every_step_above_a_question(
    open_window: Any, language: str
) -> None:
    chosen = Preferences(language=language, theme="dark", tour_due=True)  # type: ignore[arg-type]
    person = await open_window(preferences=chosen)

    async def fits() -> None:
        for width in (1000, 700, 400):
            person.window.resize(width, 760)
            await settle(person)
            assert clipped(person.find("tour")) == [], width

    await fits()
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    for _ in range(2):
        await fits()
        person.press("tourNext")
