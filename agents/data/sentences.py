"""The agent's sentences in three languages, filled in with Korean particles that fit."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml

from agents.data.hangul import with_particle
from agents.data.language import Language

_QUOTES: dict[Language, tuple[str, str]] = {
    "ko": ("‘", "’"),
    "en": ("“", "”"),
    "es": ("«", "»"),
}
_PAIRS = ("은는", "이가", "을를", "과와", "으로로")


class Name(str):
    """A name in a sentence; formatted with "은는" or another pair it takes the fitting particle."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec in _PAIRS:
            return with_particle(str(self), spec)
        return format(str(self), spec)


def say(language: Language, key: str, **values: object) -> str:
    """Return a sentence with its names filled in; raises KeyError for a sentence that is not there.

    Values are inserted as they are: braces in them mean nothing.
    """
    return fill("agents.data", language, key, values)


def fill(package: str, language: Language, key: str, values: Mapping[str, object]) -> str:
    """Return a sentence of an agent's package with its names filled in, as `say` does."""
    names = {name: Name(str(value)) for name, value in values.items()}
    return _sentences(package, language)[key].format(**names)


def quoted(text: str, language: Language) -> str:
    """Return the text in the language's quotation marks."""
    left, right = _QUOTES[language]
    return f"{left}{text}{right}"


def keys(language: Language, package: str = "agents.data") -> frozenset[str]:
    """Return the keys of all sentences, so that languages can be compared."""
    return frozenset(_sentences(package, language))


@cache
def _sentences(package: str, language: Language) -> dict[str, str]:
    file = resources.files(package) / "languages" / f"{language}.sentences.yaml"
    sentences: dict[str, str] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return sentences
