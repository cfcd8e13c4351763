"""Periods: their first and last day, what they are called, and those around them."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import Literal

from agents.answering.text.language import Language
from app.domain.base import Value


class Period(Value):
    """Days from `start` up to, not including, `end`; an open side is None."""

    start: date | None = None
    end: date | None = None


def year(number: int) -> Period:
    """Return a calendar year."""
    return Period(start=date(number, 1, 1), end=date(number + 1, 1, 1))


def month(number: int, of_year: int) -> Period:
    """Return a calendar month."""
    return Period(start=date(of_year, number, 1), end=_month_after(of_year, number))


def quarter(number: int, of_year: int) -> Period:
    """Return a calendar quarter, 1 … 4."""
    last = 3 * number
    return Period(start=date(of_year, last - 2, 1), end=_month_after(of_year, last))


def half(number: int, of_year: int) -> Period:
    """Return the first or second half of a year."""
    last = 6 * number
    return Period(start=date(of_year, last - 5, 1), end=_month_after(of_year, last))


def _month_after(of_year: int, number: int) -> date:
    return date(of_year + number // 12, number % 12 + 1, 1)


def months_before(day: date, count: int) -> date:
    """Return the day so many months before, or the last one of that month."""
    index = day.year * 12 + day.month - 1 - count
    for last in range(day.day, 27, -1):
        try:
            return date(index // 12, index % 12 + 1, last)
        except ValueError:
            continue
    return date(index // 12, index % 12 + 1, min(day.day, 28))


Unit = Literal["year", "quarter", "month", "week"]
_UNIT_MONTHS: dict[Unit, int] = {"year": 12, "quarter": 3, "month": 1}


def shifted(period: Period, unit: Unit, count: int) -> Period | None:
    """Return the period so many units later; None for an open one, or one longer than the unit."""
    start, end = period.start, period.end
    if start is None or end is None:
        return None
    if unit == "week":
        days = timedelta(days=7 * count)
        return Period(start=start + days, end=end + days) if end - start <= abs(days) else None
    months = -_UNIT_MONTHS[unit] * count
    if months_before(start, -_UNIT_MONTHS[unit]) < end:
        return None
    return Period(start=months_before(start, months), end=months_before(end, months))


def overlap(periods: Sequence[Period]) -> bool:
    """Whether two of the periods have a day in common."""
    return any(
        (one.end is None or two.start is None or two.start < one.end)
        and (two.end is None or one.start is None or one.start < two.end)
        for one, two in combinations(periods, 2)
    )


def grain_of(period: Period) -> str | None:
    """Return "year", "quarter", "month" or "day" if the period is exactly one of those."""
    start, end = period.start, period.end
    if start is None or end is None:
        return None
    if period == year(start.year):
        return "year"
    if start.day == 1 and period == month(start.month, start.year):
        return "month"
    if (
        start.day == 1
        and start.month % 3 == 1
        and period == quarter(start.month // 3 + 1, start.year)
    ):
        return "quarter"
    return "day" if end - start == timedelta(days=1) else None


MONTHS = {
    "ko": tuple(f"{number}월" for number in range(1, 13)),
    "en": (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    "es": (
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ),
}


def describe(period: Period, language: Language) -> str:
    """Return the period in words."""
    start, end = period.start, period.end
    korean = language == "ko"
    if start is None and end is None:
        return {"ko": "전체 기간", "en": "all dates", "es": "todas las fechas"}[language]
    if start is None:
        assert end is not None
        last = end - timedelta(days=1)
        return {"ko": f"{last}까지", "en": f"up to {last}", "es": f"hasta {last}"}[language]
    if end is None:
        return {"ko": f"{start}부터", "en": f"since {start}", "es": f"desde {start}"}[language]
    match grain_of(period):
        case "year":
            return f"{start.year}년" if korean else str(start.year)
        case "month":
            name = MONTHS[language][start.month - 1]
            if korean:
                return f"{start.year}년 {name}"
            return f"{name} de {start.year}" if language == "es" else f"{name} {start.year}"
        case "quarter":
            number = start.month // 3 + 1
            return {
                "ko": f"{start.year}년 {number}분기",
                "en": f"Q{number} {start.year}",
                "es": f"T{number} {start.year}",
            }[language]
        case "day":
            return str(start)
        case _:
            return f"{start} – {end - timedelta(days=1)}"
