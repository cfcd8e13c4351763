"""The same quarter or month of another year, as the one that was asked for last."""

import re
from datetime import date, timedelta

from agents.answering.periods.periods import Period, grain_of, months_before
from agents.answering.text.likely import seldom
from agents.data.match.compute.frame import Frame

_BEFORE = (
    r"(?:year before|previous year|prior year|year earlier|"
    r"a[nñ]o anterior|a[nñ]o previo|전년|그 전 해)"
)
_LAST = r"(?:last year|a[nñ]o pasado|작년|지난해)"
_YEAR = rf"(?P<year>(?:19|20)\d\d|{_BEFORE}|{_LAST})"
_SPAN = seldom(
    rf"\b(?:the )?same (?:quarter|months?|period|span|time|dates|days|weeks?|range|stretch)(?: "
    rf"of| in| from)?(?: the| a)? {_YEAR}\b"
    rf"|\b(?:el |al |del |los |las |en los |en las )?mism[oa]s? (?:trimestre|mes(?:es)?|"
    rf"per[ií]odo|fechas?|d[ií]as|rango|tramo)(?: de| del)?(?: el)? "
    rf"{_YEAR.replace('?P<year>', '?P<ano>')}\b"
    rf"|{_YEAR.replace('?P<year>', '?P<hae>')}(?:년|년도|도)?의?\s?"
    r"(?:(?:같은|동일한?)\s?(?:분기|달들?|월|기간|시기|날짜)|동기|동분기|동월)",
    re.IGNORECASE,
)
_COMPARING = re.compile(
    r"\b(?:versus|vs|compared?|against|than|comparad[oa]|compara|contra|frente)\b|대비|비교|보다",
    re.IGNORECASE,
)


def with_same_span(text: str, previous: Frame | None, today: date) -> str:
    """Return a question with the quarter or month written out that it tells by the last one.

    Where it compares the two, both are.
    """
    found = _SPAN.search(text) if previous is not None and previous.period else None
    if found is None or previous is None:
        return text
    last = previous.period[-1]
    if last.start is None:
        return text
    said = next(one for one in found.groupdict().values() if one)
    if said.isdigit():
        year = int(said)
    elif re.fullmatch(_BEFORE, said, re.IGNORECASE):
        year = last.start.year - 1
    else:
        year = today.year - 1
    old, new = (_written(last, year=one) for one in (last.start.year, year))
    if not new:
        return text
    if _COMPARING.search(text):
        alone = _COMPARING.sub(" ", f"{text[: found.start()]} {text[found.end() :]}")
        return f"{alone} {new}, {old}"
    return f"{text[: found.start()]}{new}{text[found.end() :]}"


def _written(period: Period, *, year: int) -> str:
    """Return a period as it may be asked for, in another year of its beginning; "" if it is open.

    What is longer than a year is moved by years all the same.
    """
    start, end = period.start, period.end
    if start is None or end is None:
        return ""
    match grain_of(period):
        case "quarter":
            return f"Q{(start.month + 2) // 3} {year}"
        case "month":
            return f"{year}-{start.month:02}"
        case "year":
            return ""
        case _:
            months = 12 * (start.year - year)
            first, last = months_before(start, months), months_before(end, months)
            return f"{first} - {last - timedelta(days=1)}"
