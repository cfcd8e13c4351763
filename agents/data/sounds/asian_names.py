"""How Korean and Chinese names that are written in Latin letters are spoken in Hangul."""

import re
from collections.abc import Iterator

from agents.data.sounds.rules import spoken

_SYLLABLE = (
    r"(?:kk|tt|pp|ss|jj|ch|sh|wh|[bcdghjklmnprstwy])?[wy]?"
    r"(?:yeo|yoo|eo|eu|ae|oe|oo|ou|ee|ui|[aeiou])(?:ng|ck|rk|h|[bgklmnprt])?"
)
_KOREAN = re.compile(rf"(?:{_SYLLABLE}){{1,3}}")
_SURNAMES = {"lee": "i", "yi": "i", "rhee": "i", "park": "bak", "choi": "cwe", "choe": "cwe"}
_OPEN_U = re.compile(r"u(?=ng|n|k|m|r)")  # Jung and Hyun are 정 and 현
_PINYIN = re.compile(
    r"(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    r"(?:iang|iong|uang|ang|eng|ing|ong|iao|ian|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ui|un|"
    r"uo|ue|[aeiou])){1,3}"
)
_SOFT = re.compile(r"(?<![kptc])(?:k|p|t|c(?=h)h)(?=[aeiouwy])")
_SOFTENED = {"k": "g", "p": "b", "t": "d", "ch": "j"}


def in_korean(name: str) -> Iterator[str]:
    """Yield how a name in small letters, each word in a line, sounds if it is a Korean one.

    The surname may stand at its end: Insu Park is 박인수.
    """
    words = name.split("\n")
    if not all(_KOREAN.fullmatch(word) for word in words):
        return
    sounds = [_SURNAMES.get(word) or spoken(word, "korean") for word in words]
    for order in [sounds, sounds[::-1]][: len(words)]:
        joined = "".join(order)
        yield joined
        yield _SOFT.sub(_softened, _OPEN_U.sub("e", joined))
        yield _SOFT.sub(_softened, joined)


def in_chinese(name: str) -> Iterator[str]:
    """Yield how a name in small letters, each word in a line, sounds if it is written in Pinyin."""
    if all(_PINYIN.fullmatch(word) for word in name.split("\n")):
        yield "".join(spoken(word, "pinyin") for word in name.split("\n"))


def _softened(found: re.Match[str]) -> str:
    return _SOFTENED[found[0]]
