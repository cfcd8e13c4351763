"""What is said in a demonstration, in each language."""

from typing import NamedTuple


class Script(NamedTuple):
    """What is said in one language: the open question and its answer, then what follows.

    `table` is a table of orders with the `heads` of its four columns, of which the second has the
    first three values, the third the others; `total` is asked of it.
    """

    ask: str
    race: str
    follow: str
    combine: str
    compare: str
    search: str
    cause: str
    table: str
    heads: tuple[str, str, str, str]
    values: tuple[str, ...]
    total: str


SCRIPTS = {
    "en": Script(
        ask="Show me the win rate",
        race="Terran",
        follow="And Zerg?",
        combine="Summarise the earlier analyses",
        compare="Show the Terran win rate by map as a table and a chart",
        search="win rate",
        cause="Why does Terran win?",
        table="orders",
        heads=("day", "region", "product", "amount"),
        values=("North", "South", "East", "Desk", "Lamp", "Chair", "Shelf"),
        total="total amount by region",
    ),
    "ko": Script(
        ask="승률 알려줘",
        race="테란",
        follow="저그는?",
        combine="이전 분석들을 종합해줘",
        compare="테란 승률을 맵별로 표와 차트로 보여줘",
        search="승률",
        cause="테란은 왜 이겨?",
        table="주문",
        heads=("날짜", "지역", "상품", "금액"),
        values=("서울", "부산", "대구", "책상", "조명", "의자", "선반"),
        total="지역별 금액 합계",
    ),
    "es": Script(
        ask="Dime la tasa de victorias",
        race="Terran",
        follow="¿Y Zerg?",
        combine="Resume los análisis anteriores",
        compare="Muestra la tasa de victorias de Terran por mapa en una tabla y un gráfico",
        search="tasa",
        cause="¿Por qué gana Terran?",
        table="pedidos",
        heads=("fecha", "región", "producto", "importe"),
        values=("Norte", "Sur", "Este", "Mesa", "Lámpara", "Silla", "Estante"),
        total="importe total por región",
    ),
}
