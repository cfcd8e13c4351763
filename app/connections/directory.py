"""The agents of a profile: a name, an address or a table becomes an open link, once.

An agent key is a name (`data`, `echo`, or one that was added), an address (`http://…`), or
`data:/path/to/table` or `logs:/path/to/log`, that agent on that file; `orchestrator:/path/to/table`
asks `data` on that table. The key is what a conversation remembers.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.connections import known_agents
from app.connections.language_model import chosen_model, configured_model
from app.connections.remote_agents import RemoteAgents
from app.domain.cards import NO_ACCESS, Access
from app.domain.messages import LOG_NAME, TABLE_ENDINGS
from app.errors import AgentUnreachable, BadFile
from app.ports import (
    AgentContexts,
    AgentDirectory,
    AgentLink,
    Notes,
    TaskRecords,
)
from app.profile.settings import WhoReads
from app.system.data_servers import data_server

if TYPE_CHECKING:
    from agents.hosting.request_handler import PushSupport

_DATA = "data"
_LOGS = "logs"
# The agents that answer from a file, which their key can name.
OF_FILES = (_DATA, _LOGS)
ORCHESTRATOR = "orchestrator"
WITH_FILES = (*OF_FILES, ORCHESTRATOR)
"""Those whose key can name a file here: the orchestrator's is the table of whom it asks."""


def data_key(table: Path | None, agent: str = _DATA) -> str:
    """Return the key of an agent on a file (None: the bundled sample, or any log)."""
    if table is None:
        return agent
    return f"{agent}:{data_server(table) or table.expanduser().absolute()}"


def table_of(key: str) -> Path | None:
    """Return the file that an agent key names, or None."""
    agent, _, path = key.partition(":")
    return Path(path) if path and agent in WITH_FILES else None


def key_beside(table: Path, agent: str) -> str:
    """Return the key of who answers from a table that is opened while `agent` is being asked.

    The orchestrator goes on being asked, with that table; else it is the data agent. What is named
    like a log and not like a table is for the log agent.
    """
    name = table.name.lower().removesuffix(".gz")
    here = data_server(table) is None and not table.is_dir()
    if here and LOG_NAME.fullmatch(name) and not name.endswith(TABLE_ENDINGS):
        return data_key(table, _LOGS)
    asked = ORCHESTRATOR if agent.partition(":")[0] == ORCHESTRATOR else _DATA
    return data_key(table, asked)


def done_opening(opening: "asyncio.Task[AgentLink] | None") -> AgentLink | None:
    """Return the link that was opened, or None while it is not, or where it could not be."""
    usable = opening is not None and opening.done() and not opening.cancelled()
    if opening is None or not usable or opening.exception() is not None:
        return None
    return opening.result()


_Looks = tuple[tuple[str, int, int], ...]


def _looks(table: Path) -> _Looks:
    """Return what tells a file, or those of a folder, from what they are after a change."""
    try:
        files = sorted(table.iterdir()) if table.is_dir() else [table]
        return tuple((one.name, (now := one.stat()).st_size, now.st_mtime_ns) for one in files)
    except OSError:
        return ()


class _OnTable:
    """Implements `AgentDirectory`: the agents of another one, of which `data` is on a table."""

    def __init__(self, agents: AgentDirectory, table: Path) -> None:
        self._agents = agents
        self._table = table

    async def names(self) -> Sequence[str]:
        return await self._agents.names()

    async def link(self, agent: str) -> AgentLink:
        return await self._agents.link(self._key(agent))

    def opened(self, agent: str) -> AgentLink | None:
        return self._agents.opened(self._key(agent))

    async def aclose(self) -> None:
        """Leave the links to those whose they are."""

    def _key(self, agent: str) -> str:
        return data_key(self._table) if agent == _DATA else agent


