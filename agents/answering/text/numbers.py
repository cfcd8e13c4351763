"""Figures as people write them: 1,234.5 and 1.234,5."""

import re

_GROUPED = {
    ".": re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"),
    ",": re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?"),
}
_PLAIN = re.compile(r"\d+(?:[.,]\d+)?")


def number_of(text: str, decimal: str = ".") -> float | int | None:
    """Return the number of figures, None for 1.2.3; `decimal` is the language's own point.

    The other sign is a point, too, where it cannot part thousands: 1.5 in Spanish.
    """
    if text.isdigit():
        return int(text)
    grouped = "," if decimal == "." else "."
    if _GROUPED[decimal].fullmatch(text):
        text = text.replace(grouped, "").replace(decimal, ".")
    elif _PLAIN.fullmatch(text):
        text = text.replace(",", ".")
    elif _GROUPED[grouped].fullmatch(text):
        text = text.replace(decimal, "").replace(grouped, ".")
    else:
        return None
    value = float(text)
    return int(value) if value.is_integer() and "." not in text else value
