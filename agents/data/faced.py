"""Whom a side ran into: turns of phrase that say so with other words than to face and to meet."""

from agents.answering.text.likely import turn

_MOST_KO = r"(?P<most>(?:가장|제일|젤)\s?(?:많이|자주|적게|덜))"
_SIDES_EN = r"(?:teams?|players?|opponents?|rivals?|people|someone|anyone|guys|those|decks?)"
_SIDES_ES = r"(?:equipos?|rival(?:es)?|jugador(?:es)?|oponentes?|gente|mazos?)"
_SIDES_KO = r"(?:팀|선수|상대|유저|사람|플레이어)(?:들)?"
# But not with more than 2500 rating.
_SO_MANY_EN = (
    r"(?!(?:(?:an?|the|at)\s)?(?:more|less|fewer|least|over|under|above|below|elo|mmr|rating|"
    r"\d+(?:\s|k\b)))"
)
_SO_MANY_ES = r"(?!(?:al\s|un\s)?(?:m[aá]s|menos|mayor|menor|elo|mmr|\d+\s))"
TURNS = (
    turn(  # against teams that use 4-4-2
        rf"\b(against|vs\.?|versus)\s{_SIDES_EN}\s(?:with|playing|using|running|on|"
        rf"(?:who|that)\s(?:use|play|run|pick|have|are\s(?:on|using|playing))s?)\s{_SO_MANY_EN}",
        r"\1 ",
    ),
    turn(
        rf"\b(contra|ante|frente\sa)\s{_SIDES_ES}\s(?:con|que\s(?:juega|usa|lleva|elige|utiliza)n?)"
        rf"\s{_SO_MANY_ES}",
        r"\1 ",
    ),
    turn(
        rf"(?<=\S)(?:을|를|으로|로)?\s(?:쓰는|사용하는|하는|고른|고르는|픽한|잡은|플레이하는)\s(?:{_SIDES_KO}\s?)?"
        r"(?:상대로|상대|한테|에게|랑|와|과)(?=\s|\W*$)",
        " 상대로",
    ),
    turn(  # what do I lose to most
        r"\bwhat\s((?:do|did|does|have|has)\s[\w .'-]{1,30}?\s(?:lose|lost|beat|beaten|win|won)"
        r"(?:\s(?:to|against))?\s(?:the\s)?(?:most|least))\b",
        lambda f: f"who {f[1]}",
    ),
    turn(r"\b(contra)\squ[eé]\s(?=(?:m[aá]s\s)?(?:pierd|perd|gan))", r"\1 quién "),
    turn(
        r"(?<!\S)(?:뭐|무엇|머)(?:한테|에게|에)\s(?=(?:가장|제일|젤|많이|자주|자꾸))", "누구한테 "
    ),
    turn(
        r"\b(?:r[au]n(?:s|ning)?\sinto|c[ao]mes?\s(?:up\sagainst|across)|queued?\sinto|"
        r"(?:get|got|gets|am|are|is|was|were)\s(?:matched|paired)\s(?:up\s)?(?:with|against|into))\b",
        "face",
    ),
    turn(
        r"\b(?:a|con|contra)\squ[eé]\s(\w+)\s(?:me|nos|se|te)\s(?:enfrent|cruz|encuentr|tropiez|top)\w*"
        r"\s(m[aá]s|menos)\b",
        r"contra qué \1 juego \2",
    ),
    turn(
        rf"(?<!\S)(?:어떤|무슨|어느)\s(?P<noun>\S+?)(?:을|를|이랑|랑|하고|와|과)\s{_MOST_KO}\s"
        r"(?:만나|만났|만난|마주치|마주쳤|붙어|붙었|붙나|상대하|상대했|걸려|걸렸)\S*",
        r"\g<most> 만난 \g<noun>은?",
    ),
)  # fmt: skip
