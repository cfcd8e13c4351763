"""Seasons that share their noun are compared as seasons, or as years where no column has them."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.answering.periods.periods import year
from agents.data.match.compute.frame import Filter
from agents.data.seasons_named import with_years_of_seasons
from tests.unit.agents.data.data_support import Talk

_DAY = date(2025, 1, 1)
_TEAMS = ("T1", "Orca", "Lynx")
T1 = Filter(dimension="team", values=("T1",))


def _talk(header: str, season: str, factory: pytest.TempPathFactory) -> Talk:
    lines = [header]
    for n in range(180):
        of = 2022 + n // 3 % 3
        told = season.format(of)
        one, two = _TEAMS[n % 3], _TEAMS[(n + 1) % 3]
        lines.append(f"{of}-03-{n % 28 + 1:02},{told}{('A', 'B')[n % 2]},{one},{two},{n % 2 + 1}")
    return Talk.about("\n".join(lines), factory.mktemp("seasons"), _DAY)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return _talk("date,season,league,team1,team2,winner", "{},", tmp_path_factory)


@pytest.fixture(scope="module")
def korean(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return _talk("날짜,시즌,리그,팀1,팀2,승자", "{} 시즌,", tmp_path_factory)


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return _talk("date,league,team1,team2,winner", "", tmp_path_factory)


@pytest.fixture
def talk(begun: Talk) -> Iterator[Talk]:
    yield begun
    begun.anew()


_COMPARED = [
    "compare T1 in the 2023 and 2024 seasons", "T1 2023 season vs 2024 season",
    "T1 win rate in seasons 2023 and 2024", "T1 in the 2023 season and 2024",
    "compara a T1 en la temporada 2023 con la 2024", "T1 en las temporadas 2023 y 2024",
    "compara a T1 en la temporada 2023 con la temporada 2024",
    "T1 2023 시즌과 2024 시즌 비교", "T1 2023, 2024 시즌 비교", "T1 2023시즌이랑 2024시즌 비교",
]  # fmt: skip


@pytest.mark.parametrize("text", _COMPARED)
def test_two_seasons_are_two_rows(talk: Talk, text: str) -> None:
    frame = talk.answer(text)
    assert frame.filter("team") == T1
    season = frame.filter("season")
    assert season is not None
    assert set(season.values) == {"2023", "2024"}
    assert (frame.period, len(talk.rows)) == ((), 2)


@pytest.mark.parametrize("text", _COMPARED)
def test_seasons_with_their_noun_are_told_by_their_years(korean: Talk, text: str) -> None:
    season = korean.asked(text).filter("season")
    assert season is not None
    assert set(season.values) == {"2023 시즌", "2024 시즌"}
    assert len(korean.rows) == 2


@pytest.mark.parametrize("text", _COMPARED)
def test_without_a_column_of_seasons_they_are_years(years: Talk, text: str) -> None:
    frame = years.asked(text)
    assert set(frame.period) == {year(2023), year(2024)}
    assert (frame.filters, len(years.rows)) == ((T1,), 2)


@pytest.mark.parametrize(
    "text",
    [
        "how did T1 do in the 2023 season compared to 2024", "T1 en 2023 vs la temporada 2024",
        "T1 2023 시즌과 2024년 비교"
    ],
)  # fmt: skip
def test_a_year_beside_a_season_is_one_too(talk: Talk, text: str) -> None:
    season = talk.answer(text).filter("season")
    assert season is not None
    assert (set(season.values), len(talk.rows)) == ({"2023", "2024"}, 2)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [("T1 since the 2023 season", 2023, None), ("T1 2023시즌부터 승률", 2023, None),
     ("T1 desde la temporada 2023", 2023, None), ("T1 before the 2024 season", None, 2024)],
)  # fmt: skip
def test_a_season_at_the_edge_of_a_period_is_a_year(
    talk: Talk, text: str, start: int | None, end: int | None
) -> None:
    (period,) = talk.answer(text).period
    assert (period.start and period.start.year, period.end and period.end.year) == (start, end)


@pytest.mark.parametrize(
    "text",
    ["compare the 2023 and 2024 seasons", "compara la temporada 2023 con la 2024",
     "2023 시즌과 2024 시즌 비교"],
)  # fmt: skip
def test_seasons_are_compared_of_whom_it_was_about(talk: Talk, text: str) -> None:
    assert talk.answer("T1 win rate", text).filter("team") == T1
    assert len(talk.rows) == 2


def test_a_team_called_as_a_quarter_stands_before_a_year(talk: Talk) -> None:
    for text in ("T1 2024", "T1 2024 vs 2023", "T1 los 2024 vs 2023"):
        talk.anew()
        assert talk.answer(text).filter("team") == T1


@pytest.mark.parametrize("text", ["2024 시즌별 승률", "win rate by season in 2023"])
def test_other_words_stay_as_they_are(years: Talk, text: str) -> None:
    assert with_years_of_seasons(text, years.analyst.model) == text


@pytest.mark.parametrize("text", ["시즌 17 T1 승률", "T1 temporada 17"])
def test_a_numbered_season_is_named_in_any_language(
    text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = [
        f"Season {15 + n % 3},{_TEAMS[n % 3]},{_TEAMS[(n + 1) % 3]},{n % 2 + 1}" for n in range(90)
    ]
    rows = "\n".join(["season,team1,team2,winner", *lines])
    talk = Talk.about(rows, tmp_path_factory.mktemp("numbered"), _DAY)
    found = talk.answer(text).filter("season")
    talk.analyst.close()
    assert found == Filter(dimension="season", values=("Season 17",))
