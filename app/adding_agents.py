"""Adding agents by address: looked at first, accepted by the person, then known to the profile."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import cast

from app import known_agents
from app.directory import ProfileAgents
from app.errors import DeskError
from app.offers import AddingAgents, CardLook
from app.remote_agents import Found


class ProfileAdding(AddingAgents):
    """Adds agents to a profile; the directory, with its links, is its caller's."""

    def __init__(self, profile: Path, agents: ProfileAgents) -> None:
        self._profile = profile
        self._agents = agents

    async def look(self, address: str, name: str = "") -> CardLook:
        """Read the card at an address or of a known name; see `AddingAgents`."""
        known = await asyncio.to_thread(known_agents.known, self._profile)
        if address in known and not name:
            address, name = known[address], address
        known_agents.checked(address)
        if name:
            await asyncio.to_thread(known_agents.chosen_name, self._profile, address, name)
        found = await self._agents.remote.look(address)
        called = found.card.name if found.card is not None else ""
        chosen = await asyncio.to_thread(
            known_agents.chosen_name, self._profile, address, name or None, called
        )
        changes: tuple[str, ...] = ()
        if chosen in known:
            changes = tuple(await asyncio.to_thread(self._agents.remote.changes, chosen, found))
        return CardLook(chosen, address, found.card, chosen in known, changes, found)

    async def accept(self, look: CardLook) -> str:
        """Add the agent, or go on with its changed card; see `AddingAgents`."""

        def keep() -> str:
            name = known_agents.add(self._profile, look.address, look.name)
            if look.wire is not None:
                self._agents.remote.accept(name, cast("Found", look.wire))
            return name

        name = await asyncio.to_thread(keep)
        if look.known:
            # What fails is tried again, and told, when the agent is next spoken with.
            with suppress(DeskError):
                await self._agents.reopen(name)
        return name
