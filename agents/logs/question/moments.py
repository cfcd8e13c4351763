"""Moments in questions about a log: days, hours and clock times in three languages."""

import re
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from agents.answering.periods.spoken import match_period
from agents.answering.text.likely import Said

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan enero ene", "february feb febrero", "march mar marzo",
            "april apr abril abr", "may mayo", "june jun junio", "july jul julio",
            "august aug agosto ago", "september sep sept septiembre setiembre",
            "october oct octubre", "november nov noviembre", "december dec diciembre dic",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + ")"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(rf"(?:\b(?:on|the|el|del) )*({_MONTH})\.? (?:the )?{_DAY}(?!\d|:)(?:,? (\d{{4}}))?"),
    re.compile(
        rf"(?:\b(?:on|the|el|del|dia) )*{_DAY}(?: of| de)? ({_MONTH})\b(?:(?: de| del)? (\d{{4}}))?"
    ),
    re.compile(r"(?:(\d{4})년 ?)?(\d{1,2})월 ?(\d{1,2})일"),
    re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)"),
)
_JOINS = re.compile(r"(?:to|and|until|till|through|al?|y|hasta|부터|에서|~|-|–)(?: (?:the|el))?")
_ENDS = re.compile(r"^ ?(?:까지|사이)")
_TO = r"(?:to|and|until|till|through)"
_RANGE_DAYS = (
    re.compile(rf"(?:from |between )?(?:the )?({_MONTH}) {_DAY} {_TO} (?:the )?{_DAY}(?!\d|:)"),
    re.compile(
        rf"(?:del?|entre|desde) (?:el )?{_DAY} (?:al?|y|hasta) (?:el )?{_DAY} de ({_MONTH})"
    ),
    re.compile(r"(\d{1,2})월 ?(\d{1,2})일 ?(?:부터|에서|~|-) ?(\d{1,2})일(?: ?까지)?"),
)
_CLOCK = r"(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?(?: ?(am|pm|h|hs|horas|o'clock)(?![a-z]))?"
_KOREAN = r"(?:(오전|오후) ?)?(\d{1,2})(?:시(?: ?(\d{1,2})분|( ?반))?|:(\d{2}))"
_BETWEEN = (
    re.compile(
        rf"(?:between|from|entre|desde|de) (?:las? )?{_CLOCK} (?:{_TO}|y|a|hasta)(?: las?)? "
        rf"{_CLOCK}(?! ?(?:{_MONTH}|월))"
    ),
    re.compile(rf"(?<![\d:]){_CLOCK} ?[-–~] ?{_CLOCK}(?![\d-])(?=.*(?:am|pm|h|:|clock|시))"),
)
_KOREAN_BETWEEN = re.compile(
    rf"{_KOREAN} ?(?:부터|에서|와|과|~|-|사이)? ?(?:오전|오후)? ?{_KOREAN}(?: ?까지| ?사이)?"
)
_OPEN = (
    (re.compile(rf"(?:after|since|from|despues de|desde|a partir de) (?:las? )?{_CLOCK}"), "since"),
    (re.compile(rf"(?:before|until|till|antes de|hasta) (?:las? )?{_CLOCK}"), "until"),
    (re.compile(rf"(?:at|around|a las|a la|sobre las) {_CLOCK}"), "at"),
)
_KOREAN_OPEN = re.compile(rf"{_KOREAN} ?(이후|부터|이전|전|까지|대|에|경)?")


class When(NamedTuple):
    """What a question says about time, and the question without it.

    `hours` are minutes of the day. An end is never in.
    """

    text: str
    since: datetime | None = None
    until: datetime | None = None
    hours: tuple[int, int] | None = None


def find_when(text: str, *, first: date | None, last: date | None, today: date) -> When:
    """Find the days and hours in a normalised question about a log of those days.

    A day without a year is the one that the log covers; if it covers none, the one in the year of
    the log's first line.
    """
    rest, days = _days(text, first, last, today)
    rest, hours = _hours(rest)
    since = until = None
    if days is not None:
        since = datetime.combine(days[0], time())
        until = datetime.combine(days[1], time())
        if hours is not None and days[1] - days[0] == timedelta(days=1):
            since, until = (since + timedelta(minutes=minutes) for minutes in hours)
            hours = None
    return When(rest, since, until, hours)


