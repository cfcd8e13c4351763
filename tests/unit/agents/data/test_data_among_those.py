"""After a number of games, a length or losses: what is asked of just these."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.match.compute.frame import Filter, Lasting
from tests.unit.agents.data.data_support import Reads, frame, reader

_NAMES = ("Kestrel", "Mirova", "Tanuki", "Bolero")
_RACES = ("Terran", "Zerg", "Protoss")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reads]:
    lines = ["date,stage,map,player1,race1,player2,race2,winner,minutes"]
    for game in range(240):
        one, two = _NAMES[game % 4], _NAMES[(game + 1 + game // 4 % 3) % 4]
        day, stage = date(2024, 1, 1) + timedelta(days=game), ("Final", "Group")[game % 2]
        races = _RACES[game % 3], _RACES[game // 3 % 3]
        won = (one, two)[game // 2 % 2]
        lines.append(
            f"{day},{stage},{('Reef', 'Dune')[game % 2]},{one},{races[0]},{two},{races[1]},{won},"
            f"{8 + game % 20}"
        )
    yield reader(date(2025, 6, 1), tmp_path_factory.mktemp("those"), "\n".join(lines))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("games longer than 20 minutes", "how many did Terran win?"),
        ("partidas de más de 20 minutos", "¿cuántas ganaron los Terran?"),
    ],
)
def test_how_many_a_side_won_is_asked_of_the_games_that_were_counted(
    read: Reads, first: str, then: str
) -> None:
    said = frame(read, then, frame(read, first))
    assert said.measure == "wins"
    assert said.lasting == (Lasting(comparison=">", seconds=1200),)


def test_one_of_two_who_met_won_against_the_other(read: Reads) -> None:
    met = frame(read, "Kestrel vs Bolero 몇 판 했어?")
    said = frame(read, "Kestrel이 몇번 이겼는데", met.model_copy(update={"measure": "games"}))
    assert said.measure == "wins"
    assert said.filter("player") == Filter(dimension="player", values=("Kestrel",))
    rival = said.filter("player", "opponent")
    assert rival is not None
    assert rival.values == ("Bolero",)


@pytest.mark.parametrize("text", ["and the ones I lost", "y de las que perdí"])
def test_the_lengths_of_the_games_that_were_lost(read: Reads, text: str) -> None:
    said = frame(read, text, frame(read, "average game length by race"))
    assert (said.measure, said.ended) == ("duration", "lost")


def test_whom_he_beat_most_after_whom_he_lost_to_most_counts_wins(read: Reads) -> None:
    lost = frame(read, "¿contra quién perdió más veces Kestrel?")
    assert frame(read, "¿y a quién le ganó más?", lost).measure == "wins"


@pytest.mark.parametrize("text", ["who won the most finals?", "who won most Final games?"])
def test_who_won_the_most_of_something_counts_wins(read: Reads, text: str) -> None:
    assert frame(read, text).measure == "wins"


def test_how_bout_is_no_game(read: Reads) -> None:
    said = frame(read, "how bout terran vs zerg", frame(read, "protoss vs zerg win rate"))
    assert said.measure == "win_rate"
