"""Thresholds in plain words: 40 games minimum, 10판 최소, scoring over 120 points, above 20k."""

from agents.answering.text.likely import turn
from agents.data.left_out_rows import COMPARED_EN, COMPARED_ES, UNITS_KO

TURNS = (
    turn(  # a place in the world's ranking, and no number of rows
        r"\branked\s(?:in|inside|within)\s(?:the\s)?top[\s-]?(\d+)\b", r"ranked under \1"
    ),
    turn(r"\b(?:l[oa]s|el)\stop\s?(\d+)\sdel\s(?:ranking|escalaf[oó]n)\b", r"rank menor de \1"),
    turn(  # con 60 partidas como mínimo
        r"\b(?:con\s)?(\d[\d.]*)\s(partid[ao]s?|juegos?|encuentros?|combates?)\s"
        r"(?:como\s(m[ií]nimo|m[aá]ximo)\b|(?:al|por\slo)\smenos\b(?!\s\d))",
        lambda f: f"{'como máximo' if f[3] and f[3][1] in 'aá' else 'al menos'} {f[1]} {f[2]}",
    ),
    turn(  # 40 games minimum, 40 matches at the least, 40 games at most
        r"\b(\d[\d,]*)\s(games?|match(?:es)?)\s(?:(?:as\sa\s)?(?:minimum|min)\b|"
        r"at\s(?:the\s)?(?:least|(most))\b(?!\s\d))",
        lambda f: f"at {'most' if f[3] else 'least'} {f[1]} {f[2]}",
    ),
    turn(  # 10판 최소
        rf"(?<!\S)(\d+)\s?({UNITS_KO})\s최소(?!\s?\d)(?:로|한)?(?=\s|$)",
        lambda f: f"{f[1]}{f[2]} 이상",
    ),
    turn(  # lower the minimum to 120
        r"\b(?:lower|raise|set|put|change|make)\sthe\s(?:minimum|threshold)"
        r"(?:\sgames)?\s(?:down\s|up\s)?(?:to\s)?(\d[\d,]*)\b(?:\s(?:games|matches))?",
        lambda f: f"at least {f[1]} games",
    ),
    turn(
        r"\b(?:baja|bajar|sube|subir|pon|poner|deja|cambia|cambiar)\s(?:el\sm[ií]nimo|"
        r"el\sumbral)"
        r"\s(?:a|en)\s(\d[\d.]*)\b(?:\s(?:partidas|juegos))?",
        lambda f: f"al menos {f[1]} partidas",
    ),
    turn(
        r"(?<!\S)(?:최소|최저|하한|기준)(?:\s?(?:경기|판)\s?수)?(?:을|를|은|는)?\s?(\d+)\s?"
        rf"{UNITS_KO}?(?:으로|로)\s?(?:낮|높|올|내|바꿔|해|맞)[가-힣]*(?:\s?(?:줘|주세요|봐))?",
        lambda f: f"{f[1]}판 이상",
    ),
    turn(  # when scoring over 120 points
        rf"(?<!how\s)\b(?:(?:when|if)\s)?(?:(?:they|it|he|she|i|we)\s)?"
        rf"(?:scor(?:e|es|ed|ing)|get(?:s|ting)?|got|had|having|making|makes?|made)"
        rf"(?=\s(?:{COMPARED_EN})\s\d)",
        "with",
    ),
    turn(
        rf"\b(?:(?:cuando|si)\s)?(?:anot(?:a|an|amos|ando|aron)|marc(?:a|an|amos|ando|aron)|"
        rf"mete|meten|metiendo|hace|hacen|haciendo)(?=\s(?:{COMPARED_ES})\s\d)",
        "con",
    ),
    turn(  # 120점 이상 넣은 경기
        r"(\d\s?(?:점|골|킬)\s?(?:이상|초과|이하|미만))(?:을|를)?\s?(?:득점|기록|넣|올리|올렸|냈|낸|냈던)"
        r"(?:한|할|하면|했을|은|을|으면|었을)?(?=\s)",
        lambda f: f[1],
    ),
    turn(
        r"\b(over|above|below|under|than|least|most|de|elo|mmr|rating)\s(\d{1,3})k\b",
        lambda f: f"{f[1]} {f[2]}000",
    ),
)
