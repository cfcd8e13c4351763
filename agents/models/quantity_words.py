"""Quantities that are no plain numbers: fractions, multiples, vague amounts, pairs, Roman numerals.

What is more often something else is left alone: "first half", "half an hour", "a third game",
"quarter" by itself, 반, and a Roman numeral in a name ("StarCraft II": after a capitalised word).
"Both" and its like are no number where two things stand joined in the same sentence after it.
"""

import math
import re
from collections.abc import Iterator
from typing import Final, NamedTuple


class Spelled(NamedTuple):
    """A number as it is written: where, and how much it is; None for a sign of unknown worth.

    A `vague` one is some multiple of that ("thousands"), a `pair` refers to two things ("both").
    """

    start: int
    end: int
    value: float | None
    vague: bool = False
    pair: bool = False


_PARTS: Final = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8,
    "tenth": 10, "tercio": 3, "cuarto": 4, "quinto": 5, "sexto": 6, "octavo": 8, "décimo": 10,
    "decimo": 10,
}  # fmt: skip
_OF: Final = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7, "nine": 9,
    "un": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "siete": 7, "nueve": 9,
}  # fmt: skip
_ONE: Final = {"a", "un"}
_DIGITS: Final = "일이삼사오육칠팔구십"
_SINO: Final = {sign: value for value, sign in enumerate(_DIGITS, start=1)}
_TIMES: Final = {
    "twice": 2, "doubled": 2, "double the": 2, "thrice": 3, "tripled": 3, "triple the": 3,
    "halved": 0.5, "el doble": 2, "el triple": 3, "duplicó": 2, "duplicaron": 2, "triplicó": 3,
    "갑절": 2, "곱절": 2, "절반": 0.5,
}  # fmt: skip
_VAGUE: Final = {
    "tens": 10, "dozens": 12, "hundreds": 100, "thousands": 1_000, "millions": 10**6,
    "billions": 10**9, "decenas": 10, "docenas": 12, "cientos": 100, "centenares": 100,
    "miles": 1_000, "millares": 1_000, "millones": 10**6,
    "수십": 10, "수백": 100, "수천": 1_000, "수만": 10**4, "수십만": 10**5, "수백만": 10**6,
    "수천만": 10**7, "수억": 10**8,
}  # fmt: skip
_ONLY_OF: Final = ("tens", "decenas", "cientos", "miles", "millones")
"""Those that are something else by themselves, but for "tens of", "miles de"."""
_PAIRS: Final = "both|ambos|ambas|los dos|las dos|둘 다"
_AND: Final = r"(?:and|&|y|e)"
_WITHIN: Final = 80
"""How far on two things that are joined make "both" no number; as far an answer is held back."""
_KO_AFTER: Final = (
    r"(?=[ \t]?(?:퍼센트|경기|게임|시간|가지|사람|"
    r"개|번|명|판|승|패|회|점|초|분|년|건|줄|곳|의|배|팀))"
)


def _any(words: object) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))  # type: ignore[call-overload]


_LATIN_TIMES: Final = _any(word for word in _TIMES if word.isascii() or "ó" in word)
_LATIN_VAGUE: Final = _any(word for word in _VAGUE if word.isascii() and word not in _ONLY_OF)
_LATIN_OF: Final = _any(_ONLY_OF)
_AMOUNT: Final = (
    rf"(?:{_LATIN_VAGUE}|(?:{_LATIN_OF})(?=[ \t]+(?:of|de)\b))"
    rf"(?:[ \t]+(?:of|de)[ \t]+(?:{_LATIN_VAGUE}|{_LATIN_OF}))?"
)
_HANGUL_TIMES: Final = _any(word for word in _TIMES if "가" <= word[0] <= "힣")
_HANGUL_VAGUE: Final = _any(word for word in _VAGUE if "가" <= word[0] <= "힣")
_NOT_HALF: Final = ("first", "second", "other", "latter", "each", "top", "bottom", "primera",
                    "segunda", "otra")  # fmt: skip
