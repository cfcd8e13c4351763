"""Moments of charts and tables: how they are read, and how the window's language writes them."""

import re
from contextlib import suppress
from datetime import UTC, datetime, time, timedelta

from pydantic import JsonValue
from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

from gui.platform.i18n import QT_TRANSLATE_NOOP, said_as

EARLIEST, LATEST = -6e10, 2.5e11
"""Seconds since 1970 between which a year has at most four digits."""
_MIDNIGHT = time()
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
# The directives of d3's time formats as Qt writes them; %q is no part of Qt's.
_DIRECTIVES = {
    "Y": "yyyy", "y": "yy", "m": "MM", "b": "MMM", "B": "MMMM", "d": "dd", "e": "d", "a": "ddd",
    "A": "dddd", "H": "HH", "I": "hh", "p": "AP", "M": "mm", "S": "ss", "L": "zzz",
}  # fmt: skip


def as_seconds(value: JsonValue) -> float | None:
    """Return a moment (ISO 8601, a year, or milliseconds since 1970) in seconds, or None.

    What says no time zone is taken as it is written.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        text = value + {4: "-01-01", 7: "-01"}.get(len(value), "")
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            return None
        value = 1000 * seconds_of(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    return value / 1000 if EARLIEST <= value / 1000 <= LATEST else None


def seconds_of(moment: datetime) -> float:
    """Return the seconds since 1970 of a moment with a time zone, also before 1970."""
    return (moment - _BEGINNING).total_seconds()


def moment_at(seconds: float) -> datetime:
    """Return the moment, in UTC, that is so many seconds after the beginning of 1970."""
    return _BEGINNING + timedelta(seconds=seconds)


def month_words(seconds: float, locale: QLocale) -> str:
    """Return the month and the year of a moment."""
    return locale.toString(_day(seconds), said_as(locale, QT_TRANSLATE_NOOP("Chat", "MMM yyyy")))


def day_words(seconds: float, locale: QLocale, *, year: bool = True) -> str:
    """Return the day of a moment, with its year unless that is known."""
    whole, short = (
        QT_TRANSLATE_NOOP("Chat", "MMM d, yyyy"),
        QT_TRANSLATE_NOOP("Chat", "MMM d"),
    )
    return locale.toString(_day(seconds), said_as(locale, whole if year else short))


def time_words(seconds: float, locale: QLocale) -> str:
    """Return the time of day of a moment, with its seconds where there are some."""
    at = moment_at(seconds)
    return locale.toString(_time(at), "HH:mm:ss" if at.second else "HH:mm")


def moment_words(value: JsonValue, form: str, locale: QLocale) -> str:
    """Return a moment by a time format of d3, else as exactly as it is written."""
    seconds = as_seconds(value)
    if seconds is None:
        return "" if value is None else str(value)
    if form:
        return by_format(seconds, form, locale)
    length = len(value) if isinstance(value, str) else 0
    if length in (4, 7):
        return str(value) if length == 4 else month_words(seconds, locale)
    day = day_words(seconds, locale)
    return f"{day} {time_words(seconds, locale)}" if seconds % 86400 else day


MOMENT_TYPES = frozenset({"date", "timestamp"})
"""The types of columns whose texts are moments, or periods such as 2024-Q3."""

_QUARTER, _MONTH = re.compile(r"(\d{4})-Q([1-4])"), re.compile(r"\d{4}-\d\d")
_WEEK = re.compile(r"(\d{4})-W(\d\d)")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d.*)?")


def exactness(value: JsonValue) -> int:
    """Return what a written moment needs: 0 its day alone, 1 minutes too, 2 seconds, 3 or 6 the
    decimals of its seconds; 0 of what is none."""
    at = _written_moment(value)
    if at is None or at.timetz() == _MIDNIGHT:
        return 0
    if at.microsecond:
        return 6 if at.microsecond % 1000 else 3
    return 2 if at.second else 1


def written_words(value: str, locale: QLocale, exact: int = 0) -> str:
    """Return a moment or period of a table (ISO 8601) as it is read, at least as exactly as said;
    its clock and zone are those that are written. What is neither stays as it is.

    `exact` is that of a column, so that its moments stand below each other.
    """
    at = _written_moment(value)
    if at is None:
        if quarter := _QUARTER.fullmatch(value):
            said = said_as(locale, QT_TRANSLATE_NOOP("Chat", "Q{quarter} {year}"))
            return said.replace("{quarter}", quarter[2]).replace("{year}", quarter[1])
        if week := _WEEK.fullmatch(value):
            with suppress(ValueError):  # not every year has 53
                monday = datetime.fromisocalendar(int(week[1]), int(week[2]), 1)
                first = seconds_of(monday.replace(tzinfo=UTC))
                days = day_words(first, locale, year=False), day_words(first + 6 * 86400, locale)
                return " – ".join(days)
        seconds = as_seconds(value) if _MONTH.fullmatch(value) else None
        return value if seconds is None else month_words(seconds, locale)
    day = locale.toString(
        QDate(at.year, at.month, at.day),
        said_as(locale, QT_TRANSLATE_NOOP("Chat", "MMM d, yyyy")),
    )
    exact = max(exact, exactness(value))
    if not exact:
        return day
    clock = at.strftime("%H:%M:%S" if exact > 1 else "%H:%M")
    if exact > 2:
        clock += f".{at.microsecond:06}"[: exact + 1]
    zone = at.isoformat().removeprefix(at.replace(tzinfo=None).isoformat())
    return f"{day} {clock} {zone}".rstrip()


def moment_of_cell(value: JsonValue, kind: str, locale: QLocale, exact: int = 0) -> str | None:
    """Return a cell of a column of moments as it is read; None where the column's kind is another
    or the cell holds none.
    """
    if kind not in MOMENT_TYPES or not isinstance(value, str):
        return None
    return written_words(value, locale, exact)


def _written_moment(value: JsonValue) -> datetime | None:
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


def by_format(seconds: float, form: str, locale: QLocale) -> str:
    """Return a moment by a time format of d3 (%Y-%m); a directive that is not known is left."""
    at = moment_at(seconds)
    whole = QDateTime(_day(seconds), _time(at))

    def written(found: re.Match[str]) -> str:
        match found[2]:
            case "q":
                return str((at.month + 2) // 3)
            case "%":
                return "%"
            case letter if letter in _DIRECTIVES:
                token = _DIRECTIVES[letter]
                short = found[1] == "-" and len(token) == 2  # no leading zero
                return locale.toString(whole, token[:1] if short else token)
            case _:
                return found[0]

    return re.sub(r"%([-_0]?)([A-Za-z%])", written, form)


def _day(seconds: float) -> QDate:
    at = moment_at(seconds)
    return QDate(at.year, at.month, at.day)


def _time(at: datetime) -> QTime:
    return QTime(at.hour, at.minute, at.second, at.microsecond // 1000)
