"""Summaries by a profile's language model, for whoever keeps conversations: a desk or a service."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.book import BookMessage
from app.errors import AgentRefused
from app.model_settings import chosen_model, configured_model

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from agents.models.config import ModelConfig
    from app.conversations.summary_maker import Model
    from transport.auth.secrets import Secrets


def summed_by(config: "ModelConfig") -> "Model":
    """Return what asks a model for a summary, which has no number that was not said."""

    async def summed(earlier: str, messages: Sequence[BookMessage]) -> str:
        from agents.models.language_model import LanguageModel
        from agents.models.wording import summary

        said = [f"{message.role}: {message.content}" for message in messages]
        found = await summary(LanguageModel(config), "\n".join([earlier, *said]))
        if found is None:
            raise AgentRefused("The model's summary has numbers that were not said.")
        return found

    return summed


def summed_by_chosen(profile: Path, vault: "Callable[[], Awaitable[Secrets]]") -> "Model":
    """Return what asks the profile's model, whichever it is by then; it refuses while none is."""

    async def summed(earlier: str, messages: Sequence[BookMessage]) -> str:
        if chosen_model(profile) is None:
            raise AgentRefused("There is no language model.", key="no_model")
        secrets = await vault()
        config = await asyncio.to_thread(lambda: configured_model(profile, secrets=secrets))
        assert config is not None
        return await summed_by(config)(earlier, messages)

    return summed
