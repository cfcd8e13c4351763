"""One picture inside a block: how much room it takes, and its pixels or what there is instead."""

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter

from app.domain.messages import FilePart
from gui.blocks.style import Style
from gui.pictures import picture_of, shared_pictures

_HIGHEST = 320


class ShownPicture:
    """Owns the place of a file's picture; nothing for a file that is none."""

    def __init__(self, file: FilePart, style: Style) -> None:
        self._picture = picture_of(file)
        self._style = style
        self.size = QSize(0, 0)

    def __bool__(self) -> bool:
        return self._picture is not None

    def lay_out(self, width: int) -> QSize:
        """Return the size at this width; known before the pixels are, so that nothing moves."""
        if self._picture is not None:
            self.size = self._picture.fitted(width, round(_HIGHEST * max(1.0, self._style.zoom)))
        return self.size

    def paint(self, painter: QPainter, x: float, y: float) -> None:
        """Paint the pixels, or a frame while they are not there."""
        if self._picture is None:
            return
        ratio = painter.device().devicePixelRatio()
        image = shared_pictures().image(self._picture, (self.size.toSizeF() * ratio).toSize())
        place = QRectF(x, y, self.size.width(), self.size.height())
        theme = self._style.theme
        if image is not None and not image.isNull():
            painter.drawImage(place, image)
            return
        painter.setPen(QColor(theme.border))
        painter.setBrush(QColor(theme.raised))
        painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5))
        if image is not None:
            painter.setPen(QColor(theme.text))
            painter.setFont(self._style.small)
            words = QCoreApplication.translate("Chat", "This picture is damaged.")
            flags = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
            painter.drawText(place, flags, words)
