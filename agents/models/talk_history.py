"""What was said before in a conversation, as a model is told it: newest first, up to a length."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from a2a.types import Part, Role, Task

from app.domain.contexts import ContextRequest, ContextWindow

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

MOST_CHARACTERS: Final = 24_000
WANTED: Final = ContextRequest(context_type="full", message_count=60, max_tokens=6_000)
"""The window that a model is shown: history, summary, and what is remembered."""


class TalkHistory(NamedTuple):
    """Exchanges of (question, answer), oldest first; what was remembered, and what was before."""

    said: list[tuple[str, str]]
    remembered: tuple[str, ...] = ()
    summary: str = ""

    @property
    def background(self) -> str:
        """What is known beside the exchanges, as text; empty where nothing is."""
        facts = "\n".join(f"- {fact}" for fact in self.remembered)
        parts = [("The person asked to remember:", facts), ("Said earlier:", self.summary)]
        return "\n".join(f"{title}\n{text}" for title, text in parts if text)


def talk_of(window: ContextWindow, *, message_id: str) -> TalkHistory:
    """Return what a window says; the message that is being answered is not yet history.

    A question without an answer is left out, as is an answer whose question was not let in.
    """
    said: list[tuple[str, str]] = []
    asked = ""
    for message in window.messages:
        if message.role == "user":
            asked = "" if message.id == message_id else message.content
        elif message.role == "assistant" and asked:
            said.append((asked, message.content))
            asked = ""
    return TalkHistory(said, tuple(fact.text for fact in window.memories), window.context_summary)


def exchanges(tasks: Sequence[Task], *, most: int = MOST_CHARACTERS) -> list[tuple[str, str]]:
    """Return (question, answer) of earlier tasks, oldest first; `tasks` come newest first.

    Whole exchanges only: the first that does not fit ends it. A task without an answer is left out.
    """
    found: list[tuple[str, str]] = []
    left = most
    for task in tasks:
        asked = next((m for m in task.history if m.role == Role.ROLE_USER), None)
        answer = "".join(
            _text(artifact.parts) for artifact in task.artifacts if artifact.name == "answer"
        )
        question = _text(asked.parts) if asked is not None else ""
        if not question or not answer:
            continue
        left -= len(question) + len(answer)
        if left < 0:
            break
        found.append((question, answer))
    return found[::-1]


def as_messages(said: Sequence[tuple[str, str]]) -> "list[ModelMessage]":
    """Return exchanges as the messages of a model's history."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    messages: list[ModelMessage] = []
    for question, answer in said:
        messages.append(ModelRequest(parts=[UserPromptPart(content=question)]))
        messages.append(ModelResponse(parts=[TextPart(content=answer)]))
    return messages


def _text(parts: Sequence[Part]) -> str:
    return "\n\n".join(part.text for part in parts if part.text)
