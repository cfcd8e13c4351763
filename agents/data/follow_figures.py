"""Turns that change what is computed or how it is shown: of how many games, 상위 셋만."""

import re

from agents.data.follow_words import InView, Told, turn
from agents.data.periods import grain_of

_GIVE = r"(?:\s?(?:다시|보여|알려|계산해|정렬해|해)?\s?(?:줘|주세요|봐|보여줘|알려줘|줄래))?"
_GAMES = r"(?:games?|match(?:es)?|maps?|sets?)"
_GAMES_ES = r"(?:partid[oa]s?|juegos?|encuentros?|combates?)"
_GAMES_KO = r"(?:판|경기|게임|대국|번)"
_NOUN_KO = r"(?:사람|선수|팀|쪽|애|놈|값|거|것|맵|데|곳|순서)"
_COUNTS_KO = {"하나": 1, "둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6}
_GRAINS_KO = {"년": "해", "해": "해", "달": "달", "개월": "달", "월": "달", "분기": "분기"}
_GRAIN_OF = {"해": "year", "달": "month", "분기": "quarter", "year": "year", "month": "month",
             "quarter": "quarter", "ano": "year", "año": "year", "mes": "month",
             "trimestre": "quarter"}  # fmt: skip


def _with_thresholds(plain: str) -> Told:
    """Return a turn that holds after rows that needed some number of games, wins or a rate."""

    def put(found: re.Match[str], said: InView) -> str | None:
        return found.expand(plain) if said.previous.has_thresholds else None

    return put


def _rows(plain: str) -> Told:
    """Return a turn that holds after an answer of several rows."""

    def put(found: re.Match[str], said: InView) -> str | None:
        return plain if said.previous.group_by else None

    return put


def _of_rate(plain: str) -> Told:
    """Return a turn that holds after a rate: of how many games it is."""

    def put(found: re.Match[str], said: InView) -> str | None:
        return plain if said.previous.measure in ("win_rate", "loss_rate", "draw_rate") else None

    return put


def _nouns(plain: str) -> Told:
    """Return a turn that holds where one noun groups in the place of another, or by itself."""

    def put(found: re.Match[str], said: InView) -> str | None:
        named = {key: word for key, word in found.groupdict().items() if word is not None}
        return plain.format(**named) if all(said.noun(word) for word in named.values()) else None

    return put


def _pooled(found: re.Match[str], said: InView) -> str | None:
    """Put the rows together that a noun tells apart, else take its condition away."""
    spanish = said.lexicon.language == "es"
    key = said.noun(found["noun"])
    if not key:
        return None
    if key in said.previous.group_by:
        return "en total" if spanish else "overall"
    return f"sin importar el {found['noun']}" if spanish else f"regardless of the {found['noun']}"


def _top(found: re.Match[str], said: InView) -> str | None:
    count = _COUNTS_KO.get(found["count"], found["count"])
    return f"상위 {count}명만" if said.previous.group_by else None


def _moved(plain: str) -> Told:
    """Return a turn that moves the period of the last question by one of its own length."""

    def put(found: re.Match[str], said: InView) -> str | None:
        noun = found["noun"].casefold()
        noun = _GRAINS_KO.get(noun, noun)
        periods = said.previous.period
        if len(periods) != 1 or grain_of(periods[0]) != _GRAIN_OF.get(noun):
            return None
        return plain.format(noun)

    return put


def _counted_again(found: re.Match[str], said: InView) -> str | None:
    """Count the wins of whom the last question was about: how many did Terran win?"""
    own = said.named(found["value"])
    if own is None or own.side != "own" or own.exclude or len(own.values) > 1:
        return None
    return f"how many {'wins' if found['verb'].casefold() == 'win' else 'losses'}"


FIGURES = (
    turn(  # based on how many games?
        rf"(?:(?:that's|that\sis|is\sthat|it's)\s)?(?:(?:based\s|computed\s|"
        rf"calculated\s)?(?:over|across|from|"
        rf"on|out\sof|covering|for|of))\show\smany(?:\s{_GAMES})?(?:\s(?:is|was)\s(?:that|this|"
        rf"it))?|"
        rf"how\smany(?:\s{_GAMES})?\s(?:(?:does|did|do)\s(?:that|this|it)\s(?:cover|include|"
        rf"involve|"
        r"contain|comprise|rest\son|count)|(?:is|are|was|were)\s(?:that|this|it|those|they)\s"
        r"(?:\w+\s)?(?:based|built|computed|calculated|measured)\s(?:on|from|over))",
        "how many games is that",
    ),
    turn(
        r"what(?:'s|’s|s|\sis)\s(?:the\s|your\s)?(?:n|sample)|n|how\s(?:big|large|small)\s(?:is|"
        r"was)\s"
        r"(?:the|that|this|your)\ssample(?:\ssize)?|(?:the\s)?sample(?:\ssize)?",
        _of_rate("how many games is that"),
    ),
    turn(
        r"cu[aá]nt[oa]s\s(?:fueron|son|eran|hubo|han\ssido)(?:\sen\stotal)?",
        _of_rate("cuántas partidas son"),
    ),
    turn(
        r"(?:de\s)?qu[eé]\s(?:tan\sgrande|tama[nñ]o)\s(?:es|tiene|era|tuvo)\s(?:la|esa|"
        r"esta)\smuestra|"
        r"(?:el\s)?tama[nñ]o\s(?:muestral|de\s(?:la|esa)\smuestra)|(?:la\s)?muestra",
        _of_rate("cuántas partidas son"),
    ),
    turn(
        r"(?:그\s?)?표본(?:\s?(?:수|크기|개수))?(?:은|는|이|가)?"
        r"(?:\s?(?:몇|얼마|어느\s?정도)\S*(?:\s?\S{1,3})?)?" + _GIVE,
        _of_rate("몇 경기야"),
    ),
    turn(
        rf"(?:그거\s|그게\s|서로\s|총\s)?몇\s?(?:번|차례|{_GAMES_KO})(?:이나)?\s?(?:맞?붙|만나|"
        rf"만난|만났|싸운|싸웠|겨룬|겨뤘)\S*"
        r"(?:\s?(?:거|건|거야|거지|건데|적)\S*)?",
        lambda f, said: "몇 경기야"
        if {one.side for one in said.previous.filters if not one.exclude} == {"own", "opponent"}
        else None,
    ),
    turn(
        rf"(?:그중에?\s)?진\s(?:건|거는|것은|거|게|경기는|판은|게임은)\s(?:몇\s?{_GAMES_KO}?\S*|"
        rf"얼마\S*)"
        r"(?:\s?\S{1,3})?",
        "패배는 몇 번이야",
    ),
    turn(r"(?:(?:la|lo|de)s?\s)?ganad[oa]s", "cuántas victorias"),
    turn(r"(wins|losses)\sin\s(?:absolute\s)?(?:numbers|terms)", r"how many "
        r"\1"),
    turn(r"how\smany(?:\stimes)?\s(?:did|have|"
        r"has)\s(?:the\s)?(?P<value>.+?)\s(?P<verb>win|lose)",
         _counted_again),
    turn(  # one row per map, group it by map
        r"(?:with\s)?one\s(?:row|line|bar|entry|number|figure)\s(?:per|for\seach|"
        r"for\severy)\s(?P<one>\w+)",
        _nouns("by {one}"),
    ),
    turn(
        r"group(?:ed)?(?:\s(?:it|that|this|them|these|everything|"
        r"the\sresults?))?\sby\s(?:the\s)?(?P<one>\w+)",
        _nouns("by {one}"),
    ),
    turn(r"(.*\b(?:every|each|by|per)\s.+?)\s(?:separately|individually)", r"\1"),
    turn(
        r"all\s(?:the\s)?(?P<one>\w+)\s(?:separately|individually|apart)", _nouns("by {one}")
    ),
    turn(r"cada\s(?P<one>\w+)\spor\sseparado", _nouns("por {one}")),
    turn(r"(?P<one>\S+?)\s?단위(?:로|로는|로만)(?:\s?(?:나눠|나누|보여|쪼개|봐|"
        r"끊어)\S*)?" + _GIVE,
         lambda f, said: None if f["one"] in ("분", "초", "시간") else _nouns(
             "{one}별로")(f, said)),
    turn(r"c[oó]mo\sse\s(?:reparten?|distribuyen?)\s(?P<one>(?:por|"
        r"seg[uú]n)\s.+)",
         r"\1"),
    turn(
        r"how\s(?:did|has|does|have)\s(?:it|that|this|they)\s(?:develop|evolve|change|progress|"
        r"move|go)(?:ed|d)?(?:\sover\s(?:the\s|that\s)?(?:year|time))?\s"
        r"((?:month\sby\smonth|year\sby\syear|week\sby\sweek|by\s\w+|per\s\w+))",
        r"\1",
    ),
    turn(r"over\sthe\s(?P<one>months|years|weeks|quarters|seasons|"
        r"patches)", _nouns("by {one}")),
    turn(r"(?:additionally|on\stop(?:\sof\s(?:that|it))?|"
        r"further)\s(by\s.+)",
         r"also \1"),
    turn(r"(?:(?:거기에|"
        r"여기에)\s?(?:다가\s)?(?:더해\s?)?)?(?P<one>\S+?)별로?도(?:\s?(?:나눠|나누|쪼개|보여|"
        r"추가|같이|봐)\S*)*"
         + _GIVE, _nouns("{one}도 추가해줘")),
    turn(  # by year instead of map; not by map, by year
        r"(?:by|per)\s(?P<one>\w+)\s(?:instead\sof|rather\sthan)\s(?:by\s|per\s)?(?P<other>\w+)",
        _nouns("by {one} instead"),
    ),
    turn(r"not\s(?:by|per)\s(?P<other>\w+),?\s(?:but\s)?(?:by|per)\s(?P<one>\w+)",
         _nouns("by {one} instead")),
    turn(r"not\s(?:by|per|split\sby)\s(?P<other>\w+),?\s(?:but\s)?(?:just\s)?(?:overall|"
        r"in\stotal|altogether)",
         _nouns("overall")),
    turn(r"por\s(?P<one>\w+)\sen\s(?:vez|lugar)\sde\s(?:por\s)?(?P<other>\w+)",
         _nouns("mejor por {one}")),
    turn(r"en\s(?:vez|"
        r"lugar)\sde\s(?:por\s)?(?P<other>\w+),?\s(?:mejor\s)?por\s(?P<one>\w+)",
         _nouns("mejor por {one}")),
    turn(r"no\spor\s(?P<other>\w+),?\s(?:sino\s|mejor\s)?por\s(?P<one>\w+)",
         _nouns("mejor por {one}")),
    turn(r"(?P<other>\S+?)(?:별)?(?:로|이|로가)?\s?(?:말고|아니라|"
        r"아니고)\s(?P<one>\S+?)(?:별|마다)(?:로|로는|은|는)?"
         r"(?:\s?(?:나눠|나누|보여|쪼개|봐|바꿔)\S*)?" + _GIVE, _nouns("{one}별로 바꿔줘")),
    turn(  # all maps combined
        r"all\s(?:the\s)?(?P<noun>\w+)\s(?:combined|pooled|(?:put\s|taken\s|lumped\s)?together|"
        r"merged|aggregated)",
        _pooled,
    ),
    turn(r"tod[oa]s\sl[oa]s\s(?P<noun>\w+)\s(?:junt[oa]s|combinad[oa]s|sumad[oa]s|"
         r"en\sconjunto)", _pooled),
    turn(r"aggregated?|(?:un|de)group(?:ed)?|lump\s(?:it|them|"
        r"everything)\stogether|"
         r"without\s(?:splitting|breaking(?:\sit)?\sdown|separating|grouping)(?:\s(?:it|"
         r"them))?(?:\sby\s\w+)?",
         _rows("overall")),
    turn(r"sin\s(?:desglos\w+|separar|dividir|agrupar|repartir)(?:l[oa]s?)?(?:\s(?:por\s)?\w+)?|"
         r"en\sconjunto|"
         r"tod[oa]\sjunt[oa]|globalmente", _rows("en total")),
    turn(r"전체는(?:요)?(?:\s?어때\S*)?|(?:다\s)?통틀어(?:서|선|"
        r"서는)?(?:\s?어때\S*)?|"
         r"(?:나누|구분하|쪼개)지\s?말고(?:\s\S+)?|\S+별(?:로)?\s(?:말고|"
         r"아니라)\s전체(?:로)?" + _GIVE,
         _rows("다 합쳐서")),
    turn(rf"(?:regardless\sof|irrespective\sof|no\smatter|"
         rf"whatever)\s(?:the\s)?(?:number\sof\s{_GAMES}|how\s(?:many|few)(?:\s{_GAMES})?"
         rf"(?:\s.*)?|{_GAMES}\s(?:count|played)|sample\ssize)|however\s(?:few|"
         rf"many)(?:\s{_GAMES})?(?:\s.*)?",
         _with_thresholds("drop the minimum")),
    turn(rf"(?:drop|without|remove|no|lift|ignore|forget|lose)\s(?:the\s|"
         rf"that\s)?(?:minimum\sof\s)?\d+[-\s]?{_GAMES}?"
         r"[-\s](?:minimum|min|limit|threshold|cut-?off|"
         r"requirement)", _with_thresholds("drop the minimum")),
    turn(
        r"(?:최소\s?)?(?:판\s?수|경기\s?수|게임\s?수|표본|횟수|몇\s?판)(?:이든|는|은|에|와|"
        r"랑)?\s?(?:(?:상관|관계)\s?없이|"
        r"신경\s?(?:쓰지|안\s?쓰)\S*|안\s?따지\S*|안\s?가리\S*|무시\S*)(?:\s\S+)*",
        _with_thresholds("최소 판수 빼줘"),
    ),
    turn(
        rf"(?:\d+\s?{_GAMES_KO}\s?(?:이상\s?)?|(?:최소\s?)?(?:판\s?수|경기\s?수|게임\s?수)\s?)"
        r"(?:조건|제한|기준|필터|하한)(?:은|는|을|를|도)?\s?(?:빼|없애|없이|풀|제거|해제|"
        r"무시)\S*(?:\s다시)?"
        rf"{_GIVE}",
        _with_thresholds("최소 판수 빼줘"),
    ),
    turn(rf"(?:sin\simportar|"
        rf"da\sigual)\s(?:cu[aá]nt[oa]s\s{_GAMES_ES}(?:\s.*)?|(?:el\sn[uú]mero|"
        rf"la\scantidad)\sde\s{_GAMES_ES})|"
         rf"(?:sin|quita)\s(?:el\s)?(?:l[ií]mite|m[ií]nimo|umbral|filtro)\sde\s(?:las\s|"
         rf"los\s)?\d+\s?{_GAMES_ES}?",
         _with_thresholds("sin mínimo")),
    turn(rf"(?:make\s(?:it|"
        rf"that)\s)?(?:rather\s)?(\d+)(?:\s{_GAMES})?(?:\sinstead\sof\s\d+(?:\s{_GAMES})?)?",
         _with_thresholds(r"make it \1")),
    turn(rf"(?:que\ssean\s|c[aá]mbial[oa]s?\sa\s|mejor\s)?(\d+)(?:\s{_GAMES_ES})?(?:\sen\s(?:vez|"
         rf"lugar)\sde\s\d+(?:\s{_GAMES_ES})?)?",
         _with_thresholds(r"cambia a \1")),
    turn(rf"\d+\s?{_GAMES_KO}?\s?(?:말고|대신)\s(\d+)\s?{_GAMES_KO}?(?:으로|"
        rf"로)?{_GIVE}",
         _with_thresholds(r"\1판으로")),
    turn(rf"(\d+)\s?{_GAMES_KO}(?:도|이|을|를)?\s?(?:안\s?되는|안\s?된|"
        rf"못\s?되는|못\s?채운)\s\S+?(?:은|는|을|를)?\s"
         r"(?:제외|빼|없애|걸러)\S*" + _GIVE, r"\1판 이상"),
    turn(rf"de\s(\d+)\s({_GAMES_ES})\s(?:para|en|hacia)\s(?:arriba|"
        rf"adelante)", r"al menos \1 \2"),
    turn(r"(?:from\s|since\s|starting\s)?(.+?)\son-?wards?", r"since \1"),
    turn(r"(?:de\s|desde\s|a\spartir\sde\s)?(\D.+?)\sen\sadelante", r"desde \1"),
    turn(r"(?:a|one)\s(?P<noun>year|month|quarter)\s(?:later|after|"
        r"on)(?:\sthat)?",
         _moved("the next {}")),
    turn(r"(?:a|one)\s(?P<noun>year|month|quarter)\s(?:earlier|before|"
        r"prior)(?:\sthat)?",
         _moved("the previous {}")),
    turn(r"(?:un\s(?P<noun>a[nñ]o|mes|trimestre)\s(?:despu[eé]s|"
        r"m[aá]s\starde))",
         _moved("el {} siguiente")),
    turn(r"(?:el|al)\s(?P<noun>a[nñ]o|mes|trimestre)\sque\s(?:sigue|"
        r"viene)", _moved("el {} siguiente")),
    turn(r"un\s(?P<noun>a[nñ]o|mes|trimestre)\s(?:antes|atr[aá]s)", _moved("el {} "
        "anterior")),
    turn(r"(?:1|일|한)\s?(?P<noun>년|해|달|개월|분기)\s?전(?:은|엔|에는|에|"
        r"에도)?(?:요)?(?:\s?어땠\S*|\s?어때\S*)?",
         _moved("그 전 {}는?")),
    turn(r"(?:(?:1|일|한)\s?(?P<noun>년|해|달|개월|분기)\s?(?:뒤|후|이후))(?:은|"
        r"는|엔|에는|에|에도)?(?:요)?"
         r"(?:\s?어땠\S*|\s?어때\S*)?", _moved("그 다음 {}는?")),
    turn(r"(?:그\s?)?(?:담|뒤|다음)\s?(?P<noun>달|해|분기)(?:은|는|엔|에는|에|에도|"
        r"로|로\s?(?:넘어가|가|바꾸|옮기)\S*)?"
         r"(?:요)?(?:\s?어땠\S*|\s?어때\S*)?", _moved("그 다음 {}는?")),
    turn(r"(?:only\s|just\s)?(?:the\s)?top(\d+)(?:\sonly)?(만)?", r"top \1"),
    turn(r"(?:show\s(?:me\s)?)?(?:only\s|just\s)?the\s(?:first|top)\s(one|two|three|"
        r"four|five|ten|\d+)"
         r"(?:\s(?:rows|ones|only))?", lambda f, said: f"top "
             f"{f[1]}" if said.previous.group_by else None),
    turn(r"(?:starting|beginning)\s(?:with|from)\s(?:the\s)?(lowest|worst|"
        r"highest|best)(?:\sone)?",
         r"\1 first"),
    turn(rf"(?:상위|위에서)\s?(?P<count>둘|셋|넷|다섯)(?:만|만\s?남기고|"
        rf"까지만)?{_GIVE}", _top),
    turn(rf"위에서\s?(?:부터\s?)?(?P<count>\S+?)\s?(?:명|개|팀|곳|사람)(?:만|"
        rf"까지만)?{_GIVE}", _top),
    turn(r"상위\s?(?P<count>\S+?)\s?(?:명|개|팀|곳)(?:으로|로)\s?(?:줄|좁|제한|한정|자르|"
        r"잘라|추려)\S*" + _GIVE, _top),
    turn(rf"(?:낮은|적은|작은|못하는|나쁜|짧은)\s?{_NOUN_KO}?(?:부터|"
        rf"대로)(?:\s?(?:정렬|나열)\S*)?{_GIVE}",
         "낮은 순으로"),
    turn(rf"(?:높은|많은|큰|잘하는|좋은|긴)\s?{_NOUN_KO}?(?:부터|대로)(?:\s?(?:정렬|"
        rf"나열)\S*)?{_GIVE}",
         "높은 순으로"),
    turn(rf"(?:밑|아래|바닥|뒤)(?:에서)?\s?부터{_GIVE}", "낮은 순으로"),
    turn(r"(?:보통|대충|평균|평균적으로)?\s?얼마나\s(?:걸려|걸리|가|길어|길|지속)\S*",
         lambda f, said: "평균 경기 시간은?" if said.lexicon.model.duration is not None else None),
)  # fmt: skip
