"""What is counted: games instead of win rate, those that they won, mayor cantidad de partidas."""

from agents.answering.text.likely import turn

_GAMES_ES = r"(?:partid[ao]s|juegos|encuentros|enfrentamientos|duelos)"
_MEASURES_EN = (
    r"(?:win\s?rates?|wr|winning\srates?|games|matches|wins|losses|percentages?|rates?|counts?|"
    r"pick\s(?:shares?|rates?)|(?:game\s)?(?:lengths?|durations?)|numbers?)"
)
_MEASURES_ES = (
    r"(?:(?:tasas?|porcentajes?)(?:\sde\s(?:victorias?|derrotas?|elecci[oó]n))?|win\s?rate|partidas|"
    r"victorias|derrotas|duraci[oó]n)"
)


def _figure(said: str) -> str:
    """Return a figure's name so that it stands alone: games are what all figures are of."""
    alone = {
        "games": "number of games",
        "matches": "number of games",
        "partidas": "número de partidas",
    }
    return alone.get(said.casefold(), said)


TURNS = (
    turn(r"(?<!\S)몇\s?(?:판|경기|게임|대국|번)\s?중(?:에|에서)?\s(?=몇)", ""),  # 몇 판 중 몇 승
    turn(r"(?<![가-힣])시간\s?(?=[승패](?:\s|$|[은는이가을를로도만수률한당]))", "시간초과"),
    turn(  # what was lost, and how often
        r"(?<=패)(?:배)?(?:를|을)?\s?당(?:한|했던|하는)\s(?:(?P<count>횟수|수(?![가-힣]))|적(?:이|은)?\s?)?",
        lambda f: "수" if f["count"] else " ",
    ),
    turn(r"(\d[\d.,]*k?\+?)\spicks\b", r"\1 games"),  # at least 5000 picks
    turn(r"\b(by|most|fewest|least|por|m[aá]s|menos)\spicks\b", r"\1 games"),
    turn(r"\bpicks\s(?:the\s)?(most|least)\b", r"plays \1"),
    turn(  # ¿quién ganó más de esas?
        r"\b(gan\w+|perd\w+|pierd\w+|jug\w+|jueg\w+|hay|hubo)\s(m[aá]s|menos)\sde\s(?:es[ao]s|est[ao]s)\b",
        r"\1 \2 en esas partidas",
    ),
    turn(  # games of A and B against each other
        r"(\band\s[^,;?]{1,40}?)\s(?:against|versus|vs\.?|with)\s(?:each\sother|one\sanother)\b",
        r"\1 head to head",
    ),
    turn(r"(?<=\w\s)(y\s[^,;?]{1,40}?)\sentre\s(?:s[ií]|ell[oa]s)\b", r"\1 cara a cara"),
    turn(
        r"((?:와|과|랑|하고)\s\S+?)(?:가|이|은|는)?\s서로(?:\s?간)?(?:의|에)?\s"
        r"(?=(?:경기|판|게임|전적|승률|몇))",
        r"\1 맞대결 ",
    ),
    turn(  # 가장 많았던 해는?
        r"(?<!\S)((?:가장|제일|젤)\s?)(?:많았|적었)(?:던|어요?|나요?|지요?|죠|니|습니까|을까요?|음)"
        r"(?![가-힣])",
        lambda f: f"{f[1]}{'적은' if '적었' in f[0] else '많은'}",
    ),
    turn(  # games instead of win rate
        rf"^\W*(?:show\s(?:me\s)?|give\sme\s)?({_MEASURES_EN}),?\s(?:instead\sof|rather\sthan)\s"
        rf"(?:the\s)?{_MEASURES_EN}\W*$",
        lambda f: _figure(f[1]),
    ),
    turn(
        r"^\W*(?:(?:and|just|only)\s)?(?:the\s)?(?:games|matches)(?:\splayed)?\W*$",
        "number of games",
    ),
    turn(
        r"^\W*(?:(?:and|y)\s)?(?:in\s)?(?:the\sones|those|games|the\sgames)\s(?:that\s)?"
        r"(?:they|he|she|i|we|it)\s(wins?|won|loses?|lost)\W*$",
        lambda f: "only the wins" if f[1][0] in "wW" else "only the losses",
    ),
    turn(
        rf"^\W*({_MEASURES_ES}),?\sen\s(?:vez|lugar)\sde(?:\sl[ao]s?)?\s{_MEASURES_ES}\W*$",
        lambda f: _figure(f[1]),
    ),
    turn(r"^\W*(?:y\s)?(?:las\s)?partidas(?:\sjugadas)?\W*$", "número de partidas"),
    turn(
        r"^\W*(?:y\s)?(?:(?:en|de)\s)?(?:las|los)\sque\s(gan|pierd|perd)\w*\W*$",
        lambda f: "solo las victorias" if f[1] == "gan" else "solo las derrotas",
    ),
    turn(r"\b(?:la\s)?mayor\scantidad\sde\b", "más"),
    turn(r"\b(?:la\s)?menor\scantidad\sde\b", "menos"),
    turn(
        rf"\b(?:conteo|recuento|cant(?:idad|\.)?|n[uú]mero)\sde\s{_GAMES_ES}\b",
        "número de partidas",
    ),
    turn(r"\b(?:conteo|recuento)(?=\s(?:por|seg[uú]n)\b)", "número de partidas"),
    turn(
        rf"\b({_GAMES_ES})\s(?:ganad[oa]s(?:\spor(?:\s(?:el|la|los|las))?(?!\s?cada)(?=\s[A-ZÁÉÍÓÚÑ]))?"
        r"|que\s(?:ha\s|han\s)?(?:gan(?:[oó]|aron|ado|a|an))(?:\s(?:el|la))?(?=\s[A-ZÁÉÍÓÚÑ]))",
        "victorias de",
    ),
    turn(
        r"\bcon\scu[aá]nt([oa]s)\s(\w+)\scuentan?\b",
        lambda f: f"cuánt{f[1]} {f[2]} tiene",
    ),
    turn(  # the number of Zerg games
        r"\b(?:the\s)?(?:total\s)?number\sof\s(?!the\b|all\b)((?:[^\s,]+\s){1,3}?)(games|"
            r"matches|battles)\b",
        lambda f: f"how many {f[1]}{f[2]}",
    ),
    turn(  # how many people play: who plays
        r"\bqué\s(?:gente|persona)\b",
        "quién",
    ),
)  # fmt: skip
