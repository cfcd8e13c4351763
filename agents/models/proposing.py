"""A language model behind the data agent's port: it proposes how a question is meant."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel

from agents.answering.text.language import Language
from agents.models.chat_words import error_words
from agents.models.language_model import LanguageModel
from app.errors import DeskError

T = TypeVar("T", bound=BaseModel)


class ModelProposer:
    """Implements the data agent's `Proposer` with a configured model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Return the model as people name it."""
        return str(self._model.config)

    async def fill(
        self,
        shape: type[T],
        *,
        task: str,
        material: str,
        check: Callable[[T], Sequence[str]],
        show: Callable[[T], Awaitable[str]] | None = None,
        language: Language,
        used: Callable[[Mapping[str, object]], None],
    ) -> T:
        """Return an answer that stands the check.

        Raises `DeskError`, in the `language`, where the model does not answer, or with none that
        stands.
        """
        try:
            return await self._model.fill(
                shape, task=task, material=material, check=check, show=show, used=used
            )
        except DeskError as error:
            words = error_words(language, error)
            raise type(error)(words, key=error.reason, **error.details) from error
