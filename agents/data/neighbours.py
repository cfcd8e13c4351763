"""The next season and the patch before, of what was asked for last: neighbours in order."""

import re
from collections.abc import Mapping
from datetime import timedelta

from agents.answering.periods.periods import Period, grain_of, shifted
from agents.answering.text.likely import seldom
from agents.data.in_turn import IN_TURN, order_of
from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import SemanticModel

_NOUNS: Mapping[str, str] = {
    "season": "season|temporada|시즌",
    "patch": "patch|version|parche|versi[oó]n|패치|버전",
    "build": "build|version|versi[oó]n|빌드|버전",
    "round": "round|ronda|jornada|라운드",
    "stage": "stage|round|fase|ronda|스테이지|라운드",
    "year": "year|a[nñ]o|해|연도|년도",
    "quarter": "quarter|trimestre|분기",
    "month": "month|mes|달|월",
    "week": "week|semana|주",
}
_WEEK = timedelta(days=7)
_NOUN = "|".join(dict.fromkeys("|".join(_NOUNS.values()).split("|")))
_NEXT = r"next|following|siguiente|pr[oó]xim[oa]|다음|그\s?다음|바로\s?다음|그\s?이후"
_BEFORE = (
    r"previous|preceding|prior|anterior(?:es)?|previ[oa]s?|이전|그\s?이전|그\s?전|바로\s?전|직전|전"
)
_LEAD = (
    r"\W*(?:(?:and|now|ok|okay|then|what\sabout|how\sabout|y|e|ahora|qu[eé]\stal|vale|그럼|그러면|그리고)"
    r"[\s,]+)*(?:(?:in|on|for|during|with|en|de|con|para|the|la|el|las|los|del|al)\s+)*"
)
_END = r"(?:\s?(?:은|는|엔|에는|에선|에서는|에서|에|도|으로|로)?요?)\W*"
_FORMS = (
    seldom(
        rf"{_LEAD}(?:(?P<next>{_NEXT})|(?P<before>{_BEFORE}))"
        rf"(?:\s?(?P<noun>{_NOUN}|one|거|건|것))?{_END}", re.I,
    ),
    seldom(
        rf"{_LEAD}(?P<noun>{_NOUN}|one|uno|una)\s(?:que\s)?"
        r"(?:(?P<next>after|siguiente|pr[oó]xim[oa])|(?P<before>before|anterior|previ[oa]))"
        r"(?:\s(?:that|it|this|one))?\W*", re.I,
    ),
)  # fmt: skip


def with_neighbour(text: str, previous: Frame | None, model: SemanticModel) -> str:
    """Return "and the next one?" with the name of what comes after what was asked for last.

    Any other message is returned as it is, and so is one to which the last question gives no
    single season, patch or period, or that asks for more than there is.
    """
    if previous is None:
        return text
    found = next(filter(None, (form.fullmatch(text) for form in _FORMS)), None)
    if found is None:
        return text
    steps = 1 if found["next"] else -1
    noun = (found["noun"] or "").casefold()
    for one in previous.filters:
        alone = one.dimension in IN_TURN and len(one.values) == 1 and not one.exclude
        if alone and _fits(noun, one.dimension):
            values = model.dimensions[one.dimension].values
            return _beside(one.values[0], values, steps) or text
    if len(previous.period) == 1 and _fits(noun, grain_of(previous.period[0])):
        return _moved(previous.period[0], steps) or text
    if len(previous.period) == 1:
        return _days_beside(previous.period[0], noun, steps) or text
    return text


def _days_beside(period: Period, noun: str, steps: int) -> str:
    """Return so many days as a period had, right beside it: the week before the last; or ""."""
    if period.start is None or period.end is None or grain_of(period) is not None:
        return ""
    days = period.end - period.start
    weeks = days == _WEEK and _fits(noun, "week")
    if not weeks and re.fullmatch(_NOUN, noun) is not None:
        return ""
    start = period.start + steps * days
    return f"{start} - {start + days - timedelta(days=1)}"


def _fits(noun: str, key: str | None) -> bool:
    known = re.fullmatch(_NOUN, noun) is not None
    return (
        key is not None
        and key in _NOUNS
        and (not known or re.fullmatch(_NOUNS[key], noun) is not None)
    )


def _beside(value: str, values: tuple[str, ...], steps: int) -> str:
    """Return the value so many steps on, or "" where there is none or nothing orders them."""
    if value not in values or not all(re.search(r"\d", one) for one in values):
        return ""
    ordered = sorted(values, key=order_of)
    place = ordered.index(value) + steps
    return ordered[place] if 0 <= place < len(ordered) else ""


def _moved(period: Period, steps: int) -> str:
    """Return the period so many of its own length on, as it is written, or ""."""
    grain = grain_of(period)
    match grain:
        case "year" | "quarter" | "month":
            moved = shifted(period, grain, steps)
        case _:
            return ""
    if moved is None or moved.start is None:
        return ""
    if grain == "quarter":
        return f"Q{(moved.start.month + 2) // 3} {moved.start.year}"
    return f"{moved.start:%Y}" if grain == "year" else f"{moved.start:%Y-%m}"
