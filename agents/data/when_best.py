"""When one plays best: by the parts of the day or week, where a column tells them."""

import re

from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set
from agents.data.in_turn import IN_TURN
from agents.data.match.compute.frame import EXTREMES, GRAINS, Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Reading

_PARTS = word_set(
    "morning mornings noon midday afternoon afternoons evening evenings night nights midnight dawn "
    "day daytime late early lunch am pm manana mananas mediodia tarde tardes noche noches "
    "madrugada "
    "madrugadas dia 아침 오전 점심 낮 오후 저녁 밤 심야 새벽 weekday weekdays weekend weekends "
    "laborable "
    "laborables finde 평일 주말 monday tuesday wednesday thursday friday saturday sunday mon "
    "tue wed "
    "thu fri sat sun lunes martes miercoles jueves viernes sabado domingo 월요일 화요일 수요일 "
    "목요일 금요일 "
    "토요일 일요일"
)
_RANKS = r"best|better|worst|worse|most|least|mejor|peor|mas|menos|제일|가장|젤|잘|못"
_WHEN = re.compile(
    r"(?:^|(?<=\s))(?P<when>when)\s(?=(?:do|did|am|are|is|was|were|have|has)\b)"
    rf"(?=.*\b(?:{_RANKS})\b)"
    rf"|^\W*(?:y\s)?¿?\s*(?:y\s)?(?P<cuando>cuándo)\s(?=.*\b(?:{_RANKS}|más)\b)"
    r"|(?:^|(?<=\s))(?P<ko>언제(?!나)(?:가|는)?)\s(?=.*(?:제일|가장|젤|잘|못))",
    re.IGNORECASE,
)


def asks_when(text: str) -> str:
    """Return the word by which a question asks when something is best, or ""."""
    found = _WHEN.search(text)
    return next((one for one in found.groups() if one), "") if found is not None else ""


def settle_when(reading: Reading, text: str, previous: Frame | None, model: SemanticModel) -> None:
    """Rank the parts of the day or week where it is asked when something was best.

    Where no column tells them, and what was shown does not follow one another in time either,
    nothing is known of when.
    """
    if reading.order is None or reading.groups or reading.measure in EXTREMES:
        return
    word = asks_when(text)
    if not word:
        return
    key = next((key for key in model.dimensions if _is_part(key, model)), None)
    if previous is not None and any(g in GRAINS or g in IN_TURN for g in previous.group_by):
        return
    if key is not None:
        reading.groups.append(key)
    else:
        reading.unknown.append(word.casefold())


def _is_part(key: str, model: SemanticModel) -> bool:
    dimension = model.dimensions[key]
    values = [normalise(value) for value in dimension.values]
    return len(values) > 1 and all(set(value.split()) <= _PARTS for value in values)
