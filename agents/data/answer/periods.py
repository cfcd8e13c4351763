"""Periods on an axis of time: when each begins, and where a line has to break."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

from agents.data.query.query import Grain

_MOST_ADDED = 500
_STEPS = {"week": timedelta(weeks=1), "day": timedelta(days=1), "hour": timedelta(hours=1),
          "minute": timedelta(minutes=1), "second": timedelta(seconds=1)}  # fmt: skip
_MONTHS = {"year": 12, "quarter": 3, "month": 1}


def begins(period: str) -> str:
    """Return when a period (2024, 2024-Q3, 2024-W07, 2024-03, 2024-03-05, …T09:00) begins.

    ISO 8601 with a time of day but no zone, so that a viewer shows that day wherever it runs.
    """
    return _start(period).isoformat()


def with_gaps(
    values: Iterable[dict[str, Any]], period: str, figure: str, grain: Grain
) -> list[dict[str, Any]]:
    """Return the values in the order of time, with an empty one where a line has to break.

    `period` and `figure` are the fields; each `series` is a line of its own. One empty period
    breaks a line, so only the first of each gap is added.
    """
    lines: dict[Any, list[dict[str, Any]]] = {}
    for value in values:
        lines.setdefault(value.get("series"), []).append(value)
    found: list[dict[str, Any]] = []
    for line in lines.values():
        line.sort(key=lambda value: _start(str(value[period])))
        before: dict[str, Any] | None = None
        for value in line:
            if before is not None:
                following = _after(str(before[period]), grain)
                if following < _start(str(value[period])) and len(found) < _MOST_ADDED:
                    of = {"series": value["series"]} if "series" in value else {}
                    found.append({**of, period: following.isoformat(), figure: None})
            found.append(value)
            before = value
    return found


def _after(period: str, grain: Grain) -> datetime:
    start = _start(period)
    if grain in _STEPS:
        return start + _STEPS[grain]
    months = start.year * 12 + start.month - 1 + _MONTHS[grain]
    return start.replace(year=months // 12, month=months % 12 + 1)


def _start(period: str) -> datetime:
    head, _, rest = period.partition("-")
    if rest.startswith("Q"):
        return datetime(int(head), 3 * int(rest[1:]) - 2, 1)  # noqa: DTZ001 (a day of the table)
    if rest.startswith("W"):
        monday = date.fromisocalendar(int(head), int(rest[1:]), 1)
        return datetime(monday.year, monday.month, monday.day)  # noqa: DTZ001
    if not rest or len(period) == len("2024-03"):
        return datetime(int(head), int(rest or 1), 1)  # noqa: DTZ001
    return datetime.fromisoformat(period)
