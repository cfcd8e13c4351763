"""The chat view alone: opening, memory, jumps, the wheel, streams, resizing, copying, its anchor.

Accessibility is on, everything is selected while it scrolls, answers bring tables and charts. The
rows are ready before they are asked for: what the store takes is measured in the whole window.
"""

import gc
from statistics import median

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.conversations import Entry
from app.domain.tasks import TaskState
from app.system.start import settle
from benchmarks.window.browser import JUMPS, NOTCH, NOTCHES
from benchmarks.window.corpus import chart, entry, result
from benchmarks.window.frames import Figures, frames, memory_mb, timed
from gui.chat.view import ChatView
from gui.look.theme import DARK, LIGHT

PAGE = 64
BELOW = 500
WIDE_TABLE = 100_000


class Shown:
    """Owns the view and the texts of a conversation, whose rows it has ready where they are due."""

    def __init__(self, conversation: list[str]) -> None:
        self.texts = conversation
        self.view = ChatView()
        self._ready: dict[int, Entry] = {}
        model = self.view.model()
        model.rowsNeeded.connect(
            lambda start, stop: model.supply([self.row(at) for at in range(start, stop)])
        )
        self.view.resize(900, 800)
        self.view.show()
        QApplication.processEvents()
        model.reset(4, [entry(at, conversation[at]) for at in range(4)])
        self.paint()

    def row(self, at: int) -> Entry:
        """Return a row of the conversation."""
        known = self._ready.get(at)
        return known if known is not None else entry(at, self.texts[at])

    def prepare(self, near: int, pages: int = 3) -> None:
        """Have the rows near one ready, and no others."""
        first, last = max(0, near - pages * PAGE), min(len(self.texts), near + pages * PAGE)
        self._ready = {
            at: self._ready.get(at) or entry(at, self.texts[at]) for at in range(first, last)
        }

    def paint(self) -> None:
        """Paint, and handle what follows from it."""
        self.view.viewport().repaint()
        QApplication.processEvents()

    def to(self, value: int) -> None:
        """Go to a scroll value."""
        self.view.verticalScrollBar().setValue(value)
        self.paint()

    def jump(self, row: int) -> None:
        """Bring a row to the top."""
        self.view.scroll_to(row)
        self.paint()


def measure(conversation: list[str], chunks: list[str], *, whole: bool) -> Figures:
    """Return the figures of one conversation; those of streaming only, unless `whole`."""
    QAccessible.setActive(True)
    shown = Shown(conversation)
    settle()  # as the program does: what was imported is not looked through for garbage
    view, model, count = shown.view, shown.view.model(), len(conversation)
    newest = [entry(at, conversation[at]) for at in range(count - PAGE, count)]
    before = memory_mb()

    def open_all() -> None:
        model.reset(count, newest)
        shown.paint()

    found: Figures = {"open_ms": timed(open_all)[0]}
    jumps = []
    for jump in range(JUMPS):
        row = count * jump // JUMPS
        shown.prepare(row)
        jumps.append(timed(lambda row=row: shown.jump(row)))
    found |= frames("jump", jumps)
    found["memory_mb"] = memory_mb() - before
    view.select_all()
    if whole:
        found |= _wheel(shown)
        found |= _resizing(shown)
        found |= _anchor(shown)
        found |= _results(shown)
    return found | _stream(shown, chunks)


def _wheel(shown: Shown) -> Figures:
    view, middle = shown.view, len(shown.texts) // 2
    shown.prepare(middle, pages=6)
    shown.jump(middle)
    bar = view.verticalScrollBar()
    found: Figures = {}
    for name in ("cold", "warm"):
        # By steps: the value of one place changes while heights above it become known.
        taken = [timed(lambda: shown.to(bar.value() - NOTCH)) for _ in range(NOTCHES - 1)]
        found |= frames(name, taken)
        shown.jump(middle)
    return found


