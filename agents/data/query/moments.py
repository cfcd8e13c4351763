"""Times as they were said, and the rows of them, as a column of moments can say it."""

import re
from datetime import date, datetime, timedelta
from typing import NamedTuple

from agents.data.model.schema import Column
from agents.data.query.query import AnyOf, Case, Computed, Condition, Span, Test
from agents.data.query.spans import months_before, resolved

_YEARS, _MONTHS = 5 * 365, 92  # days from which on years, and months, show a change
_HOURS = 2  # days up to which hours show a change
_SIZES = {"quarter": 3, "half": 6}  # in months
_LONGEST_VERSION = 24  # characters
_SPARSE = 12  # rows a year, below which a month without its year is that of any year


class Time(NamedTuple):
    """Days from `start` up to, not including, `end`; an open side is None.

    With `clock` it is a time of every day instead: seconds since midnight, the second not in it;
    with `weekdays` days of every week, 1 is Monday.

    `relative` is the span as it was said from today, `label` what it was called. One without a year
    is the latest that is not in the future; `floating` says so. Of a `day` without a month that is
    the latest of the table, until another one is known.
    """

    start: date | None
    end: date | None
    relative: Span | None = None
    floating: bool = False
    clock: tuple[int | None, int | None] | None = None
    day: int = 0
    weekdays: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """Return the time as ISO 8601 writes it: 2023, 2023-04, or its first and last day."""
        if self.weekdays:
            return "..".join(map(str, self.weekdays))
        if self.clock is not None:
            return "..".join(
                f"{one // 3600:02}:{one % 3600 // 60:02}" if one is not None else ""
                for one in self.clock
            )
        if self.start is None or self.end is None:
            return f"{self.start or ''}..{self.end or ''}"
        if self.end - self.start == timedelta(days=1):
            return str(self.start)
        year, next_year = self.start.year, self.end.year
        if self.start == date(year, 1, 1) and self.end == date(year + 1, 1, 1):
            return str(year)
        if self.start.day == self.end.day == 1 and (
            12 * next_year + self.end.month == 12 * year + self.start.month + 1
        ):
            return self.start.isoformat()[:7]
        return f"{self.start}..{self.end}"


def is_one_day(column: Column) -> bool:
    """Whether all moments of a column are of one day, so that "that day" is all of it."""
    low, high = (str(end)[:10] for end in (column.low, column.high))
    return low == high != "None"


def of_span(span: Span, today: date) -> Time:
    """Return the days of a span, a relative one from today."""
    start, end = resolved(span, datetime.combine(today, datetime.min.time()))
    return Time(start.date() if start else None, end.date() if end else None, span)


def day_beside(day: int, beside: Time) -> Time | None:
    """Return another day of the month that a time lies in, None where there is none."""
    start, end = beside.start, beside.end
    if start is None or end is None or end > months_before(start.replace(day=1), -1):
        return None
    try:
        first = start.replace(day=day)
    except ValueError:
        return None
    return beside._replace(start=first, end=first + timedelta(days=1), relative=None)


def within(time: Time, column: Column) -> Time:
    """Return a time that was said without its year as the latest that the column has."""
    first = time.start or time.end
    if not time.floating or first is None:
        return time
    try:
        low = date.fromisoformat(str(column.low)[:10])
        high = date.fromisoformat(str(column.high)[:10])
    except ValueError:  # no days
        return time
    if time.start is None:
        high = date(high.year, 12, 31)  # up to a day of its last year
    years = 0
    while months_before(first, 12 * years) > high:
        years += 1
    start, end = (
        months_before(one, 12 * years) if one is not None else None
        for one in (time.start, time.end)
    )
    return time._replace(start=start, end=end) if end is None or end > low else time


def of_any_year(column: Column, time: Time, rows: int) -> Condition | None:
    """Return the rows of a month of any year, where one was said without its year and a year has
    few rows; None for another time."""
    start, end = time.start, time.end
    if not time.floating or column.stored not in ("date", "timestamp") or not (start and end):
        return None
    years = int(str(column.high)[:4] or 0) - int(str(column.low)[:4] or 0) + 1 if (
        column.low and column.high) else 1  # fmt: skip
    if years < 2 or rows / years >= _SPARSE or start.day > 1 or months_before(start, -1) != end:
        return None
    return Test(column=Computed(function="month", args=(column.name,)), values=(start.month,))


def during(column: Column, time: Time) -> Condition | None:
    """Return the rows of a time, as a column of moments can say it; None where it cannot."""
    if time.clock is not None:
        return _daily(column, *time.clock)
    if time.weekdays:
        on = Computed(function="weekday", args=(column.name,))
        return Test(column=on, op="in" if time.weekdays[1:] else "=", values=time.weekdays)
    if column.stored in ("date", "timestamp"):
        span = time.relative or Span(
            start=str(time.start) if time.start else None, end=str(time.end) if time.end else None
        )
        return Test(column=column.name, op="during", span=span)
    if column.grain != "year" and column.stored != "number":
        return None
    first = time.start.year if time.start else None
    last = None
    if time.end is not None:
        whole = (time.end.month, time.end.day) == (1, 1)
        last = time.end.year - 1 if whole else time.end.year
    if first is None:
        return Test(column=column.name, op="<=", values=(last or 0,))
    if last is None:
        return Test(column=column.name, op=">=", values=(first,))
    if first >= last:
        return Test(column=column.name, op="=", values=(first,))
    return Test(column=column.name, op="between", values=(first, last))


