"""How one does, and whether one gets better, are asked for as one's win rate and its trend."""

import re

from agents.answering.text.likely import Likely, Rewording, seldom

_BREAK = re.compile(r"(?<=[?.!;])\s+|\s*;\s*")
_ENGLISH = (
    re.compile(
        r"\bhow\s(?:(?:do|did|am|are|have|was|were|will)\s(?:i|we)|(?:['’]ve|ve)\si)\s"
        r"(?:been\s|usually\s|generally\s|normally\s)*"
        r"(?:do|doing|done|fare|faring|fared|perform|performing|performed)\b"
        r"(?!\s(?:this|that|it|so|a|an|the)\b)",
        re.I,
    ),
    "my win rate",
)
_SPANISH = (
    re.compile(
        r"\b(?:c[oó]mo|qu[eé]\stal)\s(?:(?:me|nos)\s(?:va|fue|iba|ha\sido|est[aá]\syendo|suele\sir)|"
        r"(?:voy|vamos|lo\shago|rindo))\b", re.I,
    ),
    "mi tasa de victorias",
)  # fmt: skip
_KOREAN = (
    re.compile(
        r"(?<!\S)(?:나|난|나는|내가|저|저는|제가|우리|우리는)\s(?:잘\s?하고\s있|어때|어떤가|어떠|어땠|"
        r"어떻게\s하고\s있)[가-힣]*"
    ),
    "내 승률",
)  # fmt: skip
_MORE = r"(?:(?:actually|really|even|still|been|any|much|a\sbit)\s)*"
_BETTER = (
    (
        re.compile(
            rf"\b(?:am|are|have|did|do|was)\s(?:i|we)\s{_MORE}(?:(?:getting|gotten|got|get|become|"
            rf"becoming)\s{_MORE}(?:better|worse|stronger|weaker)|improv(?:e|ed|ing)|"
            r"progress(?:ed|ing)?|worsen(?:ed|ing)|declin(?:ed|ing))"
            r"(?:\sor\s(?:getting\s)?(?:better|worse|not|declining))?"
            r"(?:\s(?:at\sthis(?:\sgame)?|over\stime|at\sall|overall))?\b",
            re.I,
        ),
        "my win rate trend",
    ),
    (
        re.compile(
            r"\b(?:estoy|estamos|he|hemos|vengo|voy|vamos)\s(?:mejorando|empeorando|progresando|"
            r"mejorado|empeorado|progresado|a\smejor|a\speor)(?:\so\s(?:empeorando|mejorando|no|"
            r"empeorado))?(?:\scon\sel\stiempo)?\b", re.I,
        ),
        "tendencia de mi tasa de victorias",
    ),
    (
        re.compile(
            r"(?<!\S)(?:(?:나|난|나는|내|내가|저|저는|제|제가|우리)\s)?(?:점점\s|조금씩\s)?"
            r"(?:실력[이은도]?\s?)?(?:점점\s|조금씩\s|좀\s)?(?:늘고\s?있|늘었|나아지고\s?있|나아졌|"
            r"좋아지고\s?있|좋아졌|발전하고\s?있|발전했|향상되고\s?있|향상됐|떨어지고\s?있|떨어졌|"
            r"나빠지고\s?있|나빠졌)[가-힣]*"
        ),
        "내 승률 추이",
    ),
)  # fmt: skip
_HOW, TREND = Rewording((_ENGLISH, _SPANISH, _KOREAN)), Likely(_BETTER)
# How somebody else does, in a normalised question.
_GOES = seldom(
    r"\bhow\s(?:do|does|did)\s.+\s(?:do|fare|perform)\b|"
    r"\bhow\s(?:is|are|was|were|has|have)\s.+\s(?:doing|faring|performing|done|fared|performed)\b|"
    r"\bcomo\s(?:les?\s)?(?:va|van|fue|iba|anda|andan|rinden?|le\shace)\b|\bcomo\slo\shacen?\b|"
    r"(?<!\S)(?:어떻게|잘)\s?(?:하고|해|하나|하니|했|되|돼|나와|나오)|(?<!\S)성적"
)
_GOES_THERE = seldom(r"\bque\stal\b|(?<!\S)(?:어때|어떤가|어떤지|어떠|어땠)")
# What follows a noun of its own is about that: 승률이 좋아졌어?
_OWN = re.compile(r"(?<!\S)(?:나|난|나는|내|내가|저|저는|제|제가|우리|점점|조금씩|실력)")


def as_figures(text: str) -> str:
    """Return a question with such turns as the figures they ask for.

    "Am I getting better? Monthly win rate" asks for the second; the first is no condition of it.
    """
    text = _HOW.put(text)
    if not any(TREND.of(text)):
        return text
    parts = _BREAK.split(text)
    told = [_better(part) for part in parts]
    plain = [part for part, one in zip(parts, told, strict=True) if one is None]
    if len(plain) == len(parts):
        return text
    if any(len(part.split()) > 1 or len(part) > 3 for part in plain):
        return " ".join(
            part for part, one in zip(parts, told, strict=True) if one is None or not one[1]
        )
    return " ".join(one[0] if one else part for part, one in zip(parts, told, strict=True))


def asks_how_it_goes(text: str, named: int) -> bool:
    """Whether a normalised question asks how somebody does; `named` is how many names it has.

    "What about White?" may ask for the same figure as before; with an opening it is how that goes.
    """
    return _GOES.search(text) is not None or (named > 1 and _GOES_THERE.search(text) is not None)


def _better(part: str) -> tuple[str, bool] | None:
    """Return a sentence that asks for a trend so, and whether it says nothing else; else None."""
    for phrase, figure in TREND.of(part):
        found = phrase.search(part)
        if found is None or not (found[0].isascii() or _is_of_oneself(found[0])):
            continue
        rest = f"{part[: found.start()]} {part[found.end() :]}"
        alone = not re.search(r"\w", re.sub(r"\b(?:so|and|ok|y|entonces|그럼|근데)\b", "", rest))
        return phrase.sub(figure, part), alone
    return None


def _is_of_oneself(said: str) -> bool:
    return not re.match(r"[가-힣]", said) or _OWN.match(said) is not None
