"""Says which service keeps the conversations of a desk, how that goes, and how to change it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.syncing import Syncing, SyncStatus
from gui.naming import named


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
