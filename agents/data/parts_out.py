"""A message that only takes parts away by their kind: drop the minimum, sin fecha, 상대 빼고."""

import re
from collections.abc import Mapping

from agents.data.lexicon import Lexicon, Term
from agents.data.match.compute.frame import GRAINS, Frame
from agents.data.match.compute.plan import ranks_by_rate
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel

_LEAD = r"(?:(?:and|now|ok|okay|then|please|y|e|ahora|vale|entonces|그럼|그러면|이제|이번엔)\s)*"
_OUT = (
    r"(?:drop|remove|without|ignore|ignoring|forget(?: about)?|clear|no|lose|skip|"
    r"take (?:out|off|away)|get rid of|leave out|never mind|lift|"
    r"sin|quita(?:r|ndo|me)?|quitale|elimina(?:r|ndo)?|borra(?:r)?|saca(?:r|ndo)?|olvida(?:te de)?|"
    r"ignora(?:r|ndo)?)"
)
_OUT_AFTER = (
    r"(?:\s?(?:은|는|을|를|만|도))?\s?(?:빼(?:고|줘|줄래|봐|면|자|주세요)?|뺀|없이|없애(?:고|줘|주세요|봐)?|"
    r"제외(?:하고|해줘|해|하면)?|제거(?:하고|해줘|해)?|지우고|풀(?:어줘|어|고)|무시(?:하고|해줘|해)?|상관없이|"
    r"말고|해제(?:하고|해줘|해)?)(?:\s?(?:다시|보여|알려)?\s?(?:줘|주세요|봐|보여줘|알려줘))?"
)
_ARTICLES = r"(?:(?:the|that|this|any|a|all|those|its|el|la|los|las|ese|esa|de|del|por|그)\s)*"
_FILTER = (
    r"(?:\s?(?:filters?|conditions?|restrictions?|requirements?|limits?|criteri(?:on|a)|조건|필터|"
    r"제한|설정|기준))?"
)
_FILTER_BEFORE = (
    r"(?:(?:filtro|filtros|condicion|restriccion|limite|requisito)\s(?:de\s|del\s|por\s)?)?"
)
_END = r"(?:\s(?:too|also|as well|please|again|altogether|tambien|por favor))*"
_BEFORE = re.compile(rf"{_LEAD}{_OUT}\s(?P<what>.+?){_END}")
_AFTER = re.compile(rf"{_LEAD}(?P<what>.+?){_OUT_AFTER}")
_OUT_SPLIT = re.compile(rf"{_LEAD}(?:take|leave|cut|throw)\s(?P<what>.+?)\s(?:out|off|away){_END}")
_ITEM = re.compile(rf"{_ARTICLES}{_FILTER_BEFORE}{_ARTICLES}(?P<noun>.+?){_FILTER}")
_JOINTS = re.compile(r"\s?,\s?|\s(?:and|y|e|&|그리고)\s|(?<=\S)(?:이랑|하고|랑|와|과)\s")
_AMOUNT = (
    r"(?:\s?(?:number of\s|of\s|de\s)?(?:games?|matches|partidas|partidos|juegos|경기\s?수|판\s?수|"
    r"게임\s?수|판|경기))?"
)
_KINDS: Mapping[str, re.Pattern[str]] = {
    "period": re.compile(
        r"dates?|days?|(?:time )?period|time ?(?:range|frame|span)|date range|when|fechas?|dia|"
        r"periodo|rango(?: de fechas)?|날짜|기간|시기|일자"
    ),
    "time": re.compile(r"time|tiempo|temporal|시간"),
    "thresholds": re.compile(
        rf"(?:(?:minimum|min|threshold|cut-?off|minimo|umbral|corte|최소|하한|커트라인|문턱){_AMOUNT})|"
        r"(?:game|match|games|matches) (?:minimum|threshold|cut-?off)|limite inferior|최저|"
        rf"(?:minimum|minimo)(?: of| de)? \d+{_AMOUNT}|"
        r"\d+[- ]?(?:games?|matches) (?:minimum|min|rule|threshold|cut-?off)|"
        r"regla de (?:las )?\d+ partidas|\d+\s?(?:경기|판|게임)(?:\s?이상)?"
    ),
    "lasting": re.compile(
        r"(?:game |match )?(?:length|duration)|duracion|(?:경기|게임|대국)?\s?(?:길이|시간)"
    ),
    "groups": re.compile(
        r"groups?|groupings?|breakdown|split|agrupacion|agrupamiento|desglose|grupos?|그룹|그룹화|묶음|묶기|"
        r"구분|분류"
    ),
    "order": re.compile(r"order|ordering|sorting|sort|ranking|orden|순서|정렬|순위"),
    "opponent": re.compile(
        r"opponents?|opposition|rivals?|enemy|oponentes?|rivales|contrincante|contrario|상대|상대방|상대편|"
        r"상대 (?:종족|선수|팀|조건)"
    ),
}  # fmt: skip


