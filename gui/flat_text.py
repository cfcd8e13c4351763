"""Text on the ground around it, at its whole height, with lines broken anywhere where they must."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QPalette, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget


class FlatText(QTextEdit):
    """Shows words that may be longer than a line, such as ids: a label would cut them off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def text(self) -> str:
        """Return the words as they are."""
        return self.toPlainText()

    def show_text(self, text: str) -> None:
        """Show words as they are; where they are shown already, what is selected stays so."""
        if text != self.toPlainText():
            self.setPlainText(text)
            self._fit()

    def sizeHint(self) -> QSize:
        """Return a size whose height is that of the words at the present width."""
        return QSize(super().minimumSizeHint().width(), self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Return the same: less would hide some of them."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the words have at the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        height = round(self.document().size().height() + 0.999)
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)
