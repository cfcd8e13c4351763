"""Pictures of a message: their size at once, their pixels when a thread has read them.

Only what is in the message is shown: nothing is fetched. Drawings that are documents of their own
(SVG, PDF) stay files.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QObject,
    QRectF,
    QSize,
    Qt,
    QThreadPool,
    Signal,
)
from PySide6.QtGui import QColor, QImage, QImageIOHandler, QImageReader, QPainter

from gui.look.message_style import Style

if TYPE_CHECKING:
    from app.domain.messages import FilePart


_FORMATS = frozenset({b"png", b"jpeg", b"gif", b"webp", b"bmp"})
_MOST_PIXELS = 100_000_000
_KEPT = 32
_TURNED = QImageIOHandler.Transformation.TransformationRotate90.value


def as_png(image: QImage) -> bytes:
    """Return a picture as PNG."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs want bytes, Qt a name
    return bytes(content.data())


class Picture(NamedTuple):
    """A picture that can be shown: its bytes, what tells it from others, and its size in pixels."""

    content: bytes
    key: str
    size: QSize

    def fitted(self, width: int, height: int) -> QSize:
        """Return the largest size in a box that is not larger than the picture."""
        room = QSize(min(width, self.size.width()), min(height, self.size.height()))
        kept = self.size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return kept.expandedTo(QSize(1, 1))


def picture_of(file: FilePart) -> Picture | None:
    """Return the picture in a file, whatever its name says; None where there is none to show."""
    if file.content is None:
        return None
    buffer = _buffer(file.content)
    reader = _reader(buffer)
    size = reader.size()
    known = bytes(reader.format().data()) in _FORMATS
    if not known or size.isEmpty() or size.width() * size.height() > _MOST_PIXELS:
        return None
    if reader.transformation().value & _TURNED:
        size = size.transposed()
    return Picture(file.content, f"{len(file.content)}:{hash(file.content)}", size)


class Pictures(QObject):
    """Owns the pixels of pictures that were shown lately, and the threads that read others.

    `arrived` tells that one can be painted now, or that it never can.
    """

    arrived = Signal()
    _read = Signal(str, QImage)

    def __init__(self, pool: QThreadPool | None = None) -> None:
        super().__init__()
        self._pool = pool or QThreadPool.globalInstance()
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._asked: set[str] = set()
        self._read.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def image(self, picture: Picture, size: QSize) -> QImage | None:
        """Return the pixels at a size in pixels of the screen; None while they are being read.

        A picture that is damaged beyond its head has a null image.
        """
        key = f"{picture.key}:{size.width()}x{size.height()}"
        found = self._images.get(key)
        if found is not None:
            self._images.move_to_end(key)
            return found
        if key not in self._asked:
            self._asked.add(key)
            self._pool.start(lambda: self._read.emit(key, _pixels(picture.content, size)))
        return None

    def _take(self, key: str, image: QImage) -> None:
        self._asked.discard(key)
        self._images[key] = image
        while len(self._images) > _KEPT:
            self._images.popitem(last=False)
        self.arrived.emit()


@cache
def shared_pictures() -> Pictures:
    """Return the pictures of the program; first called on the window's thread."""
    return Pictures()


def _pixels(content: bytes, size: QSize) -> QImage:
    buffer = _buffer(content)
    reader = _reader(buffer)
    turned = bool(reader.transformation().value & _TURNED)
    reader.setScaledSize(size.transposed() if turned else size)
    return reader.read()


def _buffer(content: bytes) -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return buffer


def _reader(buffer: QBuffer) -> QImageReader:
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader


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
