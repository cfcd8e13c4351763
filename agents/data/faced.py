"""Whom a side ran into: turns of phrase that say so with other words than to face and to meet."""

from agents.data.likely import turn

_MOST_KO = r"(?P<most>(?:가장|제일|젤)\s?(?:많이|자주|적게|덜))"
TURNS = (
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
