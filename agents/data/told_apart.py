"""Without splitting by online: what the last answer told apart is put together again."""

import re

from agents.answering.text.language import Language
from agents.answering.text.normal import normalise
from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import Dimension, SemanticModel

_SPLIT_EN = (
    r"split(?:ting)?|separat(?:e|ing)|divid(?:e|ing)|break(?:ing)?(?:\s(?:it|them))?\sdown|"
    r"group(?:ing)?|distinguish(?:ing)?"
)
_SPLIT_ES = (
    r"separ(?:ar|es|arlos|arlas|arlo)|divid(?:ir|as|irlos|irlas)|desglos(?:ar|es)|agrup(?:ar|es)|"
    r"disting(?:uir|as)|part(?:ir|as)|diferenci(?:ar|es)"
)
_FORMS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        rf"\b(?:without|not|don['’]?t|do\snot|no)\s(?:{_SPLIT_EN})\s(?:it\s|them\s)?"
        r"(?:by|on|into|between|for|per)\s(?:the\s)?(?P<what>[\w][\w .'-]*?)(?=\W*$)", re.I,
    ),
    "es": re.compile(
        rf"\b(?:sin|no)\s(?:lo\s|los\s|las\s)?(?:{_SPLIT_ES})\s(?:por|en|entre|seg[uú]n)\s"
        r"(?:el\s|la\s|los\s|las\s)?(?P<what>[\w][\w .'-]*?)(?=\W*$)", re.I,
    ),
    "ko": re.compile(
        r"(?P<what>\S+?)(?:별로|으로|로|은|는|을|를)?\s(?:나누지|가르지|구분하지|쪼개지|분리하지|따지지)\s?"
        r"(?:는\s)?(?:말고|않고|말아\s?줘|마)(?=\W*$)"
    ),
}  # fmt: skip
_CUES = ("split", "separ", "divid", "break", "group", "disting", "desglos", "agrup", "parti",
         "diferenci", "나누", "가르", "구분", "쪼개", "분리", "따지")  # fmt: skip
_WITHOUT: dict[Language, str] = {"en": "without {0}", "es": "sin {0}", "ko": "{0} 빼고"}


def without_split(text: str, previous: Frame | None, model: SemanticModel) -> str:
    """Return "without splitting by map" as "without map".

    A value stands for the noun of what it is one of, where the last question named several.
    """
    low = text.casefold()
    if previous is None or not any(cue in low for cue in _CUES):
        return text
    for language, form in _FORMS.items():
        found = form.search(text)
        if found is None:
            continue
        noun = _noun(found["what"], previous, model, language) or found["what"]
        return text[: found.start()] + _WITHOUT[language].format(noun) + text[found.end() :]
    return text


def _noun(named: str, previous: Frame, model: SemanticModel, language: Language) -> str:
    """Return what the dimension is called of which a value is one that was told apart, or ""."""
    for one in previous.filters:
        dimension = model.dimensions[one.dimension]
        if len(one.values) > 1 and normalise(named) in _names(dimension):
            return dimension.label_in(language)
    return ""


def _names(dimension: Dimension) -> set[str]:
    """Return what a dimension's values are called."""
    names = {*dimension.sample, *dimension.values}
    for member in dimension.members.values():
        names |= {*member.names, *member.label.values()}
    return {normalise(name) for name in names}
