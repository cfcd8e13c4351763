"""Plain words of a first day: this file, ended by, second, all three, seasons without a year."""

from datetime import date

import pytest

from agents.data.outcomes import Answerable, Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 11, 15)
RACES = ("Terran", "Zerg", "Protoss")


def _table() -> str:
    rows = ["Date,Season,Event,Map,Player A,Race A,Player B,Race B,Winner,End,rank A,rank B"]
    for i in range(180):
        one, two = RACES[i % 3], RACES[(i // 3 + i) % 3]
        a, b = ("BlitzBaker", "Kestrel", "Ibis")[i % 3], ("Orca", "Heron")[i % 2]
        season = ("2023 시즌1", "2023 시즌3", "2024 시즌1", "2024 시즌2")[i * 4 // 180]
        event = ("Rated Blitz game", "Rated Rapid game")[i // 2 % 2]
        end = ("Dominance", "Resources", "Surrender")[i // 4 % 3]
        rows.append(
            f"202{3 + i // 90}-0{i % 9 + 1}-11,{season},{event},Gresvan,{a},{one},{b},{two},"
            f"{(a, b)[i % 7 % 2]},{end},{i % 40},{i % 30}"
        )
    return "\n".join(rows)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("first"), _table())


@pytest.mark.parametrize(
    "text",
    [
        "how many games are in this file?", "¿cuántas partidas hay en el archivo?",
        "이 파일에 경기가 몇 개 있어?"
    ],
)  # fmt: skip
def test_the_games_of_the_file_are_all(read: Reads, text: str) -> None:
    for previous in (None, frame(read, "Terran win rate by map in 2023")):
        found = frame(read, text, previous)
        assert (found.measure, found.filters, found.group_by, found.period) == ("games", (), (), ())


@pytest.mark.parametrize(
    "text",
    [
        "how many games ended by Dominance?", "¿cuántas partidas terminaron por Dominance?",
        "Dominance로 끝난 경기 수"
    ],
)  # fmt: skip
def test_how_games_ended(read: Reads, text: str) -> None:
    found = frame(read, text)
    assert found.measure == "games"
    assert [one.values for one in found.filters] == [("Dominance",)]


@pytest.mark.parametrize(
    ("text", "season"),
    [("시즌3 승률 종족별로", "2023 시즌3"), ("season 2 win rate by race", "2024 시즌2"),
     ("2시즌 종족별 승률", "2024 시즌2"), ("tasa por raza en la temporada 1", "2024 시즌1"),
     ("2023 시즌1 종족별 승률", "2023 시즌1")],
)  # fmt: skip
def test_a_season_without_its_year_is_the_latest_called_so(
    read: Reads, text: str, season: str
) -> None:
    assert [one.values for one in frame(read, text).filters] == [(season,)]


@pytest.mark.parametrize("text", ["플토 승률", "프토 승률"])
def test_short_names_of_races(read: Reads, text: str) -> None:
    assert frame(read, text).filters[0].values == ("Protoss",)


def test_two_letters_of_a_short_name_changed_places(read: Reads) -> None:
    assert frame(read, "zreg win rate").filters[0].values == ("Zerg",)


@pytest.mark.parametrize("text", ["blitz games only", "solo partidas blitz", "only blitz matches"])
def test_a_kind_of_games_is_nobody(read: Reads, text: str) -> None:
    found = frame(read, text, frame(read, "win rate by race"))
    assert [one.values for one in found.filters] == [("Rated Blitz game",)]
    assert not isinstance(read("blitz win rate", None), Answerable)  # the player, or the event?


@pytest.mark.parametrize("text", ["only people with at least 20 games",
                                  "solo personas con al menos 20 partidas",
                                  "just folks with at least 20 games"])  # fmt: skip
def test_people_are_the_rows_that_were_ranked(read: Reads, text: str) -> None:
    found = frame(read, text, frame(read, "which player has the highest win rate?"))
    assert (found.group_by, found.order, found.having) == (("player",), "desc", 20)


@pytest.mark.parametrize(
    ("text", "order"),
    [("which month had the most?", "desc"), ("¿cuál fue el mes con más?", "desc"),
     ("which month had the fewest?", "asc"), ("¿qué mes tuvo menos?", "asc")],
)  # fmt: skip
def test_which_row_had_the_most(read: Reads, text: str, order: str) -> None:
    found = frame(read, text, frame(read, "how many games by month in 2023"))
    assert (found.measure, found.group_by, found.order) == ("games", ("month",), order)


def test_a_spanish_threshold_that_goes_on(read: Reads) -> None:
    previous = frame(read, "jugadores con más de 20 victorias")
    (bound,) = frame(read, "¿y más de 30?", previous).bounds
    assert (bound.figure, bound.comparison, bound.value) == ("wins", ">", 30)


@pytest.mark.parametrize("text", ["2등은?", "second?", "¿y el segundo?"])
def test_the_second_of_a_ranking_beside_a_column_of_ranks(read: Reads, text: str) -> None:
    previous = frame(read, "which player has the most wins?")
    found = frame(read, text, previous)
    assert (found.skip, found.limit, found.order) == (1, 1, "desc")


@pytest.mark.parametrize(
    "text",
    [
        "셋 다 비교해줘", "compare all three", "las tres"
    ],
)  # fmt: skip
def test_all_of_so_many(read: Reads, text: str) -> None:
    found = frame(read, text, frame(read, "Terran win rate"))
    values = {value for one in found.filters for value in one.values}
    assert values == set(RACES) or found.group_by == ("race",)


@pytest.mark.parametrize("text", ["compare all four", "넷 다 비교해줘", "las cuatro"])
def test_so_many_that_there_are_not_are_declined(read: Reads, text: str) -> None:
    assert isinstance(read(text, frame(read, "Terran win rate")), Decline)
