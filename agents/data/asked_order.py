"""Which way rows are ranked, how many people are asked for, and whom "상대" sets against."""

from collections.abc import Sequence
from itertools import pairwise

from agents.answering.text.packs import word_set
from agents.data.evenness import take_evenness
from agents.data.lexicon import Term
from agents.data.phrase import Phrase
from agents.data.reading import Mark, Reading
from agents.data.scan import Span

_PEOPLE = ("명", "명만", "명은", "인", "people", "personas")
_IN_FULL = word_set("rank ranked ranking ranks 순위 랭킹 등수 clasificacion ranking ordena")
_QUALITY = word_set(
    "best worst better worse strongest weakest stronger weaker "
    "mejor mejores peor peores fuerte fuertes debil "
    "좋은 나쁜 강한 약한 센 쎈 구린 최강 최악 잘하는 잘한 못하는 못한 별로인 꼴찌 꼴등 최하위 "
    "좋아 좋았어 나빠 나빴어 나은 나아 잘 잘해 잘했어 못해 못했어 별로 별로야"
)
_MANY = word_set("los las mejores peores ones")
_UNNAMED = ("ones", "unos")
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
    first = _first_direction(phrase, keys)
    if first == "lowest" or (first == "highest" and "bottom" in keys):
        out.order = "asc"  # worst first, lowest on top, best at the bottom
    elif keys & {"highest", "top"} or (superlative and "high" in keys):
        out.order = "desc"
    elif keys & {"lowest", "bottom"} or (superlative and "low" in keys):
        out.order = "asc"
    out.quality = not _QUALITY.isdisjoint(phrase.words)
    if out.limit is None and not first and keys & {"top", "bottom"} and _names_rows(phrase, out):
        out.order = None  # the bottom leagues: Bronze and Silver
        named = {mention.dimension for mention in out.mentions}
        out.groups = [group for group in out.groups if group not in named]
    out.alone = "only" in keys and out.order is not None and phrase.words.isdisjoint(_MANY)
    out.in_full = any(span.text in _IN_FULL for span in phrase)
    if out.limit == 0:
        out.limit = None
        out.unknown.append("0")
    take_evenness(phrase, out, superlative=superlative)


def _names_rows(phrase: Phrase, out: Reading) -> bool:
    """Whether several of what would be ranked are named, so that they are what is meant."""
    named = [mention.dimension for mention in out.mentions if not mention.opponent]
    nouns = {span.term.key for span in phrase if span.kind == "dimension" and span.term is not None}
    return any(named.count(noun) > 1 for noun in nouns)


def _first_direction(phrase: Phrase, keys: set[str]) -> str:
    """Return the way of the first word that ranks; "ranked" tells none beside another one."""
    told = [
        phrase.key(index) for index, span in enumerate(phrase)
        if phrase.key(index) in keys & {"highest", "lowest"} and span.text not in _IN_FULL
    ]  # fmt: skip
    return told[0] if told else ""


def take_people(spans: list[Span], phrase: Phrase, out: Reading) -> None:
    """상위 3명 are people; so are 5명 after what is ranked."""
    for number, counter in pairwise(spans):
        if number.number is None or counter.text not in (*_PEOPLE, *_UNNAMED):
            continue
        out.unnamed = out.unnamed or counter.text in _UNNAMED
        out.who = out.who or (counter.text in _PEOPLE and not out.groups)
        ranked = phrase.operators() & {"highest", "lowest", "top", "bottom", "high", "low"}
        if number.text in out.unknown and ranked and out.limit is None:
            out.unknown.remove(number.text)
            out.limit = number.number


def as_rival(spans: list[Span], index: int) -> Span:
    """Return a span, the noun of a column of rivals as the word that says against: 저그 상대."""
    span = spans[index]
    if span.text != _AGAINST or span.kind != "dimension":
        return span
    before = next((s for s in reversed(spans[:index]) if s.kind != "particle"), None)
    after = spans[index + 1] if index + 1 < len(spans) else None
    if before is None or before.kind != "value" or (after and after.text in _EACH):
        return span
    return span._replace(terms=(Term("operator", "versus_after"),))
