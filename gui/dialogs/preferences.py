"""The dialog of the preferences, each taking effect at once, and of the service behind a desk."""

from collections.abc import Callable
from typing import get_args

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.ports import Syncing, SyncStatus
from gui.look.preferences import (
    LARGEST,
    SMALLEST,
    ZOOM_STEP,
    Language,
    MotionChoice,
    Preferences,
    SendKey,
    ThemeChoice,
)
from gui.platform.i18n import LANGUAGES, NATIVE_NAMES
from gui.widgets.buttons import Button
from gui.widgets.combo_box import Box
from gui.widgets.dialog import Dialog
from gui.widgets.object_names import named

_SIGNS = 34
_SIZES = (SMALLEST, LARGEST + ZOOM_STEP, ZOOM_STEP)


class ServiceSection(QWidget):
    """Follows a desk's syncing until `stop`; None is a desk that keeps to itself."""

    def __init__(self, syncing: Syncing | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "preferenceService")
        self._syncing = syncing
        self._which = _label("preferenceServiceWhich")
        self._how = _label("preferenceServiceHow")
        self._how.setForegroundRole(self._how.palette().ColorRole.PlaceholderText)
        layout = QVBoxLayout(self)
        # As far down as the words beside it.
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._which)
        layout.addWidget(self._how)
        layout.addStretch(1)
        # What a narrower one would need in height is no empty room below.
        self.setMinimumWidth(_SIGNS * self.fontMetrics().horizontalAdvance("0"))
        self.stop: Callable[[], None] = _nothing
        if syncing is not None:
            self.stop = syncing.watch(lambda _: self._show())
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show()

    def _show(self) -> None:
        if self._syncing is None:
            which = self.tr("Your conversations are kept on this desk only.")
            how = self.tr(
                "To have them on several desks, run “balance-desk conversations connect” in a"
                " terminal, with the address of a service."
            )
        else:
            # An address is a stranger's text, and no words of ours are looked for in it.
            which = f"{self._syncing.service}\n{self._state(self._syncing.status)}"
            how = self.tr(
                "To disconnect, run “balance-desk conversations disconnect” in a terminal. It"
                " holds from the next start on; what is here stays."
            )
        self._which.setText(which)
        self._how.setText(how)
        self.setAccessibleName(f"{which} {how}")

    def _state(self, status: SyncStatus) -> str:
        match status.state:
            case "connecting":
                return self.tr("Connecting…")
            case "in_step":
                return self.tr("All is in step.")
            case "refused":
                return self.tr("Not synced: the service does not accept this desk's token.")
            case "offline":
                return self.tr("Offline, will sync.")


def _nothing() -> None:
    """Stop nothing: nobody is followed."""


def _label(name: str) -> QLabel:
    label = named(QLabel(), name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label


class PreferencesDialog(Dialog):
    """Shows the choices; each takes effect at once and is told through `changed`."""

    changed = Signal()
    modelWanted = Signal()

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.language = named(Box(), "preferenceLanguage")
        self.theme = named(Box(), "preferenceTheme")
        self.motion = named(Box(), "preferenceMotion")
        self.send_key = named(Box(), "preferenceSendKey")
        self.font_size = named(Box(), "preferenceFontSize")
        names = ("language", "theme", "motion", "send_key", "font_size")
        self._labels = {name: QLabel() for name in names}
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(16)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, label in self._labels.items():
            control = getattr(self, name)
            if isinstance(control, QComboBox):
                control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            label.setBuddy(control)
            form.addRow(label, control)
        self._close = named(Button("plain"), "preferencesClose")
        self._close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(24)
        layout.addLayout(form)
        self._form = form
        self.model = named(Button("plain", parent=self), "preferenceModel")
        self.model.hide()
        self.model.clicked.connect(self.modelWanted)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignRight)
        # Words of another language or a larger font may need more than there was at first.
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetMinimumSize)
        self.setMinimumWidth(440)
        self._fill()
        for box in (self.language, self.theme, self.motion, self.send_key, self.font_size):
            box.activated.connect(self._take)

    def offer_model(self) -> None:
        """Offer the choice of a language model, which `modelWanted` asks for."""
        row = QHBoxLayout()
        row.addWidget(self.model)
        row.addStretch(1)
        self._form.addRow("", row)
        self.model.show()

    def show_service(self, syncing: Syncing | None) -> None:
        """Show which service keeps the desk's conversations, as long as the dialog is open."""
        section = ServiceSection(syncing)
        self._labels["service"] = QLabel()
        self._form.addRow(self._labels["service"], section)
        self.finished.connect(lambda _: section.stop())
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Show the words of a language that was just chosen."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _fill(self) -> None:
        self.setWindowTitle(self.tr("Preferences"))
        self.model.setText(self.tr("Language model…"))
        self._close.setText(self.tr("Close"))
        self._labels["language"].setText(self.tr("&Language"))
        self._labels["theme"].setText(self.tr("&Theme"))
        self._labels["motion"].setText(self.tr("&Motion"))
        self._labels["send_key"].setText(self.tr("&Send with"))
        self._labels["font_size"].setText(self.tr("&Font size"))
        if "service" in self._labels:
            self._labels["service"].setText(self.tr("Conversations"))
        choices = self._preferences
        languages = {"auto": self.tr("Same as the system")}
        _options(
            self.language,
            {**languages, **{name: NATIVE_NAMES[name] for name in LANGUAGES}},
            choices.language,
        )
        _options(
            self.theme,
            {
                "system": self.tr("Same as the system"),
                "light": self.tr("Light"),
                "dark": self.tr("Dark"),
            },
            choices.theme,
        )
        _options(
            self.motion,
            {
                "system": self.tr("Same as the system"),
                "full": self.tr("Full"),
                "reduced": self.tr("Reduced (nothing moves by itself)"),
            },
            choices.motion,
        )
        _options(
            self.send_key,
            {
                "enter": self.tr("Enter (Shift+Enter breaks the line)"),
                "ctrl_enter": self.tr("Ctrl+Enter (Enter breaks the line)"),
            },
            choices.send_key,
        )
        now, sign = round(choices.font_scale * 100), self.tr(" %", "after a number")
        sizes = sorted({now, *range(*(round(end * 100) for end in _SIZES))})
        _options(self.font_size, {str(size): f"{size}{sign}" for size in sizes}, str(now))

    def _take(self) -> None:
        chosen = self._preferences
        if (language := self.language.currentData()) in get_args(Language):
            chosen.language = language
        if (theme := self.theme.currentData()) in get_args(ThemeChoice):
            chosen.theme = theme
        if (motion := self.motion.currentData()) in get_args(MotionChoice):
            chosen.motion = motion
        if (send_key := self.send_key.currentData()) in get_args(SendKey):
            chosen.send_key = send_key
        chosen.font_scale = int(self.font_size.currentData()) / 100
        self.changed.emit()


def _options(box: QComboBox, options: dict[str, str], chosen: str) -> None:
    box.blockSignals(True)
    box.clear()
    for value, label in options.items():
        box.addItem(label, value)
    box.setCurrentIndex(max(0, box.findData(chosen, Qt.ItemDataRole.UserRole)))
    box.blockSignals(False)
