"""A text of many lines, to read or to write, on a rounded ground like a line that is typed in."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gui.look.theme import Theme, scroll_bar_css
from gui.widgets.surfaces import RADIUS, theme_of

_PAD = 4


def boxed(kind: str, theme: Theme) -> str:
    """Return the style sheet of a box of text: its ground, its border, its scroll bars.

    `kind` is the name of its class in Qt.
    """
    return (
        f"{kind}{{background:{theme.base};color:{theme.text};border:1px solid {theme.border};"
        f"border-radius:{round(RADIUS)}px;padding:{_PAD}px;"
        # Else Qt takes that of the text, half seen through.
        f"placeholder-text-color:{theme.muted}}}"
        f"{kind}:focus{{border-color:{theme.accent}}}" + scroll_bar_css(theme)
    )


class TextBox(QPlainTextEdit):
    """A plain text that has the look of the window, whatever theme comes; foreign text is safe."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme: Theme | None = None
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        if theme is not self._theme:
            self._theme = theme
            self.setStyleSheet(boxed("QPlainTextEdit", theme))
