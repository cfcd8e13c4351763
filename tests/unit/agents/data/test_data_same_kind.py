"""Games in which both sides have the same are mirrors, of what is compared and nothing else."""

from datetime import date

import pytest

from agents.data.outcomes import Answerable
from tests.unit.agents.data.data_support import Talk, meetings

TODAY = date(2024, 6, 1)
CARS = ("Boreal", "Corsa", "Delphin")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["fecha,circuito,piloto_1,coche_1,piloto_2,coche_2,gana_1"]
    names = ("Lena Ruiz", "Mara Vidal", "Nil Soto", "Olga Prat")
    for number, day, one, two in meetings(names, 300, date(2023, 1, 1), 1):
        cars = f"{one},{CARS[number % 3]},{two},{CARS[number // 5 % 3]}"
        rows.append(f"{day},{('Jarama', 'Cheste')[number % 2]},{cars},{number % 2}")
    return Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("cars"), TODAY)


@pytest.mark.parametrize(
    "text",
    [
        "¿cuántos duelos entre coches iguales?", "duelos entre coches iguales",
        "같은 차량끼리 경기 수"
    ],
)  # fmt: skip
def test_both_with_the_same_are_mirrors(talk: Talk, text: str) -> None:
    asked = talk.asked(text)
    assert (asked.measure, asked.mirror) == ("games", "only")
    assert talk.column("games") == [100]


def test_the_same_of_another_kind_is_no_mirror(talk: Talk) -> None:
    talk.anew()
    for text in ("¿cuántos duelos en el mismo circuito?", "how many duels on the same track?"):
        outcome = talk.hear(text)
        assert not (isinstance(outcome, Answerable) and outcome.frame.mirror == "only")


@pytest.mark.parametrize(
    ("text", "games"),
    [("¿cuántos duelos se corrieron?", 300), ("¿cuántos duelos corrió Lena Ruiz?", 150),
     ("¿cuántos duelos corridos en Jarama?", 150)],
)  # fmt: skip
def test_duels_are_run(talk: Talk, text: str, games: int) -> None:
    talk.asked(text)
    assert talk.column("games") == [games]