def _daily(column: Column, start: int | None, end: int | None) -> Condition:
    """The rows of a time of every day, over midnight if it ends before it begins."""
    at = Computed(function="clock", args=(column.name,))
    if start is not None and end is not None and start < end:
        return Test(column=at, op="between", values=(start, end - 1))
    after, before = Test(column=at, op=">=", values=(start or 0,)), None
    if end is not None:
        before = Test(column=at, op="<", values=(end,))
    if start is None or before is None:
        return before or after
    return AnyOf(any=(after, before))


def grain_over(time: Column) -> str:
    """Return the grain that shows a change best over the days that a column has."""
    try:
        low, high = (date.fromisoformat(str(one)[:10]) for one in (time.low, time.high))
    except ValueError:  # no days
        return "month"
    days = (high - low).days
    if days <= _HOURS and time.grain in ("hour", "minute", "second"):
        return "hour"
    return "year" if days > _YEARS else "month" if days > _MONTHS else "day"


def months_of(year: int, first: int, count: int = 1) -> Time:
    """Return so many months of a year from one on."""
    start = date(year, first, 1)
    return Time(start, months_before(start, -count))


def of_calendar(
    today: date, year: int | None, month: int | None, day: int | None, size: str, place: int
) -> Time | None:
    """Return a day, a month, the so many-eth quarter or half (`size`) or a year; without its year
    the last one, which floats. None for a day that there is not."""
    of_year, months = year or today.year, _SIZES.get(size, 1)
    if size and 1 <= place <= 12 // months:
        begins = (place - 1) * months + 1
        of_year -= year is None and date(of_year, begins, 1) > today
        return months_of(of_year, begins, months)._replace(floating=year is None)
    if size or (month is not None and not 1 <= month <= 12):
        return None
    if month is None:
        return months_of(year, 1, 12) if year is not None else None
    of_year -= year is None and (month, day or 1) > (today.month, today.day)
    if day is None:
        return months_of(of_year, month)._replace(floating=year is None)
    try:
        first = date(of_year, month, day)
    except ValueError:
        return None
    return Time(first, first + timedelta(days=1), None, year is None)


def open_on(said: Time, side: str) -> Time | None:
    """Return the time since, after, before or until another one; None for another `side`."""
    if said.clock is not None:
        start = said.clock[0]
        ends = (start, None) if side in ("since", "after") else (None, start)
        return Time(None, None, clock=ends)
    sides = {
        "since": (said.start, None), "after": (said.end, None),
        "before": (None, said.start), "until": (None, said.end),
    }  # fmt: skip
    return Time(*sides[side], None, said.floating) if side in sides else None


def from_to(one: Time, two: Time) -> Time | None:
    """Return the time from one to another, both in it; None where they have no such ends."""
    start, end = one.start, two.end
    if start is None or end is None:
        return None
    if one.end is not None and two.start is not None and end - two.start > 2 * (one.end - start):
        return None  # from March 2023 to 2023: what follows is a part of the second
    if one.floating and not two.floating and two.start is not None:
        start = start.replace(year=two.start.year)
    floating = one.floating and two.floating
    if floating and start >= end:  # from September to January
        end = months_before(end, -12)
    return Time(start, end, None, floating) if start < end else None


def around_day(column: Column, time: Time) -> tuple[Case, ...]:
    """Return what is before a day, and what is from it on."""
    day = str(time.start)
    ends = {f"< {day}": Span(end=day), f"≥ {day}": Span(start=day)}
    return tuple(
        Case(label=label, where=Test(column=column.name, op="during", span=span))
        for label, span in ends.items()
    )


def around_version(column: Column, said: str) -> tuple[Case, ...]:
    """Return what is before a version, and what is from it on; () where a column has none such."""
    ordered = sorted(column.values, key=_version)
    if not column.complete or said not in ordered[1:] or not all(map(_version, ordered)):
        return ()
    place = ordered.index(said)
    sides = {f"< {said}": ordered[:place], f"≥ {said}": ordered[place:]}
    return tuple(
        Case(label=label, where=Test(column=column.name, op="in", values=tuple(values)))
        for label, values in sides.items()
    )


def _version(text: str) -> tuple[int, ...]:
    """The numbers of a version, by which it is ordered; none of what is no version."""
    parts = re.findall(r"\d+", text)
    return tuple(map(int, parts)) if parts and len(text) <= _LONGEST_VERSION else ()
