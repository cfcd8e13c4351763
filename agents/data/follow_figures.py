"""Turns that change what is computed or how it is shown: of how many games, 상위 셋만."""

import re

from agents.answering.periods.periods import grain_of
from agents.data.follow_words import InView, Told, turn, where
from agents.data.match.compute.plan import ranks_by_rate

_GIVE = r"(?:\s?(?:다시|보여|알려|계산해|정렬해|해)?\s?(?:줘|주세요|봐|보여줘|알려줘|줄래))?"
_GAMES = r"(?:games?|match(?:es)?|maps?|sets?)"
_GAMES_ES = r"(?:partid[oa]s?|juegos?|encuentros?|combates?)"
_GAMES_KO = r"(?:판|경기|게임|대국|번)"
_NOUN_KO = r"(?:사람|선수|팀|쪽|애|놈|값|거|것|맵|데|곳|순서)"
_COUNTS_KO = {"하나": 1, "둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6}
_MANY = {"two": "2", "three": "3", "four": "4", "five": "5", "ten": "10", "dos": "2", "tres": "3",
         "cuatro": "4", "cinco": "5", "diez": "10"}  # fmt: skip
_SO_MANY = "|".join(_MANY)
_GRAINS_KO = {"년": "해", "해": "해", "달": "달", "개월": "달", "월": "달", "분기": "분기"}
_GRAIN_OF = {"해": "year", "달": "month", "분기": "quarter", "year": "year", "month": "month",
             "quarter": "quarter", "ano": "year", "año": "year", "mes": "month",
             "trimestre": "quarter"}  # fmt: skip


def _with_thresholds(plain: str) -> Told:
    """Return a turn that holds after rows that needed some number of games, wins or a rate."""

    def put(found: re.Match[str], said: InView) -> str | None:
        ranked = bool(said.previous.group_by) and ranks_by_rate(said.previous)
        return found.expand(plain) if said.previous.has_thresholds or ranked else None

    return put


def _fewest(found: re.Match[str], said: InView) -> str | None:
    """The other end of a ranking by a figure that it does not name again."""
    count = next(filter(None, found.group("count", "cuantos", "ko"))).casefold()
    ranked = said.previous.order == "desc" and bool(said.previous.group_by)
    return f"bottom {_MANY.get(count, count)}" if ranked else None


def _assumed(mirrors: str, minimum: str) -> Told:
    """Return a turn that takes what was assumed away: of mirrors, or how many games rows need."""

    def put(found: re.Match[str], said: InView) -> str:
        usual = bool(said.previous.group_by) and ranks_by_rate(said.previous)
        return minimum if usual and found["mirror"] is None else mirrors

    return put


def _are_nouns(found: re.Match[str], said: InView) -> bool:
    """Whether all words that are named, one or two, are nouns: by this one, not by that."""
    return all(said.noun(word) for word in found.groupdict().values() if word is not None)


_nouns = where(_are_nouns)
_rows = where(lambda found, said: bool(said.previous.group_by))
_of_rate = where(
    lambda found, said: said.previous.measure in ("win_rate", "loss_rate", "draw_rate")
)


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
        r"(?:(?:that's|that\sis|is\sthat|it's)\s)?"
        r"(?:(?:based\s|computed\s|calculated\s)?(?:over|across|from|on|out\sof|covering|for|of))"
        rf"\show\smany(?:\s{_GAMES})?(?:\s(?:is|was)\s(?:that|this|it))?|"
        rf"how\smany(?:\s{_GAMES})?\s(?:(?:does|did|do)\s(?:that|this|it)\s(?:cover|"
        r"include|involve|contain|comprise|rest\son|count)|(?:is|are|was|were)\s(?:that|this|it|"
        r"those|they)\s(?:\w+\s)?(?:based|built|computed|calculated|measured)\s(?:on|from|over))",
        "how many games is that",
    ),
    turn(
        r"what(?:'s|’s|s|\sis)\s(?:the\s|your\s)?(?:n|sample)|"
        r"n|"
        r"how\s(?:big|large|small)\s(?:is|was)\s(?:the|that|this|your)\ssample(?:\ssize)?|"
        r"(?:the\s)?sample(?:\ssize)?",
        _of_rate("how many games is that"),
    ),
    turn(
        r"cu[aá]nt[oa]s\s(?:fueron|son|eran|hubo|han\ssido)(?:\sen\stotal)?",
        _of_rate("cuántas partidas son"),
    ),
    turn(
        r"(?:de\s)?"
        r"qu[eé]\s(?:tan\sgrande|tama[nñ]o)\s(?:es|tiene|era|tuvo)\s(?:la|esa|esta)\smuestra|"
        r"(?:el\s)?tama[nñ]o\s(?:muestral|de\s(?:la|esa)\smuestra)|"
        r"(?:la\s)?muestra",
        _of_rate("cuántas partidas son"),
    ),
    turn(
        r"(?:그\s?)?표본(?:\s?(?:수|크기|개수))?"
        rf"(?:은|는|이|가)?(?:\s?(?:몇|얼마|어느\s?정도)\S*(?:\s?\S{{1,3}})?)?{_GIVE}",
        _of_rate("몇 경기야"),
    ),
    turn(
        r"(?:그중에?\s)?진\s(?:건|거는|것은|거|게|경기는|판은|게임은)"
        rf"\s(?:몇\s?{_GAMES_KO}?\S*|얼마\S*)(?:\s?\S{{1,3}})?",
        "패배는 몇 번이야",
    ),
    turn(r"(?:(?:la|lo|de)s?\s)?ganad[oa]s", "cuántas victorias"),
    turn(
        r"(wins|losses)\sin\s(?:absolute\s)?(?:numbers|terms)",
        r"how many \1",
    ),
    turn(
        r"how\smany(?:\stimes)?\s(?:did|have|has)\s(?:the\s)?(?P<value>.+?)\s(?P<verb>win|lose)",
        _counted_again,
    ),
    turn(  # one row per map, group it by map
        r"(?:with\s)?"
        r"one\s(?:row|line|bar|entry|number|figure)\s(?:per|for\seach|for\severy)\s(?P<one>\w+)",
        _nouns("by {one}"),
    ),
    turn(
        r"group(?:ed)?"
        r"(?:\s(?:it|that|this|them|these|everything|the\sresults?))?\sby\s(?:the\s)?(?P<one>\w+)",
        _nouns("by {one}"),
    ),
    turn(r"(.*\b(?:every|each|by|per)\s.+?)\s(?:separately|individually)", r"\1"),
    turn(r"all\s(?:the\s)?(?P<one>\w+)\s(?:separately|individually|apart)", _nouns("by {one}")),
    turn(r"cada\s(?P<one>\w+)\spor\sseparado", _nouns("por {one}")),
    turn(
        rf"(?P<one>\S+?)\s?단위(?:로|로는|로만)(?:\s?(?:나눠|나누|보여|쪼개|봐|끊어)\S*)?{_GIVE}",
        lambda f, said: None if f["one"] in ("분", "초", "시간") else _nouns("{one}별로")(f, said),
    ),
    turn(r"c[oó]mo\sse\s(?:reparten?|distribuyen?)\s(?P<one>(?:por|seg[uú]n)\s.+)", r"\1"),
    turn(
        r"how\s(?:did|has|does|have)\s(?:it|that|this|they)\s(?:develop|"
        r"evolve|change|progress|move|go)(?:ed|d)?(?:\sover\s(?:the\s|that\s)?(?:year|time))?"
        r"\s((?:month\sby\smonth|year\sby\syear|week\sby\sweek|by\s\w+|per\s\w+))",
        r"\1",
    ),
    turn(r"over\sthe\s(?P<one>months|years|weeks|quarters|seasons|patches)", _nouns("by {one}")),
    turn(r"(?:additionally|on\stop(?:\sof\s(?:that|it))?|further)\s(by\s.+)", r"also \1"),
    turn(
        r"(?:(?:거기에|여기에)\s?(?:다가\s)?(?:더해\s?)?)?"
        rf"(?P<one>\S+?)별로?도(?:\s?(?:나눠|나누|쪼개|보여|추가|같이|봐)\S*)*{_GIVE}",
        _nouns("{one}도 추가해줘"),
    ),
    turn(  # by year instead of map; not by map, by year
        r"(?:by|per)\s(?P<one>\w+)\s(?:instead\sof|rather\sthan)\s(?:by\s|per\s)?(?P<other>\w+)",
        _nouns("by {one} instead"),
    ),
    turn(
        r"not\s(?:by|per)\s(?P<other>\w+),?\s(?:but\s)?(?:by|per)\s(?P<one>\w+)",
        _nouns("by {one} instead"),
    ),
    turn(
        r"not\s(?:by|per|split\sby)"
        r"\s(?P<other>\w+),?\s(?:but\s)?(?:just\s)?(?:overall|in\stotal|altogether)",
        _nouns("overall"),
    ),
    turn(
        r"por\s(?P<one>\w+)\sen\s(?:vez|lugar)\sde\s(?:por\s)?(?P<other>\w+)",
        _nouns("mejor por {one}"),
    ),
    turn(
        r"no\s(?:por|seg[uú]n)\s(?P<other>\w+),?\s(?:sino\s)?(?:en\s(?:total|conjunto)|junt[oa]s?)",
        _nouns("en total"),
    ),
    turn(
        r"en\s(?:vez|lugar)\sde\s(?:por\s)?(?P<other>\w+),?\s(?:mejor\s)?por\s(?P<one>\w+)",
        _nouns("mejor por {one}"),
    ),
    turn(
        r"no\spor\s(?P<other>\w+),?\s(?:sino\s|mejor\s)?por\s(?P<one>\w+)",
        _nouns("mejor por {one}"),
    ),
    turn(
        r"(?P<other>\S+?)(?:별)?(?:로|이|로가)?\s?(?:말고|아니라|아니고)\s(?P<one>\S+?)"
        rf"(?:별|마다)(?:로|로는|은|는)?(?:\s?(?:나눠|나누|보여|쪼개|봐|바꿔)\S*)?{_GIVE}",
        _nouns("{one}별로 바꿔줘"),
    ),
    turn(  # all maps combined
        r"all\s(?:the\s)?"
        r"(?P<noun>\w+)\s(?:combined|pooled|(?:put\s|taken\s|lumped\s)?together|merged|aggregated)",
        _pooled,
    ),
    turn(
        r"tod[oa]s\sl[oa]s\s(?P<noun>\w+)\s(?:junt[oa]s|combinad[oa]s|sumad[oa]s|en\sconjunto)",
        _pooled,
    ),
    turn(
        r"aggregated?|"
        r"(?:un|de)group(?:ed)?|"
        r"lump\s(?:it|them|everything)\stogether|"
        r"without\s(?:splitting|breaking(?:\sit)?\sdown|separating|grouping)"
        r"(?:\s(?:it|them))?(?:\sby\s\w+)?",
        _rows("overall"),
    ),
    turn(
        r"sin\s(?:desglos\w+|separar|dividir|agrupar|repartir)(?:l[oa]s?)?(?:\s(?:por\s)?\w+)?|"
        r"en\sconjunto|"
        r"tod[oa]\sjunt[oa]|"
        r"globalmente",
        _rows("en total"),
    ),
    turn(
        r"전체는(?:요)?(?:\s?어때\S*)?|"
        r"(?:다\s)?통틀어(?:서|선|서는)?(?:\s?어때\S*)?|"
        r"(?:나누|구분하|쪼개)지\s?말고(?:\s\S+)?|"
        rf"\S+별(?:로)?\s(?:말고|아니라)\s전체(?:로)?{_GIVE}",
        _rows("다 합쳐서"),
    ),
    turn(  # and the three with fewest
        rf"(?:(?:what|how)\sabout\s)?(?:the\s)?(?P<count>\d+|{_SO_MANY})\s(?:with|who\shave|that\shave)\s(?:the\s)?"
        rf"(?:fewest|least|lowest)(?:\s{_GAMES})?|"
        rf"(?:los|las)\s(?P<cuantos>\d+|{_SO_MANY})\s(?:con|que\stienen)\smenos(?:\s{_GAMES_ES})?|"
        rf"(?:제일\s|가장\s)?적은\s(?:쪽\s)?(?P<ko>\d+)(?:명|개|팀)?(?:은|는|도)?",
        _fewest,
    ),
    turn(  # the mirror rule, that assumption
        r"(?:without|drop|remove|undo|forget|lift)\s(?:the|that|this|those|your)\s"
        r"(?:(?P<mirror>mirrors?)\s(?:rule|filter|exclusion|assumption)|assumptions?|defaults?)",
        _assumed("with mirrors", "drop the minimum"),
    ),
    turn(
        r"(?:그\s|이\s|저\s)?(?:(?P<mirror>미러전?|동족전?)\s(?:규칙|가정|제외|필터)|가정|기본값)"
        rf"(?:을|를|은|는)?\s?(?:없이|빼|없애|풀|제거|해제|무시)\S*{_GIVE}",
        _assumed("미러전 포함해서", "최소 판수 빼줘"),
    ),
    turn(
        r"(?:sin|quita|elimina)\s(?:la|esa|esta|las|esas)\s(?:(?:regla|exclusi[oó]n|suposici[oó]n)"
        r"\sde\s(?:los\s)?(?P<mirror>espejos)|suposici[oó]n(?:es)?)",
        _assumed("con espejos", "sin mínimo"),
    ),
    turn(
        r"(?:regardless\sof|irrespective\sof|no\smatter|whatever)"
        rf"\s(?:the\s)?(?:number\sof\s{_GAMES}|"
        rf"how\s(?:many|few)(?:\s{_GAMES})?(?:\s.*)?|{_GAMES}\s(?:count|played)|sample\ssize)|"
        rf"however\s(?:few|many)(?:\s{_GAMES})?(?:\s.*)?",
        _with_thresholds("drop the minimum"),
    ),
    turn(
        r"(?:drop|without|remove|no|lift|ignore|forget|lose)\s(?:the\s|that\s)?(?:minimum\sof\s)?"
        rf"\d+[-\s]?{_GAMES}?[-\s](?:minimum|min|limit|threshold|cut-?off|requirement)",
        _with_thresholds("drop the minimum"),
    ),
    turn(
        r"(?:최소\s?)?(?:판\s?수|경기\s?수|게임\s?수|표본|횟수|몇\s?판)(?:이든|는|은|에|와|랑)?"
        r"\s?(?:(?:상관|관계)\s?없이|신경\s?(?:쓰지|안\s?쓰)\S*|안\s?따지\S*|안\s?가리\S*|무시\S*)"
        r"(?:\s\S+)*",
        _with_thresholds("최소 판수 빼줘"),
    ),
    turn(
        rf"(?:\d+\s?{_GAMES_KO}\s?(?:이상\s?)?|(?:최소\s?)?(?:판\s?수|경기\s?수|게임\s?수)\s?)"
        r"(?:조건|제한|기준|필터|하한)"
        rf"(?:은|는|을|를|도)?\s?(?:빼|없애|없이|풀|제거|해제|무시)\S*(?:\s다시)?{_GIVE}",
        _with_thresholds("최소 판수 빼줘"),
    ),
    turn(
        rf"(?:sin\simportar|da\sigual)\s(?:cu[aá]nt[oa]s\s{_GAMES_ES}(?:\s.*)?|"
        rf"(?:el\sn[uú]mero|la\scantidad)\sde\s{_GAMES_ES})|"
        r"(?:sin|quita)\s"
        rf"(?:el\s)?(?:l[ií]mite|m[ií]nimo|umbral|filtro)\sde\s(?:las\s|los\s)?\d+\s?{_GAMES_ES}?",
        _with_thresholds("sin mínimo"),
    ),
    turn(
        r"(?:make\s(?:it|that)\s)?"
        rf"(?:rather\s)?(\d+)(?:\s{_GAMES})?(?:\sinstead\sof\s\d+(?:\s{_GAMES})?)?",
        _with_thresholds(r"make it \1"),
    ),
    turn(
        r"(?:que\ssean\s|c[aá]mbial[oa]s?\sa\s|mejor\s)?"
        rf"(\d+)(?:\s{_GAMES_ES})?(?:\sen\s(?:vez|lugar)\sde\s\d+(?:\s{_GAMES_ES})?)?",
        _with_thresholds(r"cambia a \1"),
    ),
    turn(
        rf"\d+\s?{_GAMES_KO}?\s?(?:말고|대신)\s(\d+)\s?{_GAMES_KO}?(?:으로|로)?{_GIVE}",
        _with_thresholds(r"\1판으로"),
    ),
    turn(
        rf"(\d+)\s?{_GAMES_KO}(?:도|이|을|를)?\s?(?:안\s?되는|안\s?된|못\s?되는|못\s?채운)"
        rf"\s\S+?(?:은|는|을|를)?\s(?:제외|빼|없애|걸러)\S*{_GIVE}",
        r"\1판 이상",
    ),
    turn(rf"de\s(\d+)\s({_GAMES_ES})\s(?:para|en|hacia)\s(?:arriba|adelante)", r"al menos \1 \2"),
    turn(r"(?:from\s|since\s|starting\s)?(.+?)\son-?wards?", r"since \1"),
    turn(r"(?:de\s|desde\s|a\spartir\sde\s)?(\D.+?)\sen\sadelante", r"desde \1"),
    turn(
        r"(?:a|one)\s(?P<noun>year|month|quarter)\s(?:later|after|on)(?:\sthat)?",
        _moved("the next {}"),
    ),
    turn(
        r"(?:a|one)\s(?P<noun>year|month|quarter)\s(?:earlier|before|prior)(?:\sthat)?",
        _moved("the previous {}"),
    ),
    turn(
        r"(?:un\s(?P<noun>a[nñ]o|mes|trimestre)\s(?:despu[eé]s|m[aá]s\starde))",
        _moved("el {} siguiente"),
    ),
    turn(
        r"(?:el|al)\s(?P<noun>a[nñ]o|mes|trimestre)\sque\s(?:sigue|viene)",
        _moved("el {} siguiente"),
    ),
    turn(
        r"un\s(?P<noun>a[nñ]o|mes|trimestre)\s(?:antes|atr[aá]s)",
        _moved("el {} anterior"),
    ),
    turn(
        r"(?:1|일|한)\s?(?P<noun>년|해|달|개월|분기)"
        r"\s?전(?:은|엔|에는|에|에도)?(?:요)?(?:\s?어땠\S*|\s?어때\S*)?",
        _moved("그 전 {}는?"),
    ),
    turn(
        r"(?:(?:1|일|한)\s?(?P<noun>년|해|달|개월|분기)\s?(?:뒤|후|이후))"
        r"(?:은|는|엔|에는|에|에도)?(?:요)?(?:\s?어땠\S*|\s?어때\S*)?",
        _moved("그 다음 {}는?"),
    ),
    turn(
        r"(?:그\s?)?(?:담|뒤|다음)\s?(?P<noun>달|해|분기)(?:은|"
        r"는|엔|에는|에|에도|로|로\s?(?:넘어가|가|바꾸|옮기)\S*)?(?:요)?(?:\s?어땠\S*|\s?어때\S*)?",
        _moved("그 다음 {}는?"),
    ),
    turn(r"(?:only\s|just\s)?(?:the\s)?top(\d+)(?:\sonly)?(만)?", r"top \1"),
    turn(
        r"(?:show\s(?:me\s)?)?(?:only\s|just\s)?"
        r"the\stop\s(one|two|three|four|five|ten|\d+)(?:\s(?:rows|ones|only))?",
        lambda f, said: f"top {f[1]}" if said.previous.group_by else None,
    ),
    turn(r"(?:다|전체)\s(?:보여|알려|나열)(?:\s?(?:줘|주세요|줄래|봐))?(?:요)?", _rows("전부")),
    turn(
        r"(?:starting|beginning)\s(?:with|from)\s(?:the\s)?(lowest|worst|highest|best)(?:\sone)?",
        r"\1 first",
    ),
    turn(rf"(?:상위|위에서)\s?(?P<count>둘|셋|넷|다섯)(?:만|만\s?남기고|까지만)?{_GIVE}", _top),
    turn(
        rf"위에서\s?(?:부터\s?)?(?P<count>\S+?)\s?(?:명|개|팀|곳|사람)(?:만|까지만)?{_GIVE}",
        _top,
    ),
    turn(
        r"상위\s?(?P<count>\S+?)"
        rf"\s?(?:명|개|팀|곳)(?:으로|로)\s?(?:줄|좁|제한|한정|자르|잘라|추려)\S*{_GIVE}",
        _top,
    ),
    turn(
        r"(?:낮은|적은|작은|못하는|나쁜|짧은)"
        rf"\s?{_NOUN_KO}?(?:부터|대로)(?:\s?(?:정렬|나열)\S*)?{_GIVE}",
        "낮은 순으로",
    ),
    turn(
        r"(?:높은|많은|큰|잘하는|좋은|긴)"
        rf"\s?{_NOUN_KO}?(?:부터|대로)(?:\s?(?:정렬|나열)\S*)?{_GIVE}",
        "높은 순으로",
    ),
    turn(rf"(?:밑|아래|바닥|뒤)(?:에서)?\s?부터{_GIVE}", "낮은 순으로"),
    turn(
        r"(?:보통|대충|평균|평균적으로)?\s?얼마나\s(?:걸려|걸리|가|길어|길|지속)\S*",
        lambda f, said: "평균 경기 시간은?" if said.lexicon.model.duration is not None else None,
    ),
)
