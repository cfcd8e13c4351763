"""Turns that put another figure, order or rival in the last one's place: not wins, losses."""

import re

from agents.data.follow_words import InView, Told, turn, where

_GAMES_KO = r"(?:경기|판|게임|대국)"
_BEST_OF = {
    "one": 1,
    "uno": 1,
    "una": 1,
    "three": 3,
    "tres": 3,
    "five": 5,
    "cinco": 5,
    "seven": 7,
    "siete": 7,
}
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "dos": 2, "tres": 3, "cuatro": 4,
           "cinco": 5, "diez": 10, "두": 2, "세": 3, "네": 4, "다섯": 5, "열": 10}  # fmt: skip
_PUT_KO = r"(?:\s?(?:바꿔|변경해|해|보여|알려)\s?(?:줘|주세요|줄래|봐)?)?"


def _count_all(found: re.Match[str], said: InView) -> bool:
    """Whether all words that are named, one or two, are figures."""
    return all(said.counts(words) for words in found.groupdict().values() if words is not None)


def _asks_length(found: re.Match[str], said: InView) -> bool:
    """Whether minutes are the length of a game: after a rate or length, and no name of a value."""
    model, measure = said.lexicon.model, said.previous.measure
    rated = measure == "duration" or measure.endswith("rate")
    return model.duration is not None and rated and said.term(found["unit"]) is None


_figures = where(_count_all)
_against_all = where(
    lambda found, said: any(one.side == "opponent" for one in said.previous.filters)
)
_noun = where(lambda found, said: bool(said.noun(found["noun"])))
_ranked_by_games = where(lambda found, said: bool(said.previous.group_by))
_timed = where(_asks_length)
_drawn = where(lambda found, said: said.lexicon.model.has_draws)


def _so_many(plain: str) -> Told:
    """Return a turn that keeps the first rows of a ranking; it may not be a minimum."""

    def put(found: re.Match[str], said: InView) -> str | None:
        ranked = said.previous.order == "desc" and said.previous.group_by
        if not ranked or said.previous.has_thresholds:
            return None
        count = found["count"].casefold()
        return plain.format(_COUNTS.get(count, count))

    return put


_counted = where(lambda found, said: said.previous.measure == "games")
_AS_RATES = {
    "wins": {"es": "tasa de victorias", "en": "win rate", "ko": "승률"},
    "losses": {"es": "tasa de derrotas", "en": "loss rate", "ko": "패배율"},
}


def _as_rate(found: re.Match[str], said: InView) -> str | None:
    """Ask for the rate of what was counted: and its percentage by map."""
    names = _AS_RATES.get(said.previous.measure)
    if names is None:
        return None
    parts = {key: text or "" for key, text in found.groupdict().items()}
    figure = names[said.lexicon.language]
    if said.lexicon.language == "ko":
        return f"{parts.get('rest', '')} {figure}".strip()
    return f"{parts.get('rank', '')} {figure}{parts.get('rest', '')}".strip()


