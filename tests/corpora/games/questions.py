"""Phrasings of questions in three languages, with slots that each table fills in.

A phrasing has the slots of what it asks in braces: {x} whose rate, {y} against whom, {p} where,
{e} and {g} the words for what is compared and for where, {year}. Nothing here is taken from the
agent's own word lists.
"""

from typing import Literal, NamedTuple

Act = Literal["answer", "ask", "decline", "explain"]


class Kind(NamedTuple):
    """What a family of phrasings asks for; `needs` names what a table must have."""

    act: Act
    own: bool = False
    rival: bool = False
    place: bool = False
    year: bool = False
    by: str = ""
    measure: str = "win_rate"
    order: str = ""
    needs: str = ""


RATE = Kind("answer", own=True)
VERSUS = Kind("answer", own=True, rival=True, needs="rivals")
PLACE = Kind("answer", own=True, place=True)
YEAR = Kind("answer", own=True, year=True, needs="years")
BOTH = Kind("answer", own=True, place=True, year=True, needs="years")
BY_ENTITY = Kind("answer", by="entity")
BY_PLACE = Kind("answer", own=True, by="place")
BY_YEAR = Kind("answer", own=True, by="year", needs="years")
BEST = Kind("answer", by="entity", order="desc")
WORST = Kind("answer", by="entity", order="asc")
GAMES = Kind("answer", place=True, measure="games")
WINS = Kind("answer", own=True, measure="wins")
OPEN = Kind("ask")
NO = Kind("decline")
HELP = Kind("explain")

