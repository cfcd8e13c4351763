"""Left and right hands, however a table writes them: lefties against righties, 왼손잡이, zurdos."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Reads, frame, meetings, reader

PLAYERS = {"Nadal": 0, "Federer": 1, "Djokovic": 1, "Alcaraz": 0}
TABLES = {
    "L,R": "date,player1,hand1,player2,hand2,winner",
    "left,right": "date,player1,hand1,player2,hand2,winner",
    "왼손,오른손": "날짜,선수1,손1,선수2,손2,승자",
    "zurdo,diestro": "fecha,jugador1,mano1,jugador2,mano2,ganador",
}


@pytest.fixture(scope="module", params=TABLES)
def table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Reads, list[str]]:
    hands = str(request.param).split(",")
    rows = [TABLES[request.param]]
    rows += [
        f"{day},{one},{hands[PLAYERS[one]]},{two},{hands[PLAYERS[two]]},"
        f"{(one, two)[number % 5 % 2]}"
        for number, day, one, two in meetings(list(PLAYERS), 200, date(2022, 1, 1), 2)
    ]
    folder = tmp_path_factory.mktemp("hands")
    return reader(date(2024, 6, 1), folder, "\n".join(rows)), hands


@pytest.mark.parametrize(
    "text",
    [
        "how do lefties do against righties?",
        "왼손잡이가 오른손잡이 상대로 승률",
        "tasa de victorias de zurdos contra diestros",
    ],
)
def test_one_hand_against_the_other(table: tuple[Reads, list[str]], text: str) -> None:
    read, (left, right) = table
    assert set(frame(read, text).filters) == {
        Filter(dimension="hand", values=(left,)),
        Filter(dimension="hand", values=(right,), side="opponent"),
    }


@pytest.mark.parametrize(
    "text",
    ["Nadal win rate against righties", "Nadal 오른손잡이 상대 승률", "Nadal contra diestros"],
)
def test_somebody_against_one_hand(table: tuple[Reads, list[str]], text: str) -> None:
    read, (_, right) = table
    assert set(frame(read, text).filters) == {
        Filter(dimension="player", values=("Nadal",)),
        Filter(dimension="hand", values=(right,), side="opponent"),
    }
