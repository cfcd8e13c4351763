"""Joins the agents of the desk with the picker and the start page: names, cards, what is wrong."""

from collections.abc import Sequence

from app.desk.desk import Desk
from app.domain.cards import AgentCard
from app.errors import DeskError
from gui.platform.tasks import TaskScope
from gui.texts.errors import error_text
from gui.workspace.panes import Panes


class AgentPresenter:
    """Owns the cards that are known; one that is not is fetched, and what was wrong is said."""

    def __init__(self, *, desk: Desk, panes: Panes, tasks: TaskScope) -> None:
        self._desk = desk
        self._panes = panes
        self._tasks = tasks
        self._cards: dict[str, AgentCard] = {}
        self._names: Sequence[str] = ()
        self._agent = ""
        self._start: bool | None = None

    def show(self, agent: str) -> None:
        """Show who answers; its card follows when it is known."""
        self._agent = agent
        self._start = None
        self._fill()
        self._fetch(agent)

    def show_start(self, agent: str, *, first: bool) -> None:
        """Show who answers, and the start page with its questions."""
        self._agent = agent
        self._start = first
        self._fill()
        self._fetch(agent)

    def load_names(self, agent: str) -> None:
        """Show which agents there are now."""

        async def load() -> None:
            self._names = await self._desk.agents.names()
            if agent == self._agent:
                self._fill()

        self._tasks.start(load())

    def forget(self, agent: str) -> None:
        """Read the card of an agent anew when it is next shown."""
        self._cards.pop(agent, None)

    def _fetch(self, agent: str) -> None:
        if agent in self._cards or self._tasks.closed:
            return

        async def fetch() -> None:
            why, changed = "", False
            try:
                self._cards[agent] = (await self._desk.agents.link(agent)).card
            except DeskError as error:
                why, changed = error_text(error), error.reason == "card_changed"
            if agent == self._agent:
                self._fill(why, changed=changed)

        self._tasks.start(fetch())

    def _fill(self, why: str = "", *, changed: bool = False) -> None:
        card = self._cards.get(self._agent)
        self._panes.header.picker.show_agent(
            self._agent, card, self._names, why=why, changed=changed
        )
        if self._start is not None:
            self._panes.start.show_start(self._agent, card, first=self._start, why=why)
