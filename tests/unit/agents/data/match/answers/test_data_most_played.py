"""How often something was picked is told beside its share, and whose teams are no rows."""

import asyncio
from collections.abc import Iterator
from datetime import date

import pytest

from agents.answering.text.language import Language
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2024, 11, 15)


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path = tmp_path_factory.mktemp("picked") / "matches.csv"
    rows = ["match_id,team,region,start_side,character,outcome"]
    for index in range(80):
        one, two = ("Ocelots", "Static")[index % 2], ("Ironclad", "Redshift")[index // 2 % 2]
        hero = ("Volt", "Volt", "Blaze", "Pip")[index % 4]
        won = index % 3 == 0
        rows.append(f"{index},{one},KR,attack,{hero},{'won' if won else 'lost'}")
        rows.append(f"{index},{two},NA,defence,Nox,{'lost' if won else 'won'}")
    path.write_text("\n".join(rows), "utf-8")
    opened = Analyst.open(path)
    yield opened
    opened.close()


def ask(analyst: Analyst, text: str) -> Frame:
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame


@pytest.mark.parametrize(
    ("text", "language", "headline"),
    [
        ("most played character", "en", "80 (50%)"),
        ("el personaje más jugado", "es", "80 (50 %)"),
        ("제일 많이 쓰인 캐릭터", "ko", "80 (50%)"),
    ],
)
def test_the_most_played_is_told_with_how_often(
    analyst: Analyst, text: str, language: Language, headline: str
) -> None:
    analysis = asyncio.run(analyst.analyse(ask(analyst, text)))
    first = dict(zip(analysis.names, analysis.rows[0], strict=True))
    assert (first["character"], first["picks"], first["sides"]) == ("Nox", 80, 160)
    assert "games" not in first
    answer = Writer(analysis, analyst.model, language, simulated=False).write()
    assert headline in answer.text


def test_enough_games_of_what_is_played_are_its_own(analyst: Analyst) -> None:
    frame = Frame(measure="pick_share", group_by=("character",), order="desc", having=30)
    analysis = asyncio.run(analyst.analyse(frame))
    assert [row[0] for row in analysis.rows] == ["Nox", "Volt"]


@pytest.mark.parametrize(
    "text",
    ["win rate of KR teams", "how do KR teams do", "tasa de victorias de los equipos de KR",
     "KR 팀 승률"],
)  # fmt: skip
def test_the_teams_of_a_region_are_that_region(analyst: Analyst, text: str) -> None:
    frame = ask(analyst, text)
    assert frame.filters == (Filter(dimension="region", values=("KR",)),)
    assert frame.group_by == ()


@pytest.mark.parametrize(
    "text",
    ["win rates of KR teams", "best KR team", "win rate by KR team", "KR 팀별 승률",
     "which KR teams win the most?"],
)  # fmt: skip
def test_each_of_its_teams_is_asked_for_as_such(analyst: Analyst, text: str) -> None:
    assert ask(analyst, text).group_by == ("team",)


@pytest.mark.parametrize(
    "text",
    ["Static win rate when they start on attack", "Static win rate starting on attack",
     "tasa de victorias de Static cuando empiezan en ataque",
     "Static 공격으로 시작할 때 승률"],
)  # fmt: skip
def test_a_verb_of_the_header_says_no_more(analyst: Analyst, text: str) -> None:
    frame = ask(analyst, text)
    assert {(one.dimension, one.values) for one in frame.filters} == {
        ("team", ("Static",)), ("side", ("attack",)),
    }  # fmt: skip
    assert frame.period == ()
