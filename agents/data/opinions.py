"""Praise for good is an opinion, and no figure: is she the greatest of all time, 역대 최고야?"""

from agents.data.likely import Said, seldom

_ASKED = r"\b(?:who|whom|whose|which|what|where|when|how|qui[eé]n(?:es)?|cu[aá]l(?:es)?|qu[eé])\b"
_EVER = (
    r"(?:ever(?:\s(?:to\s)?(?:play(?:ed)?|live[ds]?|seen?))?|of\sall[\s-]times?|in\s(?:the\s)?(?:\w+\s)?"
    r"history|of\s(?:the\s)?(?:\w+\s)?history)"
)
_SIEMPRE = (
    r"(?:de\s(?:(?:toda\s)?la\shistoria|todos\slos\stiempos|siempre)|que\sha(?:ya)?\s(?:existido|"
    r"habido)|de\sla\shistoria\s\w+(?:\s\w+)?)"
)
_END = r"(?:[\s,]+(?:right|or\snot|no|verdad|cierto))?\W*$"
_PRAISE = (
    seldom(
        rf"^(?!.*{_ASKED}).*(?:\b(?:is|was|are|were|isn['’]?t|wasn['’]?t)|['’]s)\s.*"
        rf"\b(?:greatest|best|worst|strongest)(?:\s\w+){{0,2}}\s{_EVER}{_END}"
    ),
    seldom(
        rf"^(?!.*{_ASKED}).*\b(?:es|son|era|fue|ser[aá]|sea)\s.*\b(?:mejor(?:es)?|peor(?:es)?|"
        rf"m[aá]s\s(?:grandes?|fuertes?))(?:\s\w+){{0,2}}\s{_SIEMPRE}{_END}"
    ),
    seldom(
        r"^(?!.*(?:누구|누가|어느|어떤|무슨|무엇|뭐|어디|언제)).*[가-힣a-z0-9](?:이|가|은|는)\s"
        r"(?:진짜\s|정말\s)?(?:역대|사상|역사상)\s?(?:최고|최강|최악|가장\s\S+|제일\s\S+)(?:의)?"
        r"(?:\s[가-힣]+){0,2}?(?:야|이야|지|이지|죠|이죠|인가|인가요|입니까|일까|일까요|예요|이에요|"
        r"맞아|맞나|맞지|아니야|아닌가|이냐|냐|니|이니|라고\s\S+)(?:요)?\W*$"
    ),
)


def praises(plain: str) -> bool:
    """Whether a normalised message asks if somebody is the best there ever was.

    By which figure it does not say; "is that the best win rate ever" has one, and asks for it.
    """
    said = Said.of(plain)
    return any(one.search(said) is not None for one in _PRAISE)
