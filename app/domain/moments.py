"""A moment as others may tell it: ISO 8601, kept in UTC; without a zone it is taken as UTC."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator


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