_BEFORE_HALF: Final = "".join(rf"(?<!\b{word}[ \t-])" for word in _NOT_HALF)
_ROMAN: Final = (
    r"(?=[MDCLXVI]{2})(?:(?=[XVI]+\b)|(?=[MDCLXVI]{4}))"
    r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
)
_ROMAN_LETTERS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_FOUND: Final = re.compile(
    rf"(?P<parts>(?<!\w)(?P<of>(?P<one>{_any(_ONE)})|{_any(_OF.keys() - _ONE)})"
    rf"(?:-|[ \t]+)(?P<part>{_any(_PARTS)})s?(?!\w)"
    # "a third game", "un cuarto" are no shares.
    r"(?(one)(?=[ \t]+(?:of|de|del)\b|[ \t]*[.,;:!?)\n]|$)))"
    rf"|(?P<half>(?<!\w){_BEFORE_HALF}(?:half(?![-\w]|[ \t]+(?:an?|past|way|time|hours?|days?)\b)"
    r"|mitad(?!\w)))"
    rf"|(?P<times>(?<!\w)(?:{_LATIN_TIMES})(?!\w)|(?<![가-힣])(?:{_HANGUL_TIMES}))"
    rf"|(?P<vague>(?<!\w){_AMOUNT}(?!\w)|(?<![가-힣])(?:{_HANGUL_VAGUE}){_KO_AFTER})"
    rf"|(?P<pair>(?<!\w)(?:{_PAIRS})(?!\w)(?![^.?!\n]{{0,{_WITHIN}}}?\s{_AND}\s))"
    rf"|(?P<share>(?<![가-힣])(?P<below>[{_DIGITS}])분의[ \t]?(?P<above>[{_DIGITS}]))",
    re.IGNORECASE,
)
_NUMERAL: Final = re.compile(rf"(?<!\w){_ROMAN}(?!\w)")
_NAME_BEFORE: Final = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-Þ]\w*[ \t]+$")
_JOINED: Final = re.compile(
    rf"(?<=\s){_AND}(?=\s)|(?<!\w)(?:vs\.?|versus|contra)(?=\s)|[가-힣a-zA-Z](?:와|과|랑|하고)\s|\s대\s",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    rf"(?:(?<!\w)(?:{_any(_OF)})[ \t-]+)?(?<!\w)(?:{_any(_PARTS)})[ \t]+$"
    rf"|(?<!\w)(?:{_any(_OF)}|el|los|las|double|triple|{_any(_NOT_HALF)}"
    rf"|(?:{_LATIN_VAGUE}|{_LATIN_OF})(?:[ \t]+(?:of|de))?)[ \t]+$"
    rf"|(?<![가-힣])(?:{_HANGUL_VAGUE}|둘|[{_DIGITS}]분의)[ \t]+$"
    rf"|(?<!\w)(?:{_PAIRS})(?!\w)[^.?!\n]{{0,{_WITHIN + 8}}}$",
    re.IGNORECASE,
)


def quantities(text: str) -> Iterator[Spelled]:
    """Yield the quantities of a text, in no order."""
    for match in _FOUND.finditer(text):
        start, end = match.span()
        word = " ".join(match[0].lower().split())
        if match["parts"]:
            value = _OF[match["of"].lower()] / _PARTS[match["part"].lower()]
            yield Spelled(start, end, value)
        elif match["half"]:
            yield Spelled(start, end, 0.5)
        elif match["times"]:
            yield Spelled(start, end, float(_TIMES[word]))
        elif match["vague"]:
            units = [_VAGUE[one] for one in word.split() if one in _VAGUE]
            yield Spelled(start, end, float(math.prod(units)), vague=True)
        elif match["share"]:
            yield Spelled(start, end, _SINO[match["above"]] / _SINO[match["below"]])
        else:
            yield Spelled(start, end, 2.0, pair=True)
    for match in _NUMERAL.finditer(text):
        if _NAME_BEFORE.search(text, 0, match.start()) is None:
            yield Spelled(*match.span(), float(_roman(match[0])))


def joins(text: str, end: int | None = None) -> bool:
    """Whether two things are named together in a text: Terran and Zerg, 테란과 저그, TvZ vs PvZ."""
    return _JOINED.search(text, 0, len(text) if end is None else end) is not None


def quantity_open_at(text: str, *, names: bool) -> int:
    """Return where a quantity begins that may go on in the text that follows, else its length.

    With `names` also the last word, where it may be the name that a Roman numeral belongs to.
    """
    forms = (_OPEN, _NAME_BEFORE) if names else (_OPEN,)
    return min((found.start() for form in forms if (found := form.search(text))), default=len(text))


def _roman(written: str) -> int:
    values = [_ROMAN_LETTERS[letter] for letter in written]
    return sum(
        -value if any(value < after for after in values[at + 1 : at + 2]) else value
        for at, value in enumerate(values)
    )
