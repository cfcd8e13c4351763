"""Names written in Hangul as they sound are compared with names in Latin letters."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from agents.data.foreign_sounds import foreign

_ONSETS = ("g", "k", "n", "d", "t", "r", "m", "b", "p", "s", "s", "", "j", "j", "c", "k", "t", "p",
           "h")  # fmt: skip
_VOWELS = ("a", "e", "ya", "ye", "e", "e", "ye", "ye", "o", "wa", "we", "we", "yo", "u", "wo", "we",
           "wi", "yu", "", "i", "i")  # fmt: skip
_CODAS = ("", "k", "k", "k", "n", "n", "n", "t", "r", "r", "m", "p", "r", "r", "p", "r", "m", "p",
          "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t")  # fmt: skip
# Each word of a name stands in a line of its own, so that ^ and $ are its ends.
_FIRST = tuple(
    (re.compile(pattern, re.MULTILINE), sound)
    for pattern, sound in (
        (r"[^a-z\n]", ""), (r"^gh", "g"), (r"^kn", "n"), (r"^wr", "r"), (r"^ps", "s"), (r"wh", "w"),
        (r"mn(?=s?$)", "m"), (r"mb(?=s?$)", "m"), (r"isl(?=e|a)", "ail"), (r"^iron", "aien"),
        (r"c(?![eiyhk])", "k"),
    )
)  # fmt: skip
_LATIN = tuple(
    (re.compile(pattern, re.MULTILINE), sound)
    for pattern, sound in (
        (r"igh", "ai"), (r"gh", ""), (r"ph", "p"), (r"tion", "syon"),
        (r"tch|ch", "C"), (r"sh", "S"), (r"dge", "j"), (r"ck", "k"), (r"th", "t"),
        (r"qu", "kw"), (r"x", "ks"), (r"tle(?=s?$)", "ter"),
        (r"c(?=[eiy])", "s"), (r"ge(?=s?$)", "ji"), (r"c", "k"), (r"C", "c"),
        (r"ng(?=[aeiou])", "Nk"),
        (r"ng", "N"), (r"n(?=[kg])", "N"), (r"(?<=[bcdfgklmnprstvz])e(s?)$", r"\1"),
        (r"ee", "i"), (r"ea", "e"),
        (r"oo|ou", "u"), (r"f", "p"), (r"v", "b"), (r"q", "k"), (r"z", "j"),
        (r"tj|ts", "c"), (r"S", "s"), (r"j$", "s"), (r"N", "ng"), (r"\n", ""),
        (r"([a-z])\1", r"\1"),
    )
)  # fmt: skip
# What may be spoken in two ways: Faker and Clay as 에이, Tiger as 아이, the h of Ahri not at all.
_CONSONANT = "[bcdfgklmnprstvz]"
_EITHER = tuple(
    (re.compile(pattern, re.MULTILINE), sound)
    for pattern, sound in (
        (r"(?<=a)ns$", ""), (r"(?<=[^s\n]{3})s$", ""), (r"au", "o"), (r"g(?=[eiy])", "j"),
        (rf"^i(?={_CONSONANT}[aeiou])", "ai"), (r"i(?=[ln]d(?:s|ed)?$)", "ai"),
        (r"(?:ee|ea|e)re?$", "ie"), (r"a(?=ge$)", "ei"), (r"o(?=cks?$)", "a"),
        (rf"a(?={_CONSONANT}(?:e|er|es|ers|or|y|on)$)", "ei"),
        (rf"i(?={_CONSONANT}(?:e|er|es|ers|or|on)$)", "ai"),
        (r"[ae][iy](?![aeiou])", "ei"), (r"ll(?=[aeiou])", "y"), (r"j(?=[aeiou])", "h"),
        (rf"(?<=[aeiou])h(?={_CONSONANT}|$)", ""),
        (r"(?<=[^aeiou])(?:y|ie)$", "i"), (r"(?<=[^aeiou])ye$", "ai"),
        (r"(?<=[bcdfgklmnpstvz])[aeo]r$", "e"),
        (r"al$", "el"),
        (r"ea", "ee"), (r"^wo(?=l)", "u"), (r"aw", "o"), (r"\bdj", "j"), (r"ic$", "ich"),
        (r"th", "s"), (r"^x", "s"), (r"tu(?=[nr]e)", "chu"), (r"(?<!t)ch", "k"),
    )
)  # fmt: skip
_ALWAYS = tuple(
    (re.compile(pattern, re.MULTILINE), sound)
    for pattern, sound in (
        (r"a(?=[bcdfklmnprstvz]es?$)", "ei"), (rf"i(?={_CONSONANT}es?$)", "ai"),
    )
)  # fmt: skip
_VOWEL = re.compile(r"[aeiouwy]")
_SHORT_U = re.compile(r"(?:^|(?<=[^aeiouwy]))u(?=[^aeiouwy])")
_SHORT_A = re.compile(r"(?:^|(?<=[^aeiouwy]))a(?=[^aeiouwy])")
_SILENT_R = re.compile(r"r(?![aeiouy])")
_APART = 8.0
# How alike a name with one, two, three or more consonants must sound, of 100.
_AMONG_FEW = (88.0, 80.0, 76.0, 60.0)
_IF_LONG = (88.0, 75.0, 66.0, 55.0)  # names of four syllables are no common words
_AMONG_MANY = (88.0, 90.0, 80.0, 66.0)
_MANY, _LONG = 60, 4
_MOST_WAYS = 16  # in which a long name may be spoken
# Hangul tells voiced consonants apart otherwise than Latin letters do: 테드, 데드 and Ted.
_ALIKE = str.maketrans("bdgjc", "ptkss")
_SOFT = re.compile(r"sy(?=[aeou])")  # 쵸 sounds as 초
_FEW = 2
_ABROAD = 84.0
_TELLING = 4  # letters of a sound that may differ at all
_TWICE = re.compile(r"([a-z])\1")  # 클레: the ㄹ ends one syllable and begins the next


class Sound(NamedTuple):
    """How a name sounds: all of it, and its consonants alone."""

    full: str
    bones: str


@cache
def of_hangul(text: str) -> Sound:
    """Return the sound of a name in Hangul."""
    found = []
    for character in text:
        code = ord(character) - 0xAC00
        if 0 <= code < 11172:
            onset, rest = divmod(code, 588)
            vowel, coda = divmod(rest, 28)
            found.append(_ONSETS[onset] + _VOWELS[vowel] + _CODAS[coda])
    # 라이언즈 are the Lions, 쓰레쉬 is Thresh.
    return _sound(re.sub("(?:j|swi)$", "s", _SOFT.sub("s", _TWICE.sub(r"\1", "".join(found)))))


@cache
def of_latin(text: str) -> tuple[Sound, ...]:
    """Return the sounds that a name in Latin letters may have.

    An r may be silent, a u be that of cup, an a that of axe.
    """
    spoken = {_replaced(text.casefold().replace(" ", "\n"), _FIRST)}
    for pattern, sound in _EITHER:
        if len(spoken) < _MOST_WAYS:
            spoken |= {pattern.sub(sound, one) for one in spoken}
    plain = {_simplified(one) for one in spoken}
    found = plain | {_SILENT_R.sub("", one) for one in plain}
    found |= {_SHORT_U.sub("e", one) for one in found}
    found |= {_SHORT_A.sub("e", one) for one in found}
    return tuple(_sound(one.replace("l", "r")) for one in sorted(found))


def _simplified(written: str) -> str:
    """Return the letters as the sounds that Hangul tells apart."""
    return _replaced(written, (*_ALWAYS, *_LATIN))


def _replaced(written: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, sound in rules:
        written = pattern.sub(sound, written)
    return written


def _sound(full: str) -> Sound:
    bones = _VOWEL.sub("", full).translate(_ALIKE)
    return Sound(full, re.sub(r"(.)\1+", r"\1", bones))


@cache
def of_foreign(text: str) -> tuple[Sound, ...]:
    """Return the sounds that a name may have by the rules of other languages than English."""
    spoken = {one.replace("\n", "") for one in foreign(text.casefold().replace(" ", "\n"))}
    return tuple(_sound(one.replace("l", "r")) for one in sorted(spoken))


class Sounds:
    """Owns how names in Latin letters sound, found by their consonants."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names: dict[str, tuple[Sound, ...]] = {}
        self._by_bones: dict[str, list[tuple[str, Sound]]] = {}
        self._foreign: dict[str, list[tuple[str, Sound]]] | None = None
        for name in names:
            self.add(name)

    def __len__(self) -> int:
        return len(self._names)

    def add(self, name: str) -> None:
        """Add a name, once."""
        if name not in self._names:
            self._foreign = None
            self._names[name] = of_latin(name)
            for sound in self._names[name]:
                self._by_bones.setdefault(sound.bones, []).append((name, sound))

    def having(self, bones: str) -> Sequence[tuple[str, Sound]]:
        """Return the names that may have these consonants, each with the sound that has."""
        return self._by_bones.get(bones, ())

    def having_abroad(self, bones: str) -> Sequence[tuple[str, Sound]]:
        """Return those that have these consonants by the rules of another language."""
        if self._foreign is None:  # first needed for a word that nothing else sounds like
            self._foreign = {}
            for name in self._names:
                for sound in of_foreign(name):
                    self._foreign.setdefault(sound.bones, []).append((name, sound))
        return self._foreign.get(bones, ())


