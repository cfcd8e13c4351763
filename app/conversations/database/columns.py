"""What the columns of all tables are made of: moments, texts, JSON, ids that sort alike."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from pydantic_core import from_json, to_json
from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    ForeignKeyConstraint,
    String,
    Text,
    TypeDecorator,
)
from sqlalchemy.types import TypeEngine

from app.domain.book import LOCAL_TENANT


def dump(value: Any) -> str:
    """Return a JSON value as text; raises PydanticSerializationError for what is none."""
    return to_json(value).decode()


def load(text: str) -> Any:
    """Return the value of a text that `dump` wrote."""
    # Most rows have nothing in them.
    if text == "{}":
        return {}
    return from_json(text)


def tags(text: str) -> tuple[str, ...]:
    """Return the tags of a message."""
    return () if text == "[]" else tuple(from_json(text))


EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)

# PostgreSQL keeps no NUL in a text. U+FDD0 is a noncharacter: it means nothing between programs.
_ESCAPE = "\ufdd0"
_NUL = _ESCAPE + "\ufdd1"
_ESCAPED = _ESCAPE + "\ufdd2"


class UtcMicros(TypeDecorator[datetime]):
    """A moment as whole microseconds since 1970 UTC: exact, and sorted as it happened."""

    impl = BigInteger
    cache_ok = True

    @property
    def python_type(self) -> type[datetime]:
        """What a row holds."""
        return datetime

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Return the count; a moment without a zone is a mistake of the caller."""
        return None if value is None else micros_of(value)

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[int | None], datetime | None]:
        """Return what makes of a count the moment in UTC."""
        return _moment


class AnyText(TypeDecorator[str]):
    """A text of any characters, NUL too, where the database has no place for that."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """What a row holds."""
        return str

    def bind_processor(self, dialect: Dialect) -> Callable[[str | None], str | None] | None:
        """Return what makes of a text what the database keeps."""
        return escaped if dialect.name == "postgresql" else None

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[str | None], str | None] | None:
        """Return what makes the text again; None costs nothing for each cell."""
        if dialect.name != "postgresql":
            return None
        return lambda value: None if value is None else unescaped(value)


class AnyId(AnyText):
    """An id: compared and sorted by its characters, whatever the database's language."""

    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        """Return a type that sorts as SQLite does."""
        if dialect.name == "postgresql":
            return dialect.type_descriptor(String(collation="C"))
        return dialect.type_descriptor(String())


def micros_of(moment: datetime) -> int:
    """Return a moment as the database has it."""
    return (moment - EPOCH) // MICROSECOND


def _moment(value: int | None) -> datetime | None:
    return None if value is None else EPOCH + value * MICROSECOND


def escaped(text: str | None) -> str | None:
    """Return a text without NUL, from which the same text can be made again."""
    if text is None:
        return None
    if _ESCAPE in text:
        text = text.replace(_ESCAPE, _ESCAPED)
    return text.replace("\x00", _NUL) if "\x00" in text else text


def unescaped(text: str) -> str:
    """Return the text that was escaped."""
    if _ESCAPE not in text:
        return text
    return text.replace(_NUL, "\x00").replace(_ESCAPED, _ESCAPE)


def tenant_column() -> Column[str]:
    """Return the column that every key begins with."""
    return Column("tenant", AnyId, nullable=False, server_default=LOCAL_TENANT)


def text_column(name: str, default: str = "", *, of: type[AnyText] = AnyText) -> Column[str]:
    """Return a column that has an empty (or other) text where nothing was given."""
    return Column(name, of, nullable=False, server_default=default)


def of_conversation() -> ForeignKeyConstraint:
    """Return what makes a row go when its conversation is erased."""
    return ForeignKeyConstraint(
        ["tenant", "context_id"],
        ["conversations.tenant", "conversations.context_id"],
        ondelete="CASCADE",
    )
