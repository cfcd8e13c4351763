"""How many rows of a ranking, and what counts of a game, as Korean and Spanish say it."""

from datetime import date
from pathlib import Path

import pytest

from tests.unit.agents.data.data_support import Reads, frame, reader

_TEAMS = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot")
_PLAYERS = ("Maru", "Serral", "Clem", "Dark")
_TODAY = date(2024, 12, 31)


@pytest.fixture
def league(tmp_path: Path) -> Reads:
    rows = [
        f"2024-{n % 12 + 1:02}-{n % 28 + 1:02},{_TEAMS[n % 6]},{_TEAMS[(n + 1 + n % 5) % 6]},"
        f"{_TEAMS[n % 6]}"
        for n in range(120)
    ]
    return reader(_TODAY, tmp_path, "\n".join(["date,team_a,team_b,winner", *rows]) + "\n")


@pytest.mark.parametrize(
    ("asked", "measure", "order", "limit"),
    [
        ("승률 높은 세 팀", "win_rate", "desc", 3),
        ("승률 제일 높은 두 팀은?", "win_rate", "desc", 2),
        ("승률 낮은 세 팀", "win_rate", "asc", 3), ("가장 많이 이긴 두 팀", "wins", "desc", 2),
        ("많이 진 두 팀", "losses", "desc", 2), ("상위 다섯 팀", "win_rate", "desc", 5),
        ("los tres que más jugaron", "pick_share", "desc", 3),
        ("los dos con más victorias", "wins", "desc", 2)
    ],
)  # fmt: skip
def test_so_many_rows(asked: str, measure: str, order: str, limit: int, league: Reads) -> None:
    found = frame(league, asked)
    assert (found.measure, found.order, found.limit) == (measure, order, limit)
    assert found.group_by == ("team",)
    assert not found.filters


@pytest.mark.parametrize("asked", ["승률 높은 두 명"])
def test_two_players_are_not_the_second_player(asked: str, tmp_path: Path) -> None:
    races = dict(zip(_PLAYERS, ("Terran", "Zerg", "Terran", "Zerg"), strict=True))
    rows = []
    for n in range(80):
        one, two = _PLAYERS[n % 4], _PLAYERS[(n + 1 + n % 3) % 4]
        rows.append(f"2024-01-{n % 28 + 1:02},{one},{races[one]},{two},{races[two]},{n % 2 + 1}")
    text = "\n".join(["date,player1,race1,player2,race2,winner", *rows]) + "\n"
    found = frame(reader(_TODAY, tmp_path, text), asked)
    assert (found.group_by, found.limit, found.filters) == (("player",), 2, ())


@pytest.mark.parametrize(
    ("asked", "comparison", "value"),
    [
        ("15킬 이상 한 경기 승률", ">=", 15), ("10킬 이하 기록한 경기 승률", "<=", 10),
        ("10킬 넘는 경기 승률", ">", 10)
    ],
)  # fmt: skip
def test_games_of_so_many_kills(asked: str, comparison: str, value: int, tmp_path: Path) -> None:
    rows = [
        f"{n // 2},2024-01-{n % 28 + 1:02},{_PLAYERS[n % 4]},{['Ahri', 'Zed', 'Lux'][n % 3]},"
        f"{n * 7 % 26},{'WL'[n % 2]}"
        for n in range(200)
    ]
    text = "\n".join(["match_id,date,player,hero,kills,result", *rows]) + "\n"
    (measured,) = frame(reader(_TODAY, tmp_path, text), f"Maru {asked}").measured
    assert (measured.quantity, measured.comparison, measured.value) == ("kills", comparison, value)


def test_moves_may_stand_under_their_counter(tmp_path: Path) -> None:
    names = ("신진서", "박정환", "커제")
    rows = [
        f"2024-01-{n % 28 + 1:02},{names[n % 3]},{names[(n + 1 + n % 2) % 3]},{100 + n},"
        f"{'흑백'[n % 2]}"
        for n in range(120)
    ]
    read = reader(_TODAY, tmp_path, "\n".join(["날짜,흑,백,수,승자", *rows]) + "\n")
    (measured,) = frame(read, "150수 이상 흑 승률").measured
    assert (measured.quantity, measured.value) == ("moves", 150)


def test_a_season_of_a_year_is_all_its_parts(tmp_path: Path) -> None:
    seasons = ("2023 시즌1", "2023 시즌2", "2024 시즌1", "2024 시즌2")
    rows = [
        f"{seasons[n % 4]},{['한화', '젠지', '담원'][n % 3]},{['젠지', '담원', '한화'][n % 3]},"
        f"{'승패'[n // 4 % 2]}"
        for n in range(120)
    ]
    read = reader(_TODAY, tmp_path, "\n".join(["시즌,팀,상대,결과", *rows]) + "\n")
    season = frame(read, "2024 시즌 한화 승률").filter("season")
    assert season is not None
    assert (set(season.values), season.together) == ({"2024 시즌1", "2024 시즌2"}, True)
    alone = frame(read, "2024 시즌1 한화 승률").filter("season")
    assert alone is not None
    assert alone.values == ("2024 시즌1",)


@pytest.mark.parametrize("asked", ["now 한"])
def test_a_side_of_one_letter_in_a_fragment(asked: str, tmp_path: Path) -> None:
    names = ("김철수", "이영희", "박민수")
    rows = [
        f"2024-01-{n % 28 + 1:02},{names[n % 3]},{names[(n + 1 + n % 2) % 3]},{'초한'[n % 2]}"
        for n in range(60)
    ]
    read = reader(_TODAY, tmp_path, "\n".join(["날짜,초_기사,한_기사,승자", *rows]) + "\n")
    side = frame(read, asked, frame(read, "초 승률")).filter("side")
    assert side is not None
    assert side.values == ("한",)
