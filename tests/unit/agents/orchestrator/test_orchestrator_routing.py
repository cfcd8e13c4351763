"""The cards of the bundled agents tell whom a question is for."""

from types import SimpleNamespace
from typing import Any

import pytest

from agents.answering.text.language import Language
from agents.orchestrator.calling import titles
from agents.orchestrator.combining import headline
from agents.orchestrator.greeting import introduction
from agents.orchestrator.planning import plan
from agents.orchestrator.routing import Router
from agents.registry import EarlierComparing, make
from app.domain.cards import AgentCard
from transport.protocol.codec import card_from_wire


@pytest.fixture(scope="module")
def router() -> Router:
    return Router({name: card_from_wire(make(name)[0]) for name in ("data", "logs")})


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("how many errors are there?", "logs"),
        ("show me the errors", "logs"),
        ("were there any outages yesterday?", "logs"),
        ("warnings per hour", "logs"),
        ("failed logins", "logs"),
        ("which hosts failed most?", "logs"),
        ("오류가 몇 번 있었어?", "logs"),
        ("에러 알려줘", "logs"),
        ("서버 장애가 있었어?", "logs"),
        ("인증 실패는 몇 번?", "logs"),
        ("¿cuántos errores hay?", "logs"),
        ("¿hubo caídas del servidor?", "logs"),
        ("advertencias por hora", "logs"),
        ("Terran win rate", "data"),
        ("win rate per map", "data"),
        ("which map is most balanced?", "data"),
        ("patch 5.0.12 before and after", "data"),
        ("테란 승률", "data"),
        ("가장 승률이 높은 맵", "data"),
        ("tasa de victorias de Zerg", "data"),
    ],
)
def test_a_question_is_for_one_of_them_alone(router: Router, text: str, agent: str) -> None:
    assert router.route(text).agents == (agent,)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("@data Terran @logs app.log errors", [("data", "Terran"), ("logs", "app.log errors")]),
        ("@data 테란 승률 그리고 @logs 오류", [("data", "테란 승률"), ("logs", "오류")]),
        ("@logs errores y @data Zerg", [("logs", "errores"), ("data", "Zerg")]),
        ("@data @logs errors", [("data", "errors"), ("logs", "errors")]),
        ("Ask @data and @logs for Zerg", [("data", "Zerg"), ("logs", "Zerg")]),
        (
            "See @data and @logs for Zerg",
            [("data", "See Zerg"), ("logs", "See Zerg")],
        ),
        (
            "데이터랑 로그에게 뭐가 문제인지 물어봐",
            [("data", "뭐가 문제인지"), ("logs", "뭐가 문제인지")],
        ),
        ("데이터와 로그 파일한테 오류를 물어봐 줘", [("data", "오류"), ("logs", "오류")]),
        (
            "데이터에게 테란 승률을, 로그에게 오류를 물어봐",
            [("data", "테란 승률을"), ("logs", "오류")],
        ),
        ("ask the data agent and the logs for errors", [("data", "errors"), ("logs", "errors")]),
        (
            "Ask the data about Terran and the logs about errors",
            [("data", "Terran"), ("logs", "errors")],
        ),
        (
            "pregunta a los datos y a los registros qué pasó",
            [("data", "qué pasó"), ("logs", "qué pasó")],
        ),
        (
            "how many errors are in the data and the logs",
            [("logs", "how many errors are in the data and the logs")],
        ),
        (
            "테란 승률과 wifi.log 오류를 알려줘",
            [("data", "테란 승률"), ("logs", "wifi.log 오류를 알려줘")],
        ),
        ("테란 승률이랑 wifi.log 오류", [("data", "테란 승률"), ("logs", "wifi.log 오류")]),
        ("테란 승률하고 wifi.log 오류", [("data", "테란 승률"), ("logs", "wifi.log 오류")]),
        ("맵랑 오류", [("logs", "맵랑 오류")]),
        (
            "로그 분석하고 테란 승률 알려줘",
            [("logs", "로그 분석해줘"), ("data", "테란 승률 알려줘")],
        ),
        (
            "로그를 파싱하고 테란 승률 알려줘",
            [("logs", "로그를 파싱해줘"), ("data", "테란 승률 알려줘")],
        ),
        ("테란과 저그 승률 비교해 줘", [("data", "테란과 저그 승률 비교해 줘")]),
        ("승률 분석 결과 오류가 몇 개야", [("logs", "승률 분석 결과 오류가 몇 개야")]),
        ("@data Zerg", [("data", "Zerg")]),
        ("Terran win rate", [("data", "Terran win rate")]),
    ],
)
def test_who_is_called_by_name_gets_the_words_after_it(
    router: Router, text: str, asked: list[tuple[str, str]]
) -> None:
    assert [(step.agents[0], step.text) for step in plan(text, router, None)] == asked