QUESTIONS: dict[Kind, dict[str, tuple[str, ...]]] = {
    RATE: {
        "ko": (
            "{x} 승률 알려줘",
            "{x} 승률이 얼마야?",
            "{x}의 승률은 얼마인가요",
            "{x}는 몇 퍼센트나 이겨?",
            "{x} 승률 좀요",
            "{x} 성적이 궁금합니다",
            "{x}승률",
            "야 {x} 승률 몇이냐",
            "{x} 이기는 비율 보여주실래요?",
        ),
        "en": (
            "{x} win rate",
            "whats the winrate for {x}",
            "How often does {x} win?",
            "tell me how {x} is doing",
            "{x} win percentage please",
            "what % of games does {x} win",
            "could you show me {x}'s win rate",
            "{x} wr?",
            "i want to know the win ratio of {x}",
        ),
        "es": (
            "tasa de victorias de {x}",
            "¿Cuál es el porcentaje de victorias de {x}?",
            "cuanto gana {x}",
            "dime la tasa de victoria de {x} porfa",
            "¿qué tal le va a {x}?",
            "winrate de {x}",
            "¿con qué frecuencia gana {x}?",
            "quiero ver el % de victorias de {x}",
        ),
    },
    VERSUS: {
        "ko": (
            "{x} 대 {y} 승률",
            "{x}가 {y} 상대로 승률이 어때?",
            "{y} 상대로 {x} 승률",
            "{x}의 {y}전 승률은?",
            "{x}는 {y}한테 강해?",
            "{x} vs {y}",
        ),
        "en": (
            "{x} vs {y}",
            "{x} win rate against {y}",
            "how does {x} do against {y}?",
            "{x} versus {y} winrate",
            "how often does {x} beat {y}",
            "does {x} beat {y}?",
        ),
        "es": (
            "{x} contra {y}",
            "tasa de victorias de {x} contra {y}",
            "¿cómo le va a {x} frente a {y}?",
            "{x} vs {y}",
            "¿cuánto gana {x} contra {y}?",
            "porcentaje de victorias de {x} ante {y}",
        ),
    },
    PLACE: {
        "ko": (
            "{p}에서 {x} 승률",
            "{p} {g}에서 {x} 승률은 어때?",
            "{x}, {p}에서는 승률이 몇이야",
            "{p}에서의 {x} 승률 알려주세요",
            "{p} {x} 승률",
        ),
        "en": (
            "{x} win rate on {p}",
            "{x} winrate in {p}",
            "how does {x} do on {p}?",
            "on the {g} {p}, what is the win rate of {x}",
            "{p}: {x} win rate",
        ),
        "es": (
            "tasa de victorias de {x} en {p}",
            "¿cómo le va a {x} en {p}?",
            "{x} en {p}, tasa de victorias",
            "en {p}, ¿cuánto gana {x}?",
            "winrate de {x} en {p}",
        ),
    },
    YEAR: {
        "ko": (
            "{year}년 {x} 승률",
            "{x} {year} 승률은?",
            "{year}년도에 {x} 승률 어땠어?",
            "{year}년에는 {x}가 얼마나 이겼나요?",
        ),
        "en": (
            "{x} win rate in {year}",
            "{year} {x} winrate",
            "how did {x} do in {year}?",
            "what was the win rate of {x} during {year}",
        ),
        "es": (
            "tasa de victorias de {x} en {year}",
            "¿cómo le fue a {x} en {year}?",
            "{x} en el año {year}, tasa de victorias",
            "winrate de {x} durante {year}",
        ),
    },
    BOTH: {
        "ko": ("{year}년 {p}에서 {x} 승률", "{p} {g} {x} {year}년 승률"),
        "en": ("{x} win rate on {p} in {year}", "in {year} on {p}, how did {x} do?"),
        "es": (
            "tasa de victorias de {x} en {p} en {year}",
            "en {year}, ¿cómo le fue a {x} en {p}?",
        ),
    },
    BY_ENTITY: {
        "ko": ("{e}별 승률", "모든 {e} 승률 비교해줘", "{e}마다 승률 알려줘", "각 {e}의 승률은?"),
        "en": (
            "win rate by {e}",
            "win rates of every {e}",
            "compare all {e} win rates",
            "show win rate per {e}",
            "win rate for each {e}",
        ),
        "es": (
            "tasa de victorias por {e}",
            "tasa de victorias de cada {e}",
            "muéstrame el porcentaje de victorias por {e}",
            "compara la tasa de victorias por {e}",
        ),
    },
    BY_PLACE: {
        "ko": ("{g}별 {x} 승률", "{x} 승률을 {g}별로 보여줘", "{x}의 {g}별 승률 표로"),
        "en": (
            "{x} win rate by {g}",
            "{x} winrate per {g}",
            "break down {x} win rate by {g}",
            "win rate of {x} on each {g}",
        ),
        "es": (
            "tasa de victorias de {x} por {g}",
            "{x}: tasa de victorias en cada {g}",
            "desglosa la tasa de victorias de {x} por {g}",
        ),
    },
    BY_YEAR: {
        "ko": ("연도별 {x} 승률", "{x} 승률이 해마다 어떻게 변했어?"),
        "en": ("{x} win rate by year", "yearly win rate of {x}"),
        "es": ("tasa de victorias de {x} por año", "{x}: tasa de victorias anual"),
    },
    BEST: {
        "ko": (
            "승률이 가장 높은 {e}는?",
            "어느 {e}가 제일 승률 높아?",
            "최고 승률 {e} 알려줘",
            "승률 제일 좋은 {e}가 뭐야",
        ),
        "en": (
            "which {e} has the highest win rate?",
            "best {e} by win rate",
            "what is the strongest {e}",
            "{e} with the best winrate",
        ),
        "es": (
            "¿qué {e} tiene la mayor tasa de victorias?",
            "{e} con mejor tasa de victorias",
            "¿cuál es el {e} con el porcentaje de victorias más alto?",
        ),
    },
    WORST: {
        "ko": ("승률이 제일 낮은 {e}는?", "가장 약한 {e}는 뭐야"),
        "en": ("which {e} has the lowest win rate", "worst {e} by win rate"),
        "es": (
            "¿qué {e} tiene la peor tasa de victorias?",
            "{e} con menor porcentaje de victorias",
        ),
    },
    GAMES: {
        "ko": ("{p} 경기 수", "{p}에서 몇 경기 했어?", "{p} 경기가 총 몇 판이야?"),
        "en": (
            "how many games on {p}",
            "number of games in {p}",
            "how many matches were played on {p}?",
        ),
        "es": (
            "¿cuántas partidas hay en {p}?",
            "número de partidas en {p}",
            "cuantos partidos se jugaron en {p}",
        ),
    },
    WINS: {
        "ko": ("{x} 몇 승이야?", "{x} 승수", "{x}가 몇 번 이겼어?"),
        "en": ("how many wins does {x} have", "number of wins for {x}", "{x} wins"),
        "es": ("¿cuántas victorias tiene {x}?", "número de victorias de {x}"),
    },
    OPEN: {
        "ko": ("승률 알려줘", "승률 좀 볼까", "승률이 궁금해요"),
        "en": ("show me the win rate", "what's the win rate?", "win rate please"),
        "es": (
            "dime la tasa de victorias",
            "¿cuál es la tasa de victorias?",
            "tasa de victorias por favor",
        ),
    },
    NO: {
        "ko": (
            "왜 {x}가 약해?",
            "내일 날씨 어때",
            "{x} MMR 보여줘",
            "{x} 다음 시즌 승률 예측해줘",
            "{x} 너프해야 할까?",
            "테이블 삭제해줘",
            "쿼크봇 승률",
            "주식 추천해줘",
        ),
        "en": (
            "why is {x} weak?",
            "what's the weather",
            "{x} MMR",
            "predict the win rate of {x} next season",
            "should {x} be nerfed?",
            "delete all rows",
            "win rate of Quarkbot",
            "write me a poem",
        ),
        "es": (
            "¿por qué {x} es débil?",
            "¿qué tiempo hace?",
            "MMR de {x}",
            "predice la tasa de {x} para el próximo año",
            "¿debería recibir nerf {x}?",
            "borra los datos",
            "tasa de victorias de Quarkbot",
            "cuéntame un chiste",
        ),
    },
    HELP: {
        "ko": ("안녕", "뭐 할 수 있어?"),
        "en": ("hello", "what can you do?"),
        "es": ("hola", "¿qué puedes hacer?"),
    },
}

