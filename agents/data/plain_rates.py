"""How often a side wins or draws, in whatever words, is its rate: odds of a win, on top."""

from agents.answering.text.likely import turn

_GAMES_EN = r"(?:games|matches)"
_GAMES_ES = r"(?:partid[ao]s|juegos|encuentros|enfrentamientos|duelos)"
TURNS = (
    turn(r"\b(?:when|if)\s(?:getting|taking|having|securing)\s(?!(?:to|on|in)\b)", "with "),
    turn(r"\bshare\sof\s(.{2,40}?)\samong\s(?:all\s)?(?:the\s)?games\b", r"share of games with \1"),
    turn(  # what % of games are mirrors on each server
        r"\bwhat\s?(?:%|percent(?:age)?|share|proportion)\sof\s(?:the\s|all\s|our\s|my\s)*(?:games|matches)\s"
        r"(?:are|were|is)\smirrors?(?:\s(?:games|matches|match-?ups))?\b",
        "mirror share",
    ),
    turn(
        r"\b(which|what)\s(\w+)\s(?:has|have|had|sees|saw)\s(?:the\s)?(most|fewest)\smirrors?\b",
        lambda f: f"{f[1]} {f[2]} has the {'highest' if f[3] == 'most' else 'lowest'} mirror share",
    ),
    turn(r"^\W*(?:en|in|as)\s?%", "en porcentaje"),
    turn(
        r"\bqu[eé]\sporcentaje\s(?:gan[oóa]|ganaron|ganan)\s(?:el\s|la\s|los\s|las\s)?",
        "tasa de victorias de ",
    ),
    turn(  # my percentage on ice, their percentage against Zerg
        r"\b(?:my|our)\spercentage(?!\s(?:of|win))|\bpercentage(?=\s(?:against|versus|vs)\b)",
        lambda f: f"{f[0].removesuffix('percentage')}win rate",
    ),
    turn(
        r"\b(?:mi|nuestro)\sporcentaje(?!\s(?:de|gan))|\bporcentaje(?=\s(?:contra|frente|ante)\b)",
        "tasa de victorias",
    ),
    turn(  # but whom it beats is told by the verb: cuánto gana Zerg a Terran
        r"\bcu[aá]nto\s(?:gan[oóa]|gana(?:n|ron|ba|ban)|suelen?\sganar|han?\sganado)\s"
        r"(?!m[aá]s\b|.*\sal?\s)(?:el\s|la\s|los\s|las\s)?(?=\S)",
        "tasa de victorias de ",
    ),
    turn(  # how often does Zerg come out on top
        r"\b(how\soften\b.{1,60}?)\b(?:come|comes|came|coming)\s(?:out\s)?on\stop\b",
        r"\1win",
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
    turn(  # what percentage of my games do I win
        r"\b(?:what|which)\s(?:percent(?:age)?|share|fraction|proportion|%)\sof\s(?:\w+\s)?"
        rf"{_GAMES_EN}\s(?:do|does|did|have|has)\s(.{{1,40}}?)\s(?:win|won)\b",
        r"\1 win rate",
    ),
    turn(
        r"\bhow\soften\s(?:is|are|was|were)\s(?!games\b|matches\b)(.{2,40}?)\s(?:drawn|tied)\b",
        r"draw rate of \1",
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
    turn(r"얼마나\s(?:자주|잘)\s(?=이기|이겨|이겼|이긴)", "얼마나 "),
    turn(
        r"(?<!\S)전체(?:\s?(?:경기|게임|판))?(?:\s?중에서|에서|\s?중|의)\s"
            r"((?:(?!승률|이기|이겨|이긴|이겼|지는|진).)*?)(?:이|가|은|는)?\s?몇\s?(?:퍼센트|"
            r"프로|퍼|%)",
        lambda f: f"{f[1]} 선택 비율",
    ),
    turn(
        r"((?:(?!승률|이기|이겨|이긴|이겼|지는|진).)*?)(?:이|가|은|는)\s전체(?:\s?(?:경기|"
            r"게임|판))?"
            r"(?:\s?중에서|에서|\s?중|의)\s?몇\s?(?:퍼센트|프로|퍼|%)",
        lambda f: f"{f[1]} 선택 비율",
    ),
)  # fmt: skip
