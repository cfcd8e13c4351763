"""Choosing a language model: which, where, with what key; tried with a button before it is kept."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.errors import DeskError
from app.profile.settings import WHO_READS
from app.window_ports import ChoosingModel, ModelChoice
from gui.platform.tasks import TaskScope
from gui.texts.errors import error_text
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.dialog import Dialog
from gui.widgets.layouts import form_of
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of

_WIDTH = 480
_PLACES = {
    "openai": "https://api.openai.com/v1",
    "ollama": "http://localhost:11434/v1",
    "gemini": "",
    "anthropic": "",
}


class ModelDialog(Dialog):
    """Owns what is typed and the question under way; `kept` is told when a choice was kept.

    The key is never shown again: an empty field leaves the one that is kept.
    """

    kept = Signal()

    def __init__(self, choosing: ChoosingModel, tasks: TaskScope, parent: QWidget) -> None:
        """Make it; what it asks runs in the window's `tasks`."""
        super().__init__(parent)
        named(self, "languageModel")
        self._choosing = choosing
        self._tasks = tasks
        self._asking: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._found: Sequence[ModelChoice] = ()
        self._kept = ModelChoice()
        self.found = ChoiceBox("modelFound")
        self.kind = ChoiceBox("modelKind")
        self.name = named(Field(), "modelName")
        self.url = named(Field(), "modelAddress")
        self.questions = ChoiceBox("modelQuestions")
        self.key = named(Field(), "modelKey")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.try_it = named(Button("plain"), "modelTest")
        self.keep = named(Button("main"), "modelKeep")
        self.leave = named(Button("plain"), "modelCancel")
        self._about, self._where, self._told = QLabel(), QLabel(), named(QLabel(), "modelStatus")
        self._lay_out()
        self._fill()
        self.found.currentIndexChanged.connect(self._take_found)
        self.kind.currentIndexChanged.connect(self._fit)
        self.try_it.clicked.connect(lambda: self._start(self._try))
        self.keep.clicked.connect(lambda: self._start(self._keep))
        self.leave.clicked.connect(self.reject)
        self._fit()
        self.kind.setEnabled(False)  # until it is known what is chosen
        self._start(self._load)

    def done(self, code: int) -> None:
        """Stop what is asked, and close."""
        self._stop()
        if self._looking is not None:
            self._looking.cancel()
        super().done(code)

    async def _load(self) -> None:
        self._kept = kept = await self._choosing.chosen()
        self.kind.choose(kept.kind or None)
        self.name.setText(kept.name)
        self.url.setText(kept.url)
        self.questions.choose(kept.questions)
        self._where.setText(
            self.tr("The key is kept in the keyring of this system.")
            if kept.lasting
            else self.tr(
                "This system has no keyring: a key is kept in memory and ends with the window."
            )
        )
        self.kind.setEnabled(True)
        self._fit()
        self._make_room()
        self.kind.setFocus()
        self._looking = self._tasks.start(self._look())

    async def _look(self) -> None:
        """Offer what servers on this machine have, if they have any."""
        self._found = await self._choosing.local()
        words = [f"{' '.join(plain_signs(one.name).split())} · {one.url}" for one in self._found]
        none = (None, self.tr("Choose one…"))
        self.found.offer([none, *((str(at), said) for at, said in enumerate(words))])
        self._form.setRowVisible(self.found, bool(self._found))
        self._make_room()

    def _take_found(self) -> None:
        at = self.found.value
        if at is not None:
            one = self._found[int(at)]
            self.kind.choose(one.kind)
            self.name.setText(one.name)
            self.url.setText(one.url)

    async def _try(self) -> None:
        self._tell(self.tr("Just a moment…"))
        answer = await self._choosing.test(self._choice(), self.key.text().strip())
        said = self.tr("It answers: {words}").replace("{words}", plain_signs(answer))
        self._tell(said, good=True)

    async def _keep(self) -> None:
        await self._choosing.keep(self._choice(), self.key.text().strip())
        self.kept.emit()
        self.accept()

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._stop()
        self._asking = self._tasks.start(self._told_apart(work))

    def _stop(self) -> None:
        # What keeps a choice closes the dialog itself.
        if self._asking is not None and self._asking is not asyncio.current_task():
            self._asking.cancel()
            self._asking = None

    async def _told_apart(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        # A button that is off hands the focus on, to the one that would leave.
        pressed = self.try_it.hasFocus()
        self.try_it.setEnabled(False)
        try:
            await work()
        except DeskError as error:
            self._tell(error_text(error))
        finally:
            # One that was stopped leaves the dialog alone, which may be gone.
            if asyncio.current_task() is self._asking:
                self.try_it.setEnabled(bool(self.kind.value))
                if pressed and self.leave.hasFocus():
                    self.try_it.setFocus()

    def _choice(self) -> ModelChoice:
        questions = next(one for one in WHO_READS if one == self.questions.value)
        return ModelChoice(
            self.kind.value or "", self.name.text().strip(), self.url.text().strip(),
            questions=questions,
        )  # fmt: skip

    def _fit(self) -> None:
        """Offer what the chosen kind needs."""
        kind = self.kind.value or ""
        for widget in (self.name, self.url, self.key, self.questions, self.try_it):
            widget.setEnabled(bool(kind))
        self.url.setPlaceholderText(_PLACES.get(kind, ""))
        has_key = self._kept.has_key and kind == self._kept.kind
        self.key.setPlaceholderText(self.tr("One is kept; type to replace it") if has_key else "")

    def _tell(self, words: str, *, good: bool = False) -> None:
        theme = theme_of(self)
        ink(self._told, theme.done if good else theme.text)
        self._told.setText(words)
        self._make_room()

    def _make_room(self) -> None:
        """Grow to what the words need: in a dialog that is too low the fields cover each other."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            needed = layout.totalHeightForWidth(self.width())
            self.setMinimumHeight(needed)

    def _fill(self) -> None:
        self.setWindowTitle(self.tr("Language model"))
        self._about.setText(
            self.tr(
                "Nothing needs a model. With one, the agent “chat” talks, and questions that are "
                "not understood can be read by it. What you write there is sent to its server; "
                "with a question go names and common values of its table, of a log also lines, and "
                "rows that answer it; rows of a table only where settings.toml says looks = “all”."
            )
        )
        self.kind.setAccessibleName(self.tr("Kind of server"))
        self.kind.offer(
            [
                (None, self.tr("No model")),
                ("ollama", "Ollama"),
                ("openai", self.tr("OpenAI, or a server that speaks like it")),
                ("anthropic", "Anthropic"),
                ("gemini", "Gemini"),
            ]
        )
        self.questions.offer(
            [
                ("rules-first", self.tr("What rules leave open")),
                ("model-first", self.tr("Each one, best for logs; rules where it fails")),
                ("never", self.tr("None")),
            ]
        )
        self.try_it.setText(self.tr("Try it"))
        self.keep.setText(self.tr("Use it"))
        self.leave.setText(self.tr("Cancel"))

    def _lay_out(self) -> None:
        self._form = form_of(
            [
                (self.tr("On this machine"), self.found),
                (self.tr("Kind of server"), self.kind),
                (self.tr("Model"), self.name),
                (self.tr("Address"), self.url),
                (self.tr("Key"), self.key),
                (self.tr("Questions it reads"), self.questions),
            ]
        )
        self._form.setRowVisible(self.found, bool(self._found))
        for label in (self._about, self._where, self._told):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        buttons = QHBoxLayout()
        buttons.addWidget(self.try_it)
        buttons.addStretch(1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addWidget(self._about)
        layout.addLayout(self._form)
        layout.addWidget(self._where)
        layout.addWidget(self._told)
        layout.addLayout(buttons)
        self.setMinimumWidth(_WIDTH)
        ink(self._where, theme_of(self).muted)
