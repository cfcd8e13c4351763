"""Ordinary words are no names, whatever they resemble; names stay names."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Decline
from agents.data.understanding import Understanding

TODAY = date(2025, 3, 1)
TEAMS = ["Liverpool", "Prairie", "Garen", "Arsenal", "Jinx", "Cham", "Quasar", "ElTopo"]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    path: Path = tmp_path_factory.mktemp("league") / "league.csv"
    games = [
        f"2024-05-{1 + n % 28:02},{TEAMS[n % 8]},{TEAMS[(n + 1 + n // 8) % 8]},{1 + n % 2},{n % 40}"
        for n in range(400) if n % 8 != (n + 1 + n // 8) % 8
    ]  # fmt: skip
    path.write_text("date,team1,team2,winner,fouls\n" + "\n".join(games), encoding="utf-8")
    analyst = Analyst.open(path)
    yield Understanding(analyst.model)
    analyst.close()


@pytest.mark.parametrize(
    "text",
    [
        "라이벌 승률", "win rate garden", "tasa de victorias jardines"
    ],
)  # fmt: skip
def test_an_ordinary_word_is_named_and_stops_the_answer(asked: Understanding, text: str) -> None:
    assert isinstance(asked.understand(text, today=TODAY).outcome, Decline)


@pytest.mark.parametrize(
    ("text", "team"),
    [("리버풀 승률", "Liverpool"), ("프레리 승률", "Prairie"), ("가렌 승률", "Garen"),
     ("아스널 승률", "Arsenal"), ("Quaser win rate", "Quasar"), ("El Topo win rate", "ElTopo"),
     ("tasa de victorias de Liverpol", "Liverpool")],
)  # fmt: skip
def test_a_name_that_is_meant_is_heard(asked: Understanding, text: str, team: str) -> None:
    outcome = asked.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), outcome
    assert [one.values for one in outcome.frame.filters] == [(team,)]


@pytest.mark.parametrize(
    ("text", "side"),
    [("team 1 win rate", "1"), ("1팀 승률", "1"), ("equipo 2, tasa de victorias", "2"),
     ("2팀 승률은?", "2"), ("side 2 win rate", "2")],
)  # fmt: skip
def test_numbered_sides_are_sides(asked: Understanding, text: str, side: str) -> None:
    outcome = asked.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), outcome
    (one,) = outcome.frame.filters
    assert (one.dimension, one.values) == ("side", (side,))


@pytest.mark.parametrize(
    "text",
    [
        "mirror share", "cuota de partidas espejo", "미러전 비율"
    ],
)  # fmt: skip
def test_the_share_of_mirror_matches(asked: Understanding, text: str) -> None:
    outcome = asked.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), outcome
    assert (outcome.frame.measure, outcome.frame.group_by) == ("mirror_share", ())


@pytest.mark.parametrize("text", ["mirror share of sides", "cuota de partidas espejo de lados",
                                  "진영 미러전 비율"])  # fmt: skip
def test_mirrors_are_of_what_is_compared(asked: Understanding, text: str) -> None:
    assert isinstance(asked.understand(text, today=TODAY).outcome, Decline)


@pytest.mark.parametrize(
    "text",
    ["best team, min 50 games", "최고 승률 팀 (최소 50경기)", "mejor equipo, min. 50 partidas"],
)
def test_min_is_a_least_number_and_no_minute(asked: Understanding, text: str) -> None:
    outcome = asked.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), outcome
    assert outcome.frame.having == 50
    assert outcome.frame.lasting == ()


@pytest.mark.parametrize("text", ["승률 높은 팀 세 개", "상위 3명만 보여줘", "상위 세 명만 뽑아줘"])
def test_a_number_in_words_says_how_many(asked: Understanding, text: str) -> None:
    outcome = asked.understand(text, today=TODAY).outcome
    assert not isinstance(outcome, Answerable) or outcome.frame.limit == 3
    if "명" in text:
        assert isinstance(outcome, Answerable), outcome


@pytest.mark.parametrize(
    ("text", "order"),
    [("equipos ordenados de menor a mayor", "asc"), ("equipos de mayor a menor", "desc")],
)
def test_rows_are_put_in_an_order(asked: Understanding, text: str, order: str) -> None:
    outcome = asked.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), outcome
    assert outcome.frame.order == order
