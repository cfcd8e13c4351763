"""The steps of a run: the plan, where it is, what went in and came out, how long each took."""

import html
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QModelIndex, Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.domain.tasks import TaskState
from gui.blocks.markdown import to_html
from gui.inspector.step_graph import StepDelegate
from gui.inspector.steps import PlanStep, StepField, Steps
from gui.look.message_style import make_style
from gui.look.theme import GRID, scroll_bar_css, sized
from gui.platform.web_links import open_link
from gui.texts.messages import state_word
from gui.texts.names import agent_label
from gui.texts.plain import as_tooltip
from gui.widgets.buttons import Button
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.text_box import boxed
from gui.widgets.two_line_delegate import Line, Tone


class StepBody(QTextBrowser):
    """Owns the text of a step; nothing in it can become markup, and links open outside."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "stepsBody")
        self._html = ""
        self.setOpenLinks(False)
        self.anchorClicked.connect(_follow)

    def show_step(self, step: PlanStep | None) -> None:
        """Show a step, or nothing; where that is shown already, the place in it is kept."""
        made = _told(step) if step is not None else ""
        if made != self._html:
            self._html = made
            self.setHtml(made)

    def dress(self) -> None:
        """Follow the font and the theme."""
        style = make_style(theme_of(self), self.font())
        css = "".join(style.rules.values())
        self.document().setDefaultStyleSheet(f"{css}pre{{margin:0 0 {GRID}px 0}}")
        self.document().setIndentWidth(2 * GRID)
        self.setHtml(self._html)
        self.setStyleSheet(boxed("QTextBrowser", style.theme))


def _told(step: PlanStep) -> str:
    """Return a step as HTML: under each heading what is there of it."""
    return "".join(
        (
            _part(QCoreApplication.translate("Steps", "Error"), [_as_it_is(step.error)]),
            _part(
                QCoreApplication.translate("Steps", "When"),
                [_as_it_is("\n".join(conditions(step)))],
            ),
            _part(QCoreApplication.translate("Steps", "Input"), [_listed(step.input)]),
            _part(
                QCoreApplication.translate("Steps", "Output"),
                [_listed(step.output), to_html(step.answer)],
            ),
        )
    )


def _part(head: str, pieces: Sequence[str]) -> str:
    told = "".join(pieces)
    return f"<h3>{html.escape(head)}</h3>{told}" if told else ""


def _listed(fields: Sequence[StepField]) -> str:
    """Return fields as HTML, each under its name; what an agent was asked alone needs none."""
    if len(fields) == 1 and fields[0].name in ("", "text"):
        return _as_it_is(fields[0].text)
    told = []
    for field in fields:
        text = field.text
        if field.steps:
            said = QCoreApplication.translate("Steps", "what came of step {steps}")
            text = said.replace("{steps}", ", ".join(map(str, field.steps)))
        elif field.name == "state" and text in _TASK_STATES:
            text = state_word(TaskState(text))
        told.append(f"{_field_word(field.name)}: {text}")
    return _as_it_is("\n".join(told))


def _field_word(name: str) -> str:
    """Return what a field is called; the parameters of tools have their own names."""
    translate = QCoreApplication.translate
    match name:
        case "text":
            return translate("Steps", "Question")
        case "from":
            return translate("Steps", "With")
        case "state":
            return translate("Steps", "State")
        case _:
            return name


def action_word(action: str) -> str:
    """Return what is done in a step; what tools call their own actions stays as it is."""
    return QCoreApplication.translate("Steps", "asked") if action == "ask" else action


def _as_it_is(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>" if text else ""


def _follow(address: QUrl) -> None:
    open_link(address.toString())


_TASK_STATES = frozenset(one.value for one in TaskState)
_LIST = 300
_ICONS = {
    "waiting": "submitted",
    "working": "working",
    "done": "done",
    "failed": "failed",
    "canceled": "stopped",
}
_TONES: dict[str, Tone] = {"working": "working", "failed": "failed"}


class StepsView(QDockWidget):
    """Owns the list of steps and what is told of the marked one.

    `retryRequested` asks for the marked step to be tried again, by its number.
    """

    retryRequested = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "stepsView")
        self._shown: Steps | None = None
        self._settled = False
        self._title = named(QLabel(), "stepsTitle")
        self._note = named(QLabel(), "stepsNote")
        for label in (self._title, self._note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.steps = LineList("stepsList")
        self._graph = StepDelegate(self.steps)
        self.steps.setItemDelegate(self._graph)
        self.body = StepBody()
        self.retry = named(Button("plain", icon="retry"), "stepsRetry")
        self._lay_out()
        self.steps.selectionModel().currentChanged.connect(self._mark)
        self.retry.clicked.connect(self._ask_again)
        self._fill()

    @property
    def shown(self) -> Steps | None:
        """The run that is shown, None for none."""
        return self._shown

    def show_steps(self, steps: Steps | None, *, settled: bool) -> None:
        """Show a run; while it goes on the current step is marked, unless another one was."""
        before, marked = self._shown, self.steps.currentIndex().row()
        follows = before is None or steps is None or before.run != steps.run
        follows = follows or marked == _row(before, before.current if before else 0)
        self._shown, self._settled = steps, settled
        self._fill()
        if steps is None:
            return
        row = _row(steps, steps.current) if follows else marked
        if follows and settled:
            row = next((at for at, one in enumerate(steps.steps) if one.state == "failed"), row)
        row = min(max(0, row), len(steps.steps) - 1)
        self.steps.setCurrentIndex(self.steps.lines.index(row))
        self._tell(row)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            row = self.steps.currentIndex().row()
            self._fill()
            self.steps.setCurrentIndex(self.steps.lines.index(max(0, row)))
            self._tell(row)
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _lay_out(self) -> None:
        halves = self._halves = QSplitter(Qt.Orientation.Vertical)
        halves.addWidget(self.steps)
        halves.addWidget(self.body)
        self.steps.setMinimumHeight(_LIST // 3)
        halves.setSizes([_LIST, _LIST])
        halves.setStretchFactor(1, 1)  # the plan keeps its height, what is told of a step grows
        halves.setChildrenCollapsible(False)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 8, 12, 12)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._note)
        column.addWidget(halves, 1)
        column.addWidget(self.retry)
        inside.setMinimumWidth(280)
        self.setWidget(inside)
        self.setAllowedAreas(
            Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
        )
        self.setFocusProxy(self.steps)
        self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        self._title.setFont(sized(self.font(), 1.0, bold=True))
        self._note.setFont(sized(self.font(), 0.88))
        ink(self._note, theme.muted)
        self.body.dress()
        self.steps.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))

    def _fill(self) -> None:
        steps = self._shown
        self.setWindowTitle(QCoreApplication.translate("Steps", "Steps"))
        self.retry.setText(QCoreApplication.translate("Steps", "Try this step again"))
        self.steps.setAccessibleName(QCoreApplication.translate("Steps", "Steps of the plan"))
        self.body.setAccessibleName(QCoreApplication.translate("Steps", "Input and output"))
        for part in (self.body, self.retry):
            part.setVisible(steps is not None)
        if steps is None:
            self._title.setText(QCoreApplication.translate("Steps", "No steps here"))
            self._note.setText(
                QCoreApplication.translate(
                    "Steps", "Agents that work in steps show their plan here while they work."
                )
            )
            self.steps.show_rows(())
            self.body.show_step(None)
            self.retry.setEnabled(False)
            return
        self._title.setText(steps.query)
        done = sum(step.state == "done" for step in steps.steps)
        self._note.setText(
            QCoreApplication.translate("Steps", "{done} of {all} steps done")
            .replace("{done}", str(done))
            .replace("{all}", str(len(steps.steps)))
        )
        run = QCoreApplication.translate("Steps", "Run {run}").replace("{run}", steps.run)
        self._note.setToolTip(as_tooltip(run) if steps.run else "")
        self._graph.show(steps.steps)
        before = self.steps.lines.rowCount()
        self.steps.show_rows([(step.number, self._line(step)) for step in steps.steps])
        if len(steps.steps) != before:
            plan = min(_LIST, len(steps.steps) * self.steps.sizeHintForRow(0) + GRID)
            self._halves.setSizes([plan, max(_LIST, self._halves.height() - plan)])
        self.steps.viewport().update()

    def _line(self, step: PlanStep) -> Line:
        who = " · ".join(
            filter(
                None,
                [
                    step_state(step),
                    *conditions(step),
                    agent_label(step.executor),
                    action_word(step.action),
                ],
            )
        )
        return Line(
            title=f"{step.number}. {step.name}",
            detail=" · ".join([step.error, *conditions(step)]) if step.error else who,
            aside=self._took(step),
            icon=_ICONS[step.state],
            tone=_TONES.get(step.state, "muted"),
            bold=step.state == "working",
        )

    def _took(self, step: PlanStep) -> str:
        if step.seconds is None:
            return ""
        number = QLocale().toString(step.seconds, "f", 2 if step.seconds < 10 else 1)
        return QCoreApplication.translate("Steps", "{seconds} s").replace("{seconds}", number)

    def _mark(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._tell(current.row())

    def _tell(self, row: int) -> None:
        steps = self._shown
        if steps is None or not 0 <= row < len(steps.steps):
            return
        step = steps.steps[row]
        self.body.show_step(step)
        self.retry.setEnabled(self._settled and bool(steps.run) and step.state != "waiting")

    def _ask_again(self) -> None:
        row = self.steps.currentIndex().row()
        if self._shown is not None and 0 <= row < len(self._shown.steps):
            self.retryRequested.emit(self._shown.steps[row].number)


def step_state(step: PlanStep) -> str:
    """Return the word for the state of a step."""
    match step.state:
        case "waiting":
            return QCoreApplication.translate("Steps", "Not begun")
        case "working":
            return QCoreApplication.translate("Steps", "Working")
        case "done":
            return QCoreApplication.translate("Steps", "Done")
        case "failed":
            return QCoreApplication.translate("Steps", "Failed")
        case "canceled":
            return QCoreApplication.translate("Steps", "Stopped")


def conditions(step: PlanStep) -> list[str]:
    """Return in words when a step is done: after which others, how often, and whether it was."""
    told = []
    if step.resumed:
        told.append(QCoreApplication.translate("Steps", "from before the interruption"))
    if step.after:
        said = {
            "answered": QCoreApplication.translate("Steps", "after {steps}"),
            "failed": QCoreApplication.translate("Steps", "only if {steps} fails"),
            "ended": QCoreApplication.translate("Steps", "after {steps}, even if that fails"),
        }[step.when]
        told.append(said.replace("{steps}", ", ".join(map(str, step.after))))
    if step.approve:
        told.append(QCoreApplication.translate("Steps", "asks you first"))
    if step.until:
        said = QCoreApplication.translate("Steps", "until it says “{words}”")
        told.append(said.replace("{words}", step.until))
    if step.tried > 1:
        said = QCoreApplication.translate("Steps", "done {count} times")
        told.append(said.replace("{count}", str(step.tried)))
    return told


def _row(steps: Steps | None, number: int) -> int:
    """Return the row of a step, the last one for a number beyond the plan."""
    if steps is None:
        return -1
    return min(max(0, number - 1), len(steps.steps) - 1)
