"""Names written in Hangul as they sound are compared with names in Latin letters."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from agents.data.sounds.foreign_sounds import foreign
from agents.data.sounds.rules import called, spoken, ways_of

_ONSETS = ("g", "k", "n", "d", "t", "r", "m", "b", "p", "s", "s", "", "j", "j", "c", "k", "t", "p",
           "h")  # fmt: skip
_VOWELS = ("a", "e", "ya", "ye", "e", "e", "ye", "ye", "o", "wa", "we", "we", "yo", "u", "wo", "we",
           "wi", "yu", "", "i", "i")  # fmt: skip
_CODAS = ("", "k", "k", "k", "n", "n", "n", "t", "r", "r", "m", "p", "r", "r", "p", "r", "m", "p",
          "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t")  # fmt: skip
_VOWEL = re.compile(r"[aeiouwy]")
_BETWEEN = re.compile(r"[\s./&+-]+")
_SPELLED = re.compile(r"^(?:[a-z]|[bcdfghjklmnpqrstvwxz]{2,4})$", re.MULTILINE)  # G, KT, JD
_FIGURES, _SIGNS = re.compile(r"\d"), 0xE000
_KEPT = re.compile("[\ue000-\uf8ff]")
_SHORT_U = re.compile(r"(?:^|(?<=[^aeiouwy]))u(?=[^aeiouwy])")
_SHORT_A = re.compile(r"(?:^|(?<=[^aeiouwy]))a(?=[^aeiouwy])")
_SILENT_R = re.compile(r"r(?![aeiouy])")
_APART = 8.0
# How alike a name with one, two, three or more consonants must sound, of 100.
_AMONG_FEW = (88.0, 84.0, 78.0, 70.0)
_IF_LONG = (88.0, 75.0, 70.0, 62.0)  # names of four syllables are no common words
_AMONG_MANY = (88.0, 90.0, 80.0, 72.0)
_IF_BRIEF = 86.0  # of two syllables
# What no loanword has: ㄷ, ㅌ, ㅎ, ㅆ and others end a syllable of Korean words alone, and tense
# consonants begin one seldom: 쓰레쉬.
_OF_LOANS, _TENSE = frozenset([0, 1, 4, 8, 16, 17, 19, 21]), frozenset([1, 4, 8, 10, 13])
_IF_TENSE = 92.0
_MANY, _LONG = 60, 4
_MOST_WAYS = 16  # in which a long name may be spoken
# Hangul tells voiced consonants apart otherwise than Latin letters do: 테드, 데드 and Ted.
_ALIKE = str.maketrans("bdgjc", "ptkss")
_VOICELESS = str.maketrans("bdgj", "ptkc")
_SOFT = re.compile(r"sy(?=[aeou])")  # 쵸 sounds as 초
_FEW = 2
_ABROAD, _VOICED = 84.0, 6.0
_WHOLE = 100.0
_LONGEST = 60  # syllables; no name is spoken in more, and each end of a long word would be sounded
_TELLING = 4  # letters of a sound that may differ at all
# Consonants that are heard however a name is spoken, as the bones of its sounds have them.
_SURE = re.compile(
    r"[mvf]|(?<=[aeiou])l(?!l)|(?<![tl])l(?=[aeiou])|(?<!m)b|p(?![st])|(?<![gkm])n(?![sn\W]|$)|"
    r"k(?!n)|d(?![dgjst\W]|$)"
)
_AS_BONES = str.maketrans("vfldb", "pprtp")
_TWICE = re.compile(r"([a-z])\1")  # 클레: the ㄹ ends one syllable and begins the next


class Sound(NamedTuple):
    """How a name sounds: all of it, and its consonants alone."""

    full: str
    bones: str


_ByBones = dict[str, list[tuple[str, Sound]]]


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
    written = "\n".join(_BETWEEN.split(text.casefold()))
    spelled = _SPELLED.sub(lambda found: "".join(map(_kept, found[0])), written)
    first = {spoken(one, "first") for one in (spelled, _FIGURES.sub(_kept_figure, spelled))}
    ways = ways_of(first, "either", _MOST_WAYS)
    plain = {_KEPT.sub(_said, spoken(one, "always", "latin")) for one in ways}
    found = plain | {_SILENT_R.sub("", one) for one in plain}
    found |= {_SHORT_U.sub("e", one) for one in found}
    found |= {_SHORT_A.sub("e", one) for one in found}
    return tuple(_sound(one.replace("l", "r")) for one in sorted(found))


def _kept(letter: str) -> str:
    """Return a sign that no rule changes, for a letter that is said by its name."""
    return chr(_SIGNS + ord(letter))


def _kept_figure(found: re.Match[str]) -> str:
    return _kept(found[0])


def _said(found: re.Match[str]) -> str:
    return of_hangul(called(chr(ord(found[0]) - _SIGNS))).full


def _sound(full: str) -> Sound:
    bones = _VOWEL.sub("", full).translate(_ALIKE)
    return Sound(full, _once(bones))


def _once(bones: str) -> str:
    """Return consonants without those that stand behind themselves."""
    return re.sub(r"(.)\1+", r"\1", bones)


@cache
def of_foreign(text: str) -> tuple[Sound, ...]:
    """Return the sounds that a name may have by the rules of other languages than English."""
    ways = {one.replace("\n", "") for one in foreign(text.casefold().replace(" ", "\n"))}
    return tuple(_sound(one.replace("l", "r")) for one in sorted(ways))


class Sounds:
    """Owns how names in Latin letters sound, found by their consonants.

    They are spoken when a word may first be one of them: few are like any word of a message.
    """

    def __init__(self) -> None:
        self._names: dict[str, int] = {}  # each with its place among them
        self._alike: dict[tuple[frozenset[str], int], list[str]] = {}
        self._spoken: dict[tuple[frozenset[str], int], _ByBones] = {}
        self._foreign: _ByBones | None = None

    def __len__(self) -> int:
        return len(self._names)

    def add(self, name: str) -> None:
        """Add a name, once."""
        if name not in self._names:
            self._names[name] = len(self._names)
            sure = _once("".join(_SURE.findall(name.casefold())).translate(_AS_BONES))
            kind = frozenset(sure), len(sure)
            self._alike.setdefault(kind, []).append(name)
            self._spoken.pop(kind, None)
            self._foreign = None

    def having(self, bones: str) -> Sequence[tuple[str, Sound]]:
        """Return the names that may have these consonants, each with the sound that has."""
        found: list[tuple[str, Sound]] = []
        for kind in self._alike:
            if kind[1] <= len(bones) and kind[0].issubset(bones):
                if kind not in self._spoken:
                    self._spoken[kind] = _by_bones(self._alike[kind], of_latin)
                found += self._spoken[kind].get(bones, ())
        return sorted(found, key=lambda one: self._names[one[0]])

    def having_abroad(self, bones: str) -> Sequence[tuple[str, Sound]]:
        """Return those that have these consonants by the rules of another language."""
        if self._foreign is None:  # first needed for a word that nothing else sounds like
            self._foreign = _by_bones(self._names, of_foreign)
        return self._foreign.get(bones, ())


def _by_bones(names: Iterable[str], speak: Callable[[str], tuple[Sound, ...]]) -> _ByBones:
    """Return names by the consonants of each sound that they may have."""
    found: _ByBones = {}
    for name in names:
        for sound in speak(name):
            found.setdefault(sound.bones, []).append((name, sound))
    return found


def sounding_alike(word: str, names: Sounds) -> tuple[str, ...]:
    """Return the names that a Hangul word can equally well be, best first."""
    if len(word) > _LONGEST:
        return ()
    heard = of_hangul(word)
    if not heard.bones or not _may_be_loan(word):
        return ()
    scale = _AMONG_MANY if len(names) > _MANY else _AMONG_FEW
    scale = _IF_LONG if len(word) >= _LONG and scale is _AMONG_FEW else scale
    least = scale[min(len(heard.bones), 4) - 1] if len(heard.full) >= _TELLING else 100.0
    if len(word) <= _FEW:
        least = max(least, _IF_BRIEF)
    if any(_syllable(one) // 588 in _TENSE for one in word):
        least = max(least, _IF_TENSE)
    found = _nearest(heard, names.having(heard.bones), least)
    if not found and len(heard.full) > 1 + len(heard.bones):
        few = len(word) <= _FEW or len(heard.bones) < _FEW
        least = 100.0 if few else max(least, _ABROAD)
        found = _nearest(heard, names.having_abroad(heard.bones), least)
    return found


def _syllable(character: str) -> int:
    """Return the place of a syllable among all, or that of one without a tense consonant."""
    code = ord(character) - 0xAC00
    return code if 0 <= code < 11172 else 0


def _may_be_loan(word: str) -> bool:
    """Whether a word has only syllables that words of other languages are written with."""
    return all(_syllable(one) % 28 in _OF_LOANS for one in word)


def _nearest(heard: Sound, having: Iterable[tuple[str, Sound]], least: float) -> tuple[str, ...]:
    """Return the names of those with the same consonants that sound nearly alike, best first."""
    scores: dict[str, float] = {}
    for name, sound in having:
        if _opens(sound) == _opens(heard):
            score = _likeness(sound.full, heard.full)
            if score >= least:
                scores[name] = max(score, scores.get(name, 0.0))
    ranked = sorted(scores, key=lambda name: (-scores[name], -len(name)))
    near = [name for name in ranked if scores[ranked[0]] - scores[name] < _APART]
    if scores and scores[near[0]] >= _WHOLE and all(one.startswith(near[0]) for one in near):
        return (near[0],)  # 아나벨 is Anabel as it stands, and no Anabella
    # Route is no other name than Route 66.
    return tuple(near[:1] if all(near[0].startswith(name) for name in near) else near)


def closeness(word: str, name: str) -> float:
    """Return how alike a Hangul word and a name sound, from 0 to 100."""
    heard = of_hangul(word)
    sounds = (*of_latin(name), *of_foreign(name))
    return max(_likeness(sound.full, heard.full) for sound in sounds)


def _likeness(one: str, other: str) -> float:
    """Return how alike two sounds are, of 100: a voiced consonant is nearly a voiceless one."""
    from rapidfuzz import fuzz

    soft = fuzz.ratio(one.translate(_VOICELESS), other.translate(_VOICELESS)) - _VOICED
    return max(float(fuzz.ratio(one, other)), soft)


def _opens(sound: Sound) -> bool:
    """Whether a name begins with a consonant."""
    return not _VOWEL.match(sound.full)
