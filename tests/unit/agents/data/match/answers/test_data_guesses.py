"""What the columns of a table were taken for is told, once when it is read and on request."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.language import Language
from agents.data.match.answers.guesses import guesses
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Explain
from agents.data.replies import explain
from tests.contract.test_data_executor import talking
from tests.unit.agents.data.data_support import Talk, reader

GAMES = "when,arena,p1,p1_race,p2,p2_race,winner,minutes\n" + "".join(
    f"2024-0{1 + i % 9}-11,{('Unknown', 'Dune')[i % 2]},Ann{i % 3},{('Orc', 'Elf')[i % 2]},"
    f"Bob{i % 3},{('Elf', 'Orc')[i % 2]},{1 + i % 3 % 2},{9 + i % 7}\n"
    for i in range(40)
)
TOTALS = "region,matchup,games,win_rate\n" + "".join(
    f"{region},{matchup},{games},{rate}\n"
    for region, games, rate in (("KR", 300, 51.5), ("EU", 100, 48.25), ("ALL", 400, 50.69))
    for matchup in ("TvZ", "TvP")
)
SIDES = "match_id,race,result\n" + "".join(
    f"{i},Orc,{('win', 'loss')[i % 2]}\n{i},Elf,{('loss', 'win')[i % 2]}\n" for i in range(30)
)


def opened(folder: Path, text: str, models: Path | None = None) -> Analyst:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    return Analyst.open(path, model_folder=models)


def test_the_columns_of_a_game_are_named(tmp_path: Path) -> None:
    analyst = opened(tmp_path, GAMES)
    assert guesses(analyst.model, "en") == [
        "each row is a game between two sides",
        "who won: “winner” (“1”: the side of “p1_race”, “2”: that of “p2_race”)",
        "when: “when”",
        "length of a game: “minutes”, in minutes",
        "race: “p1_race”, “p2_race”",
        "player: “p1”, “p2”",
        "map: “arena”",
        "map not known: “Unknown”",
    ]
    analyst.close()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "rates weigh as much as they have games (“games”)"),
        ("ko", "비율은 경기 수(‘games’)만큼의 무게로 계산"),
        ("es", "las tasas pesan según sus partidas («games»)"),
    ],
)
def test_totals_tell_their_weight_and_the_sums_left_out(
    tmp_path: Path, language: Language, told: str
) -> None:
    analyst = opened(tmp_path, TOTALS)
    lines = guesses(analyst.model, language)
    assert told in lines
    assert "ALL" in lines[-1]
    assert len([line for line in lines if "matchup" in line]) == 1
    analyst.close()


def test_rows_of_sides_tell_what_joins_them_and_what_won(tmp_path: Path) -> None:
    analyst = opened(tmp_path, SIDES)
    assert guesses(analyst.model, "en")[:2] == [
        "each row is one side of a game; rows that share “match_id” are one game",
        "who won: “result” (“win”: won, “loss”: lost)",
    ]
    analyst.close()


def test_help_tells_the_guesses_and_where_they_can_be_changed(tmp_path: Path) -> None:
    analyst = opened(tmp_path, GAMES, tmp_path / "models")
    (kept,) = (tmp_path / "models").iterdir()
    told = explain(analyst, Explain("help"), "en")
    assert "- who won: “winner”" in told
    assert f"models/{kept.name}" in told
    analyst.close()


def test_the_first_turn_on_a_new_table_tells_them_once(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(GAMES, encoding="utf-8")

    async def statuses() -> list[list[str]]:
        async with talking(path, tmp_path / "profile") as talk:
            found = []
            for text in ("Orc win rate", "and Elf?"):
                turn = await talk.say(text)
                task = await talk.host.get(turn.task_id)
                assert task is not None
                said = [one.parts[0].text for one in task.history if one.role == 2]
                found.append([text for text in said if "games.csv" in text])
            return found

    first, second = asyncio.run(statuses())
    assert len(first) == 1 and "each row is a game between two sides" in first[0]
    assert second == []
    again, _ = asyncio.run(statuses())
    assert again == []


@pytest.mark.parametrize(
    "text", ["how did you read the table?", "표를 어떻게 읽었어?", "¿cómo leíste la tabla?"]
)
def test_how_the_table_was_read_can_be_asked(tmp_path: Path, text: str) -> None:
    assert reader(date(2024, 12, 1), tmp_path, GAMES)(text) == Explain("help")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("how many games by map?", "Where the map is not known (“Unknown”), games are in no row."),
        ("맵별 경기 수", "맵을 알 수 없는(‘Unknown’) 경기는 어느 행에도 넣지 않았습니다."),
        ("partidas por mapa", "«mapa» («Unknown»)"),
    ],
)
def test_games_of_an_unknown_map_are_told_to_be_in_no_row(
    tmp_path: Path, asked: str, told: str
) -> None:
    talk = Talk.about(GAMES, tmp_path, date(2024, 12, 1))
    talk.answer(asked)
    assert told in talk.text
