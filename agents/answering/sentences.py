"""The agent's sentences in three languages, filled in with Korean particles that fit."""

import re
from collections.abc import Mapping
from functools import cache

from agents.answering.text.language import Language
from agents.answering.text.normal import normalise
from agents.answering.text.packs import bundled
from agents.answering.text.particles import with_particle

_QUOTES: dict[Language, tuple[str, str]] = {
    "ko": ("‘", "’"),
    "en": ("“", "”"),
    "es": ("«", "»"),
}
_ONE = r"((?:^|\(|[:,;]\s|\*\*|\b(?:of|in|from|de|en|con|over)\s|\*\*,\s)1(?:\*\*)?) "
_FEMININE_ENDS = ("a", "ion", "dad", "tud")
_FEMININE = ("clase", "fase", "serie", "superficie", "fuente", "variante", "mano")
_MASCULINE = ("mapa", "tema", "dia", "clima", "sistema", "programa", "idioma", "camarada")
_PAIRS = ("은는", "이가", "을를", "과와", "으로로", "이었였")
_MOMENT = re.compile(r"\d(?:년|월|일|주|분기)$|(?<!\d)\d{4}-(?:Q\d|\d\d)(?:-\d\d)?$")


class SentenceName(str):
    """A name in a sentence; formatted with "은는" or another pair it takes what fits."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec in _PAIRS:
            return with_particle(str(self), spec)
        if spec[:2] == "**" and spec[2:] in _PAIRS:  # 86으로, in bold
            return f"**{self}**{with_particle(str(self), spec[2:])[len(self) :]}"
        if spec == "에서":  # a year has 에
            return f"{self}에" if _MOMENT.search(str(self)) else f"{self}에서"
        if spec == "별":  # 성별 has its own
            return str(self).removesuffix("별") + "별"
        if spec == "mismo":
            return f"{'la misma' if _is_feminine(str(self)) else 'el mismo'} {self}"
        return format(str(self), spec)


def _is_feminine(noun: str) -> bool:
    """Whether a Spanish noun is feminine, by its ending: la raza, la región, but el mapa."""
    first = normalise(noun).partition(" ")[0]
    ends = first.endswith(_FEMININE_ENDS) and first not in _MASCULINE
    return ends or first in _FEMININE


def fill(package: str, language: Language, key: str, values: Mapping[str, object]) -> str:
    """Return a sentence of an agent's package with its names filled in, as `say` does."""
    names = {name: SentenceName(str(value)) for name, value in values.items()}
    return in_singular(_sentences(package, language)[key].format(**names), language)


def in_singular(text: str, language: Language) -> str:
    """Return the text with what is counted in the singular where there is one: 1 win in 1 game."""
    for many, one in _singular(language):
        text = many.sub(one, text)
    return text


@cache
def _singular(language: Language) -> list[tuple[re.Pattern[str], str]]:
    forms: dict[str, str] = bundled("text", "singular.yaml", "agents.answering").get(language, {})
    return [(re.compile(_ONE + many + r"\b"), r"\1 " + one) for many, one in forms.items()]


def quoted(text: str, language: Language) -> str:
    """Return the text in the language's quotation marks."""
    left, right = _QUOTES[language]
    return f"{left}{text}{right}"


def keys(language: Language, package: str) -> frozenset[str]:
    """Return the keys of all sentences, so that languages can be compared."""
    return frozenset(_sentences(package, language))


@cache
def _sentences(package: str, language: Language) -> dict[str, str]:
    sentences: dict[str, str] = bundled("languages", f"{language}.sentences.yaml", package)
    return sentences