def _resizing(shown: Shown) -> Figures:
    def resize(width: int) -> None:
        shown.view.resize(width, 800)
        shown.paint()

    def dress(theme: object) -> None:
        shown.view.set_theme(theme)  # type: ignore[arg-type]
        shown.paint()

    def mark() -> None:
        shown.view.seeking.mark("승률")
        shown.paint()

    def copy() -> None:
        shown.view.copy_selection()
        while not QGuiApplication.clipboard().text():
            QApplication.processEvents()

    found = {
        "resize_ms": max(timed(lambda width=width: resize(width))[0] for width in (700, 900)),
        "theme_ms": max(timed(lambda theme=theme: dress(theme))[0] for theme in (DARK, LIGHT)),
        "mark_ms": timed(mark)[0],
    }
    shown.view.seeking.mark("")
    if len(shown.texts) <= PAGE * 160:
        QGuiApplication.clipboard().clear()
        shown.prepare(0, pages=len(shown.texts))
        found["copy_all_ms"] = timed(copy)[0]
    return found


def _anchor(shown: Shown) -> Figures:
    """Return by how many pixels what is on the screen moved while the conversation changed."""
    view, model, count = shown.view, shown.view.model(), len(shown.texts)
    middle = count // 2
    shown.prepare(middle)
    shown.jump(middle)
    before = {placed.row: placed.y for placed in view.placed_rows()}
    above = middle - 7 - middle % 2
    model.need(above, above + 1)
    moved, frame = 0, []
    for more in range(BELOW):
        row = count + more
        answer = entry(row | 1, "one more answer, below " * (row % 9 + 1))
        if more == BELOW // 2:
            # What an agent sends late above the screen: a chart and a table come into a row.
            late = entry(above, shown.texts[above])
            if late.kind == "answer":
                artifacts = (*late.answer.artifacts, chart(above), result(above, 40))
                answer_now = late.answer.model_copy(update={"artifacts": artifacts})
                model.replace(late.model_copy(update={"answer": answer_now}))

        def arrive(row: int = row, entry: Entry = answer) -> None:
            model.append(entry.model_copy(update={"position": row}))
            view.flush()
            shown.paint()

        frame.append(timed(arrive))
        now = {placed.row: placed.y for placed in view.placed_rows()}
        moved = max(moved, *(abs(now.get(at, 10_000) - y) for at, y in before.items()))
    return {"anchor_px": float(moved), **frames("below", frame)}


def _results(shown: Shown) -> Figures:
    """Return what a table of many rows takes: until it stands in its message, and a page in it."""
    model, view = shown.view.model(), shown.view
    row = model.rowCount()
    plain = entry(row | 1, "A long table")
    assert plain.kind == "answer"
    artifacts = (*plain.answer.artifacts, result(row, WIDE_TABLE))
    long = plain.model_copy(
        update={
            "position": row,
            "answer": plain.answer.model_copy(update={"artifacts": artifacts}),
        }
    )

    def arrive() -> None:
        model.append(long)
        view.jump_to_latest()
        view.flush()
        shown.paint()

    found = {"table_ms": timed(arrive)[0]}
    gc.collect()  # what the arrival left behind is not a page's
    from PySide6.QtWidgets import QTableView

    (table,) = (t for t in view.findChildren(QTableView) if t.isVisible())

    def page() -> None:
        QTest.keyClick(table, Qt.Key.Key_PageDown)
        shown.paint()

    found |= frames("page", [timed(page) for _ in range(50)])
    return found


def _stream(shown: Shown, chunks: list[str]) -> Figures:
    view, model = shown.view, shown.view.model()
    view.jump_to_latest()
    row = model.rowCount() + model.rowCount() % 2
    while model.rowCount() < row:
        model.append(
            entry(model.rowCount() | 1, "-").model_copy(update={"position": model.rowCount()})
        )
    model.append(entry(row, "?"))
    model.append(entry(row + 1, "", TaskState.WORKING))
    view.select_all()
    shown.paint()
    spent, text = [], ""
    for chunk in chunks:
        text += chunk
        newest = entry(row + 1, text, TaskState.WORKING)

        def grow(newest: Entry = newest) -> None:
            model.replace(newest)
            view.flush()
            QApplication.processEvents()

        spent.append(timed(grow))
    last = median(wall for wall, _ in spent[-50:])
    return {**frames("chunk", spent), "last_ms": last, "chunk_ms": median(w for w, _ in spent)}
