"""Losses, loss rates, matchups put as a verb, and the longest and shortest game, in words."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.artifacts import json_part
from agents.data.match.answers.answers import Writer
from agents.data.match.answers.artifacts import result_of
from agents.data.match.compute.analysis import Analysis, Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Outcome
from agents.data.understanding import Understanding

_ROWS = """date,p1,p2,p1_race,p2_race,winner,map,length
2020-01-01,Serral,Reynor,Zerg,Zerg,1,Arctic,600
2020-01-02,Serral,Maru,Zerg,Terran,2,Arctic,900
2020-02-03,Maru,Serral,Terran,Zerg,1,Bayou,1500
2020-02-04,Zest,Serral,Protoss,Zerg,2,Bayou,300
2020-03-05,Maru,Zest,Terran,Protoss,2,Arctic,720
2020-03-06,Maru,Byun,Terran,Terran,1,Bayou,810
"""
TODAY = date(2020, 12, 31)


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path: Path = tmp_path_factory.mktemp("table") / "games.csv"
    path.write_text(_ROWS, encoding="utf-8")
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


def read(analyst: Analyst, text: str, previous: Frame | None = None) -> Outcome:
    understanding = Understanding(analyst.model)
    return understanding.understand(text, today=TODAY, previous=previous).outcome


def asked(analyst: Analyst, text: str, previous: Frame | None = None) -> Frame:
    outcome = read(analyst, text, previous)
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame


def computed(analyst: Analyst, text: str) -> Analysis:
    return asyncio.run(analyst.analyse(asked(analyst, text)))


def figures(analyst: Analyst, text: str) -> dict[str, object]:
    analysis = computed(analyst, text)
    (row,) = analysis.rows
    return dict(zip(analysis.names, row, strict=True))


@pytest.mark.parametrize(
    ("text", "column", "seconds"),
    [
        ("가장 긴 경기는?", "longest_seconds", 1500),
        ("가장 짧은 경기", "shortest_seconds", 300),
        ("가장 오래 걸린 경기는 얼마나 걸렸어?", "longest_seconds", 1500),
        ("longest game", "longest_seconds", 1500),
        ("How long was the shortest match on Arctic?", "shortest_seconds", 600),
        ("¿Cuál fue la partida más larga?", "longest_seconds", 1500),
        ("la partida más corta", "shortest_seconds", 300),
    ],
)
def test_the_longest_and_the_shortest_game(
    analyst: Analyst, text: str, column: str, seconds: float
) -> None:
    assert figures(analyst, text)[column] == seconds


def test_a_length_can_be_sent_and_said(analyst: Analyst) -> None:
    analysis = computed(analyst, "longest game")
    answer = Writer(analysis, analyst.model, "en", simulated=False).write()
    assert "25 min 0 s" in answer.text
    json_part(result_of(analysis, answer, analyst.model, analyst.source, "en"))


@pytest.mark.parametrize(
    "text",
    [
        "which map has the longest games?",
        "경기 시간이 가장 긴 맵은?",
        "¿Qué mapa tiene las partidas más largas?",
    ],
)
def test_the_longest_games_by_map_are_ranked_by_their_average(analyst: Analyst, text: str) -> None:
    frame = asked(analyst, text)
    assert (frame.measure, frame.group_by, frame.order) == ("duration", ("map",), "desc")


@pytest.mark.parametrize(
    "text",
    [
        "Serral loss rate",
        "세랄 패배율",
        "tasa de derrotas de Serral",
        "how often does Serral lose",
        "proportion of losses of Serral",
        "proporción de derrotas de Serral",
        "세랄은 얼마나 자주 져?",
    ],
)
def test_the_loss_rate_is_the_win_rate_turned_round(analyst: Analyst, text: str) -> None:
    lost, won = figures(analyst, text), figures(analyst, "Serral win rate")
    assert (lost["losses"], lost["games"], lost["loss_rate"]) == (2, 4, 0.5)
    assert lost["ci_low"] == pytest.approx(1 - float(str(won["ci_high"])))
    assert lost["ci_high"] == pytest.approx(1 - float(str(won["ci_low"])))


@pytest.mark.parametrize(
    "text",
    [
        "Serral lost how many games?",
        "how many games did Serral lose?",
        "¿Cuántas veces perdió Serral?",
        "¿Cuántas partidas perdió Serral?",
        "세랄은 몇 번 졌어?",
    ],
)
def test_a_verb_of_losing_counts_losses(analyst: Analyst, text: str) -> None:
    assert figures(analyst, text)["losses"] == 2


@pytest.mark.parametrize(
    ("text", "measure", "own", "rival"),
    [
        ("how often does Zerg lose to Terran", "loss_rate", "Zerg", "Terran"),
        ("how often does Zerg beat Terran", "win_rate", "Zerg", "Terran"),
        ("¿con qué frecuencia pierde Zerg contra Terran?", "loss_rate", "Zerg", "Terran"),
        ("저그가 테란을 이긴 비율", "win_rate", "Zerg", "Terran"),
        ("테란을 저그가 이긴 비율", "win_rate", "Zerg", "Terran"),
        ("저그가 테란한테 진 비율", "loss_rate", "Zerg", "Terran"),
        ("저그가 테란을 몇 번 이겼어?", "wins", "Zerg", "Terran"),
        ("저그는 테란한테 몇 번 졌어?", "losses", "Zerg", "Terran"),
    ],
)
def test_a_verb_between_two_races_is_a_matchup(
    analyst: Analyst, text: str, measure: str, own: str, rival: str
) -> None:
    frame = asked(analyst, text)
    assert frame.measure == measure
    assert set(frame.filters) == {
        Filter(dimension="race", values=(own,)),
        Filter(dimension="race", values=(rival,), side="opponent"),
    }


def test_a_draw_is_not_a_loss(tmp_path: Path) -> None:
    path = tmp_path / "chess.csv"
    games = "Anna,Bo,1-0\nBo,Anna,1/2-1/2\nAnna,Bo,0-1\nAnna,Bo,1-0\n"
    path.write_text("White,Black,result\n" + games, encoding="utf-8")
    analyst = Analyst.open(path)
    try:
        found = figures(analyst, "Anna loss rate")
    finally:
        analyst.close()
    assert (found["games"], found["losses"], found["draws"]) == (4, 1, 1)


def test_another_grouping_of_a_matchup_keeps_the_rival(analyst: Analyst) -> None:
    first = asked(analyst, "TvZ")
    frame = asked(analyst, "win rate by map", first)
    assert frame.filters == first.filters
    assert frame.group_by == ("map",)
