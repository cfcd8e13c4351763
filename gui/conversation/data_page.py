"""What the table of a conversation holds: asked for when it is opened, and one press away."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QMenu

from app.domain.conversations import AnswerEntry
from app.domain.messages import PROFILE_MEDIA_TYPE, DataPart
from app.errors import DeskError
from gui.blocks.profile.block import TABLE_ACTION
from gui.blocks.profile.reading import profile_of
from gui.blocks.scope import table_asked
from gui.conversation.sending import Sending
from gui.texts.names import SAMPLE, TABLE, table_agent
from gui.texts.plain import plain_signs
from gui.widgets.object_names import named
from gui.workspace.workspace import Workspace


class DataPage:
    """Owns the way to the newest profile of the open conversation.

    Only an agent whose card takes the media type that asks for it is asked; others have no page.
    """

    def __init__(self, space: Workspace, *, sending: Sending) -> None:
        self._agents = space.desk.agents
        self._conversation = space.conversation
        self._panes = space.panes
        self._tasks = space.tasks
        self._sending = sending
        self._action = space.actions["actionDataPage"]
        self._action.triggered.connect(lambda: self._tasks.start(self._show()))
        space.panes.view.actionRequested.connect(self._look)
        space.panes.header.data.clicked.connect(self._action.trigger)
        space.panes.bar.table.clicked.connect(self._choose_table)
        self._conversation.stateChanged.connect(self._offer)
        self._conversation.shownChanged.connect(self._offer)
        self._offer()

    async def open_new(self, context_id: str) -> None:
        """Ask for the page of a table in a conversation that was begun for it."""
        try:
            await self._agents.link(self._asked)
        except DeskError:
            return  # Why the agent is not ready is told when it is asked.
        untouched = not self._panes.view.model().rowCount()
        if context_id == self._conversation.context_id and untouched:
            self._ask(pressed=False)
        self._offer()

    async def _show(self) -> None:
        entry = await self._conversation.newest_answer(_has_page)
        if entry is not None:
            self._panes.view.scroll_to(entry.position)
        else:
            context_id = self._conversation.context_id
            await self._agents.link(self._asked)
            self._offer()
            if context_id == self._conversation.context_id:
                self._ask(pressed=True)

    def _look(self, position: int, action: str) -> None:
        """Ask for the page of another table; what is said next is of that one."""
        entry, action, _ = self._panes.view.model().acted_on(position, action)
        deed, _, place = action.partition(":")
        if deed != TABLE_ACTION or not isinstance(entry, AnswerEntry):
            return
        profile = profile_of(entry.answer)
        if profile is None or int(place) >= len(profile.tables):
            return
        self._look_at(profile.tables[int(place)].name, entry.answer.agent)

    def _look_at(self, table: str, agent: str, _: bool = False) -> None:
        words = QCoreApplication.translate("Chat", "What is in the table “{table}”?")
        said = words.replace("{table}", plain_signs(table))
        part = DataPart(data={"table": table}, media_type=PROFILE_MEDIA_TYPE)
        self._sending.ask(said, self._sending.meant_for(agent, said, part, replaces=None))

    def _choose_table(self) -> None:
        """Offer the tables that can be asked."""
        button = self._panes.bar.table
        menu = named(QMenu(button), "tableMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        agent, asked, tables = self._tables()
        for table in tables:
            line = menu.addAction(table.replace("&", "&&"))
            line.setCheckable(True)
            line.setChecked(table == asked)
            line.triggered.connect(partial(self._look_at, table, agent))
        menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _tables(self) -> tuple[str, str, Sequence[str]]:
        """Return who answers about which of several tables, and the names of all of these."""
        model = self._panes.view.model()
        found = [
            entry.answer
            for entry in map(model.entry, range(model.rowCount() - 1, -1, -1))
            if isinstance(entry, AnswerEntry)
        ]
        newest = next((one for one in found if table_asked(one)), None)
        page = next(filter(None, map(profile_of, found)), None)
        if newest is None or page is None:
            return "", "", ()
        return newest.agent, table_asked(newest), [one.name for one in page.tables]

    def _ask(self, *, pressed: bool) -> None:
        if self._told():
            words = QCoreApplication.translate("Chat", "What is in this data?")
            part = DataPart(data={}, media_type=PROFILE_MEDIA_TYPE)
            outgoing = self._sending.meant_for(self._asked, words, part, replaces=None)
            self._sending.ask(words, outgoing, pressed=pressed)

    @property
    def _asked(self) -> str:
        return table_agent(self._conversation.agent)

    def _told(self) -> bool:
        """Whether there is an agent that tells what the table of the open conversation holds.

        Before it is opened, that is known of those who answer about a table.
        """
        agent = self._asked
        link = self._agents.opened(agent)
        if link is None:
            return agent == SAMPLE or agent.startswith(TABLE)
        return PROFILE_MEDIA_TYPE in link.card.input_modes

    def _offer(self) -> None:
        model = self._panes.view.model()
        held = any(
            isinstance(entry, AnswerEntry) and _has_page(entry)
            for entry in map(model.entry, range(min(2, model.rowCount())))
        )
        offered = held or self._told()
        self._action.setEnabled(offered)
        self._panes.header.data.setVisible(offered)
        self._panes.bar.show_table(self._tables()[1])


def _has_page(entry: AnswerEntry) -> bool:
    return entry.answer.artifact("profile") is not None
