"""Fragments that follow a question: what they keep, replace, add and remove."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.periods.periods import year
from agents.data.match.answers.labels import chips
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Ask, Decline, Waiting
from agents.data.understanding import Understanding

SAMPLE = Path(__file__).resolve().parents[4] / "assets" / "sample" / "simulated_matches.csv"
TODAY = date(2026, 11, 21)


@pytest.fixture(scope="module")
def analyst() -> Iterator[Analyst]:
    analyst = Analyst.open(SAMPLE)
    yield analyst
    analyst.close()


@pytest.fixture(scope="module")
def understanding(analyst: Analyst) -> Understanding:
    return Understanding(analyst.model, years=6)


def has(dimension: str, *values: str, exclude: bool = False) -> Filter:
    return Filter(dimension=dimension, values=values, exclude=exclude)


def against(race: str) -> Filter:
    return Filter(dimension="race", values=(race,), side="opponent")


DIALOGUES: list[list[tuple[str, Frame]]] = [
    [
        ("테란 승률", Frame(filters=(has("race", "Terran"),))),
        ("저그는?", Frame(filters=(has("race", "Zerg"),))),
        ("프로토스도", Frame(filters=(has("race", "Protoss", "Zerg"),))),
        ("프로토스만", Frame(filters=(has("race", "Protoss"),))),
        (
            "아크로폴리스 맵에서는?",
            Frame(filters=(has("race", "Protoss"), has("map", "Acropolis"))),
        ),
        (
            "2020년에는?",
            Frame(filters=(has("race", "Protoss"), has("map", "Acropolis")), period=(year(2020),)),
        ),
        ("맵 조건 빼고", Frame(filters=(has("race", "Protoss"),), period=(year(2020),))),
        (
            "맵별로",
            Frame(filters=(has("race", "Protoss"),), group_by=("map",), period=(year(2020),)),
        ),
        (
            "그래프로 보여줘",
            Frame(
                filters=(has("race", "Protoss"),),
                group_by=("map",),
                period=(year(2020),),
                presentation="chart",
            ),
        ),
        (
            "저그 말고 테란은?",
            Frame(
                filters=(has("race", "Terran"),),
                group_by=("map",),
                period=(year(2020),),
                presentation="chart",
            ),
        ),
        ("테란 승률", Frame(filters=(has("race", "Terran"),))),
    ],
    [
        ("TvZ win rate", Frame(filters=(has("race", "Terran"), against("Zerg")))),
        ("and Zerg?", Frame(filters=(against("Terran"), has("race", "Zerg")))),
        (
            "on Thunderbird?",
            Frame(filters=(against("Terran"), has("race", "Zerg"), has("map", "Thunderbird"))),
        ),
        (
            "not Thunderbird, Acropolis",
            Frame(filters=(against("Terran"), has("race", "Zerg"), has("map", "Acropolis"))),
        ),
        ("without the map", Frame(filters=(against("Terran"), has("race", "Zerg")))),
        (
            "with mirrors",
            Frame(filters=(against("Terran"), has("race", "Zerg")), mirror="include"),
        ),
        (
            "how many games?",
            Frame(
                measure="games",
                filters=(against("Terran"), has("race", "Zerg")),
                mirror="include",
            ),
        ),
    ],
    [
        ("tasa de victorias de Terran en 2021", _F := Frame(
            filters=(has("race", "Terran"),), period=(year(2021),)
        )),
        ("¿y Zerg?", _F.with_filter(has("race", "Zerg"))),
        ("por mapa", _F.with_filter(has("race", "Zerg")).model_copy(update={"group_by": ("map",)})),
        ("sin el mapa", _F.with_filter(has("race", "Zerg"))),
        ("todas las razas", Frame(group_by=("race",), period=(year(2021),))),
        ("como tabla", Frame(group_by=("race",), period=(year(2021),), presentation="table")),
    ],
]  # fmt: skip


@pytest.mark.parametrize("dialogue", DIALOGUES)
def test_dialogue(understanding: Understanding, dialogue: list[tuple[str, Frame]]) -> None:
    previous: Frame | None = None
    for text, expected in dialogue:
        outcome = understanding.understand(text, today=TODAY, previous=previous).outcome
        assert isinstance(outcome, Answerable), (text, outcome)
        assert outcome.frame == expected, text
        previous = outcome.frame


def test_an_answer_to_the_question_fills_the_slot(understanding: Understanding) -> None:
    asked = understanding.understand("2021년 승률", today=TODAY).outcome
    assert isinstance(asked, Ask)
    waiting = Waiting(asked.frame, asked.slot)
    for text, filters, groups in (
        ("테란", (has("race", "Terran"),), ()),
        ("테란이요", (has("race", "Terran"),), ()),
        ("전체", (), ("race",)),
        ("다요", (), ("race",)),
        ("all of them", (), ("race",)),
        ("todas", (), ("race",)),
    ):
        found = understanding.understand(text, today=TODAY, waiting=waiting)
        assert found.answers_waiting, text
        assert found.outcome == Answerable(
            Frame(filters=filters, group_by=groups, period=(year(2021),)), follows=True
        ), text


def test_another_question_is_no_answer(understanding: Understanding) -> None:
    asked = understanding.understand("승률", today=TODAY).outcome
    assert isinstance(asked, Ask)
    waiting = Waiting(asked.frame, asked.slot)
    for text in ("2022년에 몇 경기 했어?", "날씨 어때?", "아무말대잔치 테란", "안녕"):
        assert not understanding.understand(text, today=TODAY, waiting=waiting).answers_waiting


def test_a_click_on_a_foreign_slot_is_read_as_words(understanding: Understanding) -> None:
    asked = understanding.understand("승률", today=TODAY).outcome
    assert isinstance(asked, Ask)
    waiting = Waiting(asked.frame, asked.slot)
    found = understanding.understand(
        "저그", today=TODAY, waiting=waiting, choice=("colour", "Terran")
    )
    assert isinstance(found.outcome, Answerable)
    assert found.outcome.frame.filter("race") == has("race", "Zerg")


def test_unknown_words_stop_and_are_named(understanding: Understanding) -> None:
    before = Frame(filters=(has("race", "Terran"),))
    for text, word in (
        ("나르니아에서는?", "나르니아"),
        ("on Narnia?", "Narnia"),
        ("¿en Narnia?", "Narnia"),
        ("Terran win rate at level 7", "level"),
    ):
        outcome = understanding.understand(text, today=TODAY, previous=before).outcome
        assert isinstance(outcome, Decline), text
        assert outcome.word.startswith(word)


def test_a_fragment_without_a_conversation_still_asks_or_explains(
    understanding: Understanding,
) -> None:
    assert isinstance(understanding.understand("2020년에는?", today=TODAY).outcome, Ask)
    assert isinstance(understanding.understand("빼고", today=TODAY).outcome, Decline)


def test_chips_read_in_every_language(analyst: Analyst) -> None:
    frame = Frame(
        filters=(has("race", "Terran"), against("Zerg"), has("map", "Acropolis", exclude=True)),
        period=(year(2020),),
        mirror="include",
    )
    texts = {
        language: [chip.text for chip in chips(frame, analyst.model, language)]
        for language in ("ko", "en", "es")
    }
    assert texts["ko"] == [
        "승률",
        "종족: 테란",
        "상대: 저그",
        "맵: Acropolis 제외",
        "2020년",
        "미러전 포함",
    ]
    assert texts["en"][2] == "against Zerg"
    assert texts["es"][3] == "mapa: no Acropolis"
