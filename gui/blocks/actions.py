"""What can be done with a finished answer: copy it."""

from PySide6.QtGui import QPainter

from gui.blocks.base import Block, Order, Paint, Target
from gui.blocks.buttons import button_height, paint_button, place_button
from gui.blocks.style import Style


class ActionsBlock(Block):
    """Owns a row of quiet buttons: (action, label, icon) each."""

    gap = 4

    def __init__(
        self,
        actions: list[tuple[str, str, str]],
        style: Style,
        *,
        order: Order = Order.ACTIONS,
    ) -> None:
        super().__init__()
        self.order = order
        self._style = style
        self._actions = actions
        self._targets: list[Target] = []

    def lay_out(self, width: int) -> int:
        """Return the height of the rows that the buttons take."""
        self._targets = []
        x, y, line = -8.0, 0.0, button_height(self._style)
        for value, label, _ in self._actions:
            target = place_button(self._style, x, y, value, label, most=width)
            if target.rect.right() > width and x > 0:
                x, y = -8.0, y + line
                target = place_button(self._style, x, y, value, label, most=width)
            self._targets.append(target)
            x = target.rect.right() + 4
        return round(y) + line

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the buttons."""
        for target, (_, _, icon) in zip(self._targets, self._actions, strict=True):
            paint_button(painter, target, icon, self._style, focused=how.focused == target)

    def targets(self) -> list[Target]:
        """Return the buttons."""
        return list(self._targets)
