"""Numbers as people of a language write them: grouped, with their decimal mark, as percent."""

from functools import lru_cache
from typing import Any

from PySide6.QtCore import QLocale


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


def duration(seconds: float) -> str:
    """Return seconds as minutes and seconds, with hours where there are some."""
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def number_form(count: Any) -> int:
    """Return by which number Qt chooses the form of the words beside a count of any size.

    Counts come from agents too, and Qt takes no more than 32 bits.
    """
    return 1 if count == 1 else 2


def number(value: Any, locale: QLocale) -> str:
    """Return any JSON value as it reads in a table; a whole number keeps every digit."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, int):
        return _grouped(value, locale)
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e15:
            return _grouped(int(value), locale)
        return locale.toString(value, "f", 2) if abs(value) >= 0.01 else locale.toString(value)
    return value if isinstance(value, str) else str(value)


def _grouped(value: int, locale: QLocale) -> str:
    """Group the digits: from five on in Spanish, which Qt knows; past 64 bits it knows nothing."""
    if abs(value) < 2**31:
        return locale.toString(value)
    return f"{value:,}".replace(",", locale.groupSeparator() or "")


_SPACED = frozenset({QLocale.Language.Spanish, QLocale.Language.French, QLocale.Language.German})
