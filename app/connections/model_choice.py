"""Choosing a profile's language model: looked at, tried, kept; its key is never read back."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from app.connections.directory import ProfileAgents
from app.connections.language_model import (
    MODEL,
    chosen_model,
    configured_model,
    forget_model,
    keep_model,
)
from app.connections.local_models import local_models
from app.desk.titles import Titler
from app.errors import BadInput
from app.window_ports import ChoosingModel, ModelChoice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from agents.models.config import ModelConfig
    from app.profile.secrets import Secrets


class ProfileModel(ChoosingModel):
    """Owns the way to the settings and the keyring; the directory of agents is its caller's."""

    def __init__(self, profile: Path, agents: ProfileAgents) -> None:
        self._profile = profile
        self._agents = agents

    async def chosen(self) -> ModelChoice:
        """Return the model that is configured; see `ChoosingModel`."""

        secrets = await self._agents.remote.vault()

        def look() -> ModelChoice:
            config = configured_model(self._profile, secrets=secrets)
            if config is None:
                return ModelChoice(lasting=secrets.lasting)
            return ModelChoice(
                config.kind, config.name, config.url, has_key=bool(config.key),
                lasting=secrets.lasting, questions=config.questions,
            )  # fmt: skip

        return await asyncio.to_thread(look)

    async def local(self) -> list[ModelChoice]:
        """Return the models that this machine serves; see `ChoosingModel`."""
        return [ModelChoice(*one) for one in await local_models()]

    async def test(self, choice: ModelChoice, key: str = "") -> str:
        """Ask the model for a word; see `ChoosingModel`."""

        secrets = await self._agents.remote.vault()

        def made() -> "ModelConfig":
            config = _config(choice, key)
            return config if key else _config(choice, secrets.get(config.account) or "")

        from agents.models.language_model import LanguageModel

        return await LanguageModel(await asyncio.to_thread(made)).test()

    async def keep(self, choice: ModelChoice, key: str = "") -> None:
        """Use this model from now on; see `ChoosingModel`."""

        secrets = await self._agents.remote.vault()

        def write() -> None:
            if choice.kind:
                keep_model(self._profile, _config(choice, key), secrets)
            else:
                forget_model(self._profile, secrets)

        await asyncio.to_thread(write)
        if MODEL in os.environ:
            raise BadInput(
                f"{MODEL} is set in the environment, and comes before what is chosen here.",
                key="model_by_environment",
                variable=MODEL,
            )
        self._agents.model_changed()


def titler_of(profile: Path, vault: "Callable[[], Awaitable[Secrets]]") -> Titler:
    """Return what asks the profile's model, whichever it is by then, for a title."""

    async def titler(said: str) -> str | None:
        if chosen_model(profile) is None:
            return None
        from agents.models.language_model import LanguageModel
        from agents.models.wording import title

        secrets = await vault()
        config = await asyncio.to_thread(lambda: configured_model(profile, secrets=secrets))
        return None if config is None else await title(LanguageModel(config), said)

    return titler


def _config(choice: ModelChoice, key: str) -> "ModelConfig":
    from agents.models.config import ModelConfig

    return ModelConfig(
        kind=choice.kind,  # type: ignore[arg-type]
        name=choice.name,
        url=choice.url,
        key=key,
        questions=choice.questions,
    )