def sounds_like(word: str, names: Sounds, *, surely: bool = False) -> str | None:
    """Return the only name that a Hangul word can be, or None.

    All consonants must agree, the beginning, and most of the whole: the fewer consonants, the more.
    With `surely` three consonants and all of the sound must agree.
    """
    heard = of_hangul(word)
    if not heard.bones:
        return None
    scale = _AMONG_MANY if len(names) > _MANY else _AMONG_FEW
    scale = _IF_LONG if len(word) >= _LONG and scale is _AMONG_FEW else scale
    least = scale[min(len(heard.bones), 4) - 1] if len(heard.full) >= _TELLING else 100.0
    if surely:
        least = 100.0 if len(heard.bones) > _FEW else 101.0
    found = _nearest(heard, names.having(heard.bones), least)
    if found is None and len(heard.bones) > 1 and not surely:
        least = max(least, _ABROAD) if len(word) > _FEW else 100.0
        found = _nearest(heard, names.having_abroad(heard.bones), least)
    return found


def _nearest(heard: Sound, names: Iterable[tuple[str, Sound]], least: float) -> str | None:
    """Return the only name of those with the same consonants that sounds so, or None."""
    from rapidfuzz import fuzz

    scores: dict[str, float] = {}
    for name, sound in names:
        if _opens(sound) == _opens(heard):
            score = fuzz.ratio(sound.full, heard.full)
            if score >= least:
                scores[name] = max(score, scores.get(name, 0.0))
    ranked = sorted(scores, key=lambda name: -scores[name])
    if not ranked:
        return None
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < _APART:
        return None
    return ranked[0]


def closeness(word: str, name: str) -> float:
    """Return how alike a Hangul word and a name sound, from 0 to 100."""
    from rapidfuzz import fuzz

    heard = of_hangul(word)
    sounds = (*of_latin(name), *of_foreign(name))
    return max(float(fuzz.ratio(sound.full, heard.full)) for sound in sounds)


def _opens(sound: Sound) -> bool:
    """Whether a name begins with a consonant."""
    return sound.full[:1] == sound.bones[:1]
