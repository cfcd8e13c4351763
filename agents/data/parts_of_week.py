"""Days of the week and parts of the day that a column tells: on Mondays, 주말 경기, de noche.

What such a column holds (월, Mon, sábado; day and night) is told by its values, in any language.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set
from agents.data.lexicon import Term
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from agents.data.scan import Span

_DAYS = (
    word_set("monday mondays mon lunes lun 월요일 월욜 월"),
    word_set("tuesday tuesdays tue tues martes mar 화요일 화욜 화"),
    word_set("wednesday wednesdays wed miercoles mie 수요일 수욜 수"),
    word_set("thursday thursdays thu thur thurs jueves jue 목요일 목욜 목"),
    word_set("friday fridays fri viernes vie 금요일 금욜 금"),
    word_set("saturday saturdays sat sabado sabados sab 토요일 토욜 토"),
    word_set("sunday sundays sun domingo domingos dom 일요일 일욜 일"),
)
_PARTS = (
    word_set("morning mornings am manana mananas 오전 아침"),
    word_set("afternoon afternoons pm tarde tardes 오후"),
    word_set("evening evenings 저녁"),
    word_set("night nights nighttime noche noches nocturno nocturna nocturnos nocturnas 야간 밤"),
    word_set("day daytime daylight dia diurno diurna diurnos diurnas 주간 낮"),
)
_WEEKEND = frozenset({"weekend", "weekends", "fin de semana", "fines de semana", "finde", "주말"})
_WORKING = word_set("weekday weekdays midweek laborable laborables 평일")
# Short names of values; in a question they are other words: 월 is a month, "mar" the sea.
_ONLY_VALUES = word_set(
    "mon lun 월 mar 화 mie 수 jue 목 vie 금 sab 토 dom 일 am pm manana mananas day dia 주간 sun sat"
)
_ALONE = {word: (kind, at) for kind, words in (("day", _DAYS), ("part", _PARTS))
          for at, names in enumerate(words) for word in names}  # fmt: skip
_WHOLE = {word: tuple(range(5, 7)) for word in _WEEKEND} | {
    word: tuple(range(5)) for word in _WORKING
}
_SAID = (_ALONE.keys() - _ONLY_VALUES) | _WHOLE.keys()
_GROUPS = ("by_before", "each", "which")
_UNHEARD = ("missing", "dimension", "unknown", "stop")


def is_of_many(word: str) -> bool:
    """Whether a word means several days all together: the weekend."""
    return word in _WHOLE


def with_parts_of_week(spans: list[Span], model: SemanticModel) -> list[Span]:
    """Return the spans, those that name a day or a part of it as the values that they mean."""
    if not any(span.text in _SAID for span in spans):
        return spans
    return [_read(spans, index, model) for index in range(len(spans))]


def _read(spans: Sequence[Span], index: int, model: SemanticModel) -> Span:
    span = spans[index]
    if span.text not in _SAID or span.kind not in _UNHEARD:
        return span
    before = spans[index - 1].term if index else None
    after = spans[index + 1].term if index + 1 < len(spans) else None
    groups = (before is not None and before.key in _GROUPS) or (
        after is not None and after.key == "by_after"
    )
    if groups and is_of_many(span.text):
        return span  # by weekday
    terms = chain.from_iterable(_meant(span.text, key, model.dimensions[key])
                                for key in model.dimensions)  # fmt: skip
    found = tuple(terms)
    return span._replace(terms=found) if len({term.key for term in found}) == 1 else span


def _meant(word: str, key: str, dimension: Dimension) -> list[Term]:
    """Return the values of a dimension that a word means, if these are days or parts of one."""
    if word in _WHOLE:
        days = _told(dimension, "day")
        return [Term("value", key, days[at]) for at in _WHOLE[word] if at in days]
    kind, at = _ALONE[word]
    values = _told(dimension, kind)
    return [Term("value", key, values[at])] if at in values else []


def _told(dimension: Dimension, kind: str) -> Mapping[int, str]:
    """Return the values of a column by which day or part they name; nothing if one names none."""
    found: dict[int, str] = {}
    for value in dimension.values:
        named, at = _ALONE.get(normalise(value), ("", 0))
        if named != kind or at in found:
            return {}
        found[at] = value
    return found if len(found) > 1 else {}
