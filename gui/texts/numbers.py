"""Numbers as people of a language write them: grouped, with their decimal mark, as percent."""

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QCoreApplication, QDate, QLocale

_COUNTING, _MOST_DECIMALS = 3, 6
_MINUTE, _HOUR = 60, 3600
_LEAP = 2024  # a year that has every day


def percent(share: float, locale: QLocale, digits: int = 1) -> str:
    """Return a share (0 to 1) as percent, with the sign where the language puts it."""
    return locale.toString(share * 100, "f", digits) + _percent_sign(locale)


@lru_cache(maxsize=16)
def _percent_sign(locale: QLocale) -> str:
    """Return the sign with its gap: a table asks for it in each cell of each frame."""
    gap = "\N{NO-BREAK SPACE}" if locale.language() in _SPACED else ""
    return gap + locale.percent()


def interval(low: float, high: float, locale: QLocale, digits: int = 1) -> str:
    """Return two shares (0 to 1) as an interval in percent, with one sign."""
    return f"{locale.toString(low * 100, 'f', digits)}–{percent(high, locale, digits)}"


def length_sign(values: Iterable[Any]) -> str:
    """Return in what lengths of time, in seconds, are read beside each other: nothing else tells
    12:30 from half past twelve."""
    longest = max((abs(one) for one in values if isinstance(one, int | float)), default=0)
    if longest < _MINUTE:
        return QCoreApplication.translate("Chat", "{seconds} s").replace("{seconds}", "").strip()
    if longest < _HOUR:
        return QCoreApplication.translate("Chat", "min:s")
    return QCoreApplication.translate("Chat", "h:min:s")


def number_form(count: Any) -> int:
    """Return by which number Qt chooses the form of the words beside a count of any size.

    Counts come from agents too, and Qt takes no more than 32 bits.
    """
    return 1 if count == 1 else 2


def decimals(value: Any) -> int:
    """Return how many decimals a value needs where it is read to hundredths: 0, 1 or 2."""
    if not isinstance(value, float) or not math.isfinite(value):
        return 0
    hundredths = round(value * 100)
    return 2 if hundredths % 10 else 1 if hundredths % 100 else 0


def figure_decimals(value: Any) -> int:
    """Return how many decimals a figure needs of which three digits count, and one at least of what
    is no whole number: so it reads in the sentences of answers."""
    if not isinstance(value, float) or not math.isfinite(value) or not value % 1:
        return 0
    before = math.floor(math.log10(abs(value))) + 1
    most = min(_MOST_DECIMALS, max(1, _COUNTING - before))
    return len(f"{value:.{most}f}".rstrip("0").partition(".")[2])


def number(value: Any, locale: QLocale, digits: int = 0, *, figure: bool = False) -> str:
    """Return any JSON value as it reads in a table; a whole number keeps every digit.

    It has so many decimals at least: those of a column stand below each other. A `figure` was
    computed; others are read to hundredths.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, int | float):
        if 0 < abs(value) < 0.01 and not (figure and figure_decimals(value)):
            return locale.toString(value)
        digits = max(digits, (figure_decimals if figure else decimals)(value))
        return locale.toString(float(value), "f", digits) if digits else _grouped(value, locale)
    return value if isinstance(value, str) else str(value)


def _grouped(value: float, locale: QLocale) -> str:
    """Round and group: from five digits on in Spanish, which Qt knows up to 64 bits only."""
    whole = round(value) if math.isfinite(value) else value
    if abs(whole) < 2**31:
        return locale.toString(whole)
    return f"{whole:,}".replace(",", locale.groupSeparator() or "")


_SPACED = frozenset({QLocale.Language.Spanish, QLocale.Language.French, QLocale.Language.German})


def no_such_day(text: str, locale: QLocale) -> bool:
    """Whether a text is of a day that no calendar has: 31 Feb, 2월 30일, 2024-13-01.

    What names no day at all is none of those.
    """
    named = text.casefold()
    months = {  # twelve first, whose name may end as that of two
        locale.monthName(month, form).casefold().rstrip("."): month
        for month in range(12, 0, -1)
        for form in (QLocale.FormatType.LongFormat, QLocale.FormatType.ShortFormat)
    }
    name = next((one for one in months if one in named), "")
    if name:
        beside = rf"(?<!\d)(\d{{1,2}})\W*(?:\w{{2}}\W+)?{name}|{name}\W*(\d{{1,2}})(?!\d)"
        year = int((re.findall(r"\d{4}", named) or [_LEAP])[0])
        days = ("".join(found) for found in re.findall(beside, named))
        return any(not QDate(year, months[name], int(day)).isValid() for day in days)
    written = re.fullmatch(r"(\d+)[-./](\d+)[-./](\d+)", named.strip())
    if written is None:
        return False
    first, middle, last = map(int, written.groups())
    orders = ((first, middle, last), (last, middle, first), (last, first, middle))
    return not any(QDate(*order).isValid() for order in orders)