MEASURES = (
    turn(  # of whom, after a number of games
        r"(?:(?:la|el|su|una)\s)?(?:tasa|porcentaje)\sde\s(?!(?:victoria|derrota|empate|triunfo|elecci|"
        r"selecci|uso|pick|espejo|aparici)\w*)(?P<rest>\w.*)",
        _counted("tasa de victorias de {rest}"),
    ),
    turn(r"(?:the\s)?rate\s(?:of|for)\s(?P<rest>\w.*)", _counted("win rate of {rest}")),
    turn(
        r"(?:(?:show|only|just|first|the\sfirst|give\sme)\s)+"
        r"(?P<count>\d{1,2}|two|three|four|five|ten)(?:\s(?:rows|lines|only))?",
        _so_many("top {}"),
    ),
    turn(
        r"(?:(?:solo|s[oó]lo|muestra|muéstrame|dame|nada\sm[aá]s)\s)+"
        r"(?P<count>\d{1,2}|dos|tres|cuatro|cinco|diez)(?:\sfilas)?",
        _so_many("top {}"),
    ),
    turn(
        r"(?P<count>\d{1,2}|두|세|네|다섯|열)"
        r"\s?개만(?:\s?(?:보여|알려|남겨)\s?(?:줘|주세요|줄래|봐))?",
        _so_many("상위 {}개만"),
    ),
    turn(r"몇\s?월(?:이|은)?\s(?P<rest>.+)", r"어느 달이 \g<rest>"),
    turn(  # not wins, losses
        r"(?:(?:i\smean|i\smeant|sorry)\s)?"
        r"(?P<one>[\w ]+?),?\s(?:not|and\snot|instead\sof|rather\sthan)\s(?P<other>[\w ]+)",
        _figures("{one}"),
    ),
    turn(
        r"not\s(?:the\s)?(?P<other>[\w ]+?),?\s(?:but\s)?(?:the\s)?(?P<one>[\w ]+)",
        _figures("{one}"),
    ),
    turn(r"(?:wait|hold\son|i\swant(?:ed)?)[,\s]+(?:the\s)?(?P<one>[\w ]+)", _figures("{one}")),
    turn(r"(?P<one>[\w ]+?)\sen\s(?:vez|lugar)\sde\s(?P<other>[\w ]+)", _figures("{one}")),
    turn(
        r"no\s(?:las\s|los\s)?(?P<other>[\w ]+?),?\s(?:sino\s)?(?:las\s|los\s)?(?P<one>[\w ]+)",
        _figures("{one}"),
    ),
    turn(r"mejor\s(?:las\s|los\s|la\s|el\s)?(?P<one>[\w ]+)", _figures("{one}")),
    turn(
        r"(?P<other>[^,]+?)(?:이|가)?"
        rf"\s?(?:말고|아니라|아니고|대신)\s(?P<one>[^,]+?)(?:으로|로|를|을|은|는)?{_PUT_KO}",
        _figures("{one}는?"),
    ),
    turn(
        r"(?P<one>[^,]+?)(?:으로|로)\s(?:바꿔|변경)\S*(?:\s?(?:줘|주세요))?",
        _figures("{one}는?"),
    ),
    turn(  # how many of these lasted less than 15 minutes
        r"(?:y\s)?cu[aá]nt[ao]s\s(?:duraron|duran|tardaron)\s((?:m[aá]s|menos|entre|al\smenos)\s.+)",
        r"cuántas de esas partidas de \1",
    ),
    turn(
        r"(?:and\s)?how\smany\s(?:of\sthem\s)?(?:lasted|last|took|take|went)\s"
        r"((?:over|under|more|less|longer|shorter|between|at\sleast)\s.+)",
        r"how many of those games \1",
    ),
    turn(  # and its percentage by map, after a count
        r"(?:y\s|and\s)?(?:su|sus|el|la|the|their|his|her|its)\s"
        r"(?:porcentajes?|percentages?|percent)(?P<rest>\s(?:por|en|seg[uú]n|by|on|in|per|contra|against)\s.+)?",
        _as_rate,
    ),
    turn(
        r"(?P<rank>mejor|peor|best|worst)\s(?:en|por|by|in|as\sa)\s(?:porcentaje|percentage|percent)",
        _as_rate,
    ),
    turn(
        r"(?:(?P<rest>\S+별)\s)?(?:그\s)?(?:비율|퍼센트|퍼센티지)(?:은|는|로|으로|로는)?", _as_rate
    ),
    turn(r"(?:no|not)\s(?:en\s|in\s)?\d{4},?\s(?:sino\s|but\s)?(?:en\s|in\s)?(\d{4})", r"\1"),
    turn(  # and minutes?
        r"(?:(?:what|how)\sabout\s)?(?:the\s|their\s|its\s|his\s|her\s)?(?P<unit>minutes)"
        r"(?:\s(?:per|a|each)\s(?:game|match))?",
        _timed("average minutes"),
    ),
    turn(
        r"(?:qu[eé]\stal\s)?(?:los\s|sus\s)?(?P<unit>minutos)(?:\spor\s(?:partida|partido))?",
        _timed("minutos de media"),
    ),
    turn(r"(?P<unit>시간|몇\s?분)(?:은|은요|이야|이에요|인가요)", _timed("평균 경기 시간은?")),
    turn(  # who is second?
        r"(?:who|which(?:\s\w+)?|what)"
        r"(?:'s|’s|\sis|\scomes|\scame)\s(?:the\s)?(second|third|fourth)",
        r"the \1",
    ),
    turn(
        r"qui[eé]n\s(?:va|es|est[aá]|queda|qued[oó]|viene)\s(?:el\s|de\s)?(segundo|tercero|cuarto)",
        r"el \1",
    ),
    turn(
        r"(?:the\s)?most\sgames\s(?:first|on\stop)|"
        r"(?:order|sort|rank)(?:ed)?\s(?:it\s|them\s)?by\s(?:the\s)?(?:most\s)?games",
        _ranked_by_games("sort by number of games"),
    ),
    turn(
        rf"(?:{_GAMES_KO}(?:가|이)?\s?많은|많이\s?(?:뛴|한|둔|친))"
        rf"\s?순(?:서)?(?:으로|대로)?(?:\s?정렬\S*)?{_PUT_KO}",
        _ranked_by_games("경기 수 많은 순으로"),
    ),
    turn(
        r"de\sm[aá]s\sa\smenos\s(?:partidas|partidos|juegos)",
        _ranked_by_games("ordena por número de partidas"),
    ),
    turn(  # against anybody
        r"(?:against|vs\.?|versus)"
        r"\s(?:any(?:body|one|\sopponent|\srival)?|who(?:m)?ever|the\sfield)|"
        r"who(?:m)?ever\s(?:(?:the\s|his\s|her\s|their\s)?(?:opponent|rival)|"
        r"he\splays?|she\splays?|they\splay)(?:\sis)?",
        _against_all("drop the opponent"),
    ),
    turn(
        r"(?!(?:모든|전체|어떤)(?:로|로는)?$)(?:모든|아무|전체|어떤|누구)\s?"
        r"(?:상대|나|든)?(?:로|로는|한테|에게|랑)?\s?(?:든|하든|붙든|만나든)?(?:\s?상대로(?:든)?)?",
        _against_all("상대 조건 빼줘"),
    ),
    turn(
        r"contra\s(?:cualquiera|quien\ssea|todo\sel\smundo|cualquier\srival)|"
        r"sea\squien\ssea(?:\sel\srival)?",
        _against_all("quita el rival"),
    ),
    turn(  # broken down by opponent's deck
        r"(?:(?:broken\sdown|split|break\sit\sdown|grouped)\s)?(?:by|per|for\seach)\s(?:the\s|"
        r"my\s|his\s|her\s|their\s)?(?:opponent|enemy|rival)(?:'s|’s|s'|s’|s)\s(?P<noun>\w+)",
        _noun("by opponent {noun}"),
    ),
    turn(
        r"(?:desglosad[oa]\s|separad[oa]\s)?(?:por|seg[uú]n)\s(?:el\s|la\s)?"
        r"(?P<noun>\w+)\s(?:del|de\sla|de\smi|de\ssu)\s(?:rival|oponente|contrincante)",
        _noun("por {noun} rival"),
    ),
    turn(
        r"(?:각|각각의)\s?(?P<noun>\S+?)\s?(?:상대로|상대|한테|에게)(?:는|로는)?",
        _noun("상대 {noun}별로"),
    ),
    turn(
        r"(?:in\s|en\s)?(?:a\s|an\s)?"
        r"(?:best\sof|al\smejor\sde)\s(one|three|five|seven|uno|una|tres|cinco|siete|[1357])",
        lambda f, said: (
            f"bo{_BEST_OF.get(f[1].casefold(), f[1])}"
            if said.value(f"bo{_BEST_OF.get(f[1].casefold(), f[1])}")
            else None
        ),
    ),
    turn(
        r"how\s(?:often|frequently)\s(?:is|was|are|were|does|do|did)"
        r"\s(?:it|they|that|this|these|those)\s(?:end\sin\s)?(?:a\s)?(?:draws?|ties?|drawn|tied)",
        _drawn("draw rate"),
    ),
    turn(r"(?:얼마나|얼마나\s자주)\s(?:비겨|비기|비겼)\S*", _drawn("무승부 비율은?")),
    turn(
        r"(?:only\s|just\s)?"
        r"(?:his|her|their|its|my|the)\s(?:last|latest|most\srecent)\s(\d{1,3})(?:\sones)?",
        r"last \1 games",
    ),
    turn(
        r"(?:solo\s|s[oó]lo\s)?(?:las|los|sus|mis)"
        r"\s(?:[uú]ltim[oa]s\s)?(\d{1,3})(?:\s(?:m[aá]s\srecientes|[uú]ltim[oa]s))?",
        r"últimas \1 partidas",
    ),
    turn(
        r"c[oó]mo\s(?:ha\s|fue\s|van?\s|han\s)?(?:evolucion\w+|cambi\w+|desarroll\w+|"
        r"progres\w+|variando|vari[oó])\s(mes\sa\smes|a[nñ]o\sa\sa[nñ]o|por\s\w+|cada\s\w+)",
        r"\1",
    ),
)
