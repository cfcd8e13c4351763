"""Messages and their parts, as A2A has them: text, structured data, files."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from app.domain.base import Value

QUESTION_MEDIA_TYPE = "application/vnd.balance-desk.question+json"
CHOICE_MEDIA_TYPE = "application/vnd.balance-desk.choice+json"


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    AGENT = "agent"


class TextPart(Value):
    """Words; Markdown unless the media type says otherwise."""

    kind: Literal["text"] = "text"
    text: str
    media_type: str = ""


class DataPart(Value):
    """A JSON value with its media type; 64-bit integers are kept exactly."""

    kind: Literal["data"] = "data"
    data: JsonValue
    media_type: str = "application/json"


class FilePart(Value):
    """A file: its bytes, or the address where it can be fetched (one of the two)."""

    kind: Literal["file"] = "file"
    name: str = ""
    media_type: str = ""
    content: bytes | None = None
    url: str | None = None


Part = Annotated[TextPart | DataPart | FilePart, Field(discriminator="kind")]


class Message(Value):
    """One thing that was said, by a person or an agent.

    Of an agent's `metadata` the desk reads `reason` (a stable key of why a task ended) and `usage`
    (what a language model took) only.
    """

    message_id: str
    context_id: str
    role: Role
    parts: tuple[Part, ...]
    task_id: str | None = None
    reference_task_ids: tuple[str, ...] = ()
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    created_at: datetime

    @property
    def text(self) -> str:
        """The text parts, joined by blank lines."""
        return plain_text(self.parts)


def plain_text(parts: tuple[Part, ...]) -> str:
    """Return the text parts joined by blank lines; data and files are left out."""
    return "\n\n".join(part.text for part in parts if isinstance(part, TextPart))
