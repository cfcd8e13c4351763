"""Spans of time: what a moment's ISO text covers, what a relative span means on a day, and back."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from agents.answering.text.language import Language, integer
from agents.data.query.query import Cycle, Grain, Span

MONTHS = {"year": 12, "quarter": 3, "month": 1}
_STEPS = {
    "week": timedelta(weeks=1), "day": timedelta(days=1), "hour": timedelta(hours=1),
    "minute": timedelta(minutes=1), "second": timedelta(seconds=1),
}  # fmt: skip
DAYS = {"day": 1, "week": 7}
_COARSE = re.compile(r"(\d{4})(?:-(?:Q([1-4])|W(\d\d)|(\d\d)))?$", re.IGNORECASE)


FIRST, LAST = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59)  # noqa: DTZ001 - local, as tables are


class Bounds(NamedTuple):
    """From `start` up to, not including, `end`; None is open. Local times without a zone."""

    start: datetime | None
    end: datetime | None


def covered(text: str) -> Bounds:
    """Return what an ISO 8601 text covers at its own precision: "2024" that whole year.

    Years, months, days, hours, minutes and seconds, "2024-W10" for a week and "2024-Q1" for a
    quarter. With a zone it is taken to UTC. Raises ValueError for anything else.
    """
    found = _COARSE.match(text.strip())
    if found:
        year, quarter, week, month = found.groups()
        if week:
            start = datetime.combine(
                date.fromisocalendar(int(year), int(week), 1), datetime.min.time()
            )
            return Bounds(start, start + _STEPS["week"])
        first = int(month) if month else 3 * int(quarter) - 2 if quarter else 1
        start = datetime(int(year), first, 1)  # noqa: DTZ001 - tables write local times
        return Bounds(
            start, moved(start, "month" if month else "quarter" if quarter else "year", 1)
        )
    start = datetime.fromisoformat(text.strip())
    if start.tzinfo is not None:
        start = start.astimezone(UTC).replace(tzinfo=None)
    length = len(re.split(r"[Zz+]", text.strip())[0])
    step = {10: "day", 13: "hour", 16: "minute"}.get(length)
    if step:
        return Bounds(start, start + _STEPS[step])
    return Bounds(start, start + (timedelta(seconds=1) if length <= 19 else timedelta.resolution))


def resolved(span: Span, now: datetime) -> Bounds:
    """Return the ends of a span, a relative one as at `now`; raises ValueError as `covered`."""
    if span.unit is None:
        start = covered(span.start).start if span.start is not None else None
        return Bounds(start, covered(span.end).start if span.end is not None else None)
    last = moved(floor(now, span.unit), span.unit, -span.ago)
    return Bounds(moved(last, span.unit, 1 - span.count), moved(last, span.unit, 1))


def floor(moment: datetime, grain: Grain) -> datetime:
    """Return the beginning of the unit that a moment lies in; weeks begin on Monday."""
    start = moment.replace(microsecond=0, tzinfo=None)
    if grain == "second":
        return start
    start = start.replace(second=0)
    if grain == "minute":
        return start
    start = start.replace(minute=0)
    if grain == "hour":
        return start
    start = start.replace(hour=0)
    if grain == "week":
        return start - timedelta(days=start.weekday())
    if grain == "day":
        return start
    months = MONTHS[grain]
    return start.replace(day=1, month=(start.month - 1) // months * months + 1)


def moved(moment: datetime, grain: Grain, units: int) -> datetime:
    """Return the beginning of the unit so many units later; kept within the years 1 to 9999."""
    try:
        if grain in _STEPS:
            return moment + units * _STEPS[grain]
        months = moment.year * 12 + moment.month - 1 + units * MONTHS[grain]
        return moment.replace(year=months // 12, month=months % 12 + 1)
    except (OverflowError, ValueError):
        return LAST if units > 0 else FIRST


def written(moment: date, grain: str) -> str:
    """Return a moment as an ISO 8601 text of its grain, such that `covered` reads it back.

    Without a grain a day stays a day, and a time is written as far as it goes.
    """
    if grain == "year":
        return f"{moment.year:04}"
    if grain == "quarter":
        return f"{moment.year:04}-Q{(moment.month + 2) // 3}"
    if grain == "month":
        return f"{moment.year:04}-{moment.month:02}"
    if grain == "week":
        year, week, _ = moment.isocalendar()
        return f"{year:04}-W{week:02}"
    if grain == "day" or not isinstance(moment, datetime):
        return f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
    text = moment.replace(tzinfo=None).isoformat()
    if grain == "hour":
        return text[:13]
    return text[:16] if grain == "minute" else text[:19] if grain == "second" else text


def days_said(first: date, last: date, language: Language) -> str:
    """Return days as a reader of a language writes them: 2026, March 2026, Nov 23 – 29, 2026."""
    from babel.dates import format_interval, format_skeleton

    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        ends = dict.fromkeys((first.year, last.year))
        return "–".join(f"{year:04}" for year in ends)
    if first.day == 1 and last == months_before(first, -1) - timedelta(days=1):
        return str(format_skeleton("yMMMM", first, locale=language))
    said = format_interval(first, last, "yMMMd", locale=language)
    return str(said).replace("\u2009", " ")


def days_of(label: str) -> tuple[date, date] | None:
    """Return the first and the last day of a time by its neutral label (2026-11, or from
    2026-11-23..2026-11-30 up to the second), None for another text."""
    start, _, end = label.partition("..")
    with suppress(ValueError):
        first = covered(start).start
        after = covered(end).start if end else covered(start).end
        if first is not None and after is not None:
            return first.date(), after.date() - timedelta(days=1)
    return None


def months_before(day: date, count: int) -> date:
    """Return the day so many months before, or the last one of that month."""
    index = day.year * 12 + day.month - 1 - count
    for last in range(day.day, 27, -1):
        with suppress(ValueError):
            return date(index // 12, index % 12 + 1, last)
    return date(index // 12, index % 12 + 1, min(day.day, 28))


def shifted(span: Span, grain: str, step: int) -> Span | None:
    """Return a span of absolute ends that many grains later; None for another one."""
    if span.start is None or span.end is None or grain not in (*DAYS, *MONTHS):
        return None
    try:
        ends = [date.fromisoformat(one[:10]) for one in (span.start, span.end)]
        if grain in DAYS:
            moved = [one + timedelta(days=step * DAYS[grain]) for one in ends]
        else:
            moved = [months_before(one, -step * MONTHS[grain]) for one in ends]
    except (ValueError, OverflowError):
        return None
    return Span(start=moved[0].isoformat(), end=moved[1].isoformat())


def place_said(place: int, cycle: Cycle, language: Language) -> str:
    """Return a place in a cycle: Monday (of weekdays, 1 is Monday), March, 9:00, Q2."""
    from babel.dates import get_day_names, get_month_names, get_quarter_names

    match cycle:
        case "weekday":
            return str(get_day_names("wide", "stand-alone", locale=language)[place - 1])
        case "month of year":
            return str(get_month_names("wide", "stand-alone", locale=language)[place])
        case "quarter of year":
            return str(get_quarter_names("abbreviated", "stand-alone", locale=language)[place])
        case "hour of day":
            return f"{place}:00"
        case _:
            return integer(place, language)
