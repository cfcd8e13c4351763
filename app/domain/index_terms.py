"""Text becomes the terms that are indexed and looked for; both sides use the same rules.

Korean is written in bigrams of syllables, which find a word in compounds and with particles; other
scripts in whole words without case and accents. `VERSION` changes with the rules, and the index is
made anew.
"""

import re
import unicodedata
from typing import Final, NamedTuple

VERSION: Final = 1

_WORD = re.compile(r"\w+")
# Hangul syllables, Han, Hiragana and Katakana: scripts whose words are not set apart by spaces, or
# are set apart with what is added to them.
_SYLLABIC = "\uac00-\ud7a3\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_RUN = re.compile(rf"[{_SYLLABIC}]+|[^{_SYLLABIC}_]+")
_HANGUL = re.compile(r"[\uac00-\ud7a3]+")

# Particles and endings; what is left of a word must keep two syllables.
_PARTICLE_LIST: Final = """
에서는 에서도 으로는 으로도 에게서 한테서 이라는 이라고 부터는 까지는 까지도 에서 에게 한테 으로
부터 까지 처럼 보다 마다 조차 이나 이란 라는 라고 하고 이랑 은요 는요 에는 에도 로는 로도 와는 과는
이요 인가 일까 입니다 이에요 예요 은 는 이 가 을 를 의 에 와 과 도 만 로 랑 나 요 야
"""
# Words that say nothing of what is looked for, folded.
_STOP_LIST: Final = """
the a an of to in on at is are was were be and or for with it this that what how do does did me my
i you we el la los las un una de del en y o que es son fue se por para con al lo su mi como cual
좀 것 수 그 저 이 를 을
"""
_PARTICLES: Final = tuple(sorted(_PARTICLE_LIST.split(), key=len, reverse=True))
_STOP: Final = frozenset(_STOP_LIST.split())


class Term(NamedTuple):
    """One word of a query: `exact` is a full-text expression for it, `loose` are its pieces.

    `shown` are the folded spellings to highlight, the longest first.
    """

    exact: str
    loose: tuple[str, ...]
    shown: tuple[str, ...]


class _Folds(dict[int, str]):
    """The folded form of each code point that was met, for `str.translate`."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        apart = unicodedata.normalize("NFKD", char.casefold())
        bare = "".join(c for c in apart if not 0x0300 <= ord(c) <= 0x036F)
        folded = unicodedata.normalize("NFC", bare)
        self[point] = folded
        return folded


FOLDS: Final = _Folds()


def compose(text: str) -> str:
    """Return text in the form in which it is kept: canonically composed (NFC)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """Return text without case, accents and width, composed."""
    return text.lower() if text.isascii() else compose(text).translate(FOLDS)


def indexed(text: str) -> str:
    """Return the terms of a text, separated by blanks, for the full-text index."""
    terms: list[str] = []
    for word in _WORD.findall(fold(text)):
        for run in _RUN.findall(word):
            terms += _bigrams(run) if _is_syllabic(run) else [run]
    return " ".join(terms)


def query_terms(query: str) -> list[Term]:
    """Return the terms of a query; words that say nothing are left out if others remain."""
    runs = [
        run for word in _WORD.findall(fold(query)) for run in _RUN.findall(word) if run.strip("_")
    ]
    telling = [run for run in runs if run not in _STOP]
    return [_term(run) for run in dict.fromkeys(telling or runs)]


def stem(run: str) -> str:
    """Return a Korean word without its particle, as far as that can be told by its end."""
    for particle in _PARTICLES:
        if run.endswith(particle) and len(run) - len(particle) >= 2:
            return run.removesuffix(particle)
    return run


def _term(run: str) -> Term:
    if not _is_syllabic(run):
        return _spaced_term(run)
    if len(run) == 1:
        return Term(f'"{run}"*', (f'"{run}"*',), (run,))
    if len(run) == 2 and run[1] in _PARTICLES and _HANGUL.fullmatch(run):
        # A word of one syllable with its particle, or a word of two: both are looked for.
        return Term(f'("{run}" OR "{run[0]}"*)', (f'"{run}"', f'"{run[0]}"*'), (run, run[0]))
    base = stem(run) if _HANGUL.fullmatch(run) else run
    grams = _bigrams(base)
    exact = '"' + " ".join(grams) + '"'
    return Term(exact, tuple(f'"{gram}"' for gram in _bigrams(run)), (run, base, *grams))


def _spaced_term(run: str) -> Term:
    base = run.removesuffix("s") if len(run) > 3 else run
    beginning = base[: max(4, len(base) - 3)]
    exact = f'"{base}"*' if len(base) >= 3 else f'"{run}"'
    loose = (exact, f'"{beginning}"*') if len(base) > 4 else (exact,)
    return Term(exact, loose, (run, base))


def _bigrams(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _is_syllabic(run: str) -> bool:
    char = run[0]
    return (
        "\uac00" <= char <= "\ud7a3"
        or "\u3040" <= char <= "\u30ff"
        or "\u3400" <= char <= "\u4dbf"
        or "\u4e00" <= char <= "\u9fff"
    )
