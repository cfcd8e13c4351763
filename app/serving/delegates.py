"""Whom a served orchestrator asks: the agents that are served beside it, and those it is given."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.connections.directory import ORCHESTRATOR, done_opening
from app.connections.remote_agents import RemoteAgents
from app.errors import AgentUnreachable, BadInput

if TYPE_CHECKING:
    from agents.hosting.host import AgentHost
    from app.ports import AgentLink


class ServedDelegates:
    """Implements `AgentDirectory`; owns the links it has opened, not the hosts they lead to.

    Nobody else is asked: an agent that was added to the profile stands for the person who added
    it, and with their credentials, so that it is asked for others only where that was said.
    """

    def __init__(
        self, profile: Path, hosts: Mapping[str, "AgentHost"], delegates: Sequence[str]
    ) -> None:
        self._hosts = hosts
        self._delegates = tuple(dict.fromkeys(delegates))
        self._remote = RemoteAgents(profile)
        self._links: dict[str, asyncio.Task[AgentLink]] = {}

    def check(self) -> None:
        """Raise `BadInput` where there is nobody to ask, or a delegate is not known."""
        if not self._hosts and not self._delegates:
            raise BadInput(
                "The orchestrator has nobody to ask. Serve others beside it (--agent data --agent"
                " orchestrator), or name those it asks: --delegate NAME|URL (`balance-desk agents`"
                " lists the names).",
                key="nobody_to_ask",
            )
        for one in self._delegates:
            self._remote.address(one)

    async def names(self) -> Sequence[str]:
        """Return the agents beside it, then those it was given."""
        beside = [one for one in self._hosts if one != ORCHESTRATOR]
        return (*beside, *(one for one in self._delegates if one not in beside))

    async def link(self, agent: str) -> "AgentLink":
        """Return the open link to an agent; one that could not be opened is tried again."""
        opening = self._links.get(agent)
        if opening is None:
            opening = asyncio.create_task(self._open(agent), name=f"link {agent}")
            self._links[agent] = opening
        try:
            # Whoever asked may give up waiting; the next one finds what was opened.
            return await asyncio.shield(opening)
        finally:
            if opening.done() and (opening.cancelled() or opening.exception() is not None):
                self._links.pop(agent, None)

    def opened(self, agent: str) -> "AgentLink | None":
        """Return the link to an agent if it is open."""
        return done_opening(self._links.get(agent))

    async def aclose(self) -> None:
        """Close every link; idempotent."""
        links, self._links = list(self._links.values()), {}
        for opening in links:
            opening.cancel()
        for found in await asyncio.gather(*links, return_exceptions=True):
            if not isinstance(found, BaseException):
                await found.aclose()

    async def _open(self, agent: str) -> "AgentLink":
        host = self._hosts.get(agent)
        if host is not None:
            from transport.connect import link_in_process

            return link_in_process(host.handler, host.card)
        if agent not in self._delegates:
            raise AgentUnreachable(f"The orchestrator does not know {agent!r}.", agent=agent)
        return await self._remote.open(agent)
