"""Whether anything in the window may move by itself: the caret's blinking, menus that fade."""

import sys

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

_EFFECTS = tuple(
    effect for effect in Qt.UIEffect if effect is not Qt.UIEffect.UI_General
)  # the general one switches off no others once they are set


class Motion(QObject):
    """Owns the application's blinking and effects, one for all windows.

    Until the desktop has said otherwise, the system's wish is what Qt took over from it: on
    Windows no effects at all are a wish for less motion.
    """

    changed = Signal(bool)
    """Whether nothing moves by itself, after it was chosen or said anew."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._flash = app.cursorFlashTime()
        self._effects = {effect: app.isEffectEnabled(effect) for effect in _EFFECTS}
        self._choice = "system"
        self._system = sys.platform == "win32" and not app.isEffectEnabled(Qt.UIEffect.UI_General)

    @property
    def reduced(self) -> bool:
        """Whether nothing moves by itself."""
        return self._system if self._choice == "system" else self._choice == "reduced"

    def choose(self, choice: str) -> None:
        """Follow a preference: `system`, `full` or `reduced`."""
        self._choice = choice
        self._apply()

    def system_says(self, *, reduced: bool) -> None:
        """Take in what the desktop wishes; it counts where the preference is `system`."""
        self._system = reduced
        self._apply()

    def _apply(self) -> None:
        still = self.reduced
        self._app.setCursorFlashTime(0 if still else self._flash)
        for effect, enabled in self._effects.items():
            self._app.setEffectEnabled(effect, enabled and not still)
        self.changed.emit(still)


def motion_of(app: QApplication) -> Motion:
    """Return the application's motion; the first call makes it."""
    return app.findChild(Motion) or Motion(app)
