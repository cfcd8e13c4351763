"""How names are spoken by the rules of other languages than English: Djokovic, Getafe, Dupont."""

import re
from collections.abc import Iterator

from agents.data.sounds.asian_names import in_chinese, in_korean
from agents.data.sounds.rules import spoken

_GERMAN_LETTERS = re.compile(r"w|sch|ei|eu|tz")
_FRENCH_U = re.compile(r"u(?!a)")  # but that of courtois
_FINAL_S = re.compile(r"(?<=[aeiou])s$")
_IS_SLAVIC = re.compile(r"ic$|ich$|ov[ia]?$|ev[ia]?$|sk[iy]$|wice$|cz|^dj|kh|sz|^j", re.MULTILINE)


def foreign(name: str) -> Iterator[str]:
    """Yield how a name in small letters, each word in a line, may be spoken by other rules."""
    plain = re.sub(r"[^a-z\n]", "", name)
    yield spoken(plain, "spanish", "common")
    if _IS_SLAVIC.search(plain):
        yield spoken(plain, "slavic", "common")
    if _GERMAN_LETTERS.search(plain):
        yield spoken(plain, "german", "common")
    if "j" in plain:
        yield spoken(plain, "nordic", "common")
    french = spoken(plain, "french", "common")
    yield french
    if _FINAL_S.search(plain):  # 가로스 keeps the s of Garros
        yield spoken(_FINAL_S.sub("S", plain), "french", "common").replace("S", "s")
    yield _FRENCH_U.sub("wi", french)
    yield from in_korean(plain)
    yield from in_chinese(plain)
