"""Periods that are told from today: the last 30 days, the past month, two weeks ago."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from agents.answering.periods.periods import Period, month, months_before, year

COUNT = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "twelve": 12,
    "un": 1,
    "una": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "doce": 12,
}
AMOUNT = r"(\d{1,4}|" + "|".join(COUNT) + ")"
_Make = Callable[[re.Match[str], date], Period | None]


def recent(days: int = 0, months: int = 0) -> _Make:
    """Return what makes the last so many days or months, today among them, of a found amount."""

    def make(found: re.Match[str], today: date) -> Period | None:
        amount = COUNT[found[1]] if found[1] in COUNT else int(found[1])
        tomorrow = today + timedelta(days=1)
        if days:
            return Period(start=tomorrow - timedelta(days=days * amount), end=tomorrow)
        return Period(start=months_before(tomorrow, months * amount), end=tomorrow)

    return make


# Days, or months from 100 on, that "the past month" and "el último mes" go back.
_MONTH_UNIT = 100
ROLLING = {
    "day": 1, "week": 7, "month": 100, "quarter": 300, "year": 1200,
    "dia": 1, "semana": 7, "mes": 100, "trimestre": 300, "semestre": 600, "ano": 1200,
}  # fmt: skip
ROLLING_KO = {
    "한달": 100, "두달": 200, "세달": 300, "석달": 300, "반년": 600, "일년": 1200, "한해": 1200,
    "일주일": 7, "한주": 7,
}  # fmt: skip
PAST = r"(?:(?:in |over |during )?(?:the )?past |(?:en |durante )?(?:el |la )?ultim[oa] )"


def rolled(back: int, today: date) -> Period:
    """Return the days, or from 100 on the hundreds as months, up to today."""
    tomorrow = today + timedelta(days=1)
    if back < _MONTH_UNIT:
        return Period(start=tomorrow - timedelta(days=back), end=tomorrow)
    return Period(start=months_before(tomorrow, back // _MONTH_UNIT), end=tomorrow)


def rolling(found: re.Match[str], today: date) -> Period:
    """Return "the past month" and "el último mes", which go back from today."""
    return rolled(ROLLING[found[1]], today)


_AGO_UNITS = (("day", r"일|days?|dias?"), ("week", r"주|weeks?|semanas?"),
              ("month", r"개월|달|months?|mes(?:es)?"), ("year", r"년|years?|anos?"))  # fmt: skip
_AGO_UNIT = "(" + "|".join(names for _, names in _AGO_UNITS) + ")"
AGO = (
    r"(\d{1,3})\s*" + _AGO_UNIT + r"\s*전(?!체|적|까지|부터)",
    AMOUNT + " " + _AGO_UNIT + " ago",
    "hace " + AMOUNT + " " + _AGO_UNIT,
)


def ago(found: re.Match[str], today: date) -> Period:
    """Return the calendar day, week, month or year so many before this one."""
    back = COUNT[found[1]] if found[1] in COUNT else int(found[1])
    unit = next(unit for unit, names in _AGO_UNITS if re.fullmatch(names, found[2]))
    if unit == "day":
        start = today - timedelta(days=back)
        return Period(start=start, end=start + timedelta(days=1))
    if unit == "week":
        return week_back(today, back)
    if unit == "year":
        return year(today.year - back)
    first = months_before(today.replace(day=1), back)
    return month(first.month, first.year)


def week_back(today: date, count: int) -> Period:
    """Return a week from Monday to Sunday (ISO 8601)."""
    monday = today - timedelta(days=today.weekday() + 7 * count)
    return Period(start=monday, end=monday + timedelta(days=7))
