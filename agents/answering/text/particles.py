"""Hangul by Unicode arithmetic: the particle that fits a word, and the letters of syllables."""

import re
import unicodedata
from functools import lru_cache

_FIRST, _LAST = 0xAC00, 0xD7A3
# How the last character is read aloud: does it end in a consonant, and is that consonant ㄹ?
_DIGITS = {
    "0": "ㅇ",
    "1": "ㄹ",
    "2": "",
    "3": "ㅁ",
    "4": "",
    "5": "",
    "6": "ㄱ",
    "7": "ㄹ",
    "8": "ㄹ",
}
_BRACKETS = re.compile(r"(?<=.)\([^()]*\)$")
# Words written in Latin letters mostly end in Korean as their last letters sound: an r is silent
# (워리어), and so is an e behind l, m or n; k, p and t behind a consonant have a vowel (아크).
_ENDINGS = (
    (re.compile(r"ng$"), "ㅇ"), (re.compile(r"ck$"), "ㄱ"), (re.compile(r"le?$"), "ㄹ"),
    (re.compile(r"me?$"), "ㅁ"), (re.compile(r"ne?$"), "ㄴ"),
    (re.compile(r"(?<=[aeiouy])[kc]$"), "ㄱ"),
    (re.compile(r"(?<=[aeiouy])[pb]$"), "ㅂ"), (re.compile(r"(?<=[aeiouy])tt?$"), "ㅅ"),
)  # fmt: skip
_SPELLED = {"l": "ㄹ", "r": "ㄹ", "m": "ㅁ", "n": "ㄴ"}  # in initials: VR is 브이알
_INITIALS = re.compile(r"(?:^|[^A-Za-z])[A-Z]{1,4}$")


def final_consonant(word: str) -> str:
    """Return "" if the word, read aloud, ends in a vowel, "ㄹ" if in ㄹ, else another consonant."""
    for character in reversed(word.strip()):
        code = ord(character)
        if _FIRST <= code <= _LAST:
            index = (code - _FIRST) % 28
            return "" if index == 0 else "ㄹ" if index == 8 else "ㅇ"
        if character in "0123456789":
            return _DIGITS.get(character, "")
        if character == "%":  # read 퍼센트
            return ""
        if character.isalpha():
            written = word[: word.rindex(character) + 1]
            if _INITIALS.search(written):
                return _SPELLED.get(character.lower(), "")
            low = written.lower()
            return next((sound for form, sound in _ENDINGS if form.search(low)), "")
    return ""


def with_particle(word: str, pair: str) -> str:
    """Return the word with its one of a pair: "은는", "이가", "을를", "과와", "으로로" or "이었였".

    What stands in brackets at its end is not read: 경기 수(20분)는.
    """
    final = final_consonant(_BRACKETS.sub("", word))
    if pair == "으로로":
        return word + ("으로" if final not in ("", "ㄹ") else "로")
    if pair == "이었였":
        return word + ("이었" if final else "였")
    return word + (pair[0] if final else pair[1])


@lru_cache(maxsize=8192)
def letters(text: str) -> str:
    """Return the text with its syllables taken apart, so that a slip is one letter of many."""
    return unicodedata.normalize("NFD", text)