def parts_out(text: str, lexicon: Lexicon, previous: Frame | None) -> list[str]:
    """Return the kinds of parts that a normalised message takes out of the last frame.

    It is empty unless the message says nothing else, and the frame has each of these parts.
    """
    if previous is None:
        return []
    for form in (_OUT_SPLIT, _BEFORE, _AFTER):
        found = form.fullmatch(text)
        if found is None:
            continue
        kinds = [_kind(item, lexicon, previous) for item in _JOINTS.split(found["what"])]
        named = [kind for kind in kinds if kind is not None]
        if len(named) == len(kinds):
            return list(dict.fromkeys(named))
    return []


def _kind(item: str, lexicon: Lexicon, previous: Frame) -> str | None:
    """Return the kind of one part that is named and there, or None."""
    found = _ITEM.fullmatch(item.strip())
    if found is None:
        return None
    has = _parts_of(previous, lexicon.model)
    for noun in dict.fromkeys((item.strip(), found["noun"])):
        terms = lexicon.terms.get(noun, ())
        key = terms[0].key if terms and terms[0].kind in ("dimension", "grain", "quantity") else ""
        if terms and terms[0].kind == "value":
            return _of_value(terms[0], previous) if noun != item.strip() else None
        if key in has:
            return key
        if terms and terms[0].kind == "grain" and "period" in has:
            return "period"
        if f"measured:{key}" in has:
            return f"measured:{key}"
        for kind, names in _KINDS.items():
            if kind in has and names.fullmatch(noun):
                return _time(has) if kind == "time" else kind
    return None


def _of_value(term: Term, previous: Frame) -> str | None:
    """Return the condition of the one value that is named: the final filter, 결승 조건."""
    held = [f.values for f in previous.filters if f.dimension == term.key and not f.exclude]
    return term.key if held == [(term.detail,)] else None


def _time(has: set[str]) -> str | None:
    """Return which of the two a condition of "time" is; None where it may be either."""
    named = has & {"period", "lasting"}
    return named.pop() if len(named) == 1 else None


def _parts_of(frame: Frame, model: SemanticModel) -> set[str]:
    """Return the keys of the parts that a frame has."""
    has = {one.dimension for one in frame.filters} | set(frame.group_by)
    has |= {f"measured:{one.quantity}" for one in frame.measured}
    if frame.has_periods or frame.newest is not None:
        has |= {"period", "time"}
    if frame.lasting:
        has |= {"lasting", "time"}
    if frame.has_thresholds or (frame.group_by and ranks_by_rate(frame)):
        has.add("thresholds")
    if any(key not in GRAINS or not frame.period for key in frame.group_by):
        has.add("groups")
    if frame.order is not None:
        has.add("order")
    met = any(met_dimension(key, model) is not None for key in frame.group_by)
    if met or any(one.side == "opponent" for one in frame.filters):
        has.add("opponent")
    return has
