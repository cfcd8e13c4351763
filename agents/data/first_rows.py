"""Only the first rows of what was shown, in the order that they have: 앞에 두 개만."""

import re

from agents.data.match.compute.frame import GRAINS, Frame

_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "dos": 2, "tres": 3,
           "cuatro": 4, "cinco": 5, "diez": 10, "하나": 1, "둘": 2, "셋": 3, "두": 2, "세": 3,
           "네": 4, "다섯": 5}  # fmt: skip
_WORDS = ("first", "primer", "앞", "처음", "첫")
_N_ES = r"(?:\d{1,2}|dos|tres|cuatro|cinco|diez)"
_FORM = re.compile(
    r"(?:(?:and|now|ok|y|ahora|vale|그럼|이제)\s)*(?:"
    r"(?:show\s(?:me\s)?|only\s|just\s|give\sme\s)*(?:the\s)?first\s"
    r"(?P<en>one|two|three|four|five|ten|\d{1,2})(?:\s(?:rows|ones|of\sthem))?(?:\sonly)?|"
    rf"(?:(?:solo|muestra(?:me)?|dame|nada\smas)\s)*(?:los|las)\s(?:(?P<es>{_N_ES})\sprimer[oa]s|"
    rf"primer[oa]s\s(?P<los>{_N_ES}))(?:\sfilas)?|"
    r"(?:맨\s?)?(?:앞에서|앞에|앞의|앞|처음|첫)\s?(?P<ko>\d{1,2}|하나|둘|셋|두|세|네|다섯)\s?"
    r"(?:개|명|팀|줄|곳|사람)?(?:만|까지만)(?:\s?(?:보여|알려|남겨)?\s?(?:줘|주세요|줄래|봐))?)"
)  # fmt: skip


def first_rows(said: str, previous: Frame) -> Frame | None:
    """Return the last frame with so many of its first rows, if a message asks for just that.

    Rows of a time come in its order; any others that are not ranked yet are ranked.
    """
    if not previous.group_by or not any(word in said for word in _WORDS):
        return None
    found = _FORM.fullmatch(said)
    if found is None:
        return None
    told = next(word for word in found.groups() if word is not None)
    count = _COUNTS[told] if told in _COUNTS else int(told)
    if count < 1 or previous.within is not None or previous.skip:
        return None
    timed = len(previous.group_by) == 1 and previous.group_by[0] in GRAINS
    order = previous.order or (None if timed else "desc")
    return previous.model_copy(update={"order": order, "limit": count})
