"""The base of every domain value: frozen, closed to unknown fields, bytes as base64 in JSON.

A moment that others tell is ISO 8601 and kept in UTC; without a zone it is taken as UTC.
"""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict


def _read(value: Any) -> Any:
    # Left to pydantic, a number would be seconds or milliseconds since 1970, by its size.
    if isinstance(value, str):
        return datetime.fromisoformat(value.upper())
    if isinstance(value, int | float):
        raise ValueError("a moment is written as 2026-11-21T09:30:00Z")
    return value


def _in_utc(value: datetime) -> datetime:
    if value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("the moment is outside the years 1 to 9999 UTC") from error


Moment = Annotated[datetime, BeforeValidator(_read), AfterValidator(_in_utc)]


class Value(BaseModel):
    """A value is compared by its fields and never changes; a changed one is a new one."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        ser_json_bytes="base64",
        val_json_bytes="base64",
        # Validators are built at first use: start-up then pays only for what it needs.
        defer_build=True,
    )
