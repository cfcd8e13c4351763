"""Numbers that are written as words, in English, Spanish and Korean, or as other signs.

A run of words is one number ("forty-two", "cuarenta y dos", 사십이 퍼센트, 마흔둘). What is more
often something else is left alone: "one", "un", 하나 and Spanish "once" and "ciento" by themselves,
ordinals, and a Korean syllable without a noun that counts after it.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from agents.models.quantity_words import Spelled, quantities, quantity_open_at

_SMALL: Final = {
    word: value
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
        " dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés"
        " veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
    )
    for value, word in enumerate(words.split())
} | {
    "dieciseis": 16,
    "veintidos": 22,
    "veintitres": 23,
    "veintiseis": 26,
    "veintiún": 21,
    "veintiuna": 21,
}
_TENS: Final = {
    word: value * 10
    for words in (
        "twenty thirty forty fifty sixty seventy eighty ninety",
        "- treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    )
    for value, word in enumerate(words.split(), start=2)
    if word != "-"
}
_HUNDREDS: Final = {"cien": 100, "ciento": 100, "quinientos": 500, "quinientas": 500} | {
    stem + end: value * 100
    for stem, value in (
        ("dosciento", 2), ("tresciento", 3), ("cuatrociento", 4), ("seisciento", 6),
        ("seteciento", 7), ("ochociento", 8), ("noveciento", 9),
    )
    for end in ("s", "")
} | {
    stem + "cientas": value * 100
    for stem, value in (
        ("dos", 2), ("tres", 3), ("cuatro", 4), ("seis", 6), ("sete", 7), ("ocho", 8), ("nove", 9),
    )
}  # fmt: skip
_TIMES: Final = {
    "hundred": 100, "dozen": 12, "dozens": 12, "docena": 12, "docenas": 12,
    "thousand": 1_000, "mil": 1_000, "million": 10**6, "millón": 10**6, "millon": 10**6,
    "millones": 10**6, "billion": 10**9,
}  # fmt: skip
_VALUES: Final = _SMALL | _TENS | _HUNDREDS
_ALONE_NOTHING: Final = frozenset({"one", "uno", "un", "una", "once", "ciento"})
_ONE: Final = {"un": 1, "una": 1}
_WORD: Final = "|".join(sorted({*_VALUES, *_TIMES, *_ONE}, key=len, reverse=True))
_LATIN: Final = rf"(?<!\w)(?:{_WORD})(?:(?:-|[ \t]+(?:(?:and|y)[ \t]+)?)(?:{_WORD}))*(?!\w)"

_NATIVE_TENS: Final = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70,
    "여든": 80, "아흔": 90,
}  # fmt: skip
_NATIVE: Final = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "석": 3, "넷": 4, "네": 4, "넉": 4,
    "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
_SINGLE: Final = {
    sign: value
    for signs in ("영일이삼사오육칠팔구", "〇一二三四五六七八九")
    for value, sign in enumerate(signs)
}
_UNITS: Final = {"십": 10, "백": 100, "천": 1000, "十": 10, "百": 100, "千": 1000}
_GREAT: Final = {"만": 10**4, "억": 10**8, "万": 10**4, "萬": 10**4, "億": 10**8}
_COUNTED: Final = (
    "퍼센트|프로|경기|게임|시간|가지|차례|마리|군데|사람|%|개|번|명|판|승|패|회|점|초|분|년|월|위|배|건|줄|곳|"
    "달|살|대|쪽|팀|맵|종"
)
_TEN = "|".join(_NATIVE_TENS)
_UNIT = "|".join(_NATIVE)
_SINO = "[영공일이삼사오육칠팔구십백천만억]+"
_KOREAN: Final = (
    rf"(?<![가-힣])(?:(?:{_TEN})(?:{_UNIT})"
    r"|(?:다섯|여섯|일곱|여덟|아홉|스물|서른|마흔|예순|일흔|여든|아흔)"
    rf"|(?:{_TEN}|둘|두|셋|세|석|넷|네|넉)(?=[ \t]?(?:{_COUNTED}))"
    rf"|(?=[가-힣]*[십백천억]|[가-힣]만){_SINO}(?:[ \t]{_SINO})*(?=[ \t]?(?:{_COUNTED})))"
)
_HAN: Final = r"[〇一二三四五六七八九十百千万萬億]{2,}"
_SPELLED: Final = re.compile(f"{_LATIN}|{_KOREAN}|{_HAN}", re.IGNORECASE)
_OPEN: Final = re.compile(
    rf"(?:(?<!\w)(?:{_WORD})(?:-|[ \t]+(?:(?:and|y)[ \t]+)?))+$"
    rf"|(?<![가-힣])(?:(?:(?:{_TEN})(?:{_UNIT})?|{_UNIT})[ \t]+|(?:{_SINO}[ \t]+)+)$",
    re.IGNORECASE,
)


def spelled(text: str) -> Iterator[Spelled]:
    """Yield the numbers and quantities of a text that are not in digits, in their order."""
    found = list(quantities(text))
    taken = [(one.start, one.end) for one in found]
    found += [
        Spelled(*match.span(), value)
        for match in _SPELLED.finditer(text)
        if (value := _value(match[0])) is not None
        and not any(start < match.end() and match.start() < end for start, end in taken)
    ]
    found += (
        Spelled(at, at + 1, unicodedata.numeric(sign, None))
        for at, sign in enumerate(text)
        if not sign.isascii() and unicodedata.category(sign) in ("No", "Nl")
    )
    yield from sorted(found, key=lambda one: one.start)


def open_at(text: str) -> int:
    """Return where a number begins that may go on in the text that follows, else its length."""
    start = len(text)
    while True:
        match = _OPEN.search(text, 0, start)
        other = quantity_open_at(text[:start], names=start == len(text))
        found = min(match.start() if match is not None else start, other)
        # What stands before it in the same word decides whether it is a number.
        while 0 < found < start and not text[found - 1].isspace():
            found -= 1
        if found == start:
            return start
        start = found  # and what stands before that may go on in it


def _value(written: str) -> float | None:
    if re.match("[〇一二三四五六七八九十百千万萬億가-힣]", written):
        return _korean(written)
    words = [word for word in re.split(r"[-\s]+", written.lower()) if word not in ("and", "y")]
    if len(words) == 1 and words[0] in _ALONE_NOTHING:
        return None
    whole, part = 0, 0
    for word in words:
        times = _TIMES.get(word)
        if times is None:
            part += _VALUES.get(word, 1)
        elif times < 1_000:
            part = max(part, 1) * times
        else:
            whole, part = whole + max(part, 1) * times, 0
    return float(whole + part)


def _korean(written: str) -> float:
    for ten, value in _NATIVE_TENS.items():
        if written.startswith(ten):
            return float(value + _NATIVE.get(written.removeprefix(ten), 0))
    if written in _NATIVE:
        return float(_NATIVE[written])
    whole, part, digit = 0, 0, 0
    for sign in written:
        if sign in _GREAT:
            whole, part, digit = whole + max(part + digit, 1) * _GREAT[sign], 0, 0
        elif sign in _UNITS:
            part, digit = part + max(digit, 1) * _UNITS[sign], 0
        elif not sign.isspace():
            digit = digit * 10 + _SINGLE.get(sign, 0)
    return float(whole + part + digit)
