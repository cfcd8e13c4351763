"""The best map for each race is ranked within each race, and the answer says so."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.language import language_of
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analysis, Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2024, 6, 1)
# Of 40 games on each map so many were won by the first race, against the other one.
WON = {"Reef": 30, "Dune": 12, "Mesa": 22, "Cove": 25}


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path: Path = tmp_path_factory.mktemp("each") / "games.csv"
    lines = ["date,map,race1,race2,winner"]
    for place, won in WON.items():
        for game in range(40):
            lines.append(f"2023-0{1 + game % 9}-11,{place},Terran,Zerg,{1 if game < won else 2}")
    path.write_text("\n".join(lines), "utf-8")
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


def ask(analyst: Analyst, *talk: str) -> tuple[Analysis, str]:
    understanding, previous = Understanding(analyst.model), None
    for text in talk:
        outcome = understanding.understand(
            text, today=TODAY, language=language_of(text), previous=previous
        ).outcome
        assert isinstance(outcome, Answerable), (text, outcome)
        previous = outcome.frame
    assert isinstance(previous, Frame)
    analysis = asyncio.run(analyst.analyse(previous))
    writer = Writer(analysis, analyst.model, language_of(talk[-1]), simulated=False)
    return analysis, writer.write().text


def pairs(analysis: Analysis) -> set[tuple[str, str]]:
    names = analysis.names
    place, race = names.index("map"), names.index("race")
    return {(str(row[race]), str(row[place])) for row in analysis.rows}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("best map for each race", "highest for each race"),
        ("종족별 최고 맵", "종족마다 가장 높은 것"),
        ("각 종족이 가장 강한 맵은?", "종족마다 가장 높은 것"),
        ("mejor mapa de cada raza", "lo más alto de cada raza"),
        ("el mejor mapa por raza", "lo más alto de cada raza"),
    ],
)
def test_the_best_of_each_group(analyst: Analyst, text: str, said: str) -> None:
    analysis, answer = ask(analyst, text)
    assert pairs(analysis) == {("Terran", "Reef"), ("Zerg", "Dune")}
    assert said in answer.splitlines()[0]


def test_several_of_each_group(analyst: Analyst) -> None:
    wanted = {("Terran", "Reef"), ("Terran", "Cove"), ("Zerg", "Dune"), ("Zerg", "Mesa")}
    assert pairs(ask(analyst, "top 2 maps per race")[0]) == wanted
    assert pairs(ask(analyst, "best map for each race", "top 2")[0]) == wanted


def test_the_worst_of_each_group_that_cannot_be_told_from_the_next(analyst: Analyst) -> None:
    analysis, answer = ask(analyst, "worst race on each map")
    assert analysis.unsure == ("Cove", "Mesa")
    assert "interval overlaps: Cove, Mesa." in answer


@pytest.mark.parametrize(
    "text", ["win rate by race and map, highest first", "종족 맵별 승률 높은 순"]
)
def test_pairs_are_ranked_together_where_both_are_grouped_by(analyst: Analyst, text: str) -> None:
    analysis, _ = ask(analyst, text)
    assert len(analysis.rows) == 2 * len(WON) and analysis.plan.frame.within is None


def test_another_condition_keeps_or_ends_it(analyst: Analyst) -> None:
    assert pairs(ask(analyst, "best map for each race", "in 2023")[0]) == {
        ("Terran", "Reef"), ("Zerg", "Dune")
    }  # fmt: skip
    analysis, _ = ask(analyst, "best map for each race", "on Mesa")
    assert analysis.plan.frame.order is None and len(analysis.rows) == 2
