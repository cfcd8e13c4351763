"""The token estimate against counts of Mistral's tekken tokenizer (mistral-common 1.13.1)."""

import pytest

from app.conversations.windows.token_estimate import estimate_tokens

COUNTED = [
    ("저그가 테란을 상대로 이긴 비율을 맵별로 알려줘", 18),
    (
        "3월 이후 매출이 어떻게 바뀌었는지 그래프로 보여 주세요."
        " 지난달과 비교해서 설명도 부탁드립니다.",
        29,
    ),
    ("안녕하세요, 무엇을 도와드릴까요?", 11),
    ("승률은 52.3 %이고 경기 수는 1,204입니다. 신뢰구간은 49.5 %부터 55.1 %까지입니다.", 40),
    ("이 표에서 가장 오래 걸린 경기는 45분 12초였습니다.", 20),
    ("¿Cómo puedo configurar mi agente?", 8),
    ("Puedes configurar tu agente desde el dashboard, en la pestaña de opciones avanzadas.", 21),
    ("La tasa de victorias de los Zerg contra Terran es del 52,3 % en 1.204 partidas.", 28),
    ("Gracias, eso era todo lo que necesitaba por hoy.", 11),
    ("What is the win rate of Zerg against Terran on each map?", 15),
    ("Sure, here is the table with the intervals. The longest game took 45 minutes.", 19),
    (
        "The quick brown fox jumps over the lazy dog"
        " and then goes home to have dinner with its family.",
        20,
    ),
    ("Thanks!", 2),
    ("1234567890", 10),
    ("2026-11-21 22:45:10, 192.168.10.25", 34),
    ("3.14159265 2.71828 1.41421356", 29),
    (
        '{"columns":[{"name":"race","type":"text"}],"rows":[["Zerg",0.523],["Terran",0.477]],"row_count":2}',
        42,
    ),
    (
        '{"message_id":"550e8400-e29b-41d4-a716-446655440000","tenant_id":"t1","status":"pending"}',
        49,
    ),
    ("def f(x):\n    return x + 1\n\nfor i in range(10):\n    print(f(i))\n", 24),
    (
        "SELECT race, count(*) AS games FROM matches WHERE played_at >= '2026-01-01'"
        " GROUP BY race ORDER BY games DESC;",
        33,
    ),
    ("👍🏽 좋아요 🎉🎉", 17),
    ("😀😃😄", 12),
    ("東京都の人口は何人ですか", 7),
    ("我们今天讨论一下销售数据", 10),
]


@pytest.mark.parametrize(("text", "counted"), COUNTED)
def test_each_text_is_estimated_within_a_third(text: str, counted: int) -> None:
    assert counted * 0.7 - 1 <= estimate_tokens(text) <= counted * 1.35 + 1


def test_all_of_them_together_are_estimated_within_a_tenth() -> None:
    counted = sum(tokens for _, tokens in COUNTED)
    estimated = sum(estimate_tokens(text) for text, _ in COUNTED)
    assert counted * 0.9 <= estimated <= counted * 1.1


def test_nothing_is_free_but_an_empty_text() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens(".") == 1
    assert estimate_tokens("\ud800") == 1
