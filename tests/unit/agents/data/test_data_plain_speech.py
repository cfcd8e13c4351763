"""Everyday phrasings: laughter, particles, ranges of months, rises and falls, the last games."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period
from agents.answering.text.language import Language, language_of
from agents.data.match.answers.answers import Answer, Writer
from agents.data.match.answers.artifacts import query_of
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import GRAINS, Filter, Frame
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.replies import decline
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
    return Understanding(analyst.model)


def read(understanding: Understanding, text: str) -> Outcome:
    return understanding.understand(text, today=TODAY).outcome


def asked(understanding: Understanding, text: str) -> Frame:
    outcome = read(understanding, text)
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame


def answered(analyst: Analyst, understanding: Understanding, text: str) -> Answer:
    analysis = asyncio.run(analyst.analyse(asked(understanding, text)))
    return Writer(analysis, analyst.model, language_of(text), simulated=False).write()


@pytest.mark.parametrize(
    "text",
    ["테란 승률 ㅋㅋ"],
)
def test_laughter_and_tears_change_nothing(understanding: Understanding, text: str) -> None:
    assert asked(understanding, text) == asked(understanding, "테란 승률")


@pytest.mark.parametrize(
    "text",
    [
        "Terran win rate between March and June 2021",
        "2021년 3월부터 6월까지 테란 승률",
        "tasa de victorias de Terran entre marzo y junio de 2021",
    ],
)
def test_a_range_of_months_has_one_year(understanding: Understanding, text: str) -> None:
    expected = Period(start=date(2021, 3, 1), end=date(2021, 7, 1))
    assert asked(understanding, text).period == (expected,)


@pytest.mark.parametrize(
    "text",
    [
        "did the Terran win rate decline?",
        "테란 승률이 떨어졌어?",
        "¿Ha bajado la tasa de victorias de Terran?",
    ],
)
def test_rises_and_falls_are_seen_over_time(understanding: Understanding, text: str) -> None:
    (group,) = asked(understanding, text).group_by
    assert group in GRAINS


@pytest.mark.parametrize(
    "text",
    [
        "Terran win rate in the last 10 games",
        "최근 10경기 테란 승률",
        "tasa de victorias de Terran en las últimas 10 partidas",
    ],
)
def test_the_last_games_are_counted(understanding: Understanding, text: str) -> None:
    found = asked(understanding, text)
    assert found.newest == 10
    assert found.measure == "win_rate"


def test_how_many_games_are_games_unless_they_were_won(understanding: Understanding) -> None:
    assert asked(understanding, "how many games did Terran play?").measure == "games"
    assert asked(understanding, "how many games did Terran win?").measure == "wins"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Terran vs Terran win rate", "50% by definition"),
        ("테란 대 테란 승률", "정의상 50%"),
        ("tasa de victorias de Terran contra Terran", "50 % por definición"),
    ],
)
def test_a_race_against_itself_is_half_by_definition(
    analyst: Analyst, understanding: Understanding, text: str, said: str
) -> None:
    terran = Filter(dimension="race", values=("Terran",))
    mirrors = Frame(measure="games", filters=(terran,), mirror="only")
    games = asyncio.run(analyst.analyse(mirrors))
    count = games.cell(games.rows[0], "games")
    answer = answered(analyst, understanding, text)
    assert said in answer.text
    assert f"**{count:,}" in answer.text.replace(".", ",")


def test_a_particle_is_no_part_of_a_name(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("winner_name,loser_name\nSerral,Maru\nMaru,Serral\n", encoding="utf-8")
    analyst = Analyst.open(path)
    try:
        outcome = read(Understanding(analyst.model), "세랄의 승률")
    finally:
        analyst.close()
    assert isinstance(outcome, Answerable)
    assert [one.word for one in outcome.read_as] == ["세랄"]


def test_a_file_name_stays_inside_its_comment(tmp_path: Path, understanding: Understanding) -> None:
    path = tmp_path / "x\nDROP TABLE games; --\u2028\r.csv"
    path.write_bytes(SAMPLE.read_bytes())
    analyst = Analyst.open(path)
    try:
        analysis = asyncio.run(analyst.analyse(asked(understanding, "Terran win rate")))
        first, *rest = query_of(analysis, analyst.source).splitlines()
    finally:
        analyst.close()
    assert first.startswith("--")
    assert "DROP" in first
    assert rest == analysis.query.shown.splitlines()


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("What is the Terran MMR?", "en", "Terran win rate"),
        ("프로토스 asdfqwer 승률", "ko", "프로토스 승률"),
        ("¿Cuál es el MMR de Protoss?", "es", "de Protoss"),
    ],
)
def test_a_decline_offers_questions_about_what_was_named(
    analyst: Analyst, understanding: Understanding, text: str, language: Language, said: str
) -> None:
    outcome = read(understanding, text)
    assert isinstance(outcome, Decline)
    offered = decline(analyst, outcome, language).splitlines()[-2:]
    assert all(said in line for line in offered)
