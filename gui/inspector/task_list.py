"""The tasks that an agent knows: listed, looked at, followed and canceled by hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.tasks import TaskState
from gui.inspector.frame_texts import SHOWN_CHARACTERS, written
from gui.look.theme import mono_font, scroll_bar_css
from gui.texts.messages import STATE_ICONS, first_line, state_word
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.check_box import Tick
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.dialog import Dialog
from gui.widgets.layouts import FlowLayout
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of
from gui.widgets.text_box import TextBox
from gui.widgets.two_line_delegate import Line, Tone

_PAGE = 50
_HISTORY = 10  # messages of each task: the last the person said is mostly among them
_WIRE = "TASK_STATE_"
_LEAST_LINES = (12, 9)
_TONES: Mapping[str, Tone] = {
    "working": "working",
    "input_required": "waiting",
    "auth_required": "waiting",
    "failed": "failed",
    "rejected": "failed",
}


class TaskSummary(NamedTuple):
    """What a task in ProtoJSON says of itself; all of it is untrusted text."""

    task_id: str
    context_id: str
    state: str
    asked: str
    said: str
    at: str


class TaskListDialog(Dialog):
    """Shows an agent's tasks, a page at a time, and what it says of the one that is picked.

    `listed` asks for a page with the parameters of ListTasks, `asked` for an operation (GetTask,
    SubscribeToTask, CancelTask) on a task by its id, `byHand` for something else about a task:
    its id and its context.
    """

    listed = Signal(object)
    asked = Signal(str, str)
    byHand = Signal(str, str)

    def __init__(self, parent: QWidget, *, agent: str, context_id: str) -> None:
        super().__init__(parent)
        named(self, "taskList")
        self._context_id = context_id
        self._told: dict[str, TaskSummary] = {}
        self._next = ""
        self._wanted = ""  # the task of which the answer tells
        self.state = ChoiceBox("taskListState")
        self.here = named(Tick(), "taskListHere")
        self.here.setChecked(bool(context_id))
        self.here.setEnabled(bool(context_id))
        self.tasks = LineList("taskListTasks")
        self.note = named(QLabel(), "taskListNote")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.answer = named(TextBox(), "taskListAnswer")
        self.more = self._button("taskListMore", self.tr("More tasks"))
        self.follow = self._button("taskListFollow", self.tr("Follow"))
        self.cancel = self._button("taskListCancel", self.tr("Cancel the task"))
        self.other = self._button("taskListOther", self.tr("Ask by hand…"))
        self.close_ = self._button("taskListClose", self.tr("Close"))
        self._lay_out(agent)
        self.tasks.setFocus(Qt.FocusReason.OtherFocusReason)
        self._connect()
        self._enable()

    def begin(self) -> None:
        """Ask for the first page anew."""
        self._told, self._next = {}, ""
        self._show()
        self.note.setText(self.tr("The agent is asked…"))
        self._list("")

    def take_page(self, page: Mapping[str, JsonValue]) -> None:
        """Add a page of tasks as ListTasks tells it."""
        found = page.get("tasks")
        for task in found if isinstance(found, list) else ():
            self._take(task)
        token = page.get("nextPageToken")
        self._next = token if isinstance(token, str) else ""
        self._show()
        words = self.tr("Tasks: {count}, and more") if self._next else self.tr("Tasks: {count}")
        self.note.setText(words.format(count=QLocale().toString(len(self._told))))

    def tell(self, method: str, result: Mapping[str, JsonValue]) -> None:
        """Show what the agent says of the task that is picked; a list of events grows."""
        self._take(result.get("task") if method == "SubscribeToTask" else dict(result))
        self._show()
        text = plain_signs(written(result)[:SHOWN_CHARACTERS])
        if method == "SubscribeToTask":
            self.answer.appendPlainText(text)
        else:
            self.answer.setPlainText(text)

    def say(self, words: str) -> None:
        """Say that something failed, or that a stream is over."""
        self.note.setText(plain_signs(words))

    def _take(self, task: JsonValue) -> None:
        told = told_of(task)
        if told is None:
            return
        if not told.asked and (before := self._told.get(told.task_id)) is not None:
            told = told._replace(asked=before.asked)
        self._told[told.task_id] = told

    def _list(self, token: str) -> None:
        params: dict[str, JsonValue] = {"pageSize": _PAGE, "historyLength": _HISTORY}
        if self.here.isChecked():
            params["contextId"] = self._context_id
        if self.state.value:
            params["status"] = _WIRE + self.state.value.upper()
        if token:
            params["pageToken"] = token
        self.listed.emit(params)

    def _pick(self, key: object) -> None:
        self._ask("GetTask", str(key))

    def _ask(self, method: str, task_id: str) -> None:
        self._wanted = task_id
        self.answer.clear()
        self._enable()
        self.asked.emit(method, task_id)

    def _chosen(self) -> TaskSummary | None:
        index = self.tasks.currentIndex()
        return self._told.get(str(self.tasks.lines.key(index))) if index.isValid() else None

    def _do(self, method: str) -> None:
        if (task := self._chosen()) is not None:
            self._ask(method, task.task_id)

    def _hand_on(self) -> None:
        task = self._chosen()
        self.byHand.emit(*((task.task_id, task.context_id) if task else ("", self._context_id)))

    def _show(self) -> None:
        row = self.tasks.currentIndex().row()
        self.tasks.show_rows([(one.task_id, task_line(one)) for one in self._told.values()])
        self.tasks.setCurrentIndex(self.tasks.lines.index(max(0, row)))
        self._enable()

    def _enable(self) -> None:
        task = self._chosen()
        over = task is not None and TaskState(task.state).terminal
        self.follow.setEnabled(task is not None and not over)
        self.cancel.setEnabled(task is not None and not over)
        self.more.setEnabled(bool(self._next))

    def _button(self, name: str, words: str) -> Button:
        button = named(Button("plain"), name)
        button.setText(words)
        button.setAutoDefault(False)  # Enter picks a task
        return button

    def _connect(self) -> None:
        self.tasks.picked.connect(self._pick)
        self.tasks.selectionModel().currentChanged.connect(lambda *_: self._enable())
        self.state.currentIndexChanged.connect(lambda _: self.begin())
        self.here.toggled.connect(lambda _: self.begin())
        self.more.clicked.connect(lambda: self._list(self._next))
        self.follow.clicked.connect(lambda: self._do("SubscribeToTask"))
        self.cancel.clicked.connect(lambda: self._do("CancelTask"))
        self.other.clicked.connect(self._hand_on)
        self.close_.clicked.connect(self.reject)

    def _lay_out(self, agent: str) -> None:
        self.setWindowTitle(self.tr("Tasks of {agent}").format(agent=plain_signs(agent)))
        states = [one for one in TaskState if one is not TaskState.UNKNOWN]
        self.state.offer(
            [("", self.tr("In any state")), *((one, state_word(one)) for one in states)]
        )
        self.state.setAccessibleName(self.tr("State"))
        self.here.setText(self.tr("Of this conversation only"))
        self.tasks.setAccessibleName(self.tr("Tasks"))
        self.answer.setAccessibleName(self.tr("What the agent says of the task"))
        self.answer.setReadOnly(True)
        self.answer.setTabChangesFocus(True)
        self.answer.setMaximumBlockCount(20_000)
        self.answer.setFont(mono_font(self.font().pointSizeF() / 10.5))
        self.answer.setPlaceholderText(self.tr("Enter on a task shows what the agent says of it."))
        for area, lines in zip((self.tasks, self.answer), _LEAST_LINES, strict=True):
            area.setMinimumHeight(lines * self.fontMetrics().lineSpacing())
        theme = theme_of(self)
        self.tasks.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))
        filters = FlowLayout(spacing=12)
        filters.addWidget(self.state)
        filters.addWidget(self.here)
        about = FlowLayout(spacing=8)
        for button in (self.more, self.follow, self.cancel, self.other):
            about.addWidget(button)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(self.close_)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(10)
        layout.addLayout(filters)
        layout.addWidget(self.tasks, 1)
        layout.addWidget(self.note)
        layout.addLayout(about)
        layout.addWidget(self.answer, 1)
        layout.addLayout(below)
        self.resize(620, 680)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


def told_of(task: JsonValue) -> TaskSummary | None:
    """Return what a task in ProtoJSON says of itself; None for what is no task."""
    if not isinstance(task, dict) or not isinstance(task.get("id"), str):
        return None
    status = task.get("status")
    status = status if isinstance(status, dict) else {}
    state = str(status.get("state") or "").removeprefix(_WIRE).lower()
    history = task.get("history")
    messages = (
        [one for one in history if isinstance(one, dict)] if isinstance(history, list) else []
    )
    asked = [one for one in reversed(messages) if one.get("role") == "ROLE_USER"]
    said = [status.get("message"), *reversed(messages)]
    return TaskSummary(
        task_id=str(task["id"]),
        context_id=str(task.get("contextId") or ""),
        state=state if state in set(TaskState) else TaskState.UNKNOWN,
        asked=_first_words(asked),
        said=_first_words(said),
        at=str(status.get("timestamp") or ""),
    )


def task_line(told: TaskSummary) -> Line:
    """Return a task as a row: its state, what was asked, its ids, when it came to that state.

    Where what was asked is not told, what was last said stands in its place.
    """
    at = QDateTime.fromString(told.at, Qt.DateFormat.ISODateWithMs).toLocalTime()
    shown = QLocale().toString(at, QLocale.FormatType.ShortFormat) if at.isValid() else ""
    word = state_word(told.state)
    if told.state == TaskState.UNKNOWN:
        word = QCoreApplication.translate("Frames", "In an unknown state")
    words = told.asked or told.said
    return Line(
        title=f"{word} · {words}" if words else word,
        detail=plain_signs(" · ".join(filter(None, (told.task_id, told.context_id)))),
        aside=shown,
        icon=STATE_ICONS[told.state],
        tone=_TONES.get(told.state, "muted"),
    )


def _first_words(messages: Sequence[JsonValue]) -> str:
    words = next((one for message in messages for one in _texts(message)), "")
    return first_line(plain_signs(words))


def _texts(message: JsonValue) -> Iterator[str]:
    parts = message.get("parts") if isinstance(message, dict) else None
    for part in parts if isinstance(parts, list) else ():
        text = part.get("text") if isinstance(part, dict) else None
        if isinstance(text, str) and text.strip():
            yield text
