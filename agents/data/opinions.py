"""What no figure tells: praise for good (역대 최고야?), and who will win what is still to come."""

from agents.answering.text.likely import Said, seldom

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
_WINS = r"(?:wins?|takes?|gets?|lifts?|is\swinning|becomes?)"
_TO_COME = (
    seldom(rf"\bwho\s{_WINS}\s.*\bnext\s\w"),
    seldom(r"\bnext\s(?!to\b)\S+(?:\s\S+){0,3}\s(?:winner|champion)s?\W*$"),
    seldom(r"\b(?:winner|champion)s?\sof\s(?:the\s)?next\s\w"),
    seldom(r"\bqui[eé]n(?:es)?\s(?:se\slleva|gana|levanta)n?\s.*\bpr[oó]xim[oa]\s\w"),
    seldom(r"\bqui[eé]n(?:es)?\s(?:se\s)?(?:llevar|ganar|levantar|vencer|triunfar)[aá]n?(?!\w)"),
    seldom(r"\b(?:ganador|campe[oó]n)(?:a|es)?\sdel?\s(?:la\s|el\s)?pr[oó]xim[oa]\s\w"),
    seldom(
        r"(?:우승|승리|패배|탈락|진출|승격|강등)할(?:까|지|\s?(?:것|거|꺼)|\s?(?:것으로|듯)|\s?가능성|\s?확률)"
    ),
    seldom(r"(?<!\S)(?:이길|질)\s?(?:것|거|꺼)\s?같"),
    seldom(r"(?<!\S)다음\s\S+(?:\s\S+){0,3}?\s?우승(?:자|팀|은|이|$)"),
)


def foretells(plain: str) -> bool:
    """Whether a normalised message asks who will win: who wins the next cup, 누가 우승할까?"""
    said = Said.of(plain)
    return any(one.search(said) is not None for one in _TO_COME)


def praises(plain: str) -> bool:
    """Whether a normalised message asks if somebody is the best there ever was.

    By which figure it does not say; "is that the best win rate ever" has one, and asks for it.
    """
    said = Said.of(plain)
    return any(one.search(said) is not None for one in _PRAISE)
