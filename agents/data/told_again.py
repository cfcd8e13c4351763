"""What an earlier answer told is asked for again: what was Ken's again? 켄은 아까 얼마였지?"""

import re

from agents.answering.text.likely import Likely
from agents.data.match.compute.frame import Filter, Frame
from agents.data.reading import Reading

_LONGEST = 60
_EN_TAIL = r"(?:['’]s?)?(?:\s(?:one|number|figure|result|value))?"
_FORMS = Likely(
    (re.compile(rf"\W*(?:(?:and|so|sorry|wait|ok|hm+)[\s,]+)*{form}\W*", re.I), None)
    for form in (
        r"(?:what|how\s(?:much|many))\s(?:was|were|is|did)\s(?:the\s|it\sfor\s|that\sof\s)*"
        rf"(?P<name>\S.*?){_EN_TAIL}(?:\shave)?,?\s(?:again|earlier|a\s(?:moment|minute)\sago)",
        rf"(?:can\syou\s)?remind\sme\s(?:of|about|what)\s(?:the\s)?(?P<name>\S.*?){_EN_TAIL}(?:\swas)?"
        r"(?:\sagain)?",
        r"(?:(?:y|perd[oó]n|espera)[\s,]+)*(?:cu[aá]nto|cu[aá]l|qu[eé])\s(?:era|fue|ten[ií]a|daba|dio|"
        r"sali[oó]|sac[oó]|hab[ií]a)\s(?:(?:el|la|lo)\s(?:de\s)?)?(?P<name>\S.*?),?\s"
        r"(?:otra\svez|de\snuevo|antes|hace\sun\s(?:rato|momento)|que\s(?:me\s)?dijiste)",
        r"recu[eé]rdame\s(?:(?:el|la|lo)\s(?:de\s)?)?(?P<name>\S.*?)(?:\s(?:otra\svez|de\snuevo))?",
        r"(?:아까|앞에서|좀\s?전에)\s(?P<name>\S+?)(?:은|는|이|가|의)?(?:\s?(?:거|건|것은))?\s"
        r"(?:얼마|뭐|몇\s?(?:퍼센트|프로|퍼|%|판|승|경기))(?:이?었|였|랬|라고|라\s?그랬)\S*(?:\s?(?:했|그랬)\S*)?",
        r"(?P<name>\S+?)(?:은|는|이|가|의)?(?:\s?(?:거|건|것은))?\s(?:아까|앞에서|좀\s?전에|다시)\s"
        r"(?:얼마|뭐|몇\s?(?:퍼센트|프로|퍼|%|판|승|경기))(?:이?었|였|랬|라고|라\s?그랬)\S*(?:\s?(?:했|그랬)\S*)?",
    )
)


def named_again(text: str) -> str:
    """Return the name whose earlier figure a message asks for again, or ""."""
    if len(text) > _LONGEST:
        return ""
    for form, _ in _FORMS.of(text):
        if (found := form.fullmatch(text)) is not None:
            return str(found["name"]).strip()
    return ""


def told_before(reading: Reading, frames: tuple[Frame, ...]) -> Frame | None:
    """Return what the newest answer with a figure of the one that is named told of it, or None.

    `frames` are those of the last answers, newest first.
    """
    if len(reading.mentions) != 1 or reading != Reading(mentions=reading.mentions):
        return None
    (one,) = reading.mentions
    alone = Filter(dimension=one.dimension, values=(one.value,))
    for frame in frames if not one.opponent else ():
        named = frame.filter(one.dimension)
        if not frame.group_by and named is not None and one.value in named.values:
            return frame if named.values == alone.values else frame.with_filter(alone)
        if frame.group_by == (one.dimension,) and named is None:
            plain = frame.unranked().without_thresholds().model_copy(update={"group_by": ()})
            return plain.with_filter(alone)
    return None
