"""One thing asked of an agent by hand: an operation of A2A, its parameters, headers, the answer."""

import uuid
from collections.abc import Mapping, Sequence

from pydantic import JsonValue
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.domain.frames import Frame
from app.system.strict_json import read_typed
from gui.inspector.frame_texts import SHOWN_CHARACTERS, written
from gui.look.theme import mono_font
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.dialog import Dialog
from gui.widgets.object_names import named
from gui.widgets.text_box import TextBox

_SENDING = ("SendMessage", "SendStreamingMessage")
OPERATIONS = (
    "ListTasks",
    "GetTask",
    *_SENDING,
    "SubscribeToTask",
    "CancelTask",
    "CreateTaskPushNotificationConfig",
    "GetTaskPushNotificationConfig",
    "ListTaskPushNotificationConfigs",
    "DeleteTaskPushNotificationConfig",
    "GetExtendedAgentCard",
)
_PAGE = 50
_LINES = (5, 2, 5)
_SHARES = (5, 1, 6)


class AskDialog(Dialog):
    """Shows one call, which `asked` asks for: the operation, its parameters and the headers.

    What is typed and cannot be sent is said beside the answer. `frame` is what was sent before, to
    be sent again with another id; without one the tasks of a conversation are asked for.
    """

    asked = Signal(str, object, object)

    def __init__(self, parent: QWidget, *, context_id: str, task_id: str, frame: Frame | None):
        super().__init__(parent)
        named(self, "askAgent")
        self._ids = (context_id, task_id)
        self._send_had_focus = False
        self.operation = ChoiceBox("askOperation")
        self.operation.offer([(one, one) for one in OPERATIONS])
        self.params = named(TextBox(), "askParams")
        self.headers = named(TextBox(), "askHeaders")
        self.answer = named(TextBox(), "askAnswer")
        self.answer.setReadOnly(True)
        self.answer.setMaximumBlockCount(20_000)
        self.send = named(Button("main", icon="send"), "askSend")
        self.send.setText(self.tr("Send"))
        close = named(Button("plain"), "askClose")
        close.setText(self.tr("Close"))
        self._lay_out(close)
        self.operation.currentIndexChanged.connect(lambda _: self._offer())
        self.send.clicked.connect(self._ask)
        close.clicked.connect(self.reject)
        if frame is not None and isinstance(frame.body, dict) and frame.method in OPERATIONS:
            self.operation.choose(frame.method)
            self.params.setPlainText(written(_anew(frame.body)))
        else:
            self._offer()

    def tell(self, result: object) -> None:
        """Add a value of JSON to the answer: a result, or an error as the agent wrote it."""
        self.answer.appendPlainText(plain_signs(written(result)[:SHOWN_CHARACTERS]))

    def say(self, words: str) -> None:
        """Add words to the answer: that it failed, or that it is over."""
        self.answer.appendPlainText(plain_signs(words))

    def ended(self) -> None:
        """Say that nothing more comes, and let something be asked again."""
        self.say(self.tr("This is all."))
        self.send.setEnabled(True)
        if self.answer.hasFocus() and self._send_had_focus:
            self.send.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask(self) -> None:
        self.answer.clear()
        try:
            params = read_typed(self.params.toPlainText() or "{}")
        except ValueError as error:
            self.say(self.tr("The parameters are no JSON: {why}").format(why=error))
            return
        if not isinstance(params, dict):
            self.say(self.tr("The parameters are no JSON object."))
            return
        headers = _headers(self.headers.toPlainText())
        if headers is None:
            self.say(self.tr("A header is written as Name: value, one on each line."))
            return
        self._send_had_focus = self.send.hasFocus()
        if self._send_had_focus:  # else what is disabled passes it on to whatever comes next
            self.answer.setFocus(Qt.FocusReason.OtherFocusReason)
        self.send.setEnabled(False)
        self.asked.emit(self.operation.value, params, headers)

    def _offer(self) -> None:
        """Begin the parameters of another operation with the ids that are known."""
        self.params.setPlainText(written(_begun(self.operation.value or "", *self._ids)))

    def _lay_out(self, close: Button) -> None:
        self.setWindowTitle(self.tr("Ask the agent"))
        fields: Sequence[tuple[QPlainTextEdit, str]] = (
            (self.params, self.tr("Parameters as JSON")),
            (self.headers, self.tr("Headers, one on each line")),
            (self.answer, self.tr("Answer")),
        )
        form = QVBoxLayout()
        form.setSpacing(4)
        form.addWidget(QLabel(self.tr("Operation")))
        form.addWidget(self.operation)
        self.operation.setAccessibleName(self.tr("Operation"))
        for (field, words), lines, share in zip(fields, _LINES, _SHARES, strict=True):
            field.setFont(mono_font(self.font().pointSizeF() / 10.5))
            field.setAccessibleName(words)
            field.setTabChangesFocus(True)
            field.setMinimumHeight(lines * field.fontMetrics().lineSpacing())
            form.addSpacing(8)
            form.addWidget(QLabel(words))
            form.addWidget(field, share)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(close)
        below.addWidget(self.send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(form, 1)
        layout.addLayout(below)
        self.resize(560, 640)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


def _anew(body: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return what was sent, its message under another id: else it would be a second try."""
    message = body.get("message")
    if not isinstance(message, dict):
        return body
    return {**body, "message": {**message, "messageId": uuid.uuid4().hex}}


def _begun(method: str, context_id: str, task_id: str) -> Mapping[str, JsonValue]:
    if method == "ListTasks":
        return {"contextId": context_id, "pageSize": _PAGE}
    if method in _SENDING:
        message: dict[str, JsonValue] = {
            "messageId": uuid.uuid4().hex,
            "contextId": context_id,
            "role": "ROLE_USER",
            "parts": [{"text": ""}],
            "metadata": {},
        }
        return {"message": message}
    if method == "CreateTaskPushNotificationConfig":
        return {"taskId": task_id, "url": "https://"}
    if method.endswith("PushNotificationConfig"):
        return {"taskId": task_id, "id": ""}
    if method == "ListTaskPushNotificationConfigs":
        return {"taskId": task_id}
    return {} if method == "GetExtendedAgentCard" else {"id": task_id}


def _headers(text: str) -> dict[str, str] | None:
    found = {}
    for line in filter(str.strip, text.splitlines()):
        name, colon, value = line.partition(":")
        usable = name.strip().isascii() and name.strip().replace("-", "").replace("_", "").isalnum()
        if not colon or not usable:
            return None
        found[name.strip()] = value.strip()
    return found
