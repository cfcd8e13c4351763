"""Lengths of time in three languages: "20 minutes", "1시간 30분", "media hora" become seconds."""

import re
from typing import NamedTuple

from agents.answering.text.beginnings import AtPlaces
from agents.answering.text.likely import Said
from agents.answering.text.normal import is_hangul

_UNITS = {
    3600: r"시간|hours?|hrs?|horas?|h",
    60: r"분(?!기)|minutes?|mins?|minutos?",
    1: r"초(?!과|반)|seconds?|secs?|segundos?",
}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10,
    "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "sixty": 60, "ninety": 90,
    "un": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "diez": 10, "quince": 15,
    "veinte": 20, "treinta": 30, "cuarenta": 40, "sesenta": 60, "noventa": 90,
    "한": 1, "두": 2, "세": 3, "네": 4, "십": 10, "이십": 20, "삼십": 30, "사십": 40,
}  # fmt: skip
_HALVES = r"half an hour|half hour|media hora|반시간|반 시간"
_ONE_AND_HALF = r"an hour and a half|hora y media"
_COUNTED = r"(\d{1,6}(?:[.,]\d{1,2})?|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"
_PART = {
    unit: re.compile(_COUNTED + r"(\+)?[\s-]*(?:" + names + r")(?![a-z])")
    for unit, names in _UNITS.items()
}
_HALF = re.compile(r"(?:" + _HALVES + r"|(" + _ONE_AND_HALF + r"))(?![a-z])")
_AND_HALF = re.compile(r"\s+(?:and a half|y media|반)(?![a-z가-힣])")
_BARE_MINUTES = re.compile(r"\s?(\d{1,2})(?![\d.,]|\s?[a-z가-힣%])")
_JOINT = re.compile(r"\s*(?:and|y)?\s*")
# Whatever may begin a length: most words do not.
_BEGUN = re.compile(r"\d|(?:" + "|".join((*_NUMBERS, _HALVES, _ONE_AND_HALF)) + ")(?![a-z])")
_ANY = AtPlaces([(_BEGUN, None)])


class Length(NamedTuple):
    """A length in seconds, up to `end` of the text; `unit` are the seconds of its last unit.

    `or_more` tells that it was written with a plus: 20+ minutes.
    """

    end: int
    seconds: float
    unit: int
    or_more: bool = False


def match_length(text: str, position: int) -> Length | None:
    """Return the length that begins at `position` of a normalised text."""
    begun = any(form.match(text, position) for form, _ in _ANY.at(Said.of(text), position))
    if not begun or _inside(text, position):
        return None
    half = _HALF.match(text, position)
    if half is not None:
        return Length(half.end(), 5400 if half[1] else 1800, 3600)
    seconds, end, last, or_more = 0.0, position, 0, False
    for unit, pattern in _PART.items():
        joint = _JOINT.match(text, end)
        start = joint.end() if joint is not None and last else end
        found = pattern.match(text, start)
        if found is None:
            continue
        seconds += unit * _number(found[1])
        end, last, or_more = found.end(), unit, or_more or found[2] is not None
        if unit == 3600:
            halved = _AND_HALF.match(text, end)
            bare = _BARE_MINUTES.match(text, end) if text[end - 1] == "h" else None
            if halved is not None:
                seconds, end = seconds + 1800, halved.end()
            elif bare is not None:  # 1h30
                seconds, end = seconds + 60 * int(bare[1]), bare.end()
    return Length(end, seconds, last, or_more) if last else None


def _inside(text: str, position: int) -> bool:
    """Whether the place is in the middle of a word or a number."""
    before, here = text[position - 1 : position], text[position]
    if here.isdigit():
        return before.isdigit() or (
            before in (".", ",") and text[position - 2 : position - 1].isdigit()
        )
    return before.isalnum() and is_hangul(before) == is_hangul(here)


def _number(written: str) -> float:
    return float(_NUMBERS[written]) if written in _NUMBERS else float(written.replace(",", "."))
