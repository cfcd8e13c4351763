"""Times that were said: days, months, quarters, years, and those counted from today."""

from datetime import date
from typing import Any

from agents.data.grammar.chart import Parts
from agents.data.grammar.pieces import Conditioned, Counted, Grouped, Number, Piece
from agents.data.grammar.scope import Scope, meant
from agents.data.language.names import ColumnOption
from agents.data.model.units import SECONDS
from agents.data.query import moments
from agents.data.query.moments import Time, of_span, within
from agents.data.query.query import AllOf, Case, Span
from agents.data.query.sequences import Followed
from agents.data.query.spans import DAYS, MONTHS, months_before

_CLOCK = 24, 59, 59  # the most of hours, minutes and seconds
_SECONDS = 3600, 60, 1
_NOON = 12
_DAY, _ABOUT, _ABOUT_HOUR = 86_400, 300, 1_800
_CENTURIES = 21
_WEEK = 7
_LONGEST_MONTH, _MOST_BACK = 31, 3  # days, and the months of which one has as many
_BARE = 0.6
_SHORT = 0.3
_FINER = -0.2  # 17:10:07 is no hour and another time
_SPIKE = 3.0  # standard deviations above the mean


def calendar(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | Piece | None:
    """A day, month, quarter, half or year of the calendar; of a `short` year two digits were
    said."""
    if "short" not in parts:
        return _of_calendar(scope, parts)
    said = _whole(parts["short"])
    if said is None or not 10 <= said < 100:
        return None
    said += scope.today.year // 100 * 100
    said -= 100 if said > scope.today.year + 1 else 0
    year = parts["short"]._replace(value=Number(said))
    found = _of_calendar(scope, {**parts, "year": year})
    return Piece("time", found, 0, 0, _SHORT) if found is not None else None


def _of_calendar(scope: Scope, parts: Parts) -> Time | None:
    numbers = {name: _whole(parts[name]) for name in ("year", "number", "day", "half", "quarter")
               if name in parts}  # fmt: skip
    if any(value is None for value in numbers.values()):
        return None
    year = numbers.get("year")
    if year is not None and not scope.is_year(year):
        return None
    month = int(parts["month"].value) if "month" in parts else numbers.get("number")
    size = "quarter" if "quarter" in numbers else "half" if "half" in numbers else ""
    place = numbers.get("quarter") or numbers.get("half") or 0
    return moments.of_calendar(scope.today, year, month, numbers.get("day"), size, place)


def around(scope: Scope, parts: Parts, with_: dict[str, Any]) -> tuple[Case, ...] | None:
    """Before a day and from it on, or before and from a version on: before and after patch 4.10."""
    if "value" not in parts:
        column, time = scope.time, _time(scope, parts.get("time") or parts["number"])
        if column is None or column.stored == "number" or time is None or time.start is None:
            return None
        return moments.around_day(column, within(time, column))
    found = (moments.around_version(scope.column(one.column), str(one.values[0]))
             for one in parts["value"].values)  # fmt: skip
    return next(filter(None, found), None)


def decade(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | None:
    """Ten years: the 90s, 2010년대."""
    first = _whole(parts["number"] if "number" in parts else parts["ord"])
    if first is not None and (years := with_.get("years")):
        return (
            moments.months_of((first - 1) * years + 1, 1, 12 * years)
            if 2 <= first <= _CENTURIES
            else None
        )
    if first is None or first % 10 or not (first < 100 or scope.is_year(first)):
        return None
    if first < 100:
        century = scope.today.year // 100 * 100
        first += century if century + first <= scope.today.year else century - 100
    century = first % 100 == 0 and first < scope.today.year // 100 * 100  # the 1800s
    return moments.months_of(first, 1, 1200 if century else 120)


def _whole(piece: Piece) -> int | None:
    if piece.type in ("ord", "half", "quarter"):
        return int(piece.value)
    if piece.type == "first":
        return 1 if piece.value == "+" else None
    said: Number = piece.value
    return said.value if isinstance(said.value, int) and not said.unit else None


def relative(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | None:
    """Whole units counted from today: last month, the last 30 days, two weeks ago."""
    if "ago" in parts:  # as the pack has it: year:1
        unit, _, back = parts["ago"].value.partition(":")
        span = Span(unit=unit, ago=int(back))
        return of_span(span, scope.today)
    unit = parts["grain"].value
    if unit not in DAYS and unit not in MONTHS:
        return None
    count = 1
    if "number" in parts:
        whole = _whole(parts["number"])
        if whole is None or not 1 <= whole <= 999:
            return None
        count = whole
    ago = with_.get("ago", 0)
    if ago == "number":
        ago, count = count, 1
    return of_span(Span(unit=unit, count=count, ago=ago), scope.today)


def clock(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Piece | None:
    """A time of the day, as long as it is fine: 10:30 is a minute, 3 pm an hour."""
    if not _has_hours(scope):
        return None
    found = [_whole(parts[one]) for one in ("hour", "minute", "second") if one in parts]
    said = [one for one in found if one is not None]
    if len(said) < len(found) or any(one > most for one, most in zip(said, _CLOCK, strict=False)):
        return None
    if "noon" in parts and said[0] <= _NOON:  # half past twelve is in the afternoon
        said[0] = said[0] % _NOON + (_NOON if parts["noon"].value == "+" else 0)
    start = sum(one * size for one, size in zip(said, _SECONDS, strict=False))
    found_time = Time(None, None, clock=(start, start + _SECONDS[len(said) - 1]))
    return Piece("time", found_time, 0, 0, _FINER if "second" in parts else 0.0)


def recurring(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | None:
    """Days of every week, or hours of every day: on Mondays, in the morning."""
    kind, *said = parts["recurring"].value.split()
    days = tuple(map(int, said))
    if kind == "hours":
        start, end = (one * _SECONDS[0] for one in days)
        return Time(None, None, clock=(start, end)) if _has_hours(scope) else None
    dated = scope.time is not None and scope.time.stored in ("date", "timestamp")
    return Time(None, None, weekdays=days) if dated else None


def nearly(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | None:
    """About a time of the day: five minutes before and after a minute, half an hour of an hour."""
    said = _time(scope, parts["time"])
    if said is None or said.clock is None or None in said.clock:
        return None
    start, end = (one or 0 for one in said.clock)
    about = _ABOUT_HOUR if end - start > _SECONDS[1] else _ABOUT
    return Time(None, None, clock=(max(0, start - about), min(_DAY, end + about)))


def _has_hours(scope: Scope) -> bool:
    return scope.time is not None and scope.time.grain in ("hour", "minute", "second")


def opened(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | None:
    """From a time on, or up to it: since 2020, before March."""
    said = _time(scope, parts["time"] if "time" in parts else parts["number"])
    if said is None:
        return None
    side = with_["side"] if "side" in with_ else parts["open"].value
    return moments.open_on(said, side)


def between(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | Piece | None:
    """From one time to another, both in it."""
    one, two = _time(scope, parts["one"]), _time(scope, parts["two"])
    if two is not None:
        one = _day_of(parts["one"], two) or one  # from the 9th to June 10
    if one is not None:
        two = _day_of(parts["two"], one) or two
    if one is not None and two is not None and one.clock and two.clock:
        until = two.clock[0] if two.clock[0] is not None else two.clock[1]
        if one.clock[0] is None or until is None:
            return None
        half = _NOON * _SECONDS[0]
        if until <= one.clock[0] < half + until < _DAY and not _is_noon(parts["two"]):
            until += half  # from 2 to 3 in the afternoon
        # Two bare numbers are rather part of a day: 2024-06-10.
        bare = parts["one"].type == parts["two"].type == "number"
        return Piece("time", Time(None, None, clock=(one.clock[0], until)), 0, 0, _BARE * bare)
    if one is not None and two is not None and one.weekdays and two.weekdays:
        first, last = one.weekdays[0], two.weekdays[-1]  # from Saturday to Monday
        days = (*range(first, last + 1 + _WEEK * (last < first)),)
        return Time(None, None, weekdays=tuple((day - 1) % _WEEK + 1 for day in days))
    return moments.from_to(one, two) if one is not None and two is not None else None


def _is_noon(piece: Piece) -> bool:
    """Whether it was said in which half of the day a time is."""
    return any(part.type == "noon" or _is_noon(part) for part in piece.parts)


def _day_of(piece: Piece, beside: Time) -> Time | None:
    """A bare number beside a day as another day of its month."""
    day = _whole(piece) if piece.type == "number" else None
    return moments.day_beside(day, beside) if day is not None else None


def day(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Time | None:
    """A day whose month was not said: on the 19th."""
    said, column = _whole(parts["day"]), scope.time
    try:
        high = date.fromisoformat(str(column.high)[:10]) if column is not None else None
    except ValueError:  # no days
        return None
    if high is None or said is None or not 1 <= said <= _LONGEST_MONTH:
        return None
    months = (months_before(high.replace(day=1), back) for back in range(_MOST_BACK))
    found = (moments.day_beside(said, Time(one, months_before(one, -1))) for one in months)
    past = (one for one in found if one is not None and one.start and one.start <= high)
    return next((one._replace(day=said) for one in past), None)


def _time(scope: Scope, piece: Piece) -> Time | None:
    if piece.type == "number":
        value = _whole(piece)
        if value is not None and value <= _CLOCK[0] and scope.table.order and _has_hours(scope):
            return Time(None, None, clock=(value * 3600, (value + 1) * 3600))  # between 10 and 11
        if value is None or not scope.is_year(value) or scope.time is None:
            return None
        return moments.months_of(value, 1, 12)
    if piece.type == "month":
        number = int(piece.value)
        begun = moments.months_of(scope.today.year - (number > scope.today.month), number)
        return begun._replace(floating=True)
    found_time: Time = piece.value
    return found_time


def followed(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """What another row comes behind, or before: errors followed by a restart within 5 minutes."""
    time, by = scope.time, meant(scope, parts["by"], filled=True)
    if time is None or by is None or time.stored not in ("date", "timestamp"):
        return None
    within = None
    if "number" in parts:
        said: Number = parts["number"].value
        unit = f"{parts['grain'].value}s" if "grain" in parts else said.unit
        if unit not in SECONDS:
            return None
        within = said.value * SECONDS[unit]
    elif not scope.table.order:  # of other tables it is the next row that is meant
        return None
    word = parts.get("followed") or parts.get("after")
    side = with_.get("side") or (word.value if word is not None else "+")
    same: tuple[str, ...] = ()
    if "column" in parts:
        name = scope.pick(parts["column"].columns, scope.tells_apart, only=True)
        if name is None:
            return None
        same = (name,)
    test = Followed(by, within, time.name, side == "-", same).test()
    first = meant(scope, parts["one"], filled=True) if "one" in parts else None
    return Conditioned(AllOf(all=(first, test)) if first is not None else test)


def new(scope: Scope, parts: Parts, with_: dict[str, Any]) -> tuple[Grouped] | None:
    """Values that are new since a time: new messages since yesterday; of a log, kinds of lines."""
    told = parts["column"].columns if "column" in parts else ()
    options = told or tuple(ColumnOption(one, 0.0) for one in scope.table.of_role("kind"))
    options = scope.fitting(options, scope.tells_apart)
    return (Grouped(options, since=parts["time"].value),) if options and scope.time else None


def spiked(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Counted | None:
    """Times at which there is far more than else: spikes of errors by hour."""
    timed = scope.time is not None and scope.time.stored in ("date", "timestamp")
    return Counted(">", _SPIKE, deviations=True) if timed else None
