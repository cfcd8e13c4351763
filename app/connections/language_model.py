"""The language model of a profile: `[model]` in its settings, its key elsewhere; its summaries.

The environment comes before the file: `BALANCE_DESK_MODEL` is `kind:name` (or empty for none),
`BALANCE_DESK_MODEL_URL` its address, `BALANCE_DESK_MODEL_KEY` the key. A key that was typed in the
window is in the system's keyring, or in memory where there is none.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.domain.book import BookMessage
from app.errors import AgentRefused, BadInput
from app.profile.settings import read_file, save_model

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from agents.models.config import ModelConfig
    from app.conversations.book.summaries import Model
    from app.profile.secrets import Secrets


MODEL: Final = "BALANCE_DESK_MODEL"
URL: Final = "BALANCE_DESK_MODEL_URL"
KEY: Final = "BALANCE_DESK_MODEL_KEY"


def chosen_model(
    profile: Path, *, environment: Mapping[str, str] | None = None
) -> "ModelConfig | None":
    """Return the model without its key, None where none is configured.

    Raises `BadInput` for a setting that does not fit.
    """
    environment = os.environ if environment is None else environment
    table = _table(profile)
    if (said := environment.get(MODEL)) is not None:
        kind, _, name = said.partition(":")
        table = {**table, "kind": kind.strip(), "name": name.strip(), "url": ""} if said else {}
    if not table.get("kind"):
        return None
    if url := environment.get(URL):
        table["url"] = url
    return _config(table)


def configured_model(
    profile: Path,
    *,
    environment: Mapping[str, str] | None = None,
    secrets: "Secrets | None" = None,
) -> "ModelConfig | None":
    """Return the model with its key, which may be asked of the keyring: call it off the loop."""
    config = chosen_model(profile, environment=environment)
    if config is None:
        return None
    key = (os.environ if environment is None else environment).get(KEY, "")
    return replace(config, key=key or (secrets or _system_secrets()).get(config.account) or "")


def keep_model(profile: Path, config: "ModelConfig", secrets: "Secrets") -> bool:
    """Write the choice into the settings, its key into the keyring; return whether it lasts there.

    An empty key leaves the one that is kept. Raises `BadProfile`, and the keyring's own error.
    """
    choice = {"kind": config.kind, "name": config.name, "url": config.url}
    save_model(profile, {**choice, "questions": config.questions})
    if config.key:
        secrets.put(config.account, config.key)
    return secrets.lasting


def forget_model(profile: Path, secrets: "Secrets") -> None:
    """Configure no model any more, and forget its key; raises `BadProfile`."""
    table = _table(profile)
    if table.get("kind"):
        secrets.forget(_config(table).account)
    save_model(profile, {"kind": "", "name": "", "url": ""})


def _table(profile: Path) -> dict[str, Any]:
    found = read_file(profile).get("model")
    return dict(found) if isinstance(found, dict) else {}


def _config(table: Mapping[str, Any]) -> "ModelConfig":
    from agents.models.config import ModelConfig

    values: dict[str, Any] = {"name": ""}
    for name in ("kind", "name", "url", "questions", "looks"):
        if name not in table and name in ("questions", "looks"):
            continue
        if not isinstance(table.get(name, ""), str):
            raise _bad(name, "a text")
        values[name] = table.get(name, "")
    for name, whole in (("seconds", False), ("answer_tokens", True), ("turn_tokens", True)):
        if name in table:
            number = table[name]
            wanted = (int,) if whole else (int, float)
            if isinstance(number, bool) or not isinstance(number, wanted):
                raise _bad(name, "a number")
            values[name] = number
    return ModelConfig(**values)


def _bad(name: str, wanted: str) -> BadInput:
    return BadInput(
        f"The setting {name!r} in [model] does not fit: {wanted} is wanted.",
        key="bad_setting",
        setting=name,
    )


def _system_secrets() -> "Secrets":
    from app.profile.secrets import system_secrets

    return system_secrets()


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
