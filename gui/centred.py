"""Keeps a widget in the middle of what room there is, no wider than can be read."""

from PySide6.QtWidgets import QHBoxLayout, QWidget


def centred(widget: QWidget, width: int) -> QHBoxLayout:
    """Return a layout in which the widget grows to a width, in pixels, and stays in the middle."""
    widget.setMaximumWidth(width)
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addStretch(1)
    row.addWidget(widget, 1000)
    row.addStretch(1)
    return row
