"""What letters and numbers are called in Korean: KT is 케이티, T1 is 티원, G2 is 지투."""

import re
from collections.abc import Iterator
from itertools import islice, product

_CALLED: dict[str, tuple[str, ...]] = {
    "a": ("에이",), "b": ("비",), "c": ("씨", "시"), "d": ("디",), "e": ("이",), "f": ("에프",),
    "g": ("지",), "h": ("에이치",), "i": ("아이",), "j": ("제이",), "k": ("케이",), "l": ("엘",),
    "m": ("엠",), "n": ("엔",), "o": ("오",), "p": ("피",), "q": ("큐",), "r": ("알",),
    "s": ("에스",), "t": ("티",), "u": ("유",), "v": ("브이",), "w": ("더블유",), "x": ("엑스",),
    "y": ("와이",), "z": ("제트", "지"),
    "0": ("제로",), "1": ("원",), "2": ("투",), "3": ("쓰리", "스리"), "4": ("포",),
    "5": ("파이브",), "6": ("식스",), "7": ("세븐",), "8": ("에잇",), "9": ("나인",),
}  # fmt: skip
_CODE = re.compile(r"(?P<letters>[A-Z]{1,5})(?P<figures>\d{0,2})|\d[A-Z]{1,3}")
_NUMBERED = re.compile(r"([A-Z])[A-Za-z]{2,}(\d)")
_MIXED = re.compile(r"(?P<letters>[A-Z]{2,4})(?P<rest>[가-힣]{2,})")
_CAPITAL, _INITIALS = re.compile("[A-Z]"), re.compile("[A-Z]{3,5}")
_CAMEL = re.compile(r"[A-Z][a-z]+[A-Z]|[A-Z]{2}")  # BiliBili, EDward, JD Gaming
_SHORTEST, _MOST = 2, 8
_FEWEST = 3  # letters that a word in Hangul must be made of to be initials
_IN_HANGUL = tuple(
    (way, letter) for letter, ways in _CALLED.items() for way in ways if letter.isalpha()
)


def called(letter: str) -> str:
    """Return what a small letter or a figure is called."""
    return _CALLED[letter][0]


def spelled(name: str) -> Iterator[str]:
    """Yield how a name is said by its letters, if it is initials or begins with them.

    KT Rolster is 케이티, T1 is 티원 and 티1, Cloud9 is 씨나인 and c9, KT롤스터 is 케이티롤스터
    and KT, EDward Gaming is EDG and 이디지, and 디알엑스 is DRX.
    """
    yield from _in_latin(name)
    word = name.partition(" ")[0]
    mixed = _MIXED.fullmatch(word)
    if mixed is not None:
        yield mixed["letters"].casefold()
        for way in _ways(mixed["letters"]):
            yield from (way, way + mixed["rest"])
        return
    capitals = "".join(_CAPITAL.findall(name))
    if capitals != word and _INITIALS.fullmatch(capitals) and _CAMEL.match(word):
        yield capitals.casefold()
        yield from _ways(capitals)
    numbered = _NUMBERED.fullmatch(word)
    if numbered is not None:
        word = f"{numbered[1]}{numbered[2]}"
        yield word
    code = _CODE.fullmatch(word)
    if code is None or len(word) < _SHORTEST:
        return
    yield from _ways(word)
    if code["figures"]:
        yield "".join(map(called, code["letters"].casefold())) + code["figures"]


def _ways(word: str) -> Iterator[str]:
    """Yield how letters and figures are called, one after the other, in all ways."""
    ways = [_CALLED[letter] for letter in word.casefold()]
    yield from map("".join, islice(product(*ways), _MOST))


def _in_latin(name: str) -> Iterator[str]:
    """Yield the letters that a word in Hangul is made of by their names: DRX of 디알엑스."""
    if any(not "가" <= one <= "힣" for one in name):
        return
    yield from (one for one in islice(_letters_in(name), _MOST) if len(one) >= _FEWEST)


def _letters_in(name: str) -> Iterator[str]:
    if not name:
        yield ""
    for way, letter in _IN_HANGUL:
        if name.startswith(way):
            yield from (letter + rest for rest in _letters_in(name[len(way) :]))
