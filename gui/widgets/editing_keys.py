"""Keys that edit a text, which no command of the window may take from its fields."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence

_EDITING = (
    QKeySequence.StandardKey.DeleteEndOfWord,
    QKeySequence.StandardKey.DeleteStartOfWord,
)
"""Not those of a whole line: on X11 they are Ctrl+K, which goes to a conversation, and Ctrl+U."""


def takes_editing_key(event: QEvent) -> bool:
    """Keep the keys that take words away for a text field, whatever command of the window has them.

    Qt's own fields claim copying, pasting and moving, but not these.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if any(event.matches(keys) for keys in _EDITING):
        event.accept()
        return True
    return False
