"""What a turn reports: progress, the answer in pieces, artifacts and the final state."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Part

from agents.answering import artifacts
from app.domain.messages import QUESTION_MEDIA_TYPE
from app.domain.tasks import OF
from app.domain.usage import USAGE

# In the metadata of the last status: of a task that computed nothing, what was understood of its
# question and what it named (frames, as JSON), and in which language it was answered, and of one
# with which the conversation began anew.
DECLINED, ANEW, SPOKEN = "declined", "begins_anew", "language"

_CHUNK = 160


class Reporter:
    """Owns the way from one turn to its task's events."""

    def __init__(self, updater: TaskUpdater) -> None:
        self._updater = updater

    @property
    def task_id(self) -> str:
        """The id of the task that is reported."""
        return self._updater.task_id

    @property
    def context_id(self) -> str:
        """The id of its conversation."""
        return self._updater.context_id

    async def working(self, text: str) -> None:
        """Say what is being done."""
        await self._updater.start_work(self._message([Part(text=text)]))

    async def add(self, name: str, part: Part, of: str = "") -> None:
        """Hand over an artifact in one piece, `of` a part of the answer where it has parts."""
        await self._updater.add_artifact(
            [part], artifact_id=f"{of or self.task_id}-{name}", name=name,
            metadata={OF: of} if of else None, last_chunk=True,
        )  # fmt: skip

    async def stream(self, text: str, of: str = "") -> None:
        """Send the answer in a few pieces that end between words, `of` a part as in `add`."""
        pieces = _pieces(text)
        for index, piece in enumerate(pieces):
            await self._updater.add_artifact(
                [Part(text=piece, media_type=artifacts.MARKDOWN)],
                artifact_id=f"{of or self.task_id}-answer",
                name="answer",
                metadata={OF: of} if of else None,
                append=index > 0,
                last_chunk=index == len(pieces) - 1,
            )
            await asyncio.sleep(0)

    async def ask(
        self,
        text: str,
        slot: str,
        choices: Sequence[Mapping[str, Any]],
        *,
        usage: Mapping[str, object] | None = None,
    ) -> None:
        """Ask for one of the choices, as `wait` does."""
        question = {"slot": slot, "choices": list(choices), "multi": False}
        parts = [Part(text=text), artifacts.json_part(question, QUESTION_MEDIA_TYPE)]
        await self.wait(parts, usage=usage)

    async def wait(self, parts: list[Part], *, usage: Mapping[str, object] | None = None) -> None:
        """Ask back; the task waits for the answer. `usage` is what a language model took for it."""
        await self._updater.requires_input(self._message(parts, usage))

    async def complete(
        self,
        text: str,
        *,
        usage: Mapping[str, object] | None = None,
        declined: str = "",
        anew: bool = False,
        spoken: str = "",
    ) -> None:
        """End the task with its one-line answer.

        `usage` is what a language model took for it, `declined` why nothing was computed; with
        `anew` nothing before this task is gone on from. `spoken` is the language of words alone.
        """
        message = self._message([Part(text=text)], usage)
        if anew:
            message.metadata.update({ANEW: True})
        if declined:
            message.metadata.update({DECLINED: declined})
        if spoken:
            message.metadata.update({SPOKEN: spoken})
        await self._updater.complete(message)

    async def fail(self, text: str, *, usage: Mapping[str, object] | None = None) -> None:
        """End the task without an answer, saying why."""
        await self._updater.failed(self._message([Part(text=text)], usage))

    async def reject(self, text: str, *, usage: Mapping[str, object] | None = None) -> None:
        """Refuse the request, saying why."""
        await self._updater.reject(self._message([Part(text=text)], usage))

    def _message(self, parts: list[Part], usage: Mapping[str, object] | None = None) -> Message:
        message = self._updater.new_agent_message(parts)
        if usage:
            message.metadata.update({USAGE: dict(usage)})
        return message


def _pieces(text: str) -> list[str]:
    pieces, start = [], 0
    while len(text) - start > _CHUNK:
        cut = max(text.rfind(" ", start, start + _CHUNK), text.rfind("\n", start, start + _CHUNK))
        end = cut + 1 if cut > start else start + _CHUNK
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]]
