"""What was named last is left out instead: and without it? and when not? 그거 빼면? ¿y sin él?"""

import re

from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.yes_no import answers_of

_WORDS = (
    "without",
    "except",
    "excluding",
    "leaving",
    "not",
    "no",
    "아닐",
    "아닌",
    "아니면",
    "sin ",
    "menos",
    "빼",
    "말고",
    "제외",
    "없이",
)
_FORM = re.compile(
    r"(?:(?:and|now|ok|so|but|what about|how about|y|e|ahora|vale|que tal|그럼|그러면|그리고)\s)*"
    r"(?:"
    r"(?:without|except(?:\sfor)?|excluding|leaving\sout|if\syou\sexclude|not)\s"
    r"(?:it|that|that\sone|them|those|him|her)|"
    r"(?P<when>(?:when|if|where)\s(?:it\sis\s|it's\s|they\sare\s|that\sis\s)?not(?:\sthe\scase)?|"
    r"(?:cuando|si|donde)\sno(?:\ses\sasi|\slo\ses|\ses\sel\scaso)?|"
    r"(?:그게\s|거기가\s)?아(?:닐\s?때|닐\s?땐|니면|닌\s?경우|닌\s?(?:경기|판|게임))(?:에|에는|엔|는|은|은요|는요)?)|"
    r"(?:sin|excepto|menos)\s(?:el|ella|ellos|ellas|eso|es[ae]|esos|esas|contarl[oa]s?)|"
    r"(?:그거|그것|그걸|걔|걔네|그\s?사람|그\s?선수)(?:를|을|는|은|만)?\s?"
    r"(?:빼고는?|빼면|뺀|빼|말고는?|제외하고는?|제외하면|없이는?|없으면)(?:\s?(?:어때|보여줘|알려줘|다시))?(?:요)?)"
)


def without_it(said: str, frames: tuple[Frame, ...], model: SemanticModel) -> Frame | None:
    """Return the last frame without the value that it named, if a message asks for just that.

    `frames` are those of the answers, newest first. The value is the one that the last question
    put in or changed, else the only condition of the games; None where it may be another.
    """
    found = _FORM.fullmatch(said) if any(word in said for word in _WORDS) else None
    if found is None:
        return None
    last = frames[0]
    named = [one for one in last.filters if not one.exclude]
    if found["when"] and any(answers_of(model.dimensions[one.dimension]) for one in named):
        return None  # the other answer of a column of yes and no is meant
    fresh = [one for one in named if len(frames) > 1 and one not in frames[1].filters]
    told = [one for one in named if one.side == "opponent" or not _is_subject(one, model)]
    for some in (fresh, told):
        if len(some) == 1 and some[0] in told:
            return _left_out(last, some[0])
    return None


def _is_subject(one: Filter, model: SemanticModel) -> bool:
    return model.dimensions[one.dimension].of_sides and one.side == "own"


def _left_out(frame: Frame, one: Filter) -> Frame:
    plain = frame.without_filter(one.dimension, one.side)
    return plain.with_filter(one.model_copy(update={"exclude": True, "together": False}))
