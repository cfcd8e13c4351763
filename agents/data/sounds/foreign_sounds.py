"""How names are spoken by the rules of other languages than English: Djokovic, Getafe, Dupont."""

import re
from collections.abc import Iterator

from agents.data.sounds.asian_names import in_chinese, in_korean

_CONSONANT = "[bcdfghjklmnpqrstvwxz]"


def _rules(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.MULTILINE), sound) for pattern, sound in pairs)


# What all have in common, when their own letters are spoken: the sounds that Hangul tells apart.
_COMMON = _rules(
    (r"ph", "p"), (r"f", "p"), (r"v", "b"), (r"th", "t"), (r"qu|q", "k"), (r"x", "ks"),
    (r"c(?=[eiy])", "s"), (r"c", "k"), (r"C", "c"), (r"S", "s"), (r"z", "j"), (r"ck", "k"),
    (r"U", "u"), (r"J", "j"), (r"([a-z])\1", r"\1"), (r"n(?=[kg])", "ng"),
    (r"N", "ng"),
)  # fmt: skip
_SPANISH = _rules(
    (r"ch", "C"),
    (r"ll", "y"),
    (r"^h", ""),
    (r"j|g(?=[eiy])", "h"),
    (r"gu(?=[ei])", "g"),
    (r"z|c(?=[eiy])", "s"),
    (r"rr", "r"),
)
_SLAVIC = _rules(
    (r"^dj", "J"),
    (r"dj|dz", "J"),
    (r"tch|cz|ch|c(?=$)|ch$|c(?=e$)", "C"),
    (r"C$", "Ci"),
    (r"kh", "h"),
    (r"j(?=[aeiou])", "y"),
    (r"sz|sh", "S"),
    (r"w", "v"),
    (r"ts|tz", "C"),
)
_NORDIC = _rules((r"hj|gj|^j|j(?=[aeou])", "y"), (r"sch|sj|skj", "S"), (r"ch", "k"), (r"w", "v"))
_GERMAN = _rules(
    (r"sch", "S"), (r"^s(?=[tp])", "S"), (r"ch", "h"), (r"ei", "ai"), (r"ie", "i"), (r"eu", "oi"),
    (r"v", "f"), (r"w", "v"), (r"tz|z", "C"), (r"(?<=[a-z]{2})er$", "e"),
)  # fmt: skip
_GERMAN_LETTERS = re.compile(r"w|sch|ei|eu|tz")
_FRENCH = _rules(
    (r"^h", ""), (r"ils$", "iS"), (r"(?<=[a-z]{3})[tdpxz]s?$|(?<=[a-z]{3})s$", ""),
    (r"eau|au", "o"),
    (r"ou", "U"), (r"oi", "ua"), (rf"a?in(?={_CONSONANT}|$)", "eN"),
    (rf"o[nm](?={_CONSONANT}|$)", "oN"),
    (rf"[ae][nm](?={_CONSONANT}|$)", "aN"), (r"ch", "S"), (r"g(?=[ei])", "J"),
    (r"(?<=[bcdfglmnprstv])e$", ""),
)  # fmt: skip
_FRENCH_U = re.compile(r"u(?!a)")  # but that of courtois
_FINAL_S = re.compile(r"(?<=[aeiou])s$")
_IS_SLAVIC = re.compile(r"ic$|ich$|ov[ia]?$|ev[ia]?$|sk[iy]$|wice$|cz|^dj|kh|sz|^j", re.MULTILINE)


def foreign(name: str) -> Iterator[str]:
    """Yield how a name in small letters, each word in a line, may be spoken by other rules."""
    plain = re.sub(r"[^a-z\n]", "", name)
    yield _spoken(plain, _SPANISH)
    if _IS_SLAVIC.search(plain):
        yield _spoken(plain, _SLAVIC)
    if _GERMAN_LETTERS.search(plain):
        yield _spoken(plain, _GERMAN)
    if "j" in plain:
        yield _spoken(plain, _NORDIC)
    french = _spoken(plain, _FRENCH)
    yield french
    if _FINAL_S.search(plain):  # 가로스 keeps the s of Garros
        yield _spoken(_FINAL_S.sub("S", plain), _FRENCH).replace("S", "s")
    yield _FRENCH_U.sub("wi", french)
    yield from in_korean(plain)
    yield from in_chinese(plain)


def _spoken(name: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, sound in (*rules, *_COMMON):
        name = pattern.sub(sound, name)
    return name
