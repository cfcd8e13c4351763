"""Icons as strokes of 24 × 24, tinted with a colour of the theme and sharp at any scale."""

from functools import lru_cache
from importlib import resources

from PySide6.QtCore import QBuffer, QByteArray, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QIcon, QImageReader, QPainter, QPalette, QPixmap

from gui.look.theme import BODY_POINTS

_SIZES = (16, 20, 24, 32)


def icon_side(font: QFont, side: int = 16) -> int:
    """Return the side of an icon beside words in a font, which grows with them: pixels.

    `side` is what it is at the body's size, and the least.
    """
    return max(side, round(side * font.pointSizeF() / BODY_POINTS))


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return an icon of `size` device-independent pixels; `ratio` is the screen's pixel ratio."""
    tinted = _source(name).replace("currentColor", colour)
    buffer = QBuffer()
    buffer.setData(QByteArray(tinted.encode()))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(b"svg"))
    pixels = max(1, round(size * ratio))
    # Makes the handler while Python's lock is held. `read` gives that up: it would then wait for it
    # inside Qt's own lock on the handlers, and a thread that reads a picture the other way round.
    reader.canRead()
    reader.setScaledSize(QSize(pixels, pixels))
    made = QPixmap.fromImage(reader.read())
    made.setDevicePixelRatio(ratio)
    return made


def icon(name: str, palette: QPalette, ratio: float = 1.0) -> QIcon:
    """Return an icon for a button or menu, in the palette's text colours."""
    made = QIcon()
    groups = (
        (QPalette.ColorGroup.Active, QIcon.Mode.Normal),
        (QPalette.ColorGroup.Disabled, QIcon.Mode.Disabled),
    )
    for group, mode in groups:
        colour = QColor(palette.color(group, QPalette.ColorRole.ButtonText)).name()
        for size in _SIZES:
            for scale in sorted({1.0, 2.0, ratio}):
                made.addPixmap(pixmap(name, colour, size, scale), mode)
    return made


def paint_icon(painter: QPainter, name: str, rect: QRectF, colour: str) -> None:
    """Paint an icon into a rectangle."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(rect.topLeft(), pixmap(name, colour, round(rect.width()), ratio))


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    return (resources.files("assets") / "icons" / f"{name}.svg").read_text("utf-8")
