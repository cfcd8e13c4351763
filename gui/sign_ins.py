"""Joins the places that ask for a sign-in, the dialog, and the agents of the profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.errors import DeskError
from app.offers import SigningIn, SignInNeed
from gui.agent_names import agent_label
from gui.error_words import error_text
from gui.notices import Notice, NoticeBar
from gui.sign_in_dialog import SignInDialog
from gui.tasks import TaskScope, ask_dialog

_TOLD_SECONDS = 20


class SignIns:
    """Owns the way from "needs sign-in" to a credential, and on to what waited for it.

    `changed` is told which agent is spoken with under another name now, `failed` hears of
    mistakes of ours.
    """

    def __init__(
        self,
        *,
        signing: SigningIn,
        window: QWidget,
        notices: NoticeBar,
        tasks: TaskScope,
        changed: Callable[[str], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._signing = signing
        self._window = window
        self._notices = notices
        self._tasks = tasks
        self._changed = changed
        self._failed = failed
        self._asking = False

    def ask(self, agent: str, then: Callable[[], None] = lambda: None) -> None:
        """Let the person sign in with an agent; `then` follows when they have."""
        if not self._asking and not self._tasks.closed:
            self._asking = True
            self._tasks.start(self._ask(agent, then))

    def sign_out(self, agent: str) -> None:
        """Forget the credentials for an agent."""
        if not self._tasks.closed:
            self._tasks.start(self._sign_out(agent))

    async def _ask(self, agent: str, then: Callable[[], None]) -> None:
        dialog = SignInDialog(agent, self._window)
        trying = TaskScope(self._failed)
        needs: list[SignInNeed] = []
        dialog.given.connect(lambda answers: trying.start(self._try(dialog, agent, needs, answers)))
        trying.start(self._prepare(dialog, agent, needs))
        try:
            done = await ask_dialog(dialog)
        finally:
            self._asking = False
            await trying.aclose()
        if done:
            self._changed(agent)
            self._tell("sign-in", lambda: _signed_in(agent))
            then()

    async def _prepare(self, dialog: SignInDialog, agent: str, needs: list[SignInNeed]) -> None:
        dialog.show_busy()
        try:
            needs += await self._signing.needs(agent)
            lasting = await self._signing.lasting()
        except DeskError as error:
            if error.reason != "no_agent":
                dialog.show_error(error_text(error))
                return
            lasting = False  # an agent of this process: it asks for a sign-in somewhere else
        if needs:
            dialog.ask(needs, lasting=lasting)
        else:
            dialog.show_nothing_asked()

    async def _try(
        self,
        dialog: SignInDialog,
        agent: str,
        needs: Sequence[SignInNeed],
        answers: Mapping[tuple[str, str], str],
    ) -> None:
        dialog.show_busy()
        try:
            for need, fields in needs:
                given = {field.name: answers[need.name, field.name] for field in fields}
                await self._signing.sign_in(agent, need, given, _Shown(dialog))
        except DeskError as error:
            dialog.show_error(error_text(error))
            return
        dialog.accept()

    async def _sign_out(self, agent: str) -> None:
        await self._signing.sign_out(agent)
        self._changed(agent)
        self._tell("sign-in", lambda: _signed_out(agent))

    def _tell(self, key: str, words: Callable[[], str]) -> None:
        self._notices.show_notice(Notice(key=key, words=words, seconds=_TOLD_SECONDS))


class _Shown:
    """Shows in the dialog where to go; nothing is opened by itself."""

    def __init__(self, dialog: SignInDialog) -> None:
        self._dialog = dialog

    async def open_url(self, url: str) -> None:
        self._dialog.show_url(url)

    async def show_code(self, url: str, code: str) -> None:
        self._dialog.show_url(url, code)


def _signed_in(agent: str) -> str:
    said = QCoreApplication.translate("Notices", "You are signed in with {name}.")
    return said.replace("{name}", agent_label(agent))


def _signed_out(agent: str) -> str:
    said = QCoreApplication.translate("Notices", "You are signed out of {name}.")
    return said.replace("{name}", agent_label(agent))
