"""Messages and their parts, as A2A has them; pieces that travel together; messages that wait."""

import mimetypes
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field, JsonValue

from app.domain.base import Value

QUESTION_MEDIA_TYPE = "application/vnd.balance-desk.question+json"
CHOICE_MEDIA_TYPE = "application/vnd.balance-desk.choice+json"
EDITS_MEDIA_TYPE = "application/vnd.balance-desk.edits+json"
PROFILE_MEDIA_TYPE = "application/vnd.balance-desk.profile+json"
QUERY_MEDIA_TYPE = "application/vnd.balance-desk.query+json"
SQL_MEDIA_TYPE = "application/vnd.balance-desk.sql+json"
MODEL_MEDIA_TYPE = "application/vnd.balance-desk.model+json"

_SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_SQLITE = "application/vnd.sqlite3"
TABLE_MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".csv": "text/csv", ".tsv": "text/tab-separated-values", ".tab": "text/tab-separated-values",
    ".txt": "text/plain", ".parquet": "application/vnd.apache.parquet",
    ".pq": "application/vnd.apache.parquet", ".jsonl": "application/x-ndjson",
    ".ndjson": "application/x-ndjson", ".json": "application/json", ".xlsx": _SHEETS,
    ".xlsm": "application/vnd.ms-excel.sheet.macroenabled.12",
    ".xlsb": "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    ".xls": "application/vnd.ms-excel", ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".db": _SQLITE, ".sqlite": _SQLITE, ".sqlite3": _SQLITE, ".duckdb": "application/x-duckdb",
}  # fmt: skip
"""The media types of files of tables that data agents open, by ending; `.gz` may follow."""
TABLE_ENDINGS: Final = tuple(TABLE_MEDIA_TYPES)
LOG_MEDIA_TYPE: Final = "text/x-log"
ANY_FILE: Final = "application/octet-stream"
"""The media type of a file that is taken whatever it is (RFC 2046, section 4.5.1)."""
LOG_NAME: Final = re.compile(
    r"(?:.*\.(?:log|jsonl|ndjson|out|err|journal-export|export)|messages|syslog|.*[._-]log)"
    r"(?:[.-]\d+)*(?:\.(?:gz|zst|zstd))?",
    re.IGNORECASE,
)
"""How logs are called: app.log, app.log.1, app.log-20260314.gz, messages, syslog.2 …"""


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


PIECES = "https://balance-desk.org/a2a/pieces"
"""Names the note in an event's metadata: how many parts each of its pieces has.

Within one program it is also set in the state of a call whose caller reads such notes itself.
"""


def note_of(counts: Sequence[int]) -> str:
    """Return the note for pieces of so many parts each."""
    return ",".join([str(count) for count in counts])


def counts_in(note: str, parts: int) -> Sequence[int]:
    """Return how many parts each piece has; one piece of all, where the note does not fit them."""
    try:
        counts = [int(count) for count in note.split(",")]
    except ValueError:
        return (parts,)
    return counts if min(counts) > 0 and sum(counts) == parts else (parts,)


class Unsent(Value):
    """A message that waits; its id will be the message's, so that it is never sent twice.

    `text` is as it was typed. `to` is the agent that it names, `words` what is said to that one.
    `about` is the task whose result it asks about, `about_words` how that is called, and
    `about_part` the part of its question that is said otherwise. `replaces` is the message that it
    is said instead of.
    """

    message_id: str
    context_id: str
    text: str
    files: tuple[FilePart, ...] = ()
    to: str | None = None
    words: str = ""
    about: str | None = None
    about_words: str = ""
    about_part: str = ""
    replaces: str | None = None


def media_type_of(name: str) -> str:
    """Return the media type of a file by its name, the same on every machine for tables and logs;
    of a packed one that of what is in it."""
    bare = name.lower().removesuffix(".gz")
    for ending, media_type in TABLE_MEDIA_TYPES.items():
        if bare.endswith(ending):
            return media_type
    if LOG_NAME.fullmatch(name):
        return LOG_MEDIA_TYPE
    return mimetypes.guess_type(name)[0] or ANY_FILE
