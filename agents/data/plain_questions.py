"""Turns of phrase of a question of its own are put in plain words: where Zerg struggles most."""

import re
from datetime import date

from agents.data.likely import turn

_TENS = {
    "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "ninety": 90, "diez": 10, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40,
    "cincuenta": 50, "sesenta": 60, "noventa": 90,
}  # fmt: skip
_SIDES_KO = r"(?:종족|직업|덱|캐릭터|챔피언|챔프|영웅|문명|팀|선수|클래스|구단|클럽)"
_MOST_KO = r"(?:가장|제일|젤)\s?"
_GAMES_EN = r"(?:games|matches)"
_GAMES_ES = r"(?:partid[ao]s|juegos|encuentros|enfrentamientos|duelos)"
_COUNT_KO = r"(?:경기|게임|판|대국|매치)\s?수"


def _day(found: re.Match[str]) -> str:
    """Return a day as it is written in Spanish, 30/6/2023, with its year first."""
    try:
        return f"{found[1]} {date(int(found[4]), int(found[3]), int(found[2]))}"
    except ValueError:
        return found[0]


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


_ENGLISH = (
    turn(  # what is left out are rivals
        r"\b(excluding|without|except|minus|ignoring)\s(?:for\s)?(?:(?:the\s)?(?:games|matches)\s)?"
        r"(?:against|versus|vs\.?)\s(\w+)(?=\W*$)",
        r"\1 \2 opponents",
    ),
    turn(r"^\W*(?:nvm|never\s?mind|nah|nope)[,.!\s]+(?=\w+\W*$)", ""),  # nvm, toss
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
        r"\b(how\smany\s(?:games|matches))\s(?:(?:were|are)\s(?:there\s)?)?(?:played\s)?"
        r"(?:between\s(?:them|the\stwo)|against\seach\sother)\W*$",
        r"\1 did they play",
    ),
    turn(r"\bslowest\b", "longest"),
    turn(r"\b(?:fastest|quickest)\b", "shortest"),
    turn(  # and no more is said: they are listed
        r"\b(how\smany)\s(?:different|distinct|unique|separate)\s(\w+)"
        r"(?:\s(?:are\sthere|exist|(?:were|are|have\sbeen|was|get)\s(?:played|used|picked|seen))|"
        r"\s(?:appear|show\sup))?(?:\sin\s(?:the\s|this\s)?(?:data|table|file|total|all))?(?=\W*$)",
        r"\1 \2 are there",
    ),
    turn(  # how often does Zerg come out on top
        r"\b(how\soften\b.{1,60}?)\b(?:come|comes|came|coming)\s(?:out\s)?on\stop\b",
        r"\1win",
    ),
    turn(r"\bstruggl(?:e|es|ed)\s(against|vs|with)\s(?:the\s)?most\b", r"do worst against"),
    turn(r"\bstruggl(?:e|es|ed|ing)\s(?:the\s)?most\b", "do worst"),
    turn(  # the toughest map for Terran, but not to beat
        r"\b(?:(?:hard|tough|tricki)est|most\s(?:difficult|challenging))(?=\s(?:\w+\s)?for\b)",
        "worst",
    ),
    turn(r"\beasiest(?=\s(?:\w+\s)?for\b)", "best"),
    turn(
        r"\b(most|least)\s(?:common(?:ly)?|frequent(?:ly)?)"
        r"(?:\s(?:played|used|picked|chosen|seen))?\b(?!\s(?:beat|lose|win|lost|won)\w*)",
        r"\1 played",
    ),
    turn(
        r"\b(?:comes?|came|shows?|pops?|turns?)\sup\s(?:the\s)?(most|least)(?:\soften)?\b",
        r"is played \1",
    ),
    turn(
        r"\b(?:from|since|starting(?:\s(?:from|in|on|with))?)\b(.{1,30}?)\sonwards?\b", r"since\1"
    ),
    turn(r"\bhow\smany\s(?:percent|per\scent)\b", "what percentage"),
    turn(
        r"\b(?:what|which)\s(?:percentage|share|fraction|proportion|%)\s(?:are|is|were)\s"
        r"(?:wins|won)\b",
        "win rate",
    ),
    turn(  # share of games Zerg wins
        rf"\b(?:share|percentage|fraction|proportion|%)\sof\s(?:the\s|all\s)?{_GAMES_EN}\s"
        r"(?:that\s|which\s)?(\w+)\swins?\b",
        r"\1 win rate",
    ),
    turn(
        r"\b(?:odds|chances?|probability|likelihood)\sof\s(?:an?\s)(\w[\w ]{0,30}?)\s"
        r"(?:win|victory)\b",
        r"\1 win rate",
    ),
    turn(  # how long do their games last on average
        r"\b(how\slong\s(?:do|does|did|have)\s.{1,60}?)\slast(?:ed)?\b"
        r"(?!\s(?:\d|few|two|three|couple|days?|weeks?|months?|quarters?|years?|seasons?))",
        r"\1",
    ),
    turn(r"\btypical\s(?=(?:game|match)\s(?:length|duration|time))", "average "),
    turn(r"\bover\sthe\s(month|week|quarter)s\sof\b", r"by \1 in"),
    turn(r"\b(year|quarter|month|week|day)\sover\s\1\b", r"by \1"),
    turn(
        r"\bhow\s(?:often|many\stimes)\s(?:have|has|did|do)\s((?:(?!\seach\b).){2,60}?\sand\s.{2,40}?)"
        r"\s(?:met|meet|faced?|fought|play(?:ed)?)(?:\s(?:each\sother|one\sanother|off))?(?=\W*$|\s(?:in|on|during|at)\b)",
        r"how many games between \1",
    ),
    turn(  # they draw with each other
        r"\bhow\s(?:often|many\stimes)\s(?:did|have|has|do)\s((?:(?!\seach\b).){2,60}?\sand\s.{2,40}?)"
        r"\s(?:draw|drawn|tied?)(?:\swith\seach\sother)?\b",
        r"draw rate between \1",
    ),
    turn(
        r"\b(?:order|sort|arrange)\s(?:the\s|all\s)*(?!them\b|it\b|that\b|this\b|those\b|table\b|"
        r"rows?\b|results?\b|list\b|answer\b)([a-z]{3,})\sby\b",
        r"rank the \1 by",
    ),
    turn(
        r"\b(last|past|previous)\s(ten|fifteen|twenty|thirty|forty|fifty|sixty|ninety)\b",
        lambda f: f"{f[1]} {_TENS[f[2].casefold()]}",
    ),
)
_SETS = {"two": 2, "three": 3, "third": 3, "four": 4, "fourth": 4, "five": 5, "fifth": 5,
         "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5}  # fmt: skip
_MORE_ENGLISH = (
    turn(  # matches that went to three sets
        r"\b(?:(?:that|which|when\s(?:it|they)|if\sit)\s)?(?:(?:went|goes?|going|gone|lasted|made\sit)\s"
        r"(?:to|for)|in)\s(?:a\s)?(two|three|third|four|fourth|five|fifth|\d)[\s-]sets?\b",
        lambda f: f"in {_SETS.get(f[1].casefold(), f[1])} sets",
    ),
    turn(r"\b(los(?:es?|t))\s(?:the\s)?(most|least)(?:\soften)?\sto\b", r"\1 \2 against"),
    turn(r"\b(?:for|in|during)\sthe\smonth\sof\s", "in "),
    turn(r"\b(last|past|previous)\shalf\s(?:an?\s)?year\b", r"\1 6 months"),
    turn(
        r"\b(games?|matches)\s(?:that\s)?lasts?\s"
        r"(?=between|from|over|under|more|less|fewer|longer|shorter|at\s|\d)",
        r"\1 lasting ",
    ),
    turn(r"\bbest[-\s]of[-\s](?=\d)", "best of "),
    turn(  # what percentage of my games do I win
        r"\b(?:what|which)\s(?:percent(?:age)?|share|fraction|proportion|%)\sof\s(?:\w+\s)?"
        rf"{_GAMES_EN}\s(?:do|does|did|have|has)\s(.{{1,40}}?)\s(?:win|won)\b",
        r"\1 win rate",
    ),
    turn(
        r"\bhow\soften\s(?:is|are|was|were)\s(?!games\b|matches\b)(.{2,40}?)\s(?:drawn|tied)\b",
        r"draw rate of \1",
    ),
    turn(r"\bgives?\s(\w+)\s(?:the\s)?most\s(?:trouble|problems)\b", r"does \1 do worst against"),
    turn(r"\bsub[-\s]?(\d+)[-\s]?min(?:ute)?s?\b", r"under \1 minutes"),
    turn(
        r"\bhow\smany\shead[-\s]to[-\s]head\s(?:games|matches)\s(?:do|did|have)\s(.{2,60}?)\s"
        r"(?:have|had|play(?:ed)?)\b",
        r"how many games between \1",
    ),
    turn(
        r"\b(?:on|in|with|across|at)\s(?:the\s)?(?:different|various|individual)\s"
        r"(?!ways?\b)(\w+)",
        r"by \1",
    ),
)
_SPANISH = (
    turn(r"\bsin\s(?:los\s)?rivales\s(\w+)(?=\W*$)", r"sin \1 rivales"),
    turn(
        r"\b(?:sin(?:\scontar)?|excluyendo|quitando|salvo|excepto)\s(?:(?:los?|las?)\s)?"
        r"(?:(?:partidas|juegos|enfrentamientos)\s)?contra\s(\w+)(?=\W*$)",
        r"sin \1 rivales",
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
    turn(
        r"\bqu[eé]\s(?:porcentaje|%)\sde\s(?:(?:mis|sus|las|los)\s)?partid[ao]s\s"
        r"(?:gano|gan[eé]|ganamos)\b",
        "mi tasa de victorias",
    ),
    turn(r"\bqu[eé]\stan\sbien\s(?=(?:les?|me|nos)\s)", "cómo "),
    turn(
        r"\bcon\squ[eé]\sfrecuencia\s(?:acaban?|terminan?|queda[n]?)\sen\s(?:empates?|tablas)\b",
        "tasa de empates de",
    ),
    turn(r"\bcada\sun[oa]\sde\s(?:los|las)\s(?=\w{4})", "por "),
    turn(r"\s?\bde\scada\sun[oa](?=\W*$)", ""),
    turn(r"\b(?:la\s)?mayor\scantidad\sde\b", "más"),
    turn(r"\b(?:la\s)?menor\scantidad\sde\b", "menos"),
    turn(
        r"\ben\s(?:(?:los|las)\s)?(?:distint|diferent)[aoe]s\s(?=\w{4})",
        "por ",
    ),
    turn(r"\bqu[eé]\s(\w+)\sse\sles?\scomplica\sm[aá]s\sa\b", r"contra qué \1 le va peor a"),
    turn(r"\b(?:sufr(?:e|en|i[oó])|les?\scuesta)\sm[aá]s\b", "le va peor"),
    turn(
        r"\b(?:(\w+)\s)?m[aá]s\s(?:(dif[ií]cil(?:es)?|complicad[oa]s?|dur[oa]s?)|f[aá]cil(?:es)?)"
        r"(?=\spara\b)",
        lambda f: f"{'peor' if f[2] else 'mejor'} {f[1] or ''}".strip(),
    ),
    turn(
        r"\b(m[aá]s|menos)\s(?:com[uú]n(?:es)?|frecuentes?|habitual(?:es)?|popular(?:es)?)\b",
        r"\1 jugada",
    ),
    turn(  # partidos que se fueron a tres sets
        r"\b(?:que\s)?(?:(?:se\s)?(?:fueron|fue|van|va|llegaron|llegan|alargaron)\s)?a\s"
        r"(dos|tres|cuatro|cinco|\d)\ssets?\b",
        lambda f: f"a {_SETS.get(f[1].casefold(), f[1])} sets",
    ),
    turn(  # ¿a quién le gana más a menudo?
        r"\b(m[aá]s|menos)\s(?:a\smenudo|(?:frecuente|asidua)mente|seguido|de\sseguido)\b|"
        r"\bcon\s(?:(m[aá]s|menos)|(mayor)|menor)\sfrecuencia\b",
        lambda f: f[1] or f[2] or ("más" if f[3] else "menos"),
    ),
    turn(r"\b(?:qu[eé]\stan|cu[aá]n)\spopular\ses\b", "con qué frecuencia se elige"),
    turn(r"\bsalen?\s(m[aá]s|menos)\b(?!\s\w+(?:ndo|d[oa])\b)", r"se juega \1"),
    turn(
        r"\bdesde\sque\s(?:empez[oó]|comenz[oó]|arranc[oó]|inici[oó])\s(?:este|el)\s"
        r"(a[ñn]o|mes|trimestre)\b",
        r"este \1",
    ),
    turn(
        r"\bcon\squ[eé]\sfrecuencia\s(?:les?|se)\s(?=gan|venc|derrot)",
        "con qué frecuencia ",
    ),
    turn(
        r"\bcon\squ[eé]\sfrecuencia\s(?:hay|se\sdan|se\sproducen)\s(?:empates?|tablas)\b",
        "tasa de empates",
    ),
    turn(
        rf"\bqu[eé]\sporcentaje\sde\s(?:las\s|los\s)?{_GAMES_ES}\s(?:se\s)?\w+\sen\s"
        r"(?:empates?|tablas)\b",
        "tasa de empates",
    ),
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
        r"\bcu[aá]ntas\sveces\s(?:jugaron|se\svieron\slas\scaras|se\smidieron)\s"
        r"(?!en\b|a\b|con\b|contra\b)(.{2,40}?)\sy\s(?=\w)",
        r"cuántas partidas hay entre \1 y ",
    ),
    turn(
        r"\bcu[aá]nt[oa]s\s(?:veces\s(?:han\s)?empata(?:ron|do)|(?:tablas|empates)\s(?:hicieron|firmaron))"
        r"\s(?!en\b|a\b|con\b|contra\b)(.{2,40}?)\sy\s(?=\w)",
        r"tasa de empates entre \1 y ",
    ),
    turn(
        r"\b(?:ordena(?:r|me)?|ord[eé]name|clasifica(?:r)?)\s(?:a\s)?(?:los|las)\s(\w+)\s"
        r"(?:por|seg[uú]n)\b",
        r"ranking de \1 por",
    ),
    turn(
        r"\b([uú]ltim[oa]s)\s(diez|quince|veinte|treinta|cuarenta|cincuenta|sesenta|noventa)\b",
        lambda f: f"{f[1]} {_TENS[f[2].casefold()]}",
    ),
    turn(
        r"\b(del?|al|desde|hasta|entre|y|el)(?:\sel)?\s(\d{1,2})[/.-](\d{1,2})[/.-]((?:19|20)\d\d)\b",
        _day,
    ),
)
_KOREAN = (
    turn(r"(?<=\S[던은한난])\s해(?=(?:가|는|를|요)?(?:\W*$|\s))", " 연도"),  # 제일 좋았던 해는?
    turn(r"(?<=[가-힣])(빼고|제외하고|말고|넣고|포함해서|바꿔서)요(?=\W*$)|(?<=\s)(빼고|제외하고|말고)요(?=\W*$)",
        lambda f: f[1] or f[2],
    ),
    turn(
        r"(?<!\S)(\w+)\s상대(?:로|로는|전|전적)?(?:\s(?:한\s)?(?:경기|게임|판)(?:는|은|를|을)?)?\s"
        r"(?=(?:빼고|빼면|제외|말고))",
        r"상대가 \1인 경기 ",
    ),
    turn(r"(?<=\d월)\s?한\s?달\s?(?:간|동안)?(?:에|의)?(?=\s)", ""),
    turn(
        r"(?<!\S)(다섯|여섯|일곱|여덟|아홉|열)\s달(?=\s|간|동안)",
        lambda f: f"{5 + ('다섯', '여섯', '일곱', '여덟', '아홉', '열').index(f[1])}개월",
    ),
    turn(
        r"(경기|게임|판|대국)(?:를|을)?\s(?:제일\s|가장\s)?많이\s(?:한|뛴|치른|둔)\s순(?:서)?(?:으로|대로|로)?",
        r"\1 수 많은 순으로",
    ),
    turn(r"(?<!\S)몇\s?월(?:에|이|달에)(?=\s)", "어느 달에"),
    turn(r"얼마나\s(?:자주|잘)\s(?=이기|이겨|이겼|이긴)", "얼마나 "),
    turn(rf"{_MOST_KO}(?:흔한|흔하게\s나온|인기\s?(?:있는|많은|좋은)|대중적인)",
        "가장 많이 플레이한",
    ),
    turn(rf"{_MOST_KO}(?:많이|자주)\s나왔\S*", "가장 많이 나온"),
    turn(r"(?<!\S)(?:연초|올\s?초)\s?(?:부터|이후)(?:\s(?:지금|현재)까지)?",
        "올해",
    ),
    turn(r"(?<!\S)월초\s?부터(?:\s(?:지금|현재)까지)?", "이번 달"),
    turn(rf"(?<=[가-힣])당\s(?={_COUNT_KO})", "별 "),
    turn(r"(맞붙은|붙은|만난|대결한|겨룬)\s횟수", r"\1 경기 수"),
    turn(r"얼마나\s?(?:오래\s?)?걸(?:려|리|렸|린|릴)\S*", "경기 시간"),
    turn(r"(?<!\d)(\d{1,2})\s?[~∼〜–-]\s?(\d{1,2})\s?월", r"\1월부터 \2월까지"),
    turn(r"후반기", "하반기"),
    turn(r"전반기", "상반기"),
    turn(r"(?<!\S)요\s?(?=\d+\s?(?:개월|달|주|일|년))", "최근 "),
    turn(r"(?<!\S)(?!시간|때|기간|실력)([가-힣]+)에\s따(?:른|라|라서)(?=\s)", r"\1별"),
    turn(r"(?<=[가-힣])\s단위로(?<!분 단위로)(?<!초 단위로)", "별로"),
    turn(r"별로\s?(?:봤을|볼|나눴을)\s?때", "별로"),
    turn(r"((?<!\d)(?:19|20)\d\d년|(?<!\d)\d{1,2}월(?:\s?\d{1,2}일)?)\s?전(?:에|의|에는)?(?=\s)",
        r"\1 이전",
    ),
    turn(r"다승\s?(?:1위|1등|선두)", "가장 많이 이긴 선수"),
    turn(r"다패\s?(?:1위|1등)", "가장 많이 패배한 선수"),
    turn( # whom he finds hardest are his rivals
        rf"{_MOST_KO}(?:힘들어하는|고전하는|어려워하는|애먹는|고생하는|못\s?이기는)\s(?:상대\s?)?"
        rf"(?={_SIDES_KO})",
        "승률 제일 낮은 상대 ",
    ),
    turn( # and so are those against whom he is weak
        rf"(?<=[이가은는])\s{_MOST_KO}(약|강)한\s(?=종족|직업|캐릭터|챔피언|덱)",
        lambda f: f" 승률 제일 {'낮' if f[1] == '약' else '높'}은 상대 ",
    ),
    turn(rf"{_MOST_KO}(?:힘든|힘들어하는|어려운|어려워하는|고전하는|까다로운|버거운|빡센|애먹는|"
        rf"고생하는|못\s?이기는)\s(?!상대|{_SIDES_KO})",
        "승률 제일 낮은 ",
    ),
    turn(rf"{_MOST_KO}(?:힘들어하는|고전하는|어려워하는|애먹는|고생하는|못\s?이기는)\s(?=상대)",
        "승률 제일 낮은 ",
    ),
    turn(rf"{_MOST_KO}(?:쉬운|만만한|수월한|편한)\s(?!상대|{_SIDES_KO})",
        "승률 제일 높은 ",
    ),
)  # fmt: skip
TURNS = (*_ENGLISH, *_MORE_ENGLISH, *_SPANISH, *_KOREAN)
