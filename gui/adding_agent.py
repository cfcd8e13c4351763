"""Joins the agent picker, the dialog that adds an agent, and the agents of the profile."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.errors import DeskError
from app.offers import AddingAgents, CardLook
from gui.add_agent_dialog import AddAgentDialog
from gui.agent_picker import AgentPicker
from gui.error_words import error_text
from gui.notices import Notice, NoticeBar, Offer
from gui.tasks import TaskScope, ask_dialog

_TOLD_SECONDS = 30


class AddingAgent:
    """Owns the way from an address to an agent that stands in the picker.

    `converse` opens a conversation with an agent; `changed` is told whose card is another now,
    `failed` hears of mistakes of ours.
    """

    def __init__(
        self,
        *,
        adding: AddingAgents,
        window: QWidget,
        picker: AgentPicker,
        notices: NoticeBar,
        tasks: TaskScope,
        converse: Callable[[str], object],
        changed: Callable[[str], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._adding = adding
        self._window = window
        self._notices = notices
        self._tasks = tasks
        self._converse = converse
        self._changed = changed
        self._failed = failed
        picker.offer_adding()
        picker.addRequested.connect(lambda agent: self._tasks.start(self._ask(agent)))

    async def _ask(self, agent: str) -> None:
        dialog = AddAgentDialog(self._window)
        asking = TaskScope(self._failed)
        dialog.looked.connect(lambda where, name: asking.start(self._look(dialog, where, name)))
        dialog.acceptRequested.connect(lambda look: asking.start(self._accept(dialog, look)))
        try:
            if agent:
                dialog.address.setText(agent)
                dialog.looked.emit(agent, "")
            await ask_dialog(dialog)
        finally:
            await asking.aclose()

    async def _look(self, dialog: AddAgentDialog, address: str, name: str) -> None:
        dialog.show_busy()
        try:
            look = await self._adding.look(address, name)
        except DeskError as error:
            dialog.show_error(error_text(error))
            return
        dialog.look.setEnabled(True)
        if (dialog.address.text().strip(), dialog.name.text().strip()) == (address, name):
            dialog.show_look(look)

    async def _accept(self, dialog: AddAgentDialog, look: CardLook) -> None:
        try:
            name = await self._adding.accept(look)
        except DeskError as error:
            dialog.show_error(error_text(error))
            return
        dialog.accept()
        self._changed(name)
        self._notices.show_notice(
            Notice(
                key="agent-added",
                words=lambda: _added(name),
                offers=(Offer(_speak, lambda: self._begin(name)),),
                seconds=_TOLD_SECONDS,
            )
        )

    def _begin(self, name: str) -> None:
        self._notices.dismiss("agent-added")
        self._converse(name)


def _added(name: str) -> str:
    said = QCoreApplication.translate("Notices", "The agent {name} can be chosen now.")
    return said.replace("{name}", name)


def _speak() -> str:
    return QCoreApplication.translate("Notices", "New conversation with it")
