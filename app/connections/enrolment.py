"""Agents are added by address, and signed in with, for a window."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

from app.connections import known_agents
from app.connections.directory import ProfileAgents
from app.connections.remote_agents import Found
from app.domain.cards import SecurityNeed
from app.errors import DeskError
from app.window_ports import (
    AddingAgents,
    CardLook,
    SignInCompanion,
    SignInField,
    SigningIn,
    SignInNeed,
)


class ProfileAdding(AddingAgents):
    """Adds agents to a profile; the directory, with its links, is its caller's."""

    def __init__(self, profile: Path, agents: ProfileAgents) -> None:
        self._profile = profile
        self._agents = agents

    async def known(self) -> Mapping[str, str]:
        """Return the addresses of those that were added, by name; see `AddingAgents`."""
        return await asyncio.to_thread(known_agents.known, self._profile)

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


class ProfileSigningIn(SigningIn):
    """Signs in with the agents of a profile; the directory, with its links, is its caller's."""

    def __init__(self, agents: ProfileAgents) -> None:
        self._agents = agents

    async def needs(self, agent: str) -> Sequence[SignInNeed]:
        """Return what is asked of the person; see `SigningIn`."""
        found = await self._agents.remote.questions(agent)
        return [
            SignInNeed(need, tuple(SignInField(*field) for field in fields))
            for need, fields in found
        ]

    async def lasting(self) -> bool:
        """Return whether a credential outlives the program."""
        return await self._agents.remote.lasting()

    async def sign_in(
        self,
        agent: str,
        need: SecurityNeed,
        answers: Mapping[str, str],
        companion: SignInCompanion,
    ) -> None:
        """Sign in and open the agent anew; see `SigningIn`."""
        await self._agents.remote.sign_in(agent, need, answers, companion)
        # What fails is tried again, and told, when the agent is next spoken with.
        with suppress(DeskError):
            await self._agents.reopen(agent)

    async def sign_out(self, agent: str) -> None:
        """Forget the credentials and open the agent anew without them."""
        await self._agents.remote.sign_out(agent)
        with suppress(DeskError):
            await self._agents.reopen(agent)
