"""Messages that came through the book are shown like those of this desk."""

from typing import Any, TypeVar

from pydantic import ValidationError

from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState

V = TypeVar("V", Message, Answer)


def entry_of(row: Any) -> Entry:
    """Return the entry of a message that has no turn of this desk.

    Its `body` is shown where it is a desk's own; otherwise its content, as a request of the user or
    as an answer that is complete.
    """
    if row.role == Role.USER:
        message = _read(Message, row.body) or Message(
            message_id=row.message_id,
            context_id=row.context_id,
            role=Role.USER,
            parts=(TextPart(text=row.content, media_type=_media_type(row)),),
            created_at=row.created_at,
        )
        return RequestEntry(position=row.position, message=message)
    answer = _read(Answer, row.body) or Answer(
        turn_id=row.message_id,
        context_id=row.context_id,
        agent=row.role,
        state=TaskState.COMPLETED,
        task_id=row.task_id,
        artifacts=(
            Artifact(
                artifact_id=row.message_id,
                name="answer",
                parts=(TextPart(text=row.content, media_type=_media_type(row)),),
            ),
        ),
        started_at=row.created_at,
        ended_at=row.created_at,
    )
    return AnswerEntry(position=row.position, answer=answer)


def _read(kind: type[V], body: str) -> V | None:
    if not body:
        return None
    try:
        return kind.model_validate_json(body)
    except ValidationError:
        # Another program's form of a message: what it says is in its content.
        return None


def _media_type(row: Any) -> str:
    return "" if row.content_type == "text/markdown" else str(row.content_type)
