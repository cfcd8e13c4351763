"""Names that end in a numeral, and how else it is written: Jarvan IV, Jarvan 4, 자르반 4세."""

import re
from collections.abc import Iterator

from agents.answering.text.normal import is_hangul

_ROMAN = ("", "", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")  # I and X are letters, too
_ORDINALS = {
    2: ("second", "segundo"), 3: ("third", "tercero"), 4: ("fourth", "cuarto"),
    5: ("fifth", "quinto"), 6: ("sixth", "sexto"), 7: ("seventh", "septimo"),
    8: ("eighth", "octavo"), 9: ("ninth", "noveno"),
}  # fmt: skip
_ENDINGS = {2: "nd", 3: "rd"}
_NUMBERED = re.compile(r"(?P<name>.*[^\W\d])\s?(?P<figures>[2-9])(?P<counted>세)?")
_WORDS = re.compile(r"(?P<name>\S.*)\s(?P<roman>[ivx]+)(?P<counted>세)?")


def apart(name: str) -> tuple[str, int]:
    """Return a normalised name without the numeral that it ends in, and the numeral, else 0."""
    found = _WORDS.fullmatch(name)
    if found is not None and found["roman"] in _ROMAN:
        return found["name"], _ROMAN.index(found["roman"])
    found = _NUMBERED.fullmatch(name)
    return (found["name"], int(found["figures"])) if found is not None else (name, 0)


def numbered_forms(name: str) -> Iterator[str]:
    """Yield the other ways in which the numeral of a normalised name is written.

    A name in figures alone (Python 2) is no king's: it is Python II, but not the second.
    """
    base, number = apart(name)
    if not number:
        return
    yield from (f"{base} {number}", f"{base}{number}", f"{base} {_ROMAN[number]}")
    if name.endswith(str(number)):
        return
    yield from (f"{base} {number}세", f"{base}{number}세")
    if not is_hangul(base[-1]):
        ending = _ENDINGS.get(number, "th")
        yield from (f"{base} {number}{ending}", f"{base} the {number}{ending}")
        for ordinal in _ORDINALS[number]:
            yield from (f"{base} {ordinal}", f"{base} the {ordinal}")


def numeral_behind(rest: str, name: str) -> int:
    """Return how long the numeral is at the beginning of `rest` that a name ends in, said again.

    A name that was heard by its other words alone is followed by its numeral: 자르반 4세.
    """
    number = apart(name)[1]
    if not number:
        return 0
    found = re.match(rf"\s?(?:{number}|{_ROMAN[number]})(?![\da-z])세?", rest)
    return found.end() if found is not None else 0
