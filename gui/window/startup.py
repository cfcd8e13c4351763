"""What a person does before the conversations are there is taken down, and done in its order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gui.composer.bar import ComposerBar
from gui.composer.chips import BACK, queued_chips

if TYPE_CHECKING:
    import asyncio

    from gui.window.presenter import Presenter

    Deed = Callable[[Presenter], asyncio.Task[None] | None]


@dataclass(frozen=True, eq=False)
class UnsentDraft:
    """What was being written when something else was asked for: the draft of what was open."""

    text: str

    def __call__(self, presenter: Presenter) -> asyncio.Task[None]:
        """Keep it."""
        return presenter.conversation.leave_draft(self.text)


def begin_anew(presenter: Presenter) -> None:
    """Open a new conversation."""
    presenter.conversation.new_conversation()


class StartupQueue:
    """Owns what was sent and asked for before there was a desk, until it is `over`.

    A message leaves the composer at once and is shown as waiting; it belongs to the conversation
    that was asked for before it, or else to the one that was open last. This is made for the first
    paint, and imports nothing of the centre.
    """

    def __init__(self, bar: ComposerBar) -> None:
        self._bar = bar
        self._asked: list[str | Deed] = []
        self._why = ""
        self.over = False
        bar.composer.submitted.connect(self._say)
        bar.queued.pressed.connect(self._press)

    @property
    def anew(self) -> bool:
        """Whether what comes first is a new conversation: none need be shown before it."""
        return self._asked[:1] == [begin_anew]

    @property
    def begun(self) -> bool:
        """Whether a new conversation was asked for."""
        return begin_anew in self._asked

    def ask(self, deed: Deed) -> None:
        """Take a command down; the same again, with nothing in between, is one."""
        typed = self._bar.composer.toPlainText()
        if deed is begin_anew and typed.strip():
            self._bar.composer.take(typed)
            self._asked.append(UnsentDraft(typed))
        if self._asked[-1:] != [deed]:
            self._asked.append(deed)
            self._show()

    def leave(self) -> None:
        """Ask for nothing more, for the window is closed; what was said is still kept."""
        kept = (str, UnsentDraft)
        self._asked = [one for one in self._asked if isinstance(one, kept) or one is begin_anew]

    def give_back(self, why: str) -> None:
        """Write everything back into the composer: nothing could be opened, and why."""
        self._why = why
        said = []
        for one in self._asked:
            match one:
                case str() as text:
                    said.append(text)
                case UnsentDraft(text):
                    said.append(text)
        self._asked.clear()
        self._write_again(said)

    async def carry_out(self, presenter: Presenter) -> None:
        """Do everything in its order, and what is asked for meanwhile; then it is over."""
        import asyncio

        while self._asked:
            one = self._asked.pop(0)
            if isinstance(one, str):
                await presenter.adopt(one)
            elif (doing := one(presenter)) is not None:
                await asyncio.wait([doing])
        self.over = True
        self._bar.composer.submitted.disconnect(self._say)
        self._bar.queued.pressed.disconnect(self._press)

    def _say(self, text: str) -> None:
        if self._why:
            self._bar.show_error(self._why)
            return
        self._bar.composer.take(text)
        self._asked.append(text)
        self._show()

    def _here(self) -> dict[int, str]:
        """Return what waits in the conversation that was asked for last, by its place."""
        at = max((n for n, one in enumerate(self._asked) if one is begin_anew), default=-1)
        asked = list(enumerate(self._asked))[at + 1 :]
        return {number: one for number, one in asked if isinstance(one, str)}

    def _press(self, key: str) -> None:
        # A single one is sent as soon as it can be, whether it is pressed or not.
        if key == BACK:
            here = self._here()
            self._asked = [one for n, one in enumerate(self._asked) if n not in here]
            self._write_again(list(here.values()))

    def _write_again(self, said: list[str]) -> None:
        composer = self._bar.composer
        if said:
            composer.write("\n\n".join(filter(None, (*said, composer.toPlainText()))))
        self._show()

    def _show(self) -> None:
        here = {str(number): text for number, text in self._here().items()}
        self._bar.queued.show_chips(queued_chips(here))
