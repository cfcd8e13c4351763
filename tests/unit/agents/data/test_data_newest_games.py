"""So many of the newest games: which they are, what they are asked by, and where there are none."""

import asyncio
import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from agents.data.match.answers.artifacts import query_of
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
RACES = ("Terran", "Zerg", "Protoss")
PEOPLE = ("Anka", "Bodil", "Cleo", "Dario")


class Game(NamedTuple):
    day: date
    people: tuple[str, str]
    races: tuple[str, str]
    winner: int


def played() -> list[Game]:
    """Return games of all days but one in a mixed order; on the 300th day there are three."""
    games = []
    for index in range(400):
        day = date(2023, 1, 1) + timedelta(days=min(index, 300) if index < 303 else index)
        one, two = index % 4, (index + 1 + index // 4 % 3) % 4
        races = (RACES[index % 3], RACES[(index // 3) % 3])
        games.append(Game(day, (PEOPLE[one], PEOPLE[two]), races, (index * 7 + index // 5) % 2))
    random.Random(4).shuffle(games)
    return games


GAMES = played()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("newest") / "games.csv"
    lines = ["date,player1,race1,player2,race2,winner,minutes"]
    lines += [
        f"{g.day},{g.people[0]},{g.races[0]},{g.people[1]},{g.races[1]},{1 + g.winner},{9 + n % 9}"
        for n, g in enumerate(GAMES)
    ]
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.fixture(scope="module")
def games(table: Path) -> Iterator[Analyst]:
    analyst = Analyst.open(table)
    yield analyst
    analyst.close()


@pytest.fixture
def talk(games: Analyst) -> Talk:
    return Talk(games, TODAY)


def wins_of(person: str, count: int, race: str | None = None) -> tuple[int, int]:
    """Return the games and wins among somebody's newest games."""
    found = [
        (g.day, g.winner == g.people.index(person))
        for g in GAMES
        if person in g.people and (race is None or g.races[1 - g.people.index(person)] == race)
    ]
    found.sort(key=lambda one: one[0], reverse=True)
    kept = [won for day, won in found if day >= found[count - 1][0]]
    return len(kept), sum(kept)


@pytest.mark.parametrize(
    "message",
    [
        "Cleo's win rate in her last 20 games",
        "Cleo 최근 20경기 승률",
        "tasa de victorias de Cleo en sus últimas 20 partidas",
    ],
)
def test_somebodys_newest_games(talk: Talk, message: str) -> None:
    found = talk.answer(message)
    assert found.newest == 20
    assert (talk.column("games")[0], talk.column("wins")[0]) == wins_of("Cleo", 20)


def test_the_conditions_come_before_the_cut(talk: Talk) -> None:
    talk.answer("Cleo win rate against Zerg in her last 20 games")
    assert (talk.column("games")[0], talk.column("wins")[0]) == wins_of("Cleo", 20, "Zerg")


def test_a_game_with_two_sides_counts_once(talk: Talk) -> None:
    talk.answer("number of games in the last 50 games")
    assert talk.column("games") == [50]
    talk.answer("win rate by player in the last 50 games, highest first")
    assert sum(talk.column("wins")) == 50


@pytest.mark.parametrize(("count", "more"), [(97, False), (98, True), (100, False), (101, False)])
def test_games_of_one_day_are_all_in_and_that_is_said(talk: Talk, count: int, more: bool) -> None:
    talk.answer(f"number of games in the last {count} games")
    days = sorted((g.day for g in GAMES), reverse=True)
    last = days[count - 1]
    there = sum(day >= last for day in days)
    assert talk.column("games") == [there]
    assert (there > count) is more
    assert f"from {last} to {days[0]}" in talk.text
    assert ("no order among them" in talk.text) is more


def test_fewer_than_were_asked_for_are_told(talk: Talk) -> None:
    talk.answer("Cleo win rate in her last 900 games")
    assert "There are no 900 such games" in talk.text


def test_the_newest_games_go_on(talk: Talk) -> None:
    found = talk.answer("Cleo win rate", "in her last 20 games", "and the last 50?")
    assert found.newest == 50
    assert talk.answer("against Zerg").newest == 50
    found = talk.answer("in 2023")
    assert (found.newest, len(found.period)) == (None, 1)
    assert talk.answer("last 20 games").newest == 20
    assert talk.answer("all time").newest is None


def test_his_newest_games_after_recent_was_declined(talk: Talk) -> None:
    """How recent was asked for: then a number of games is about the same player."""
    talk.say("how is Cleo doing lately?")
    talk.answer("her last 20 games")
    assert (talk.column("games")[0], talk.column("wins")[0]) == wins_of("Cleo", 20)


def test_overall_takes_all_games_again(talk: Talk) -> None:
    found = talk.answer("Cleo win rate in her last 20 games", "overall?")
    assert found.newest is None
    assert found.filter("player") is not None


@pytest.mark.parametrize(
    "message",
    ["win rate by player in the last 20 games", "선수별 최근 20경기 승률",
     "compare Cleo and Anka in the last 20 games"],
)  # fmt: skip
def test_each_players_own_newest_games_are_declined(talk: Talk, message: str) -> None:
    outcome = talk.say(message)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "newest_each"


@pytest.mark.parametrize("message", ["how is Cleo doing lately", "Cleo's last game", "최근 승률"])
def test_how_recent_has_to_be_said(talk: Talk, message: str) -> None:
    outcome = talk.say(message)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "recent"


@pytest.mark.parametrize("message", ["Zerg win rate in the last 20 days", "저그 최근 20일 승률"])
def test_days_are_no_games(talk: Talk, message: str) -> None:
    found = talk.answer(message)
    assert found.newest is None
    assert found.period


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("race1,race2,winner\nTerran,Zerg,1\nZerg,Terran,2\nTerran,Zerg,2\n", "no_time"),
        (
            "month,race,games,wins\n2023-01,Terran,40,20\n2023-01,Zerg,40,20\n"
            "2023-02,Terran,30,10\n2023-02,Zerg,30,20\n",
            "newest",
        ),
    ],
)
def test_without_the_day_of_each_game_there_are_none(
    tmp_path: Path, text: str, reason: str
) -> None:
    outcome = Talk.about(text, tmp_path, TODAY).say("Zerg win rate in the last 20 games")
    assert isinstance(outcome, Decline)
    assert outcome.reason == reason


def test_a_column_that_joins_two_sides_tells_games_apart(tmp_path: Path) -> None:
    lines = ["game,date,player,race,result"]
    for number, game in enumerate(GAMES):
        lines += [
            f"{number},{game.day},{game.people[side]},{game.races[side]},"
            f"{'win' if game.winner == side else 'loss'}"
            for side in (0, 1)
        ]
    talk = Talk.about("\n".join(lines), tmp_path, TODAY)
    talk.answer("Cleo win rate in the last 20 games")
    assert (talk.column("games")[0], talk.column("wins")[0]) == wins_of("Cleo", 20)
    talk.answer("number of games in the last 50 games")
    assert talk.column("games") == [50]


@pytest.mark.parametrize(
    "message",
    [
        "Cleo win rate in her last 20 games"
    ],
)  # fmt: skip
def test_the_query_that_is_shown_gives_the_same_rows(talk: Talk, table: Path, message: str) -> None:
    talk.answer(message)
    assert talk.analysis is not None
    shown = query_of(talk.analysis, talk.analyst.source)
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE VIEW games AS SELECT * FROM read_csv(?)".replace("?", repr(str(table)))
        )
        for _ in range(3):
            assert connection.execute(shown).fetchall() == talk.rows


def test_a_frame_without_the_field_is_read(games: Analyst) -> None:
    old = Frame().model_dump(mode="json")
    del old["newest"]
    assert Frame.model_validate(old).newest is None
    assert asyncio.run(games.analyse(Frame(measure="games"))).newest is None
