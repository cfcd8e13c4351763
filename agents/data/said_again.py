"""What is said in view of the last question: a number in a threshold's place, an edge, a span."""

import re
from datetime import date

from agents.data.all_before import with_all_before
from agents.data.beaten_ones import with_the_beaten
from agents.data.match.compute.frame import Comparison, Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.other_end import with_other_end
from agents.data.period_before import with_period_before, with_that_period
from agents.data.period_edges import with_edges
from agents.data.same_span import with_same_span
from agents.data.sets_played import with_sets
from agents.data.times_of_year import in_months
from agents.data.told_apart import without_split

_LEAD = (
    r"(?:(?:and|y|ok|okay|vale|now|ahora|actually|mejor|what about|how about|change|set|put|make|"
    r"cambia|cámbialo|ponlo|pon|sube|súbelo|baja|bájalo|lower|raise|it|that|lo|down|up|to|at|with|"
    r"con|a|en|al|de|que sean?)\s)*"
)
_SAID = re.compile(
    rf"^\W*{_LEAD}(?P<number>\d{{1,6}}(?:[.,]\d+)?)\s?"
    r"(?P<share>%|percent|por ciento|퍼센트|프로)?\s?"
    r"(?P<games>games?|matches|partid[ao]s|판|경기|게임)?\s?"
    r"(?P<ko>(?:으로|로)(?:만)?(?:\s?(?:바꿔|해|낮춰|올려|맞춰|하면|바꾸면)[가-힣]*)?(?:\s?(?:줘|주세요))?|"
    r"(?:은|는)요?|instead|mejor|then)?\W*$",
    re.IGNORECASE,
)
_EACH_ONE = re.compile(
    r"\b(?:(?:did|does|do|has|have|for|of)\s)?each(?:\s(?:of\s(?:them|those|these)|one))?"
    r"(?:\s(?:have|win|won|get|got|played?|lose|lost))?(?=\W*$)|"
    r"\b(?:(?:de|para|por|tiene|tuvo|a)\s)?cada\sun[oa](?:\sde\s(?:ell[oa]s|l[oa]s\s\w+))?(?=\W*$)|"
    r"(?<!\S)(?:각각|각자)(?:은|는|의)?(?=\s|\W*$)",
    re.I,
)
_MAKES = re.compile(
    r"\b(?:make|change|set|lower|raise|what about|how about|pon\w*|cambia\w*|mejor|sube|baja|con|"
    r"with)\b", re.I,
)  # fmt: skip
_WORDS: dict[Comparison, str] = {
    ">": "more than", ">=": "at least", "<": "less than", "<=": "at most",
}  # fmt: skip


def in_view_of(text: str, previous: Frame | None, today: date, model: SemanticModel) -> str:
    """Return a question with what it leaves to the last one said in full."""
    text = with_the_beaten(without_split(text, previous, model), previous, model)
    text = with_sets(in_months(text, model, today), model)
    text = with_other_end(text, previous)
    text = with_edges(with_threshold(_of_the_rows(text, previous), previous), previous)
    text = with_that_period(with_all_before(text, previous), previous)
    text = with_period_before(text, previous)
    return with_same_span(text, previous, today)


def _of_the_rows(text: str, previous: Frame | None) -> str:
    """Leave out "each one" behind a question after rows, which keeps them: ¿y cuántas cada uno?"""
    if previous is None or not previous.group_by:
        return text
    return _EACH_ONE.sub("", text)


def with_threshold(text: str, previous: Frame | None) -> str:
    """Return a bare number with the comparison of the last question's only threshold of its kind.

    "Make it 45%" after rates above 50 % is above 45 %; any other number stays as it is.
    """
    found = _SAID.match(text) if previous is not None and previous.has_thresholds else None
    if found is None or previous is None:
        return text
    if found["share"]:
        rates = [bound for bound in previous.bounds if bound.figure == "rate"]
        if len(rates) != 1:
            return text
        return f"{_WORDS[rates[0].comparison]} {found['number']}%"
    told = found["games"] or found["ko"] or _MAKES.search(text)
    if told and not previous.bounds and (previous.having is None) != (previous.at_most is None):
        kept = "at least" if previous.having is not None else "at most"
        return f"{kept} {found['number']} games"
    return text