def _days(
    text: str, first: date | None, last: date | None, today: date
) -> tuple[str, tuple[date, date] | None]:
    for index, pattern in enumerate(_RANGE_DAYS):
        if found := pattern.search(text):
            month, a, b = _order(found.groups(), ("mdd", "ddm", "mdd")[index])
            begin, until = _dated(None, month, a, first, last), _dated(None, month, b, first, last)
            if begin is not None and until is not None and begin <= until:
                return _without(text, found), (begin, until + timedelta(days=1))
    one = _date(text, first, last)
    if one is not None:
        day, at, after = one
        two = _date(text[after:], first, last)
        joined = two is not None and _JOINS.fullmatch(text[after : after + two[1]].strip())
        if two is not None and joined and day <= two[0]:
            rest = f"{text[:at]} {_ENDS.sub(' ', text[after + two[2] :], count=1)}"
            return rest, (day, two[0] + timedelta(days=1))
        return f"{text[:at]} {text[after:]}", (day, day + timedelta(days=1))
    position, text = 0, Said.of(text)
    while position < len(text):
        at_word = position == 0 or not text[position - 1].isalnum()
        timed = match_period(text, position, today) if at_word else None
        if timed is not None and timed[1].start is not None and timed[1].end is not None:
            start, end = timed[1].start, timed[1].end
            named = re.fullmatch(rf"\d{{1,2}}월|(?:\w+ )?{_MONTH}", text[position : timed[0]])
            if named and first is not None and last is not None:
                start, end = _month_in(start.month, first, last)
            return f"{text[:position]} {text[timed[0] :]}", (start, end)
        position += 1
    months = re.search(rf"(?:\b(?:in|en|during|de) )({_MONTH})\b(?! \d)", text)
    if months is not None and first is not None and last is not None:
        return _without(text, months), _month_in(_MONTHS[months[1]], first, last)
    return text, None


def _date(text: str, first: date | None, last: date | None) -> tuple[date, int, int] | None:
    """Return the first day that a text names, and where it begins and ends."""
    best: tuple[date, int, int] | None = None
    for index, pattern in enumerate(_DATES):
        found = pattern.search(text)
        if found is None or (best is not None and found.start() >= best[1]):
            continue
        groups = found.groups()
        match index:
            case 0:
                year, month, day = groups[2], _MONTHS[groups[0]], groups[1]
            case 1:
                year, month, day = groups[2], _MONTHS[groups[1]], groups[0]
            case _:
                year, month, day = groups[0], int(groups[1]), groups[2]
        one = _dated(year, month, int(day), first, last)
        if one is not None:
            best = (one, found.start(), found.end())
    return best


def _order(groups: tuple[str, ...], order: str) -> tuple[int, int, int]:
    one, two, three = groups
    if order == "ddm":
        return _MONTHS[three], int(one), int(two)
    month = _MONTHS[one] if one in _MONTHS else int(one)
    return month, int(two), int(three)


def _dated(
    year: str | None, month: int, day: int, first: date | None, last: date | None
) -> date | None:
    years = [int(year)] if year else _years(first, last)
    made = []
    for number in years:
        try:
            made.append(date(number, month, day))
        except ValueError:
            continue
    inside = [one for one in made if first and last and first <= one <= last]
    return next(iter(inside or made), None)


def _years(first: date | None, last: date | None) -> list[int]:
    if first is None or last is None:
        return []
    return list(range(first.year, last.year + 1))


def _month_in(month: int, first: date, last: date) -> tuple[date, date]:
    year = next(
        (y for y in _years(first, last) if (first.year, first.month) <= (y, month)
         <= (last.year, last.month)),
        first.year,
    )  # fmt: skip
    return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)


def _hours(text: str) -> tuple[str, tuple[int, int] | None]:
    if found := _KOREAN_BETWEEN.search(text):
        groups = found.groups()
        begin = _korean(groups[:5])
        end = _korean((groups[5] or groups[0], *groups[6:]))
        if begin is not None and end is not None and begin < end:
            return _without(text, found), (begin, end)
    for pattern in _BETWEEN:
        if found := pattern.search(text):
            groups = found.groups()
            end_half = groups[7] if groups[7] in ("am", "pm") else None
            begin = _minutes(groups[0], groups[1], groups[3] or end_half)
            end = _minutes(groups[4], groups[5], groups[7])
            if begin is not None and end is not None and begin < end:
                return _without(text, found), (begin, end)
    for pattern, side in _OPEN:
        if found := pattern.search(text):
            at = _minutes(found[1], found[2], found[4])
            if at is not None:
                return _without(text, found), _open(at, side, exact=bool(found[2]))
    if found := _KOREAN_OPEN.search(text):
        at = _korean(found.groups()[:5])
        if at is not None:
            ends = {
                "이후": "since",
                "부터": "since",
                "이전": "until",
                "전": "until",
                "까지": "until",
            }
            exact = found[3] is not None or found[5] is not None
            return _without(text, found), _open(at, ends.get(found[6] or "", "at"), exact=exact)
    return text, None


def _open(at: int, side: str, *, exact: bool) -> tuple[int, int]:
    if side == "since":
        return at, 24 * 60
    if side == "until":
        return 0, at
    return at, at + (1 if exact else 60)


def _minutes(hour: str, minute: str | None, half: str | None) -> int | None:
    hours = int(hour)
    if half == "pm" and hours < 12:
        hours += 12
    if half == "am" and hours == 12:
        hours = 0
    minutes = int(minute or 0)
    return hours * 60 + minutes if hours <= 24 and minutes < 60 else None


def _korean(groups: tuple[str | None, ...]) -> int | None:
    half, hour, minute, thirty, colon = groups
    if hour is None:
        return None
    name = {"오전": "am", "오후": "pm"}.get(half or "")
    return _minutes(hour, minute or colon or ("30" if thirty else None), name)


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"
