"""And before that? and the 90 days before are told by the period that was asked for last."""

import re
from datetime import date, timedelta

from agents.answering.periods.periods import months_before
from agents.answering.periods.relative import COUNT
from agents.data.match.compute.frame import Frame

_AMOUNT = r"(?P<count>\d{1,3}|" + "|".join(COUNT) + r")"
_UNIT_EN = r"(?P<unit>days?|weeks?|months?|years?)"
_UNIT_ES = r"(?P<unit>d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?)"
_SPANS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b(?:the\s)?{_AMOUNT}\s{_UNIT_EN}\s(?:right\s|just\s)?(?:before(?:\s(?:that|those|it))?|"
        r"prior(?:\sto\s(?:that|those))?|earlier)(?=\W*$|\s(?:too|as\swell|please))",
        rf"\b(?:the\s)?(?:previous|prior|preceding)\s{_AMOUNT}\s{_UNIT_EN}\b",
        rf"\bl[oa]s\s{_AMOUNT}\s{_UNIT_ES}\s(?:anteriores|previ[oa]s|de\santes)(?:\sa\sesos?)?",
        r"(?<!\S)그\s?(?:바로\s?)?(?:이전|전|직전)\s?(?P<count>\d{1,3})\s?"
        r"(?P<unit>일|주|개월|달|년)(?:간|동안)?"
        r"(?:이랑|랑|하고|과|와|이|은|는|의|에는|에|을|를|도)?(?=\s|\W|$)",
    )
)
_UNITS = (  # with how many days or months it has
    (re.compile(r"day|d[ií]a|일"), 1, 0), (re.compile(r"week|semana|주"), 7, 0),
    (re.compile(r"month|mes|개월|달"), 0, 1), (re.compile(r"year|a[nñ]o|년"), 0, 12),
)  # fmt: skip
_COMPARING = re.compile(
    r"\b(?:versus|vs|compared?(?:\s(?:to|with|it\swith|it\sto|that\sto|that\swith))?|against|"
    r"compar(?:ad[oa]|a|ar|arlo)(?:\scon)?|frente\sa|contra)\b|대비|비교\S*", re.I,
)  # fmt: skip
_CUES = ("before", "previous", "prior", "preceding", "earlier", "antes", "anterior", "previ", "전")


_THAT = re.compile(
    r"\b(?:in\s|during\s|for\s|over\s|en\s|durante\s|de\s)?(?:(?:that|this|the\ssame|ese|este|"
    r"aquel|dicho|el\smismo)\s(?:same\s|mismo\s)?(?P<span>period|time\sspan|timespan|timeframe|"
    r"time\sframe|per[ií]odo|lapso)|(?:that|ese|aquel|dicho)\s"
    r"(?:same\s|mismo\s)?(?P<latin>year|month|quarter|a[nñ]o|mes|trimestre))\b|"
    r"(?<!\S)(?:(?:그|이|해당|(?<![년도해]\s)같은)\s?(?P<ko_span>기간)|그\s?(?P<ko>해|달|분기))"
    r"(?:\s?(?:동안|중))?(?:에는|에|의|엔|은|는|만)?(?=\s|\W|$)",
    re.I,
)
_SINCE = {"ko": "{}부터", "es": "desde {}", "en": "since {}"}
_UNTIL = {"ko": "{}까지", "es": "hasta {}", "en": "until {}"}
_SPANISH = re.compile(r"per[ií]odo|lapso", re.I)


def with_that_period(text: str, previous: Frame | None) -> str:
    """Return a question that points at the year, month or period asked for last with its days.

    Where these were rows, which of them is left to be seen.
    """
    if previous is None or (found := _THAT.search(text)) is None:
        return text
    if found["ko"] and not {"year", "month", "quarter"}.isdisjoint(previous.group_by):
        noun = "연도" if found["ko"] == "해" else found["ko"]  # 해 alone is also to do
        return f"{text[: found.start()]} 그 {noun}에 {text[found.end() :]}"
    if len(previous.period) != 1:
        return text
    start, end = previous.period[0].start, previous.period[0].end
    span = found["span"] or found["ko_span"]
    if start is None or end is None:
        if not span:
            return text
        language = "ko" if found["ko_span"] else "es" if _SPANISH.search(span) else "en"
        form, day = (_SINCE, start) if start else (_UNTIL, end and end - timedelta(days=1))
        return f"{text[: found.start()]} {form[language].format(day)} {text[found.end() :]}"
    day = end - timedelta(days=1)
    if span:
        return f"{text[: found.start()]} {start} ~ {day} {text[found.end() :]}"
    unit = (found["latin"] or found["ko"]).casefold()
    if unit in ("year", "año", "ano", "해"):
        days = f"{start.year}" if start.year == day.year else ""
    elif unit in ("month", "mes", "달"):
        days = f"{start:%Y-%m}" if (start.year, start.month) == (day.year, day.month) else ""
    else:
        days = f"{start} ~ {day}"
    return f"{text[: found.start()]} {days} {text[found.end() :]}" if days else text


def with_period_before(text: str, previous: Frame | None) -> str:
    """Return a question with the days that lie before those which were asked for last.

    Where it compares the two, both are written out.
    """
    if previous is None or len(previous.period) != 1 or previous.period[0].start is None:
        return text
    low = text.casefold()
    if not any(cue in low for cue in _CUES):
        return text
    start, end = previous.period[0].start, previous.period[0].end
    for form in _SPANS:
        if (found := form.search(text)) is None:
            continue
        first = _first_day(start, found["count"].casefold(), found["unit"].casefold())
        before, rest = text[: found.start()], text[found.end() :]
        days = f"{first} - {start - timedelta(days=1)}"
        if end is not None and _COMPARING.search(f"{before} {rest}"):
            alone = _COMPARING.sub(" ", f"{before} {rest}")
            return f"{alone} {days}, {start} - {end - timedelta(days=1)}"
        return f"{before}{days}{rest}"
    return text


def _first_day(start: date, amount: str, unit: str) -> date:
    """Return the first of so many days, weeks, months or years that end before a day."""
    count = COUNT[amount] if amount in COUNT else int(amount)
    days, months = next((days, months) for name, days, months in _UNITS if name.match(unit))
    return start - timedelta(days=days * count) if days else months_before(start, months * count)
