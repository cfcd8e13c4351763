"""The most balanced matchup, the most lopsided map: rows by how far their rates are from 50 %."""

from agents.answering.text.likely import turn
from agents.data.match.compute.frame import Order
from agents.data.phrase import Phrase
from agents.data.reading import Reading

_EVEN = frozenset({"balanced", "equilibrado", "균형잡힌"})
_UNEVEN = frozenset({"lopsided", "desequilibrado", "불균형한"})
_TURNED: dict[Order, Order] = {"even": "uneven", "uneven": "even"}
_KIND_EN = (
    r"(?:(?:match\s?-?\s?up|pairing|map|stage|arena|level|venue|court|surface|opening|race|"
    r"faction|deck|class|champion|character|one)(?:e?s)?)"
)
_UNEVEN_EN = (
    r"(?:lop[-\s]?sided|one[-\s]?sided|unbalanced|imbalanced|uneven|unequal|unfair|skewed|biased)"
)
_EVEN_ES = r"(?:equilibrad|parej|igualad|balancead|nivelad|compensad)[oa]s?"
_UNEVEN_ES = (
    r"(?:(?:des(?:equilibrad|balancead|nivelad|parej|compensad)|injust)[oa]s?|desigual(?:es)?)"
)
_MOST_KO = r"(?:가장|제일|젤)"
_BALANCE_KO = r"(?:밸런스|발란스|균형)(?:이|가|도|은|는)?"
_GOOD_KO = r"(?:좋|잘\s?맞|맞|잘\s?잡히|잘\s?잡힌|잡힌|잡혔|잡혀|이루)(?:은|는|았|던|아|았던|았어)*"
_BAD_KO = (
    r"(?:(?:안\s?|덜\s?)(?:좋|맞|잡힌|잡혔|잡혀)|나쁘|나쁜|나빴|나빠|무너진|무너졌|깨진|깨졌|망가진|"
    r"치우친|치우쳤)(?:은|는|았|던|아|았던|았어|어)*"
)
_EVEN_KO = (
    r"(?:팽팽(?:한|했|해)|비등(?:비등)?(?:한|했|해)|막상막하(?:인|였|야)|백중세(?:인|였)|호각(?:인|이)|"
    r"공평(?:한|했|해)|공정(?:한|했|해)|균형\s?(?:적인|있는))"
)
_UNEVEN_KO = (
    r"(?:불균형(?:한|하|했|해|이)|일방적(?:인|이)|불공평(?:한|했|해)|불공정(?:한|했|해)|"
    r"(?:한쪽으로\s)?(?:기울어진|기운|치우친|쏠린))(?:\s?심한)?"
)
TURNS = (
    turn(
        rf"\b(?:(?:closest|tightest|fairest|evenest)(?=\s{_KIND_EN}\b)|"
        rf"(?<=\bis\s)(?:the\s)?(?:closest|tightest|fairest)(?=\W*$|\s(?:in|on|for|at)\b)|"
        r"(?:closest|nearest)\sto\s(?:50\s?(?:%|percent|/\s?50)|even|half|a\scoin\s?flip))",
        "most balanced",
    ),
    turn(
        r"\b(most|least)\s(?:(?:even|equal|evenly\s(?:matched|balanced)|well[-\s]balanced|fair|"
        r"balanced)(?!\w))",
        r"\1 balanced",
    ),
    turn(r"\bbest[-\s]balanced?\b", "most balanced"),
    turn(r"\bworst[-\s]balanced?\b", "most lopsided"),
    turn(rf"\b(most|least)\s{_UNEVEN_EN}\b", r"\1 lopsided"),
    turn(
        rf"\b(which\s{_KIND_EN}\s(?:are|is|was|were))\s(?:evenly\s(?:matched|balanced)|balanced|even)\b",
        r"\1 most balanced",
    ),
    turn(rf"\b(which\s{_KIND_EN}\s(?:are|is|was|were))\s{_UNEVEN_EN}\b", r"\1 most lopsided"),
    turn(
        rf"\b(?:est[aá]n?\s)?m[aá]s\s{_EVEN_ES}|\bmejor\s(?:equilibrad|balancead|compensad)[oa]s?|"
        r"\bm[aá]s\s(?:cerca|cercan[oa]s?|pr[oó]xim[oa]s?)\s(?:al|del|a)\s50(?:\s?%)?",
        "más equilibrado",
    ),
    turn(
        rf"\b(?:est[aá]n?\s)?(?:(?:menos|peor)\s{_EVEN_ES}|m[aá]s\s{_UNEVEN_ES})",
        "más desequilibrado",
    ),
    turn(rf"\b(?:est[aá]n?\s)?menos\s{_UNEVEN_ES}", "más equilibrado"),
    turn(
        rf"{_BALANCE_KO}\s?{_MOST_KO}\s?{_BAD_KO}|{_MOST_KO}\s?{_BALANCE_KO}\s?{_BAD_KO}|"
        rf"{_MOST_KO}\s?{_UNEVEN_KO}",
        "가장 불균형한",
    ),
    turn(
        rf"{_BALANCE_KO}\s?{_MOST_KO}\s?{_GOOD_KO}|{_MOST_KO}\s?{_BALANCE_KO}\s?{_GOOD_KO}|"
        rf"{_MOST_KO}\s?{_EVEN_KO}|50\s?(?:%|퍼센트|프로)에\s?{_MOST_KO}\s?가까운",
        "가장 균형잡힌",
    ),
)  # fmt: skip


def take_evenness(phrase: Phrase, out: Reading, *, superlative: bool) -> None:
    """Rank rows by how near their rate is to one half, where a word says so."""
    texts = {span.text for span in phrase if span.kind == "measure"}
    said: Order | None = "even" if texts & _EVEN else "uneven" if texts & _UNEVEN else None
    if said is None or not (superlative or out.order):
        return
    out.order = _TURNED[said] if out.order == "asc" else said
    out.quality = False
