"""What was said before in a conversation, as a model is told it: newest first, up to a length."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from a2a.types import Part, Role, Task

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

MOST_CHARACTERS: Final = 24_000


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
