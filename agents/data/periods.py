"""Periods in three languages: from "작년", "Q3 2020" or "desde 2019" to first and last day."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from agents.data.language import Language
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


def _months_before(day: date, count: int) -> date:
    index = day.year * 12 + day.month - 1 - count
    for last in range(day.day, 27, -1):
        try:
            return date(index // 12, index % 12 + 1, last)
        except ValueError:
            continue
    return date(index // 12, index % 12 + 1, min(day.day, 28))


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


_MONTHS = {
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
            name = _MONTHS[language][start.month - 1]
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


_MONTH_NUMBERS = {
    **{name.lower(): index for index, name in enumerate(_MONTHS["en"], 1)},
    **{name.lower()[:3]: index for index, name in enumerate(_MONTHS["en"], 1)},
    **{name: index for index, name in enumerate(_MONTHS["es"], 1)},
    "setiembre": 9,
    "sept": 9,
}
_MONTH = "(" + "|".join(sorted(_MONTH_NUMBERS, key=len, reverse=True)) + ")"
# Those that are no other words.
_PLAIN_MONTH = (
    "("
    + "|".join(
        sorted(
            (name for name in _MONTH_NUMBERS if len(name) > 3 and name not in ("march", "sept")),
            key=len,
            reverse=True,
        )
    )
    + ")"
)
_YEAR = r"((?:19|20)\d\d)"
_ORDINAL = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "primer": 1,
    "primero": 1,
    "segundo": 2,
    "tercer": 3,
    "tercero": 3,
    "cuarto": 4,
}
_COUNT = {
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
_AMOUNT = r"(\d{1,4}|" + "|".join(_COUNT) + ")"
_DAYS = r"(?:일간|일|days?|dias?)"
_WEEKS = r"(?:주간|주일|주|weeks?|semanas?)"
_MONTHS_UNIT = r"(?:개월간|개월|달|months?|mes(?:es)?)"
_YEARS_UNIT = r"(?:년간|년|years?|anos?)"
_RECENT = (
    r"(?:(?:최근|지난)\s*|(?:in |over |during )?(?:the )?(?:last|past) |(?:los |las )?ultim[oa]s )"
)

_HALVES = {"first half": 1, "second half": 2, "primer semestre": 1, "segundo semestre": 2,
           "primera mitad": 1, "segunda mitad": 2}  # fmt: skip
_FROM = r"(?:between|from|entre|desde|de) "
_TO = r" (?:and|to|until|till|through|y|a|hasta) "
_HALF = "(" + "|".join(_HALVES) + ")"

_Make = Callable[[re.Match[str], date], Period | None]


def _day(found: re.Match[str], today: date) -> Period | None:
    start = date(int(found[1]), int(found[2]), int(found[3]))
    return Period(start=start, end=start + timedelta(days=1))


def _months(first: int, last: int, of_year: int) -> Period | None:
    """Return the months of one year from the first to the last, both in."""
    if first > last:
        return None
    return Period(start=month(first, of_year).start, end=month(last, of_year).end)


def _years(first: int, last: int) -> Period | None:
    """Return the years from the first to the last, both in."""
    return Period(start=year(first).start, end=year(last).end) if first < last else None


def _recent(days: int = 0, months: int = 0) -> _Make:
    def make(found: re.Match[str], today: date) -> Period | None:
        amount = _COUNT[found[1]] if found[1] in _COUNT else int(found[1])
        tomorrow = today + timedelta(days=1)
        if days:
            return Period(start=tomorrow - timedelta(days=days * amount), end=tomorrow)
        return Period(start=_months_before(tomorrow, months * amount), end=tomorrow)

    return make


def _latest_month(number: int, today: date) -> Period:
    return month(number, today.year if number <= today.month else today.year - 1)


def _latest_quarter(number: int, today: date) -> Period:
    begun = 3 * number - 2 <= today.month
    return quarter(number, today.year if begun else today.year - 1)


def _latest_half(number: int, today: date) -> Period:
    begun = number == 1 or today.month > 6
    return half(number, today.year if begun else today.year - 1)


def _quarter_back(today: date, count: int) -> Period:
    day = _months_before(today.replace(day=1), 3 * count)
    return quarter((day.month - 1) // 3 + 1, day.year)


def _week_back(today: date, count: int) -> Period:
    """Return a week from Monday to Sunday (ISO 8601)."""
    monday = today - timedelta(days=today.weekday() + 7 * count)
    return Period(start=monday, end=monday + timedelta(days=7))


_RULES: tuple[tuple[re.Pattern[str], _Make], ...] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (_YEAR + r"[-./](\d{1,2})[-./](\d{1,2})(?!\d)", _day),
        (_YEAR + r"년\s*(\d{1,2})월\s*(\d{1,2})일", _day),
        (_YEAR + r"년\s*(\d{1,2})월", lambda m, _: month(int(m[2]), int(m[1]))),
        (
            _YEAR + r"년\s*(\d{1,2})월\s*(?:부터|에서|~|-|–)\s*(\d{1,2})월(?:\s*까지)?",
            lambda m, _: _months(int(m[2]), int(m[3]), int(m[1])),
        ),
        (
            _FROM + _MONTH + _TO + _MONTH + r"(?: of| de| del)? " + _YEAR,
            lambda m, _: _months(_MONTH_NUMBERS[m[1]], _MONTH_NUMBERS[m[2]], int(m[3])),
        ),
        (
            _YEAR + r"년?\s*[-~–]\s*" + _YEAR + r"(?:년도|년)?(?![\d.])",
            lambda m, _: _years(int(m[1]), int(m[2])),
        ),
        (_YEAR + r"[-./](\d{1,2})(?![\d.])", lambda m, _: month(int(m[2]), int(m[1]))),
        (_YEAR + r"(?:년)?\s*([1-4])\s*분기", lambda m, _: quarter(int(m[2]), int(m[1]))),
        (_YEAR + r"(?:년)?\s*상반기", lambda m, _: half(1, int(m[1]))),
        (_YEAR + r"(?:년)?\s*하반기", lambda m, _: half(2, int(m[1]))),
        (r"상반기", lambda m, t: _latest_half(1, t)),
        (r"하반기", lambda m, t: _latest_half(2, t)),
        (_HALF + r"(?: of| de| del)? " + _YEAR, lambda m, _: half(_HALVES[m[1]], int(m[2]))),
        (r"h([12])(?: of)?\s*" + _YEAR, lambda m, _: half(int(m[1]), int(m[2]))),
        (_YEAR + r"\s*h([12])\b", lambda m, _: half(int(m[2]), int(m[1]))),
        (_HALF + r"(?! (?:of|de|del) )", lambda m, t: _latest_half(_HALVES[m[1]], t)),
        (_YEAR + r"\s*[qt]([1-4])\b", lambda m, _: quarter(int(m[2]), int(m[1]))),
        (r"[qt]([1-4])(?: of| de| del)?\s*" + _YEAR, lambda m, _: quarter(int(m[1]), int(m[2]))),
        (r"([1-4])\s*분기", lambda m, t: _latest_quarter(int(m[1]), t)),
        (r"q([1-4])(?! ?(?:of |de |del )?\d)", lambda m, t: _latest_quarter(int(m[1]), t)),
        (
            "(" + "|".join(_ORDINAL) + r") (?:quarter|trimestre)(?! (?:of |de |del )?\d)",
            lambda m, t: _latest_quarter(_ORDINAL[m[1]], t),
        ),
        (
            "(" + "|".join(_ORDINAL) + r") (?:quarter|trimestre)(?: of| de| del)? " + _YEAR,
            lambda m, _: quarter(_ORDINAL[m[1]], int(m[2])),
        ),
        (
            _MONTH + r"(?: of| de| del|,)? " + _YEAR,
            lambda m, _: month(_MONTH_NUMBERS[m[1]], int(m[2])),
        ),
        (
            r"(?:in|during|en|durante) " + _MONTH + r"\b(?!,? (?:of |de |del )?\d)",
            lambda m, t: _latest_month(_MONTH_NUMBERS[m[1]], t),
        ),
        (
            _PLAIN_MONTH + r"\b(?!,? (?:of |de |del )?\d)",
            lambda m, t: _latest_month(_MONTH_NUMBERS[m[1]], t),
        ),
        (_YEAR + " " + _MONTH + r"\b", lambda m, _: month(_MONTH_NUMBERS[m[2]], int(m[1]))),
        (_YEAR + r"(?:년도|년)?(?![\d.]|년|-\d)", lambda m, _: year(int(m[1]))),
        (r"(\d{1,2})월(?!드)", lambda m, t: _latest_month(int(m[1]), t)),
        (
            r"(?:재작년|year before last|two years ago|hace dos anos|el ano antepasado)",
            lambda m, t: year(t.year - 2),
        ),
        (
            r"(?:작년|지난해|지난 해|전년도|last year|(?:el )?ano pasado)",
            lambda m, t: year(t.year - 1),
        ),
        (r"(?:올해|금년|이번 해|this year|(?:en )?este ano)", lambda m, t: year(t.year)),
        (
            r"(?:지난달|지난 달|저번 달|저번달|last month|(?:el )?mes pasado)",
            lambda m, t: month(
                (_months_before(t.replace(day=1), 1)).month,
                (_months_before(t.replace(day=1), 1)).year,
            ),
        ),
        (
            r"(?:지난 분기|지난분기|last quarter|(?:el )?trimestre pasado)",
            lambda m, t: _quarter_back(t, 1),
        ),
        (r"(?:이번 분기|이번분기|this quarter|este trimestre)", lambda m, t: _quarter_back(t, 0)),
        (r"(?:지난주|지난 주|last week|(?:la )?semana pasada)", lambda m, t: _week_back(t, 1)),
        (r"(?:이번 주|이번주|this week|esta semana)", lambda m, t: _week_back(t, 0)),
        (r"(?:이번 달|이번달|this month|este mes)", lambda m, t: month(t.month, t.year)),
        (r"(?:오늘|today|hoy)", lambda m, t: Period(start=t, end=t + timedelta(days=1))),
        (r"(?:어제|yesterday|ayer)", lambda m, t: Period(start=t - timedelta(days=1), end=t)),
        (
            _RECENT + _AMOUNT + r"\s*" + _MONTHS_UNIT + r" (?:of|in|de|del) " + _YEAR,
            lambda m, _: _recent(months=1)(m, date(int(m[2]), 12, 31)),
        ),
        (_RECENT + _AMOUNT + r"\s*" + _DAYS, _recent(days=1)),
        (_RECENT + _AMOUNT + r"\s*" + _WEEKS, _recent(days=7)),
        (_RECENT + _AMOUNT + r"\s*" + _MONTHS_UNIT, _recent(months=1)),
        (_RECENT + _AMOUNT + r"\s*" + _YEARS_UNIT, _recent(months=12)),
    )
)


# Most words begin no period: one search says so for all rules.
_ANY = re.compile("|".join(f"(?:{pattern.pattern})" for pattern, _ in _RULES))


def match_period(text: str, position: int, today: date) -> tuple[int, Period] | None:
    """Return the longest period that begins at `position` of a normalised text, and its end.

    A month without a year is the latest one that is not in the future. Impossible dates
    (2020-13-45) are no periods.
    """
    if _ANY.match(text, position) is None:
        return None
    best: tuple[int, Period] | None = None
    for pattern, make in _RULES:
        found = pattern.match(text, position)
        if found is None or (best is not None and found.end() <= best[0]):
            continue
        if found.end() < len(text) and _inside_word(text, found.end()):
            continue
        try:
            period = make(found, today)
        except ValueError:
            continue
        if period is not None:
            best = (found.end(), period)
    return best


def _inside_word(text: str, end: int) -> bool:
    before, after = text[end - 1], text[end]
    return before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
