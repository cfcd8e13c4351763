"""What columns of a log are called: those that every log may have, and names made of its words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

from agents.answering.text.language import LANGUAGES
from agents.data.model.header_kinds import tokens
from agents.data.model.schema import Column, Words
from agents.logs.columns.fields import OWN
from agents.logs.columns.named_columns import folded
from agents.logs.words import translated, words

_UNIT: Final = re.compile(r"(?<=.)_(?:ms|us|ns|s|bytes|kB|KB|MB|GB)$")
_MOST_WORDS: Final = 4
_FORMS: Final = 6
"""Of each word of a name that are said in another language."""
_MOST_NAMES: Final = 200
_HEAD_FIRST: Final = {"es": (" de ", " del ", " ")}
"""Languages in which what a name is of stands behind it, and what stands between."""


def meant_by(columns: Sequence[Column]) -> dict[str, str]:
    """Return which column of `words.yaml` each column is, of those that are one: by its whole name,
    else by the last words of it (`grpc.method`) where no other is."""
    has = {one.name for one in columns}
    whole = {
        one.name: key for one in columns
        if (key := key_of(one.name)) and (key == one.name or key not in has)
    }  # fmt: skip
    found, taken = dict(whole), {*whole.values()}
    for one in sorted(columns, key=lambda one: one.empty):
        if one.name not in found:
            parts = one.name.removesuffix(OWN).split(".")
            ends = (".".join(parts[n:]) for n in range(1, len(parts)))
            key = next((key for end in ends if (key := key_of(end))), "")
            if key and key not in taken:
                found[one.name] = key
                taken.add(key)
    return found


def in_words(column: Column, *, named: bool) -> Column:
    """A field of the lines' own, with what it and its values are called in other languages."""
    name = column.name.removesuffix(OWN)
    own = name if column.kind == "yes_no" else name.rpartition(".")[2]  # alert.severity
    words_of = {
        language: Words(label=phrases[0], synonyms=phrases[1:])
        for language, phrases in translated(own).items() if language != "en"
    } or {
        # Word by word it is understood, and no name to be shown.
        language: Words(label=column.label_in(language), synonyms=phrases)
        for language, phrases in _compounds(own)
    }  # fmt: skip
    if english := translated(own).get("en", ()):
        label = column.label_in("en")
        words_of["en"] = Words(label=label, synonyms=tuple(one for one in english if one != label))
    called: dict[str, dict[str, tuple[str, ...]]] = {}
    for value in column.values if column.kind == "category" and not named else ():
        for language, phrases in translated(value).items():
            called.setdefault(language, {})[value] = phrases
    return column.model_copy(update={"words": words_of | column.words, "called": called})


def also_called(column: Column, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what something is called in each language, with what its own name says there."""
    own = {"en": (column.label_in(""),), **dict(_compounds(column.name.removesuffix(OWN)))}
    return {language: [*said[language], *own.get(language, ())] for language in LANGUAGES}


def _compounds(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield for each other language what a name of several words is called there, word by word:
    Rows_examined."""
    parts = tokens(_UNIT.sub("", name))
    if not 1 < len(parts) <= _MOST_WORDS:
        return
    known = [_part(one) for one in parts]
    if not all(known):
        return
    for language in LANGUAGES:
        if language == "en":
            continue
        said = [one.get(language, (part,))[:_FORMS] for one, part in zip(known, parts, strict=True)]
        names = [" ".join(one) for one in product(*said)]  # filas examinadas
        for between in _HEAD_FIRST.get(language, ()):  # tiempo de espera
            names += (between.join(one) for one in product(*said[::-1]))
        yield language, tuple(names[:_MOST_NAMES])


def _part(word: str) -> Mapping[str, Sequence[str]]:
    """Return what a word of a name is in each language: as lines say it, or as names alone do."""
    return translated(word, inflected=False) or words()["parts"].get(word, {})


def key_of(name: str) -> str:
    """Return which column of `words.yaml` a name is of, with or without its unit; "" for none."""
    own = name.removesuffix(OWN)
    return _index().get(folded(own)) or _index().get(folded(_UNIT.sub("", own)), "")


@lru_cache(maxsize=1)
def _index() -> Mapping[str, str]:
    """The columns of `words.yaml` by their names, and by those that they have elsewhere."""
    also = {folded(one): key for key, names in words()["alike"].items() for one in names}
    return {**also, **{folded(key): key for key in words()["columns"]}}
