"""The past of a conversation: what is shown is the fold of the events until then."""

from PySide6.QtCore import QCoreApplication, QDateTime, QEvent, QLocale, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.domain.conversations import Entry
from app.domain.exports import Moment, Timeline
from gui.chat.model import ChatModel
from gui.texts.messages import state_word
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.escape_key import hide_giving_keys, left_with_escape
from gui.widgets.object_names import named
from gui.widgets.slider import Slider
from gui.workspace.workspace import Workspace

_STEP_MS = 120


class TravelBar(QWidget):
    """Owns the step that is shown; hidden at first. `stepped` tells another one, `left` the end."""

    stepped = Signal(int)
    left = Signal()

    def __init__(self, back_to: QWidget) -> None:
        """`back_to` has the keys when the bar is left."""
        super().__init__()
        named(self, "travelBar")
        self._back_to = back_to
        self.slider = named(Slider(), "travelSlider")
        self.slider.setPageStep(10)
        self.before = named(Button("plain", icon="chevron-left"), "travelBefore")
        self.after = named(Button("plain", icon="chevron-right"), "travelAfter")
        self.play = named(Button("plain"), "travelPlay")
        self.play.setCheckable(True)
        self._close = named(Button("quiet", icon="close"), "travelClose")
        self._said = named(QLabel(), "travelMoment")
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(self.before)
        row.addWidget(self.slider, 1)
        for widget in (self.after, self.play, self._said, self._close):
            row.addWidget(widget)
        self._clock = QTimer(self)
        self._clock.setInterval(_STEP_MS)
        self._clock.timeout.connect(self._tick)
        self.slider.valueChanged.connect(self.stepped)
        self.before.clicked.connect(lambda: self._go(-1))
        self.after.clicked.connect(lambda: self._go(1))
        self.play.toggled.connect(self._run)
        self._close.clicked.connect(self.leave)
        self._fill()
        self.hide()

    def open_for(self, steps: int) -> None:
        """Show the bar for so many steps, at the last one."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, steps - 1))
        self.slider.setValue(max(0, steps - 1))
        self.slider.blockSignals(False)
        self.show()
        self.slider.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def say(self, words: str) -> None:
        """Say which moment is shown."""
        self._said.setText(words)
        self.slider.setAccessibleDescription(words)

    def leave(self) -> None:
        """Hide the bar: it is now again."""
        self.play.setChecked(False)
        if not self.isHidden():
            hide_giving_keys(self, self._back_to)
            self.left.emit()

    def event(self, event: QEvent) -> bool:
        """Leave with Esc while the focus is in this bar."""
        return left_with_escape(event, self.leave) or super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Show the words of another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _go(self, step: int) -> None:
        self.slider.setValue(self.slider.value() + step)

    def _run(self, on: bool) -> None:
        if on and self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._clock.start() if on else self._clock.stop()
        self._fill()

    def _tick(self) -> None:
        self._go(1)
        if self.slider.value() == self.slider.maximum():
            self.play.setChecked(False)

    def _fill(self) -> None:
        for button, words in (
            (self.before, self.tr("Event before")),
            (self.after, self.tr("Event after")),
        ):
            button.setAccessibleName(words)
            button.setToolTip(words)
        self.play.setText(self.tr("Pause") if self.play.isChecked() else self.tr("Play"))
        self.slider.setAccessibleName(self.tr("Moment of the conversation"))
        self._close.setAccessibleName(self.tr("Back to now"))
        self._close.setToolTip(self.tr("Back to now"))


class Travelling:
    """Owns the past that is shown, in a model of its own; the conversation itself goes on."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._actions = space.actions
        self._tasks = space.tasks
        self._live = space.panes.view.model()
        self._past = ChatModel(space.panes.view)
        self._shown: list[Entry] = []
        self._timeline: Timeline | None = None
        self._bar = TravelBar(space.panes.bar.composer)
        space.panes.add_bar(self._bar)
        self._bar.stepped.connect(self._show)
        self._bar.left.connect(self._return)
        space.actions["actionTimeTravel"].triggered.connect(self._toggle)
        space.conversation.shownChanged.connect(self._moved)
        self._live.rowsInserted.connect(lambda *_: self._bar.leave())
        space.conversation.stateChanged.connect(self._offer)
        self._context: str | None = None
        self._offer()

    def _toggle(self, on: bool) -> None:
        if on and not self._tasks.closed:
            self._tasks.start(self._open())
        elif not on:
            self._bar.leave()

    async def _open(self) -> None:
        context_id = self._conversation.context_id
        exported = await self._desk.take_out(context_id or "")
        timeline = Timeline(exported)
        if context_id != self._conversation.context_id or not len(timeline):
            self._actions["actionTimeTravel"].setChecked(False)
            return
        self._context, self._timeline, self._shown = context_id, timeline, []
        self._actions["actionTimeTravel"].setChecked(True)
        self._bar.open_for(len(timeline))
        self._past.reset(0)
        self._panes.view.set_model(self._past)
        self._show(len(timeline) - 1)

    def _show(self, step: int) -> None:
        """Show the conversation as it was after a step; rows that are the same stay as they are."""
        if self._timeline is None:
            return
        entries = list(self._timeline.entries(step))
        if len(entries) < len(self._shown):
            self._past.reset(len(entries), entries)
        else:
            for number, entry in enumerate(entries):
                if number >= len(self._shown) or self._shown[number] != entry:
                    self._past.append(entry)
        self._shown = entries
        self._panes.question.show_now(step == len(self._timeline) - 1)
        self._panes.view.scroll_to(max(0, len(entries) - 2))
        self._bar.say(_words(self._timeline.moment(step), step, len(self._timeline)))

    def _return(self) -> None:
        self._actions["actionTimeTravel"].setChecked(False)
        self._timeline, self._shown = None, []
        self._panes.question.show_now(True)
        self._panes.view.set_model(self._live)

    def _moved(self) -> None:
        if self._conversation.context_id != self._context:
            self._bar.leave()

    def _offer(self) -> None:
        self._actions["actionTimeTravel"].setEnabled(self._live.rowCount() > 0)


