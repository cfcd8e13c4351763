"""Requests to change the table's data, which is only ever read: add a win, cambia el resultado."""

import re

from agents.answering.text.likely import Late, Likely

_EN_THING = (
    r"(?:(?:a|an|one|two|three|another|new|extra|more|\d+|the|this|that|some|fake|more)\s)*"
    r"(?:win|loss|defeat|draw|victory|victories|wins|losses|game|match|row|record|result|entry|"
    r"score|line|point|goal|player|team|column)s?\b"
)
_EN_FIELD = (
    r"(?:result|winner|loser|score|name|date|data|row|record|entry|value|outcome|table|column|cell|"
    r"file)s?\b"
)
_ES_THING = (
    r"(?:(?:un|una|otro|otra|nuevo|nueva|mas|dos|tres|\d+|el|la|los|las|este|esta)\s)*"
    r"(?:victoria|derrota|empate|partida|partido|fila|linea|registro|resultado|dato|punto|gol|"
    r"jugador|jugadora|equipo|columna|entrada|duelo|combate)e?s?\b"
)
_ES_FIELD = (
    r"(?:resultado|ganador|ganadora|perdedor|marcador|nombre|fecha|dato|fila|registro|valor|tabla|"
    r"columna|celda|archivo|fichero)e?s?\b"
)
_KO_THING = (
    r"(?:\d+\s?[승패]|(?:한|두|세)\s?[승패]|승리|패배|경기|대국|기록|데이터|행|줄|선수|항목)"
)
_KO_FIELD = r"(?:결과|승자|패자|승리|패배|이름|점수|날짜|데이터|기록|값|우승자)"
_ASKED = r"(?:\s?(?:줘|주|라|해|하|할|좀|봐|놔|버려))"
_REQUESTS = Likely(
    (Late(pattern), True)
    for pattern in (
        rf"^(?:please |can you |could you |now )*(?:add|insert|enter|log|register|record|put in|"
        rf"append|create|remove|erase|delete)\s{_EN_THING}\s?(?:$|to\b|for\b|of\b|from\b|where\b|"
        rf"between\b|in\b|on\b|with\b|against\b)",
        rf"^(?:please |can you |could you |now )*(?:change|set|update|modify|edit|correct|rewrite|"
        rf"rename|mark|alter|fix|swap|replace)\s(?:the\s|all\s|my\s|that\s|\w+\s)?{_EN_FIELD}",
        r"^(?:please |can you |could you )*(?:rename|mark|credit|award|give)\s.+\s"
        r"(?:as (?:the )?(?:winner|loser)|as a (?:win|loss)|a (?:win|loss|victory|point)|to)\b",
        r"^(?:please |can you |could you )*(?:make|set|declare)\s.+\s(?:the winner|win the game|"
        r"win this|wins? to \d+|losses to \d+)",
        rf"^(?:por favor |puedes |podrias |ahora )*(?:anad\w*|agreg\w*|insert\w*|registr\w*|"
        rf"apunt\w*|sum\w*|met\w*|crea\w*|pon\w*|anot\w*|quita\w*|elimin\w*|borr\w*)\s{_ES_THING}\s?"
        rf"(?:$|a\b|al\b|para\b|de\b|del\b|en\b|con\b|donde\b|mas\b)",
        rf"^(?:por favor |puedes |podrias |ahora )*(?:cambia\w*|modific\w*|edit\w*|corrig\w*|"
        rf"actualiz\w*|sustitu\w*|reemplaz\w*|renombra\w*|pon\w*|sobrescrib\w*)\s"
        rf"(?:el\s|la\s|los\s|las\s|a\s|todos los\s|todas las\s)*{_ES_FIELD}",
        r"^(?:por favor |puedes |podrias )*(?:pon|marca|declara|haz|da|dale|renombra)\w*\s.+\s"
        r"(?:como (?:el |la )?(?:ganador|ganadora|perdedor|vencedor)|que gane|una victoria|a)\b",
        rf"{_KO_THING}(?:을|를)?(?:\s(?:하나|한 (?:개|건|판|줄)|새로|더))*\s?"
        rf"(?:추가|등록|입력|기입|기록|삽입){_ASKED}",
        rf"{_KO_THING}(?:을|를)?\s?(?:넣어|지워|삭제해|삭제하|없애|고쳐|수정해|적어){_ASKED}?",
        r"(?:전적|기록|데이터|경기|통계|승률|점수|표|db|디비)(?:을|를|들을|만|들)?\s?(?:다\s|전부\s|모두\s|싹\s)?"
        rf"(?:초기화|리셋|날려|비워|포맷){_ASKED}?",
        r"^(?:please |can you |could you |now )*(?:reset|wipe|clear|zero)(?: out)?\s"
        r"(?:(?:all|my|the|our|of)\s)*(?:record|records|stats|statistics|history|data|log|games|"
        r"results|scores|win rate|table|database)s?$",
        r"^(?:por favor |puedes |podrias |ahora )*(?:reinici\w+|resete\w+|vaci\w+|limpi\w+)\s"
        r"(?:(?:todo|todos|toda|todas|mi|mis|el|la|los|las|nuestro)\s)*(?:historial|estadistica|registro|"
        r"dato|partida|resultado|marcador|tabla|base de datos)s?$",
        rf"{_KO_FIELD}(?:을|를|만|으로|로)?\s(?:\S+(?:으로|로)\s)?"
        rf"(?:바꿔|바꾸|변경|고쳐|수정|정정|처리|조작){_ASKED}",
    )
)
# "To the table" says where data goes, if what goes there is a game.
_STORED = Likely(
    (Late(pattern), True)
    for pattern in (
        r"^(?:please |can you |could you |now )*(?:add|insert|enter|log|register|record|put|append)"
        r"\s(?:\S+\s){0,4}?(?:game|match|row|record|result|entry)(?:es|s)?\s(?:\S+\s){0,5}?"
        r"(?:to|in|into)\s(?:the|my|our|this)\s(?:table|file|data|csv|sheet|list)$",
        r"^(?:por favor |puedes |podrias |ahora )*(?:anad|agreg|insert|registr|apunt|met|pon|anot)"
        r"\w*\s(?:\S+\s){0,4}?(?:partida|partido|fila|registro|resultado|duelo|combate)s?\s"
        r"(?:\S+\s){0,5}?(?:a|en)\s(?:la|el|mi|esta|este)\s(?:tabla|archivo|fichero|csv|lista|hoja)$",
    )
)
# What only changes what is shown: "change the table to a chart", 결과를 표로 바꿔 줘.
_SHOWN = re.compile(
    r"\b(?:chart|graph|plot|bars?|tables?|text|percent|percentages?|graficos?|grafica|tabla|barras|"
    r"texto|porcentajes?)\s*$|(?:그래프|차트|표|글|퍼센트|막대)\s?(?:로|으로)"
)


def asks_to_write(plain: str) -> bool:
    """Whether a normalised message asks to add, remove or change data."""
    if any(one.search(plain) for one, _ in _STORED.of(plain)):
        return True
    return any(one.search(plain) for one, _ in _REQUESTS.of(plain)) and not _SHOWN.search(plain)
