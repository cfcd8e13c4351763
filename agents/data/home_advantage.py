"""The advantage of playing at home, or with White, is how often that side wins."""

from agents.answering.text.likely import turn

TURNS = (
    turn(  # first vs second, first or second
        r"\b(?:going\s|when\s|playing\s)?first\s(vs\.?|versus|or|and|against)\s(?:when\s|if\s)?"
        r"second\b(?!\s(?:half|round|game|set|place))",
        r"going first \1 going second",
    ),
    turn(
        r"\b(?:yendo\s|jugando\s)?primero\s(contra|vs\.?|o|y)\s(?:de\s)?segundo\b",
        r"jugando primero \1 jugando segundo",
    ),
    turn(  # how big is the home advantage; the edge of a rating is no side's
        r"\b(?:(?:is|was)\sthere\s(?:an?\s|any\s)?|how\s(?:big|large|strong)\s(?:is|was)\s"
        r"(?:the\s)?)?(?:(home)[-\s](?:field|court|ice|pitch|team)|(?!(?:an?|the|any|big|take|of|"
        r"elo|mmr|rating|skill|point|level|gold|score|material|age|height|reach)\b)"
        r"(\w+(?:\sside)?))[-\s](?:advantage|edge)\b(?!\s(?:of|over)\b)",
        lambda f: f"{f[1] or f[2]} win rate",
    ),
    turn(
        r"\bventajas?\s(?:de\s|del\s|por\s|en\s)(?:jugar\s(?:en|de|con)\s|ser\s)?(?:el\s|la\s|las\s|los\s)?"
        r"(casa|local|campo\spropio|visitante|blancas|negras)\b",
        r"tasa de victorias de \1",
    ),
    turn(r"\bventaja\sde\slocal[ií]a\b", "tasa de victorias de local"),
    turn(
        r"(?<!\S)(홈|원정|선공|후공|선수|백|흑|청팀|홍팀|블루|레드|선)\s?(?:팀\s?|경기\s?|구장\s?)?"
        r"(?:어드밴티지|이점|프리미엄|메리트)(?:[이가은는])?",
        r"\1 승률",
    ),
)  # fmt: skip