class ProfileAgents:
    """Implements `AgentDirectory`; owns the in-process hosts and the links it has opened.

    `notes` take down what agents say to each other, `contexts` tell them what was said and
    remembered; `access` lets this run in with those elsewhere, and `questions` comes before what
    the profile says of when its model reads them; with `push` agents here tell webhooks of their
    tasks. `recover` says whether this process
    owns the profile: only then are tasks that an earlier run left unfinished ended, for another
    running desk may still be working on them.
    """

    def __init__(
        self,
        *,
        profile: Path,
        records: TaskRecords,
        as_of: date | None,
        recover: bool,
        notes: Notes | None = None,
        contexts: AgentContexts | None = None,
        access: Access = NO_ACCESS,
        questions: WhoReads | None = None,
        push: "PushSupport | None" = None,
    ) -> None:
        self._profile = profile
        self._records = records
        self._as_of = as_of
        self._questions = questions
        self._push = push
        self._recover = recover
        self._notes = notes
        self._contexts = contexts
        self._remote = RemoteAgents(profile, access=access)
        self._links: dict[str, asyncio.Task[AgentLink]] = {}
        self._cards: dict[str, Any] = {}
        self._recovered: set[str] = set()
        self._read: dict[str, _Looks] = {}
        self._stack = AsyncExitStack()
        self._closed = False

    async def names(self) -> Sequence[str]:
        """Return the names, the default first."""
        talking = [] if chosen_model(self._profile) is None else [known_agents.CHAT]
        return [*known_agents.BUNDLED, *talking, *known_agents.known(self._profile)]

    async def link(self, agent: str) -> AgentLink:
        """Return the open link to an agent, opening it on first use.

        Callers who ask at the same time share one opening. One that failed is tried anew.
        """
        if self._closed:
            raise AgentUnreachable("The desk is closed.")
        opening = self._links.get(agent)
        if opening is None:
            opening = asyncio.create_task(self._open(agent), name=f"link {agent}")
            self._links[agent] = opening
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            raise
        except BaseException:
            if self._links.get(agent) is opening:
                del self._links[agent]
            raise

    def opened(self, agent: str) -> AgentLink | None:
        """Return the link to an agent if it is open."""
        return done_opening(self._links.get(agent))

    def whole_card(self, agent: str) -> Any:
        """Return the card on the wire of an agent of this program whose link was opened."""
        return self._cards[agent]

    @property
    def remote(self) -> RemoteAgents:
        """The agents elsewhere: to look at their cards, accept them and sign in."""
        return self._remote

    async def reopen(self, agent: str) -> AgentLink:
        """Return a new link to an agent, after its card was accepted or its person signed in.

        A link that was open stays open for those who hold it.
        """
        self._links.pop(agent, None)
        return await self.link(agent)

    async def open_file(self, table: Path, agent: str) -> str:
        """Open who answers from a file while `agent` is being asked, and return the key.

        A file that is no longer as it was when it was opened is read anew, for all that ask of it.
        Raises `BadFile`.
        """
        key = key_beside(table, agent)
        reader = data_key(table) if key.partition(":")[0] == ORCHESTRATOR else key
        file, seen = table_of(reader), self._read.get(reader)
        if file and seen is not None and seen != await asyncio.to_thread(_looks, file):
            await self.reopen(reader)
        await self.link(key)
        return key

    def model_changed(self) -> None:
        """Open the agents that use a language model anew, when they are next asked for."""
        for agent, opening in list(self._links.items()):
            plain = (_DATA, known_agents.CHAT, ORCHESTRATOR)
            uses_it = agent in plain or table_of(agent) is not None
            if uses_it and opening.done():
                del self._links[agent]

    async def aclose(self) -> None:
        """Close every link and end every host; idempotent."""
        self._closed = True
        for opening in self._links.values():
            opening.cancel()
        if self._links:
            await asyncio.wait(self._links.values())
        self._links.clear()
        await self._stack.aclose()

    async def _open(self, agent: str) -> AgentLink:
        table = table_of(agent)
        address = known_agents.known(self._profile).get(agent, agent)
        if table is None and "://" in address:
            return await self._open_there(agent)
        name = agent.partition(":")[0] if table is not None else agent
        if name not in known_agents.BUNDLED and name != known_agents.CHAT:
            raise AgentUnreachable(
                f"There is no agent {agent!r} in this profile. `balance-desk agents` lists those"
                " there are.",
                agent=agent,
            )
        return await self._open_here(agent, name, table)

    async def _check_table(self, table: Path) -> None:
        """Open the data agent of the orchestrator's table, so that a bad one is told at once."""
        try:
            await self.link(data_key(table))
        except BadFile as error:
            if error.reason == "file_missing":
                raise
            raise BadFile(
                f"{error} With the orchestrator the file is the table of its data agent; a log is"
                " named by its path in the question.",
                key=error.reason,
                **{**error.details, "log_by_path": True},
            ) from error

    async def _open_there(self, agent: str) -> AgentLink:
        link = await self._remote.open(agent)
        self._stack.push_async_callback(link.aclose)
        return link

    async def _open_here(self, agent: str, name: str, table: Path | None) -> AgentLink:
        vault = await self._remote.vault() if chosen_model(self._profile) else None
        agents: AgentDirectory = self
        if name == ORCHESTRATOR and table is not None:
            await self._check_table(table)
            agents = _OnTable(self, table)

        if table is not None:
            self._read[agent] = await asyncio.to_thread(_looks, table)

        def make() -> Any:
            model = configured_model(self._profile, secrets=vault) if vault is not None else None
            if model is not None and self._questions is not None:
                model = replace(model, questions=self._questions)
            from agents import registry
            from agents.answering.memory_requests import NotingExecutor
            from agents.hosting import host
            from transport import connect

            made = registry.make(
                name,
                table=table,
                as_of=self._as_of,
                profile=self._profile,
                model=model,
                agents=agents,
                notes=self._notes,
                contexts=self._contexts,
            )
            # What is to be remembered is kept by the desk; a model finds its own words for it.
            notes = self._contexts is not None and name in WITH_FILES
            around = NotingExecutor if notes else None
            return host.AgentHost, connect.link_in_process, around, *made

        host_type, link_to, around, card, make_executor = await asyncio.to_thread(make)
        host = host_type(
            name=agent,
            card=card,
            make_executor=make_executor,
            records=self._records,
            around=around,
            push=self._push,
        )
        self._stack.push_async_callback(host.aclose)
        self._cards[agent] = host.card
        if self._recover and agent not in self._recovered:
            # Opened again, it may have tasks that go on under the host before.
            self._recovered.add(agent)
            await host.recover()
        link: AgentLink = link_to(host.handler, host.card)
        self._stack.push_async_callback(link.aclose)
        return link
