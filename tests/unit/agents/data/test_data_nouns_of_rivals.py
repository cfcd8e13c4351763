"""Nouns that only say who the rivals are: against Zerg bots, 저그 봇 상대; and draws, how often."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk

RACES = {"negaBot": "Terran", "poolBot": "Zerg", "queenBot": "Zerg", "cannonBot": "Protoss",
         "marineBot": "Terran"}  # fmt: skip
ZERG = Filter(dimension="race", values=("Zerg",), side="opponent")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,map,bot1,bot1_race,bot2,bot2_race,winner"]
    names = list(RACES)
    for index in range(200):
        one, two = names[index % 5], names[(index + 1 + index // 5 % 4) % 5]
        rows.append(
            f"2024-0{1 + index % 9}-15,{('Ley', 'Eco')[index // 2 % 2]},{one},{RACES[one]},{two},"
            f"{RACES[two]},{(one, two)[index % 3 % 2]}"
        )
    folder = tmp_path_factory.mktemp("bots")
    return Talk.about("\n".join(rows), folder, date(2024, 12, 15))


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["Date,White,Black,Result,Opening"]
    for index in range(80):
        pair = ("Ana", "Beto") if index % 2 else ("Beto", "Ana")
        result = ("1-0", "0-1", "1/2-1/2", "*")[index % 4]
        rows.append(f"2024-03-{1 + index % 28:02d},{','.join(pair)},{result},Italian")
    folder = tmp_path_factory.mktemp("chess")
    return Talk.about("\n".join(rows), folder, date(2024, 12, 15))


@pytest.mark.parametrize("text", ["against zerg bots", "contra bots zerg", "저그 봇 상대 승률"])
def test_the_noun_makes_no_rows(talk: Talk, text: str) -> None:
    asked = talk.asked("negaBot win rate", text)
    assert asked.group_by == ()
    assert set(asked.filters) == {Filter(dimension="bot", values=("negaBot",)), ZERG}


def test_a_bot_meets_its_own_race(talk: Talk) -> None:
    talk.asked("negaBot win rate")
    ((games, *_),) = talk.rows
    met = 0
    for race in ("zerg", "terran", "protoss"):
        talk.answer(f"negaBot win rate against {race} bots")
        met += talk.rows[0][0]
    assert met == games


@pytest.mark.parametrize(
    "text", ["which bot beats zerg bots most?", "win rate against zerg by bot", "which zerg bots?"]
)
def test_a_noun_that_is_asked_for_makes_rows(talk: Talk, text: str) -> None:
    assert talk.asked(text).group_by == ("bot",)


@pytest.mark.parametrize(
    "text",
    ["how often is it a draw", "얼마나 자주 비겨?", "¿con qué frecuencia empata?"],
)
def test_how_often_it_is_a_draw_is_the_rate_of_draws(chess: Talk, text: str) -> None:
    asked = chess.asked("Ana white win rate", text)
    assert asked.measure == "draw_rate"
    assert len(asked.filters) == 2


def test_draws_are_of_finished_games(chess: Talk) -> None:
    chess.asked("Ana win rate")
    games = chess.rows[0][0]
    chess.answer("draw rate")
    assert chess.rows[0][0] == games == 60
