"""Signing in with agents elsewhere, for a window: what is asked, what comes of it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from app.directory import ProfileAgents
from app.domain.cards import SecurityNeed
from app.errors import DeskError
from app.offers import (
    SignInCompanion,
    SignInField,
    SigningIn,
    SignInNeed,
)


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
