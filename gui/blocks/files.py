"""Files that an agent sent: name and size, a button that saves or opens each, pictures shown."""

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from app.domain.messages import FilePart
from gui.blocks.base import Block, BlockOrder, Paint, Target
from gui.blocks.buttons import button_height, paint_button, place_button
from gui.blocks.pictures import ShownPicture
from gui.look.icons import icon_side, paint_icon
from gui.look.message_style import Style

_ICON = 18
_PAD = 12


class FilesBlock(Block):
    """Owns the lines of the files of one answer."""

    order = BlockOrder.FILES

    def __init__(self, files: tuple[FilePart, ...], style: Style) -> None:
        super().__init__()
        self._files = files
        self._style = style
        self._line = button_height(style) + 12
        self._side = icon_side(style.body, _ICON)
        self._pictures = [ShownPicture(file, style) for file in files]
        self._tops: list[int] = []
        self._targets: list[Target] = []

    def lay_out(self, width: int) -> int:
        """Return the height: one line for each file, and its picture."""
        self._targets, self._tops = [], []
        top = 0
        for at, (file, picture) in enumerate(zip(self._files, self._pictures, strict=True)):
            self._tops.append(top)
            y = top + 6
            top += self._line + 6
            if picture:
                top += picture.lay_out(width).height() + 6
            if file.content is None and file.url:
                label = QCoreApplication.translate("Chat", "Open link")
                target = place_button(self._style, 0, y, file.url, label)
                target = target._replace(kind="link")
            else:
                label = QCoreApplication.translate("Chat", "Save as…")
                target = place_button(self._style, 0, y, f"save_file:{at}", label)
            rect = target.rect
            rect.moveRight(width - 8)
            self._targets.append(target._replace(rect=rect))
        return max(0, top - 6)

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint a box for each file."""
        theme, metrics = self._style.theme, QFontMetrics(self._style.body)
        lines = zip(self._files, self._pictures, self._tops, self._targets, strict=True)
        for file, picture, y, target in lines:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(theme.border))
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(QRectF(0.5, y + 0.5, self.width - 1, self._line - 1), 8, 8)
            side = self._side
            icon = QRectF(_PAD, y + (self._line - side) // 2, side, side)
            paint_icon(painter, "file", icon, theme.muted)
            painter.setPen(QColor(theme.text))
            painter.setFont(self._style.body)
            left = _PAD + side + 10
            room = QRectF(left, y, max(0.0, target.rect.x() - left - 8), self._line)
            words = metrics.elidedText(
                self._describe(file), Qt.TextElideMode.ElideMiddle, round(room.width())
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
            painter.restore()
            icon_name = "link" if target.kind == "link" else "save"
            paint_button(painter, target, icon_name, self._style, focused=how.focused == target)
            picture.paint(painter, 0, y + self._line + 6)

    def targets(self) -> list[Target]:
        """Return the buttons."""
        return list(self._targets)

    def _describe(self, file: FilePart) -> str:
        name = file.name or file.url or QCoreApplication.translate("Chat", "Unnamed file")
        if file.content is None:
            return name
        size = self._style.locale.formattedDataSize(len(file.content))
        return f"{name}  ({size})"
