"""Windows beside the first one: each shows conversations of the same desk, one in one window."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from app.desk.reconciliation import LiveTruth
from gui.look.preferences import Preferences
from gui.platform.tasks import TaskScope

if TYPE_CHECKING:
    from gui.actions.actions import Actions
    from gui.window.presenter import Presenter


class DeskWindow(Protocol):
    """What one of several windows can do: a `QMainWindow` that shows conversations of a desk.

    The window makes its `Windows`, so that these cannot know its class.
    """

    @property
    def context_id(self) -> str | None:
        """The id of the open conversation."""

    def adopt(self, chosen: Preferences) -> None:
        """Look and speak as another window of the desk does."""

    def come_forward(self) -> None:
        """Raise the window above the others."""

    def finish(self) -> None:
        """Be closed for good, also where the window is out of sight already; idempotent."""

    async def closed(self) -> None:
        """Return when the window is closed and what was written in it is kept."""

    def isVisible(self) -> bool:
        """Qt's, as all that follow."""

    def show(self) -> None:
        """Show the window."""

    def hide(self) -> None:
        """Take the window out of sight."""

    def close(self) -> bool:
        """Close the window; return whether it did."""

    def deleteLater(self) -> None:
        """Delete the window once nothing of it runs any more."""


class OpenWindows:
    """Owns the windows beside the `first`, each until it is closed.

    The first one tells what needs the person and asks the agents. When it is closed while others
    are open, it only goes out of sight: the program ends with the last window. `made` returns a
    new window, so many steps off the first; `attach` gives it the desk. Choices about the look
    hold for all.
    """

    def __init__(
        self,
        first: DeskWindow,
        preferences: Preferences,
        presenter: Presenter,
        *,
        made: Callable[[Preferences, int], DeskWindow],
        attach: Callable[..., Awaitable[None]],
    ) -> None:
        self._first = first
        self._preferences = preferences
        self._made = made
        self._attach = attach
        self._others: list[DeskWindow] = []
        self._tasks = TaskScope(presenter.mistakes.failed)
        self._living: set[asyncio.Task[None]] = set()
        self._ending = False
        self.live: LiveTruth = presenter.live

    @property
    def all(self) -> list[DeskWindow]:
        """Every window, the first one first."""
        return [self._first, *self._others]

    def take(self, window: DeskWindow, presenter: Presenter, actions: Actions) -> None:
        """Take in a window that has its conversations now."""
        actions["actionNewWindow"].triggered.connect(lambda: self._move(presenter))
        actions["actionQuit"].triggered.connect(self.quit)
        presenter.conversation.bring = lambda context_id: self._bring(context_id, window)
        presenter.conversation.shown_elsewhere = lambda context_id: (
            self._showing(context_id, window) is not None
        )

    def keeps_on(self, window: DeskWindow) -> bool:
        """Whether the program goes on when a window is closed: then the first one only hides."""
        return window is self._first and bool(self._others) and not self._ending

    def chosen(self, by: DeskWindow) -> None:
        """Show the others as the first one's preferences are now, when they were chosen there."""
        if by is self._first:
            for window in self._others:
                window.adopt(self._preferences)

    def quit(self) -> None:
        """Close every window."""
        self._ending = True
        for window in reversed(self.all):
            window.close()
            window.finish()

    async def end(self, window: DeskWindow) -> None:
        """Close the others, and keep what was written in them, when the first one ends."""
        if window is not self._first:
            return
        self._ending = True
        for other in list(self._others):
            other.close()
        if self._living:
            await asyncio.wait(self._living)
        await self._tasks.aclose()

    def _move(self, presenter: Presenter) -> None:
        """Give the open conversation of a window a window of its own."""
        if not self._tasks.closed:
            living = self._tasks.start(self._live(presenter))
            self._living.add(living)
            living.add_done_callback(self._living.discard)

    async def _live(self, presenter: Presenter) -> None:
        context_id = await presenter.conversation.hand_out()
        if context_id is None:
            return
        chosen = replace(
            self._preferences, last_conversation=context_id, geometry="", on_save=self._save
        )
        window = self._made(chosen, len(self._others) + 1)
        self._others.append(window)
        try:
            await self._attach(window, beside=self)
            window.show()
            await window.closed()
        finally:
            self._others.remove(window)
            window.hide()
            window.deleteLater()
            if not self._others and not self._ending and not self._first.isVisible():
                self._first.finish()

    def _save(self, chosen: Preferences) -> None:
        """Take over what was chosen in another window, and keep it."""
        before = replace(self._preferences)
        chosen.copy_to(self._preferences)
        if before != self._preferences:
            self._first.adopt(self._preferences)
            self._preferences.save()
            self.chosen(self._first)

    def _showing(self, context_id: str, asking: DeskWindow) -> DeskWindow | None:
        for window in self.all:
            if window is not asking and window.isVisible() and window.context_id == context_id:
                return window
        return None

    def _bring(self, context_id: str, asking: DeskWindow) -> bool:
        """Raise the window that shows a conversation, if it is another than the one that asks."""
        window = self._showing(context_id, asking)
        if window is not None:
            window.come_forward()
        return window is not None
