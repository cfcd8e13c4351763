"""Words of a first question are put as the agent knows them: in this file, ended by, people."""

import re

from agents.answering.text.likely import Rewording

_FILE_EN = (
    r"(?:file|data\s?set|data\s?base|data|table|spreadsheet|csv|sheet|log|export|parquet|archive)"
)
_FILE_ES = r"(?:archivo|fichero|tabla|base\sde\sdatos|conjunto\sde\sdatos|datos|csv|hoja|registro)"
_FILE_KO = r"(?:파일|데이터|데이터셋|자료|표|테이블|시트|엑셀|csv)"
_COUNT_EN = r"how\smany\s(?:games|matches|rows)"
_COUNT_ES = r"cu[aá]nt[oa]s\s(?:partid[ao]s|juegos|filas|encuentros)"
_COUNT_KO = r"(?:경기|게임|판|행)"
_NO_OUTCOME = r"(?!(?:an?\s|en\s|un\s|una\s)?(?:draw|tie|win|loss|defeat|victory|empate|tablas|\d))"
TURNS = Rewording((
    (  # how many games are in this file: of all of them, whatever was asked before
        re.compile(
            rf"^\W*({_COUNT_EN})\s(?:are|were)\s(?:there\s)?(?:in|inside)\s(?:(?:this|the|my|your|"
            rf"all\sof\sthe|all\sthe)\s)?(?:whole\s|entire\s|full\s)?{_FILE_EN}"
            r"(?:\sin\s(?:total|all)|\saltogether|\soverall)?\W*$", re.I,
        ),
        r"\1 are there in total without any filters",
    ),
    (
        re.compile(
            rf"^\W*({_COUNT_EN})\s(?:does|do|did)\s(?:this|the|my|your)\s(?:whole\s|entire\s)?"
            rf"{_FILE_EN}\s(?:have|contain|hold|include)(?:\sin\s(?:total|all))?\W*$", re.I,
        ),
        r"\1 are there in total without any filters",
    ),
    (
        re.compile(
            rf"^\W*({_COUNT_ES})\s(?:hay|contiene|tiene|son|trae)\s(?:en\s)?(?:tod[oa]\s)?(?:est[ea]|el|la|los|"
            rf"mis?|estos)\s{_FILE_ES}(?:\sen\stotal)?\W*$", re.I,
        ),
        r"\1 hay en total sin ningún filtro",
    ),
    (
        re.compile(
            rf"^\W*(?:이|내|전체|저|요)?\s?{_FILE_KO}(?:에는|에|엔|안에는|안에|속에)\s?(?:총\s|전체\s|모두\s|전부\s)?"
            rf"(?:(?:있는|들어\s?있는|담긴|들어간)\s)?({_COUNT_KO})(?:가|이|은|는)?\s?(?:수(?:가|는)?|총)?\s?(?:모두\s|다\s|전부\s|총\s)?"
            r"(?:몇|얼마)\s?\S*(?:\s?(?:있어|있나|있지|있니|들어\s?있어|돼|되나))?(?:요)?\W*$"
        ),
        "필터 없이 전체 경기 수",
    ),
    (
        re.compile(
            rf"^\W*(?:이|내|전체|저|요)?\s?{_FILE_KO}(?:에는|에|엔|안에는|안에|속에)\s?(?:총\s|전체\s|모두\s|전부\s|다\s)?"
            rf"몇\s?{_COUNT_KO}(?:이|가|나|\s?정도)?\s?(?:있어|있나|있지|있니|있습니까|들어\s?있어|돼|되나|이야|야)?"
            r"(?:요)?\W*$"
        ),
        "필터 없이 전체 경기 수",
    ),
    (  # games ended by Dominance
        re.compile(
            r"\b(?:(?:that|which)\s)?(?:(?:were|was|have|had|been)\s)*(?:ended|finished|decided|settled|"
            rf"concluded)\s(?:by|via|through|with)\s{_NO_OUTCOME}(?=\w)", re.I,
        ),
        "with ",
    ),
    (
        re.compile(
            r"\b(?:que\s)?(?:se\s)?(?:terminar?on|termina[nr]?|acabar?on|acaba[nr]?|decidieron|resolvieron|"
            rf"decididas|resueltas|finalizar?on|terminadas|acabadas)\s(?:por|mediante|con)\s{_NO_OUTCOME}(?=\w)",
            re.I,
        ),
        "con ",
    ),
    (
        re.compile(
            r"(?<!승)(?<!패)(?<!무)(?<!무승부)(?<=\S)(?:으로|로)\s?(?:끝난|끝나는|종료된|마무리된|결판난|결정된)\s?"
            r"(?=경기|게임|판)"
        ),
        " ",
    ),
    (  # only people with at least 170 games: of the rows that were shown
        re.compile(
            r"^(\W*(?:and\s|ok\s|now\s)*(?:only|just)\s)(?:(?:the\s)?(?:people|persons|folks|guys|ones)|"
            r"those)(?=\s(?:with|who\s(?:have|had|played))\s(?:at\sleast|more|over|above|fewer|less|"
            r"under|\d))", re.I,
        ),
        r"\1",
    ),
    (
        re.compile(
            r"^(\W*(?:y\s|ahora\s)*(?:solo|s[oó]lo|solamente)\s)(?:(?:las\s)?personas|(?:la\s)?gente)"
            r"(?=\s(?:con|que\s(?:tenga|tengan|tiene|tienen))\s(?:al|m[aá]s|menos|\d|un\sm[ií]nimo))",
            re.I,
        ),
        r"\1",
    ),
    (
        re.compile(
            r"\b(?:people|persons|folks|guys)(?=\s(?:with|who\s(?:have|had|played))\s"
            r"(?:at\sleast|more|over|above|fewer|less|under|\d))", re.I,
        ),
        "players",
    ),
    (
        re.compile(
            r"\b(?:las\spersonas|personas|la\sgente|gente)(?=\s(?:con|que\s(?:tenga|tengan|tiene|tienen|"
            r"haya|hayan))\s(?:al|m[aá]s|menos|\d|un\sm[ií]nimo|jugado))", re.I,
        ),
        "jugadores",
    ),
    *(
        (  # and which month had the most?
            re.compile(
                r"^\W*(?:and\s|ok\s|so\s)*(?:which|what)\s(?:was\s(?:the\s)?)?(\w+)\s(?:had|has|with|was\swith|"
                rf"is\swith)\s(?:the\s)?(?:{said})(?:\sof\sthem)?\W*$", re.I,
            ),
            rf"which \1 is the {plain}",
        )
        for said, plain in (("most|highest", "highest"), ("least|fewest|lowest", "lowest"))
    ),
    (
        re.compile(
            r"^\W*(?:y\s)?(?:cu[aá]l\s(?:fue|es|era)\s(?:el|la)|qu[eé])\s(\w+)\s(?:con|que\stuvo|tuvo|tiene|"
            r"que\stiene)\s(?:m[aá]s)\W*$", re.I,
        ),
        r"qué \1 es el más alto",
    ),
    (
        re.compile(
            r"^\W*(?:y\s)?(?:cu[aá]l\s(?:fue|es|era)\s(?:el|la)|qu[eé])\s(\w+)\s(?:con|que\stuvo|tuvo|tiene|"
            r"que\stiene)\s(?:menos)\W*$", re.I,
        ),
        r"qué \1 es el más bajo",
    ),
    (  # all rows of it
        re.compile(
            r"\b(?:toda\sla\stabla|(?:la\s)?tabla\s(?:entera|completa)|"
            r"tod[oa]s\s(?:las\sfilas|los\sresultados))(?=\W*$|\spor\sfavor)", re.I,
        ),
        "la tabla",
    ),
    (re.compile(r"\b(?:the\s)?(?:full|whole|entire|complete)\stable\b", re.I), "the table"),
    (re.compile(r"(?<!\S)(?:표\s?전체|전체\s?표)(?:를|을|로)?(?=\s|\W*$)"), "표로"),
    (  # 상반기만 합쳐서: one figure of a period, and no summary of what was answered
        re.compile(
            r"(상반기|하반기|분기|\d월|\d년|[이그저]번\s?달|지난\s?달)(?:만|을|를|은|는)?\s?"
            r"(?:다\s|모두\s|전부\s)?(?:합쳐서|모아서|한꺼번에)(?:요)?(?=\W*$|\s(?:보여|알려))"
        ),
        r"\1 통틀어",
    ),
    (re.compile(r"\btier\s?lists?\b", re.I), "ranking"),  # a list of tiers ranks
    (re.compile(r"(?<!\S)티어\s?(?:리스트|표|순위)"), "순위"),
    (re.compile(r"\ball\s(?:the\s)?time\s(?=controls?\b)", re.I), "each time "),  # no all-time
    (  # which map is the hardest for Zerg: the one on which it wins least
        re.compile(
            r"\b(?:(hard|tough|tricki|nasti)|easi)est(?=\s(?:for\b|\w+\sfor\b|(?:map|matchup|opening|"
            r"course|track|stage|round|tournament|venue)s?\b))", re.I,
        ),
        lambda f: "worst" if f[1] else "best",
    ),
    (
        re.compile(
            r"\bm[aá]s\s(?:(dif[ií]cil(?:es)?|complicad[oa]s?)|f[aá]cil(?:es)?)(?=\s(?:para|a)\b|\W*$)",
            re.I,
        ),
        lambda f: "peor" if f[1] else "mejor",
    ),
    (
        re.compile(
            r"\b(rival(?:es)?|oponentes?|contrincantes?|adversari[oa]s?|enfrentamientos?)\sm[aá]s\s"
            r"(?:(dif[ií]cil(?:es)?|dur[oa]s?|complicad[oa]s?)|f[aá]cil(?:es)?)\b", re.I,
        ),
        lambda f: f"{'peor' if f[2] else 'mejor'} {f[1]}",
    ),
    (  # qué mapa le cuesta más a Zerg, se le da peor
        re.compile(r"\bles?\scuestan?\sm[aá]s(?:\s(?:a|al)(?=\s))?", re.I), "es el peor para",
    ),
    (
        re.compile(r"\bse\sles?\sdan?\s(peor|mejor)(?:\s(?:a|al)(?=\s))?", re.I),
        r"es el \1 para",
    ),
    (re.compile(r"^(\W*)y\s(?=(?:m[aá]s|menos)\s(?:de|que)\s\d)", re.I), r"\1"),  # ¿y más de 70?
))  # fmt: skip


def in_known_words(text: str) -> str:
    """Return a question with phrases of a first day in words that are read as they stand."""
    return TURNS.put(text)