# Dialogues: what is said, and after each message whose rate (x or y), where, and by what.
DIALOGUES: dict[str, tuple[tuple[tuple[str, dict[str, str]], ...], ...]] = {
    "ko": (
        (
            ("승률 알려줘", {"act": "ask"}),
            ("{x}", {"own": "x"}),
            ("{y}는?", {"own": "y"}),
            ("{p}에서는?", {"own": "y", "place": "p"}),
        ),
        (
            ("{x} 승률", {"own": "x"}),
            ("{g}별로 보여줘", {"own": "x", "by": "place"}),
            ("그래프로", {"own": "x", "by": "place"}),
        ),
        (
            ("{p}에서 {x} 승률", {"own": "x", "place": "p"}),
            ("{q}는요?", {"own": "x", "place": "q"}),
            ("{g} 조건은 빼줘", {"own": "x"}),
            ("{x} 말고 {y}", {"own": "y"}),
        ),
    ),
    "en": (
        (
            ("show me the win rate", {"act": "ask"}),
            ("{x}", {"own": "x"}),
            ("and {y}?", {"own": "y"}),
            ("on {p}?", {"own": "y", "place": "p"}),
        ),
        (
            ("{x} win rate", {"own": "x"}),
            ("by {g}", {"own": "x", "by": "place"}),
            ("as a chart", {"own": "x", "by": "place"}),
        ),
        (
            ("{x} win rate on {p}", {"own": "x", "place": "p"}),
            ("what about {q}?", {"own": "x", "place": "q"}),
            ("without the {g}", {"own": "x"}),
            ("not {x}, {y}", {"own": "y"}),
        ),
    ),
    "es": (
        (
            ("dime la tasa de victorias", {"act": "ask"}),
            ("{x}", {"own": "x"}),
            ("¿y {y}?", {"own": "y"}),
            ("¿en {p}?", {"own": "y", "place": "p"}),
        ),
        (
            ("tasa de victorias de {x}", {"own": "x"}),
            ("por {g}", {"own": "x", "by": "place"}),
            ("en un gráfico", {"own": "x", "by": "place"}),
        ),
        (
            ("tasa de victorias de {x} en {p}", {"own": "x", "place": "p"}),
            ("¿y en {q}?", {"own": "x", "place": "q"}),
            ("sin {g}", {"own": "x"}),
            ("{y} en vez de {x}", {"own": "y"}),
        ),
    ),
}
