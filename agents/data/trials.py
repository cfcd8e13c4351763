"""What the outcome of a try is called where rows are tries: 성공률, fallamos, tasa de acierto."""

from collections.abc import Iterator
from typing import Literal

from agents.answering.text.normal import is_hangul
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import LanguageWords
from agents.data.tables.header_words import tokens

Kind = Literal["measure", "operator", "stop"]
_SHORT_NOUN = 3
_OUTCOMES = ("성공여부", "성공", "여부", "결과", "실패")


def trial_words(model: SemanticModel, known: LanguageWords) -> Iterator[tuple[str, Kind, str]]:
    """Yield the surfaces, their kind and key; none where rows are games with a rival.

    What the outcome's column calls success names its rate (acierto, tasa de acierto), and what was
    tried says nothing more (탈출 of 탈출성공).
    """
    column = model.winner.column
    if not model.is_attempt or column is None:
        return
    yield from ((word, "measure", "win_rate") for word in known.success)
    yield from ((word, "measure", "loss_rate") for word in known.failure)
    yield from ((word, "operator", "won") for word in known.succeeded)
    yield from ((word, "operator", "lost") for word in known.failed)
    noun = " ".join(tokens(column))
    if len(noun) > _SHORT_NOUN:
        forms = (noun, f"{noun} rate", f"tasa de {noun}", f"% de {noun}", f"{noun}율")
        yield from ((form, "measure", "win_rate") for form in forms)
    for outcome in _OUTCOMES:
        tried = noun.removesuffix(outcome).strip()
        if is_hangul(noun[-1]) and tried not in ("", noun):
            yield tried, "stop", ""
            return
