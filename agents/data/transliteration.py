"""Names written in Hangul as they sound are compared with names in Latin letters."""

import re
from typing import NamedTuple

_ONSETS = ("k", "k", "n", "t", "t", "r", "m", "p", "p", "s", "s", "", "s", "s", "s", "k", "t", "p",
           "h")  # fmt: skip
_VOWELS = ("a", "e", "ya", "ye", "e", "e", "ye", "ye", "o", "wa", "we", "we", "yo", "u", "wo", "we",
           "wi", "yu", "", "i", "i")  # fmt: skip
_CODAS = ("", "k", "k", "k", "n", "n", "n", "t", "r", "r", "m", "p", "r", "r", "p", "r", "m", "p",
          "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t")  # fmt: skip
_LATIN = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"[^a-z]", ""),
        (r"^kn", "n"), (r"^wr", "r"), (r"igh", "ai"), (r"gh", ""), (r"ph", "p"), (r"tion", "syon"),
        (r"tch|ch|sh|dge", "s"), (r"ck", "k"), (r"th", "t"), (r"qu", "kw"), (r"x", "ks"),
        (r"a(?=[bcdfgklmnprstvz]es?$)", "ei"),
        (r"i(?=[bcdfgklmnprstvz]es?$)", "ai"),
        (r"c(?=[eiy])", "s"), (r"g(?=e$|es$)", "s"), (r"c", "k"), (r"ng(?=[aeiou])", "Nk"),
        (r"ng", "N"), (r"n(?=[kg])", "N"), (r"(?<=[bcdfgklmnprstvz])e(s?)$", r"\1"),
        (r"ee", "i"), (r"ea", "e"),
        (r"oo|ou", "u"), (r"[bfv]", "p"), (r"d", "t"), (r"[gq]", "k"), (r"[jz]", "s"),
        (r"ts", "s"), (r"N", "ng"), (r"([a-z])\1", r"\1"),
    )
)  # fmt: skip
_VOWEL = re.compile(r"[aeiouwy]")
_SHORT_U = re.compile(r"(?<=[^aeiouwy])u(?=[^aeiouwy])")
_SHORT_A = re.compile(r"(?:^|(?<=[^aeiouwy]))a(?=[^aeiouwy])")
_SILENT_R = re.compile(r"r(?![aeiouy])")
_APART = 8.0
# How alike a name with one, two, three or more consonants must sound, of 100.
_AMONG_FEW = (100.0, 75.0, 66.0, 55.0)
_AMONG_MANY = (100.0, 90.0, 80.0, 66.0)
_MANY = 60


class Sound(NamedTuple):
    """How a name sounds: all of it, and its consonants alone."""

    full: str
    bones: str


def of_hangul(text: str) -> Sound:
    """Return the sound of a name in Hangul."""
    found = []
    for character in text:
        code = ord(character) - 0xAC00
        if 0 <= code < 11172:
            onset, rest = divmod(code, 588)
            vowel, coda = divmod(rest, 28)
            found.append(_ONSETS[onset] + _VOWELS[vowel] + _CODAS[coda])
    return _sound("".join(found))


def of_latin(text: str) -> tuple[Sound, ...]:
    """Return the sounds that a name in Latin letters may have.

    An r may be silent, a u be that of cup, an a that of axe.
    """
    full = text.casefold()
    for pattern, sound in _LATIN:
        full = pattern.sub(sound, full)
    found = {full, _SILENT_R.sub("", full)}
    found |= {_SHORT_U.sub("e", one) for one in found}
    found |= {_SHORT_A.sub("e", one) for one in found}
    return tuple(_sound(one.replace("l", "r")) for one in sorted(found))


def _sound(full: str) -> Sound:
    bones = _VOWEL.sub("", full)
    return Sound(full, re.sub(r"(.)\1+", r"\1", bones))


def sounds_like(word: str, names: dict[str, tuple[Sound, ...]]) -> str | None:
    """Return the only name that a Hangul word can be, or None.

    All consonants must agree, the beginning, and most of the whole: the fewer consonants, the more.
    """
    from rapidfuzz import fuzz

    heard = of_hangul(word)
    if not heard.bones:
        return None
    scores: dict[str, float] = {}
    for name, sounds in names.items():
        for sound in sounds:
            if sound.bones != heard.bones or _opens(sound) != _opens(heard):
                continue
            scale = _AMONG_MANY if len(names) > _MANY else _AMONG_FEW
            least = scale[min(len(sound.bones), 4) - 1]
            score = fuzz.ratio(sound.full, heard.full)
            if score >= least:
                scores[name] = max(score, scores.get(name, 0.0))
    ranked = sorted(scores, key=lambda name: -scores[name])
    if not ranked:
        return None
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < _APART:
        return None
    return ranked[0]


def _opens(sound: Sound) -> bool:
    """Whether a name begins with a consonant."""
    return sound.full[:1] == sound.bones[:1]
