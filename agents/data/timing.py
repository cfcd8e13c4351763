"""The periods of a message: alone, since, until, between, or by another one."""

import re
from datetime import date
from itertools import pairwise

from agents.answering.periods.periods import Period, Unit, in_year, shifted, year_of
from agents.answering.periods.spoken import names_no_year
from agents.answering.text.packs import word_set
from agents.data.phrase import Phrase
from agents.data.reading import Mark, Reading, Shift

_APART = {"compare", "each", "versus_between", "versus_after", "by_before", "by_after"}
_OR = re.compile(r"\b(?:or|o)\b|(?<!\S)(?:아니면|또는)|각각")
_UNITS: dict[str, Unit] = {
    "year": "year", "quarter": "quarter", "month": "month", "week": "week"
}  # fmt: skip


_UP_TO = word_set("to until till through thru a al hasta ~ - – — -> 부터 에서") | {
    "up to",
    "hasta el",
}


def take_periods(phrase: Phrase, marks: list[Mark], out: Reading) -> None:
    """Read the periods into `out`; one that is taken out again is dropped."""
    if not any(span.period for span in phrase) and not any(map(_tells_shift, phrase.operators())):
        return
    found: list[Period] = []
    since: Period | None = None
    until: Period | None = None
    ranging = around = False
    last_of = _ranges(phrase, marks)
    begun: tuple[int, Period] | None = None
    years = {year_of(s.period) for s in phrase if s.period and not names_no_year(s.text)} - {None}
    spoken = next(iter(years)) if len(years) == 1 else None
    said = [span for span in phrase if span.period is not None]
    out.floating = bool(said) and all(names_no_year(span.text) for span in said)
    for index, whole in enumerate(phrase):
        span = whole
        if spoken is not None and span.period is not None and names_no_year(span.text):
            span = span._replace(period=in_year(span.period, spoken))  # 2023 Q2 and Q3
        if (shift := _shift(phrase, index)) is not None:
            other = shifted(found[-1], shift.unit, shift.steps) if found else None
            if other is not None:
                found.append(other)
            elif found or since or until or out.shift:
                out.unknown.append(shift.text)
            else:
                out.shift = shift
        if span.period is None:
            continue
        before, after = phrase.key(index - 1), phrase.key(index + 1)
        if index in last_of:
            begun = index, span.period
            continue
        mark, named, ranged = marks[index], span.period, None
        if begun is not None:
            mark = mark if mark != "plain" else marks[begun[0]]  # without March to May
            ranged, begun = _up_to(begun[1], named), None
            if ranged is None:
                out.unknown.append(span.text)
            elif mark == "plain":
                found.append(ranged)
            if ranged is None or mark == "plain":
                continue
            named = ranged
        if mark in ("without", "instead"):
            out.dropped.append("period")
            named = named if ranged is not None else _open(named, before, after)
            out.barred.append((span.text, named, mark == "instead"))
            continue
        if mark == "include":
            out.too = True  # include 2023 again
        if before == "between_before" and not out.compare:
            since = Period(start=span.period.start)
            ranging = True
        elif ranging:
            until = Period(end=span.period.end)
            ranging = False
        elif before == "around_before" or after == "around_after":
            found += [Period(end=span.period.start), Period(start=span.period.start)]
            around = True
        elif before == "since_before" and _is_compared(phrase, index):
            found.append(span.period)  # the difference from 2025
        elif before == "since_before" or after == "since_after":
            since = Period(start=span.period.start)
        elif before == "after_before":
            since = Period(start=span.period.end)
        elif before == "until_before" and _is_compared(phrase, index) and since is None:
            found.append(span.period)  # compared to 2024
        elif before == "until_before" or after == "until_after":
            until = Period(end=span.period.end)
        elif before == "before_before" or after == "before_after":
            until = Period(end=span.period.start)
        else:
            found.append(span.period)
    if since is not None or until is not None:
        start = since.start if since else None
        end = until.end if until else None
        if start is None or end is None or start < end:
            found.append(Period(start=start, end=end))
        else:  # before 2022 and after 2023
            out.unknown += [span.text for span in phrase if span.period is not None][:1]
    if len(found) == 2 and not (out.compare or around) and (both := overlap(*found)) is not None:
        found = [both]  # the last six months, of 2024
    if not (out.compare or around or phrase.operators() & _APART or _OR.search(phrase.text)):
        out.span = _one_span(found)
    if out.span is not None and "only" in phrase.operators():
        found = [out.span]  # 2023 and 2024 only
    out.periods = list(dict.fromkeys(found))


def _one_span(periods: list[Period]) -> Period | None:
    """Return several periods as one where each follows the one before without a gap, or None."""
    told = sorted(periods, key=lambda one: one.start or date.min)
    joined = len(told) > 1 and all(
        one.end is not None and one.end == two.start for one, two in pairwise(told)
    )
    return Period(start=told[0].start, end=told[-1].end) if joined else None


def _ranges(phrase: Phrase, marks: list[Mark]) -> set[int]:
    """Return the places of periods that go on up to the next one: March 2023 to June 2023."""
    if "compare" in phrase.operators():
        return set()  # 2023 compared to 2024
    places = [i for i, s in enumerate(phrase) if s.period is not None]
    found: set[int] = set()
    ends: set[int] = set()
    for one, two in pairwise(places):
        gap = phrase.text[phrase[one].end : phrase[two].start].strip()
        if gap in _UP_TO and "include" not in (marks[one], marks[two]) and one not in ends:
            found.add(one)
            ends.add(two)
    return found


def _up_to(one: Period, two: Period) -> Period | None:
    """Return what lies from the beginning of a period to the end of another, or None."""
    if one.start is None or two.end is None or one.start >= two.end:
        return None
    return Period(start=one.start, end=two.end)


def _open(period: Period, before: str, after: str) -> Period:
    """Return what lies before or behind a period that a word of time stands beside."""
    if before == "since_before" or after == "since_after":
        return Period(start=period.start)
    if before == "until_before" or after == "until_after":
        return Period(end=period.end)
    if before == "before_before" or after == "before_after":
        return Period(end=period.start)
    return Period(start=period.end) if before == "after_before" else period


def _is_compared(phrase: Phrase, index: int) -> bool:
    """Whether "to" or "from" before a period says what is compared: 2023 to 2024, to last year.

    With "from" before the first of two they are the ends of one, but not after "difference".
    """
    places = [i for i, span in enumerate(phrase) if span.period is not None]
    differing = "difference" in phrase.text
    words = ("to", "al", "from") if differing else ("to", "al")
    two = len(places) == 2 and (differing or phrase.key(places[0] - 1) != "since_before")
    compared = (len(places) == 1 or two) and "compare" in phrase.operators()
    return compared and phrase[index - 1].text in words


def _tells_shift(key: str) -> bool:
    return key.startswith(("earlier_", "later_"))


def _shift(phrase: Phrase, index: int) -> Shift | None:
    """Return what "the year before" says of a period."""
    way, _, unit = phrase.key(index).partition("_")
    if way not in ("earlier", "later"):
        return None
    return Shift(_UNITS[unit], -1 if way == "earlier" else 1, phrase[index].text)


def overlap(one: Period, two: Period) -> Period | None:
    """Return what two periods share, or None if they have no day in common or are the same."""
    starts = [p.start for p in (one, two) if p.start is not None]
    ends = [p.end for p in (one, two) if p.end is not None]
    start, end = max(starts, default=None), min(ends, default=None)
    if one == two or (start is not None and end is not None and start >= end):
        return None
    return Period(start=start, end=end)
