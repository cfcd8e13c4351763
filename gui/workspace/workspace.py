"""What the parts of one window work with: its desk, its regions, its tasks, what is open in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from app.desk.desk import Desk
    from gui.actions.actions import Actions
    from gui.platform.tasks import TaskScope
    from gui.workspace.open_conversation import OpenConversation
    from gui.workspace.panes import Panes
    from gui.workspace.undo import Undoing


class Workspace(NamedTuple):
    """One window's; the presenter makes it, and every part is given it whole."""

    desk: Desk
    window: QMainWindow
    panes: Panes
    actions: Actions
    tasks: TaskScope
    undoing: Undoing
    conversation: OpenConversation