def _words(moment: Moment, step: int, steps: int) -> str:
    """Return which event a step is: its number, its time, what happened."""
    locale = QLocale()
    at = QDateTime.fromMSecsSinceEpoch(int(moment.at.timestamp() * 1000))
    clock = at.time().toString("HH:mm:ss.zzz")
    number = f"{locale.toString(step + 1)} / {locale.toString(steps)}"
    return f"{number} · {clock} · {_happened(moment)}"


def _made_word(name: str) -> str:
    """Return what an artifact of the agents of this desk is called; others are by their name."""
    translate = QCoreApplication.translate
    match name:
        case "answer":
            return translate("Travel", "text")
        case "result":
            return translate("Travel", "table")
        case "chart":
            return translate("Travel", "picture")
        case "query":
            return translate("Travel", "query")
        case "frame":
            return translate("Travel", "what was understood")
        case "profile":
            return translate("Travel", "what the data holds")
        case "denotation":
            return translate("Travel", "figures")
        case "plan":
            return translate("Travel", "plan")
        case "steps":
            return translate("Travel", "steps")
        case "delegation":
            return translate("Travel", "who was asked")
        case _:
            return plain_signs(name)


def _happened(moment: Moment) -> str:
    translate = QCoreApplication.translate
    event = moment.event
    if event is None:
        return translate("Travel", "Asked")
    match event.type:
        case "status":
            return state_word(event.state)
        case "task":
            return state_word(event.task.state)
        case "artifact":
            made = _made_word(event.artifact.name)
            return translate("Travel", "Result: {name}").replace("{name}", made)
        case "message":
            return translate("Travel", "Reply")
        case "lost":
            return translate("Travel", "Connection lost")
        case "recovered":
            return translate("Travel", "Found again")
        case "closed":
            return state_word(event.state)
        case "pinned":
            return (
                translate("Travel", "On the board")
                if event.on
                else translate("Travel", "Off the board")
            )
        case "replaced":
            return translate("Travel", "Replaced")
        case _:
            return translate("Travel", "Answered")
