"""Which way rows are ranked, how many people are asked for, and whom "상대" sets against."""

from collections.abc import Sequence
from itertools import pairwise

from agents.data.lexicon import Term
from agents.data.phrase import Phrase
from agents.data.reading import Mark, Reading
from agents.data.scan import Span
from agents.data.word_sets import word_set

_PEOPLE = ("명", "명만", "명은", "인", "people", "personas")
_IN_FULL = word_set("rank ranked ranking ranks 순위 랭킹 등수 clasificacion ranking ordena")
_AGAINST, _EACH = "상대", ("별", "마다")


def take_order(phrase: Phrase, marks: Sequence[Mark], out: Reading) -> None:
    """Give a reading its order, by the words that rank; no rows at all are not understood."""
    keys = {
        phrase.key(index)
        for index, after in enumerate([*marks, "plain"][1:])
        if not (phrase[index].text == "menos" and after == "without")
    }
    superlative = "superlative" in keys
    superlative = superlative or bool(keys & {"which", "who"}) or out.limit is not None
    if keys & {"highest", "top"} or (superlative and "high" in keys):
        out.order = "desc"
    elif keys & {"lowest", "bottom"} or (superlative and "low" in keys):
        out.order = "asc"
    out.in_full = any(span.text in _IN_FULL for span in phrase)
    if out.limit == 0:
        out.limit = None
        out.unknown.append("0")


def take_people(spans: list[Span], phrase: Phrase, out: Reading) -> None:
    """상위 3명 are people; so are 5명 after what is ranked."""
    for number, counter in pairwise(spans):
        if number.number is None or counter.text not in _PEOPLE:
            continue
        out.who = out.who or not out.groups
        ranked = phrase.operators() & {"highest", "lowest", "top", "bottom"}
        if number.text in out.unknown and ranked and out.limit is None:
            out.unknown.remove(number.text)
            out.limit = number.number


def as_rival(spans: list[Span], index: int) -> Span:
    """Return a span, the noun of a column of rivals as the word that says against: 저그 상대."""
    span = spans[index]
    before = next((s for s in reversed(spans[:index]) if s.kind != "particle"), None)
    after = spans[index + 1] if index + 1 < len(spans) else None
    noun = span.kind == "dimension" and span.text == _AGAINST
    if not noun or before is None or before.kind != "value" or (after and after.text in _EACH):
        return span
    return span._replace(terms=(Term("operator", "versus_after"),))
