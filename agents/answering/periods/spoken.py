"""Periods as they are said: from "작년", "Q3 2020" or "desde 2019" to first and last day."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from agents.answering.periods.days_of_month import (
    DAYS_OF_MONTH,
    DAYS_OF_MONTH_AND_YEAR,
    NO_AMOUNT,
    days_of_month,
)
from agents.answering.periods.month_names import LEFT_OUT, MONTH, MONTH_NUMBERS, PLAIN_MONTH, YEAR
from agents.answering.periods.periods import Period, half, month, months_before, quarter, year
from agents.answering.periods.relative import (
    AGO,
    AMOUNT,
    PAST,
    ROLLING,
    ROLLING_KO,
    ago,
    recent,
    rolled,
    rolling,
    week_back,
)
from agents.answering.text.beginnings import AtPlaces
from agents.answering.text.likely import Late, Said

_ORDINAL = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "1er": 1, "1o": 1, "primer": 1, "primero": 1, "2o": 2, "2do": 2, "segundo": 2, "3er": 3,
    "3o": 3, "tercer": 3, "tercero": 3, "4o": 4, "4to": 4, "cuarto": 4,
}  # fmt: skip
_DAYS = r"(?:일간|일|days?|dias?)"
_WEEKS = r"(?:주간|주일|주|weeks?|semanas?)"
_MONTHS_UNIT = r"(?:개월간|개월|달|months?|mes(?:es)?)"
_YEARS_UNIT = r"(?:년간|년|years?|anos?)"
_RECENT = (
    r"(?:(?:최근|지난)\s*|(?:in |over |during )?(?:the )?(?:last|past) |(?:los |las )?ultim[oa]s )"
)

_DAY_ALONE = (
    r"(?:(?:on|el) )?(?:the )?(\d{1,2})(?:st|nd|rd|th|o|ro)? (?:of |de )" + MONTH,
    r"(?:(?:on|el) )?(?:the )?(\d{1,2})(?:st|nd|rd|th)? " + PLAIN_MONTH,
    r"(?:on |in )?" + MONTH + r" (?:the )?(\d{1,2})(?:st|nd|rd|th)?",
    r"(\d{1,2})월\s*(\d{1,2})일",
)
_HALVES = {"first half": 1, "second half": 2, "primer semestre": 1, "segundo semestre": 2,
           "primera mitad": 1, "segunda mitad": 2, "1st half": 1, "2nd half": 2,
           "first semester": 1, "second semester": 2, "1er semestre": 1, "2do semestre": 2,
           "1o semestre": 1, "2o semestre": 2}  # fmt: skip
_FROM = r"(?:between|from|entre|desde|de) "
_TO = r" (?:and|to|until|till|through|y|a|hasta) "
_THROUGH = r" (?:to|until|till|through|thru|a|hasta) "
_HALF = "(" + "|".join(_HALVES) + ")"
_WRITTEN_DAY = (
    r"(?:(?:on|el) )?(?:the )?(\d{1,2})(?:st|nd|rd|th|º|o|ro)? (?:of |de )?"
    + MONTH
    + r" ?,?(?: de| del)? ?"
    + YEAR,
    r"(?:on )?" + MONTH + r" (?:the )?(\d{1,2})(?:st|nd|rd|th)? ?,? ?" + YEAR,
)

_DAY = r"(?:el |the )?(\d{1,2})(?:st|nd|rd|th|º|o|ro)?"
_DAY_TO_DAY = (
    r"(?:between|from|entre|desde|de|del) "
    + _DAY
    + r"(?: of| de)? ?"
    + MONTH
    + r"(?: de| del)?(?: "
    + YEAR
    + r")? (?:and|to|until|till|through|y|a|al|hasta) "
    + _DAY
    + r"(?: of| de)? ?"
    + MONTH
    + r" ?,?(?: de| del)? ?"
    + YEAR,
    YEAR + r"년\s*(\d{1,2})월\s*(\d{1,2})일\s*(?:부터|에서|~|-|–)\s*"
    r"(?:" + YEAR + r"년\s*)?(\d{1,2})월\s*(\d{1,2})일(?:\s*까지)?",
)

_Make = Callable[[re.Match[str], date], Period | None]


def _day(found: re.Match[str], today: date) -> Period | None:
    start = date(int(found[1]), int(found[2]), int(found[3]))
    return Period(start=start, end=start + timedelta(days=1))


def _written_day(found: re.Match[str], today: date) -> Period | None:
    """Return a day that is written out: 1 July 2023, July 1st, 2023, 1 de julio de 2023."""
    day, name = (found[1], found[2]) if found[1].isdigit() else (found[2], found[1])
    start = date(int(found[3]), MONTH_NUMBERS[name], int(day))
    return Period(start=start, end=start + timedelta(days=1))


def _latest_day(found: re.Match[str], today: date) -> Period | None:
    """Return a day without a year, the latest one that is not in the future: el 15 de julio."""
    one, two = found[1], found[2]
    if one.isdigit() and two.isdigit():
        number, day = int(one), int(two)
    else:
        day, name = (int(one), two) if one.isdigit() else (int(two), one)
        number = MONTH_NUMBERS[name]
    begun = (number, day) <= (today.month, today.day)
    start = date(today.year if begun else today.year - 1, number, day)
    return Period(start=start, end=start + timedelta(days=1))


def _between_days(found: re.Match[str], today: date) -> Period | None:
    """Return the days from one that is written out to another, both in."""
    of_year = int(found[6])
    start = date(int(found[3] or of_year), MONTH_NUMBERS[found[2]], int(found[1]))
    end = date(of_year, MONTH_NUMBERS[found[5]], int(found[4]))
    return Period(start=start, end=end + timedelta(days=1)) if start <= end else None


def _between_korean_days(found: re.Match[str], today: date) -> Period | None:
    start = date(int(found[1]), int(found[2]), int(found[3]))
    end = date(int(found[4] or found[1]), int(found[5]), int(found[6]))
    return Period(start=start, end=end + timedelta(days=1)) if start <= end else None


def _months(first: int, last: int, of_year: int) -> Period | None:
    """Return the months of one year from the first to the last, both in."""
    if first > last:
        return None
    return Period(start=month(first, of_year).start, end=month(last, of_year).end)


def _years(first: int, last: int) -> Period | None:
    """Return the years from the first to the last, both in."""
    return Period(start=year(first).start, end=year(last).end) if first < last else None


def _latest_month(number: int, today: date) -> Period:
    return month(number, today.year if number <= today.month else today.year - 1)


def _past_month(number: int, today: date) -> Period | None:
    """Return the month that ended last: last June."""
    return month(number, today.year if number < today.month else today.year - 1)


def _latest_months(first: int, last: int, today: date) -> Period:
    """Return the months from one to another, of which the last has begun."""
    ends = today.year if last <= today.month else today.year - 1
    start = month(first, ends if first <= last else ends - 1)
    return Period(start=start.start, end=month(last, ends).end)


def _latest_quarter(number: int, today: date) -> Period:
    begun = 3 * number - 2 <= today.month
    return quarter(number, today.year if begun else today.year - 1)


def _latest_half(number: int, today: date) -> Period:
    begun = number == 1 or today.month > 6
    return half(number, today.year if begun else today.year - 1)


def _quarter_back(today: date, count: int) -> Period:
    day = months_before(today.replace(day=1), 3 * count)
    return quarter((day.month - 1) // 3 + 1, day.year)


_RULES: AtPlaces[_Make] = AtPlaces(
    (Late(pattern), make)
    for pattern, make in (
        (YEAR + r"[-./](\d{1,2})[-./](\d{1,2})(?!\d)", _day),
        (YEAR + r"년\s*(\d{1,2})월\s*(\d{1,2})일", _day),
        *((form, _written_day) for form in _WRITTEN_DAY),
        (_DAY_ALONE[0] + r"\b(?!,? (?:of |de |del )?(?:19|20)\d)", _latest_day),
        (_DAY_ALONE[1] + r"\b(?!,? (?:of |de |del )?(?:19|20)\d)", _latest_day),
        (_DAY_ALONE[2] + r"\b(?!,? (?:of |de |del )?(?:19|20)\d)" + NO_AMOUNT, _latest_day),
        (r"(?<!\d)" + _DAY_ALONE[3], _latest_day),
        *((form, days_of_month) for form in (*DAYS_OF_MONTH, *DAYS_OF_MONTH_AND_YEAR)),
        (_DAY_TO_DAY[0], _between_days),
        (_DAY_TO_DAY[1], _between_korean_days),
        (YEAR + r"년\s*(\d{1,2})월", lambda m, _: month(int(m[2]), int(m[1]))),
        (
            YEAR + r"년\s*(\d{1,2})월\s*(?:부터|에서|~|-|–)\s*(\d{1,2})월(?:\s*까지)?",
            lambda m, _: _months(int(m[2]), int(m[3]), int(m[1])),
        ),
        (
            _FROM + MONTH + _TO + MONTH + r"(?: of| de| del)? " + YEAR,
            lambda m, _: _months(MONTH_NUMBERS[m[1]], MONTH_NUMBERS[m[2]], int(m[3])),
        ),
        (
            PLAIN_MONTH + _THROUGH + MONTH + r"(?: of| de| del)? " + YEAR,
            lambda m, _: _months(MONTH_NUMBERS[m[1]], MONTH_NUMBERS[m[2]], int(m[3])),
        ),
        (
            "(?:"
            + _FROM
            + MONTH
            + _TO
            + "|"
            + PLAIN_MONTH
            + _THROUGH
            + ")"
            + MONTH
            + r"\b(?!,? (?:of |de |del )?\d)",
            lambda m, t: _latest_months(MONTH_NUMBERS[m[1] or m[2]], MONTH_NUMBERS[m[3]], t),
        ),
        (
            YEAR + r"년?\s*[-~–]\s*" + YEAR + r"(?:년도|년)?(?![\d.])",
            lambda m, _: _years(int(m[1]), int(m[2])),
        ),
        (YEAR + r"[-./](\d{1,2})(?![\d.])", lambda m, _: month(int(m[2]), int(m[1]))),
        (YEAR + r"(?:년)?\s*([1-4])\s*분기", lambda m, _: quarter(int(m[2]), int(m[1]))),
        (YEAR + r"(?:년)?\s*상반기", lambda m, _: half(1, int(m[1]))),
        (YEAR + r"(?:년)?\s*하반기", lambda m, _: half(2, int(m[1]))),
        (r"상반기", lambda m, t: _latest_half(1, t)),
        (r"하반기", lambda m, t: _latest_half(2, t)),
        (_HALF + r"(?: of| de| del)? " + YEAR, lambda m, _: half(_HALVES[m[1]], int(m[2]))),
        (r"h([12])(?: of)?\s*" + YEAR, lambda m, _: half(int(m[1]), int(m[2]))),
        (YEAR + r"\s*h([12])\b", lambda m, _: half(int(m[2]), int(m[1]))),
        (_HALF + r"(?! (?:of|de|del) )", lambda m, t: _latest_half(_HALVES[m[1]], t)),
        (YEAR + r"\s*[qt]([1-4])\b", lambda m, _: quarter(int(m[2]), int(m[1]))),
        (r"[qt]([1-4])(?: of| de| del)?\s*" + YEAR, lambda m, _: quarter(int(m[1]), int(m[2]))),
        (r"([1-4])\s*분기", lambda m, t: _latest_quarter(int(m[1]), t)),
        (r"q([1-4])(?! ?(?:of |de |del )?\d)", lambda m, t: _latest_quarter(int(m[1]), t)),
        (r"h([12])(?! ?(?:of )?\d)", lambda m, t: _latest_half(int(m[1]), t)),
        (
            r"(?:quarter|trimestre) ([1-4])(?: of| de| del)? " + YEAR,
            lambda m, _: quarter(int(m[1]), int(m[2])),
        ),
        (
            r"(?:quarter|trimestre) ([1-4])(?! ?(?:of |de |del )?\d)",
            lambda m, t: _latest_quarter(int(m[1]), t),
        ),
        (
            r"(?:half|semestre|semester) ([12])(?: of| de| del)? " + YEAR,
            lambda m, _: half(int(m[1]), int(m[2])),
        ),
        (
            r"(?:half|semestre|semester) ([12])(?! ?(?:of |de |del )?\d)",
            lambda m, t: _latest_half(int(m[1]), t),
        ),
        (
            r"(?:(?<=since |until |after |desde |hasta )|(?<=from |till )|(?<=before )"
            r"|(?<=through )|(?<=to ))" + MONTH + r"\b(?!,? (?:of |de |del )?(?:19|20)\d\d)",
            lambda m, t: _latest_month(MONTH_NUMBERS[m[1]], t),
        ),
        (
            "(" + "|".join(_ORDINAL) + r") (?:quarter|trimestre)(?! (?:of |de |del )?\d)",
            lambda m, t: _latest_quarter(_ORDINAL[m[1]], t),
        ),
        (
            "(" + "|".join(_ORDINAL) + r") (?:quarter|trimestre)(?: of| de| del)? " + YEAR,
            lambda m, _: quarter(_ORDINAL[m[1]], int(m[2])),
        ),
        (
            MONTH + r"(?: of| de| del|,)? " + YEAR,
            lambda m, _: month(MONTH_NUMBERS[m[1]], int(m[2])),
        ),
        (
            r"(?:in|during|en|durante) " + MONTH + r"\b(?!,? (?:of |de |del )?(?:19|20)\d\d)",
            lambda m, t: _latest_month(MONTH_NUMBERS[m[1]], t),
        ),
        (  # March and April 2024: beside another one it is no verb
            MONTH + r"\b(?=(?:,? (?:and|or|y|e|o|&) |, ?)(?:in |en )?" + MONTH + r"\b)",
            lambda m, t: _latest_month(MONTH_NUMBERS[m[1]], t),
        ),
        (
            f"(?:(?<=only |just |solo )|(?<=and )|{LEFT_OUT})"
            + MONTH
            + r"\b(?! (?:i|we|you|it)\b)(?!,? (?:of |de |del )?(?:19|20)\d\d)",
            lambda m, t: _latest_month(MONTH_NUMBERS[m[1]], t),
        ),
        (r"^" + MONTH + r"(?=\W*$)", lambda m, t: _latest_month(MONTH_NUMBERS[m[1]], t)),
        (
            PLAIN_MONTH + r"\b(?!,? (?:of |de |del )?(?:19|20)\d\d)",
            lambda m, t: _latest_month(MONTH_NUMBERS[m[1]], t),
        ),
        (
            r"(?:(?:the )?(?:last|past) |(?:el )?pasado (?:mes de )?)"
            + MONTH
            + r"\b(?!,? (?:of |de |del )?(?:19|20)\d\d)",
            lambda m, t: _past_month(MONTH_NUMBERS[m[1]], t),
        ),
        (r"(?:el )?" + MONTH + " pasado", lambda m, t: _past_month(MONTH_NUMBERS[m[1]], t)),
        (r"(?:지난|저번)\s*(\d{1,2})월(?!드)", lambda m, t: _past_month(int(m[1]), t)),
        (YEAR + " " + MONTH + r"\b", lambda m, _: month(MONTH_NUMBERS[m[2]], int(m[1]))),
        (YEAR + r"(?:년도|년)?(?![\d.]|년|-\d)", lambda m, _: year(int(m[1]))),
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
                (months_before(t.replace(day=1), 1)).month,
                (months_before(t.replace(day=1), 1)).year,
            ),
        ),
        (
            r"(?:지난 분기|지난분기|last quarter|(?:el )?trimestre pasado)",
            lambda m, t: _quarter_back(t, 1),
        ),
        (r"(?:이번 분기|이번분기|this quarter|este trimestre)", lambda m, t: _quarter_back(t, 0)),
        (r"(?:지난주|지난 주|last week|(?:la )?semana pasada)", lambda m, t: week_back(t, 1)),
        (r"(?:이번 주|이번주|this week|esta semana)", lambda m, t: week_back(t, 0)),
        (r"(?:이번 달|이번달|this month|este mes)", lambda m, t: month(t.month, t.year)),
        (r"(?:오늘|today|hoy)", lambda m, t: Period(start=t, end=t + timedelta(days=1))),
        (r"(?:어제|yesterday|ayer)", lambda m, t: Period(start=t - timedelta(days=1), end=t)),
        (
            _RECENT + AMOUNT + r"\s*" + _MONTHS_UNIT + r" (?:of|in|de|del) " + YEAR,
            lambda m, _: recent(months=1)(m, date(int(m[2]), 12, 31)),
        ),
        (_RECENT + AMOUNT + r"\s*" + _DAYS, recent(days=1)),
        (_RECENT + AMOUNT + r"\s*" + _WEEKS, recent(days=7)),
        (_RECENT + AMOUNT + r"\s*" + _MONTHS_UNIT, recent(months=1)),
        (_RECENT + AMOUNT + r"\s*" + _YEARS_UNIT, recent(months=12)),
        (AGO[0], ago),
        (AGO[1], ago),
        (AGO[2], ago),
        (PAST + "(" + "|".join(ROLLING) + r")(?![a-z])", rolling),
        (
            r"(?:최근|지난)\s*(한 ?달|두 ?달|세 ?달|석 ?달|반 ?년|일 ?년|한 ?해|일 ?주일|한 ?주)"
            r"(?:간|동안)?",
            lambda m, t: rolled(ROLLING_KO[m[1].replace(" ", "")], t),
        ),
        (
            r"(?:year to date|ytd|올해 들어서?|en lo que va de(?:l| este)? ano)",
            lambda m, t: year(t.year),
        ),
    )
)


def match_period(text: str, position: int, today: date) -> tuple[int, Period] | None:
    """Return the longest period that begins at `position` of a normalised text, and its end.

    A month without a year is the latest one that is not in the future. Impossible dates
    (2020-13-45) are no periods.
    """
    best: tuple[int, Period] | None = None
    for pattern, make in _RULES.at(Said.of(text), position):
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
