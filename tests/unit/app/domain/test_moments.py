"""Moments that others tell: ISO 8601 only, in UTC, within what can be stored and shown again."""

from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter, ValidationError

from app.domain.base import Moment

READ: TypeAdapter[datetime] = TypeAdapter(Moment)


@pytest.mark.parametrize(
    ("told", "moment"),
    [
        ("2025-06-03T16:32:05.789Z", datetime(2025, 6, 3, 16, 32, 5, 789_000, UTC)),
        ("2025-06-03T16:32:05+09:00", datetime(2025, 6, 3, 7, 32, 5, 0, UTC)),
        ("2025-06-03t16:32:05", datetime(2025, 6, 3, 16, 32, 5, 0, UTC)),
    ],
)
def test_a_written_moment_is_kept_in_utc(told: str, moment: datetime) -> None:
    read = READ.validate_json(f'"{told}"', strict=True)
    assert (read, read.tzinfo) == (moment, UTC)
    assert READ.validate_python(told) == moment


@pytest.mark.parametrize(
    "told",
    [
        "5",
        "1e9",
        "true",
        '""',
        '"0.5"',
        '"soon"',
        '"0001-01-01T00:00:00+14:00"',
        '"9999-12-31T23:59:59-14:00"',
        '"2025-13-01T00:00:00Z"',
    ],
)
def test_what_is_no_moment_is_refused(told: str) -> None:
    with pytest.raises(ValidationError):
        READ.validate_json(told)
