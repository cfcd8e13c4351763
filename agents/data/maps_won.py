"""Maps as what is played and won: who won the most maps, maps won by LOUD, 맵을 많이 딴 팀."""

from agents.answering.text.likely import turn

_WON_EN = r"(?:wins?|won|win|loses?|lost|lose|takes?|took|taken|drops?|dropped)"
_MOST_EN = r"(?:most|fewest|least)"
_WON_ES = r"(?:gan[aoó]n?|ganaron|ganad[oa]s?|perd\w+|pierden?|pierde)"
_WON_KO = (
    r"(?:이긴|이겼|이기|승리한|승리했|따낸|따냈|딴|가져간|가져갔|진|졌|지는|패배한|패배했|내준)"
)

# Each row is a map, so that who won maps won games; maps that are asked for are left: "on which
# maps does Fnatic win most" ranks them.
TURNS = (
    turn(rf"\b({_WON_EN})\s(?:the\s)?({_MOST_EN})\smaps\b", r"\1 the \2 games"),
    turn(rf"\b({_MOST_EN})\smaps\s({_WON_EN})\b", r"\1 games \2"),
    turn(r"\bmaps\s(won|lost)(?=\s|\W*$)", r"games \1"),
    turn(
        r"\bhow\smany\smaps\s((?:did|does|do|has|have)\s.{2,60}?\s"
        r"(?:win|won|lose|lost|play|played))\b(?!\s(?:on|at|rates?|shares?|percent\w*)\b)",
        r"how many games \1",
    ),
    turn(rf"\b({_WON_ES})\s(m[aá]s|menos)\smapas\b", r"\1 \2 partidas"),
    turn(r"\b(m[aá]s|menos)\smapas\s(ganad|perdid)[oa]s\b", r"\1 partidas \2as"),
    turn(r"\bmapas\s(ganad|perdid)[oa]s\b", r"partidas \1as"),
    turn(
        r"\bcu[aá]ntos\smapas\s((?:ha\s|han\s)?(?:gan|perd|pierd|jug)\w+)",
        r"cuántas partidas \1",
    ),
    turn(rf"맵(?:을|를)?\s((?:(?:가장|제일|젤)\s)?(?:많이|적게|더)\s{_WON_KO})", r"\1"),
    turn(
        r"맵(?:을|를)?\s(?:몇\s?개|몇\s?번|얼마나)(?:나|를)?\s(?=이[겼긴기]|졌|따|가져)",
        "몇 번 ",
    ),
)