def test_words_of_a_conversation_are_known_besides_those_of_the_cards(router: Router) -> None:
    told = Router(router.cards, told={"data": "quantity,region", "logs": "signal weak"})
    assert router.route("total quantity").agents != ("data",)
    assert told.route("total quantity").agents == ("data",)
    assert told.route("how often was the signal weak?").agents == ("logs",)
    (first, second) = plan("지역별 총 quantity와 로그의 오류 수", told, None)
    assert (first.agents, second.agents) == (("data",), ("logs",))


def test_a_call_by_name_waits_for_the_one_whose_day_it_speaks_of(router: Router) -> None:
    first, second = plan("@data Terran on 2024-01-02 @logs errors that day", router, None)
    assert (first.after, second.after) == ((), (1,))


@pytest.mark.parametrize("word", ["a", "-", "가", "a.", "1 ", "and  ", "   .", ", "])
def test_one_long_word_takes_time_by_its_length_and_no_more(router: Router, word: str) -> None:
    # What takes the square of it would take hours: the test's own limit ends it.
    text = f"win rate {word * (500_000 // len(word))}x"
    (step,) = plan(text, router, None)
    assert step.text == text


@pytest.mark.parametrize(
    ("words", "figure"),
    [("won 58.0 % of 1,200", "58.0%"), ("1, 2,5 %", "2.5%"), ("x.5%", "5%"), ("1.2.% 3", "")],
)
def test_the_first_percentage_of_an_answer_is_its_headline(words: str, figure: str) -> None:
    told: Any = SimpleNamespace(words=words)
    assert headline(told) == figure
    for long in ("1", "1,"):
        told = SimpleNamespace(words=f"{words} {long * 250_000}x")
        assert headline(told) == figure


def test_a_delegate_that_is_given_by_its_address_is_called_by_its_last_part_or_its_name() -> None:
    cards = {
        "data": card_from_wire(make("data")[0]),
        "http://127.0.0.1:8900/weather": _named("The Sky"),
        "https://other.example.org/a2a/": _named("Forecasts"),
        "kafka://broker:9092/logs": _named("logs"),
        "https://one.example.org/twin": _named("Twin"),
        "https://two.example.org/twin": _named("Twin"),
    }
    router = Router(cards, absent=("https://gone.example.org/gone",))
    for call, name in (
        ("weather", "http://127.0.0.1:8900/weather"),
        ("the-sky", "http://127.0.0.1:8900/weather"),
        ("forecasts", "https://other.example.org/a2a/"),
        ("a2a", "https://other.example.org/a2a/"),
        ("logs", "kafka://broker:9092/logs"),
        ("data", "data"),
    ):
        assert router.route(f"@{call} what now?").agents == (name,)
        assert router.stranger(f"@{call} what now?") is None
    assert router.stranger("@twin what now?") is not None, "two would be called so"
    assert router.stranger("@gone what now?") is None, "it is known, and not there now"
    assert router.stranger("@nobody what now?") is not None
    assert [step.agents for step in plan("@data Terran @weather rain", router, None)] == [
        ("data",), ("http://127.0.0.1:8900/weather",),
    ]  # fmt: skip
    said = introduction(router, "en")
    assert "**@weather**" in said and "**@a2a**" in said, "by the last part of its address first"


def _named(name: str) -> AgentCard:
    return AgentCard(name=name, description=name, version="1")


@pytest.mark.parametrize(
    ("language", "called"),
    [
        ("ko", ["데이터", "로그 파일"]),
        ("en", ["Data", "Log files"]),
        ("es", ["Datos", "Archivos de registro"]),
    ],
)
def test_agents_are_called_in_words_and_others_as_their_cards_say(
    router: Router, language: Language, called: list[str]
) -> None:
    cards = {**router.cards, "sky": _named("The Sky"), "chat": _named("Ours")}
    assert [*titles(cards, language).values()] == [*called, "The Sky", "Ours"]
    cards = {"spring": _named("data"), "autumn": _named("data"), "logs": cards["logs"]}
    assert [*titles(cards, language).values()] == ["spring", "autumn", called[1]]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("compare my last two analyses", 2),
        ("Please compare the last 3 answers with each other", 3),
        ("What's the difference between my last two results?", 2),
        ("방금 두 분석 비교해 줘", 2),
        ("마지막 분석 결과 세 개를 비교해줘", 3),
        ("지난 두 답의 차이가 뭐야?", 2),
        ("compara mis dos últimos análisis", 2),
        ("¿Cuál es la diferencia entre las respuestas anteriores?", 0),
        ("compare the previous answers", 0),
        ("이전 분석들을 비교해줘", 0),
        ("종합해줘", 0),
        ("compare the results of Terran and Zerg", None),
        ("compare the last two months", None),
        ("테란과 저그 승률 비교해 줘", None),
        ("compara los resultados de 2023 y 2024", None),
        ("summarise wifi.log", None),
        ("compare " + "the " * 500 + "answers", None),
        ("이 " * 99, None),
    ],
)
def test_what_asks_to_compare_earlier_answers_says_how_many(text: str, count: int | None) -> None:
    assert EarlierComparing().asked(text) == count
