"""Words around a question that carry no condition: fillers, politeness, verbs of asking.

They count for nothing only where the table has no name, header or other word that is written so;
a word that is not among them stops the answer and is named. Where something stands that narrows or
counts (behind "on", "with" or a number, before "win rate") it is none of them: a name may be
written like a filler.
"""

import re
from functools import cache
from typing import Any

from agents.answering.text.language import LANGUAGES, Language
from agents.answering.text.normal import is_hangul, normalise
from agents.answering.text.packs import bundled, word_set
from agents.data.inflection import english, spanish

_NARROWING = word_set(
    "on with without vs versus against w/o except only at con sin contra excepto salvo solo beat "
    "beats in en by por vence many much most fewest more least less average mean total cuantos "
    "cuantas mas menos numero promedio not no"
)
_BEFORE_NOUNS = word_set("of for to from de del para por")
_FIGURES = word_set(
    "win winrate winrates wr wins rate rates losses loss record games game matches match maps"
)
_WHOLE = word_set(
    "combined jointly pooled whole entire full plain overall bare simple general individual "
    "respective corresponding actual different various exact basic raw possible honest rough "
    "brief specific"
)
# "Saca los espejos" may take them out; "saca el winrate" cannot.
_TAKING = word_set("saca sacar sacad saque saquen sacas sacando sacamos saquemos")
_TAKEN = re.compile(
    r"(?: (?:el|la|los|las|un|una|de|me|lo|todo|tambien|por|favor))* "
    r"(?:win|wr|tasa|porcentaje|promedio|media|total|numero|tabla|lista|grafic|ranking|top|durac|"
    r"victoria|derrota|cuant|%|dato|resultado|cifra|estadistic|balance|historial)"
)
_PARTICLES = ("up", "out", "together")
_FORMS = {"en": english, "es": spanish}


@cache
def _talk() -> dict[str, Any]:
    return dict(bundled("languages", "talk.yaml"))


@cache
def _verbs() -> frozenset[str]:
    """Return the verbs of asking and telling, in all their forms."""
    return frozenset(
        form
        for language, forms in _FORMS.items()
        for verb in _talk()[language]["verbs"].split()
        for form in forms(verb)
    )


@cache
def _words(language: Language | None = None) -> frozenset[str]:
    """Return the single words of a language, or of all, that carry nothing."""
    told = LANGUAGES if language is None else (language,)
    return frozenset(normalise(word) for one in told for word in _talk()[one]["words"].split())


@cache
def idle_phrases() -> tuple[str, ...]:
    """Return the turns of several words, of all languages, that carry nothing as a whole."""
    return tuple(phrase for language in LANGUAGES for phrase in _talk()[language]["phrases"])


def is_idle(text: str, start: int, end: int) -> bool:
    """Whether the unknown word at a place of a normalised text carries nothing there."""
    word = text[start:end]
    verb = word in _verbs()
    if not verb and word not in _words() and word not in _PARTICLES:
        return False
    if is_hangul(word[0]):
        return True
    before = text[:start].rsplit(maxsplit=1)[-1:]
    said = before[0] if before else ""
    if word in _PARTICLES:
        return said in _verbs()  # pull up
    if said in _NARROWING or said[-1:].isdigit() or text.startswith("'", end):
        return False
    if verb or word in _WHOLE:
        return word not in _TAKING or _TAKEN.match(text, end) is not None
    after = text[end:].split(maxsplit=1)[:1]
    subject = bool(after) and after[0] in _FIGURES and word in _words("en")
    return said not in _BEFORE_NOUNS and not subject
