"""A log of one's own games with both ratings: whose rating a threshold is one of."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Measured
from tests.unit.agents.data.data_support import Reads, frame, reader


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    rows = ["Fecha,Color,Mi Elo,Rival,Elo rival,Resultado,Jugadas"]
    for index in range(80):
        rival = ("ana", "beto", "carla")[index % 3]
        rows.append(
            f"2024-0{1 + index % 9}-05,{('Blancas', 'Negras')[index % 2]},{1450 + index},"
            f"{rival},{1400 + 5 * index},{'GP'[index % 2]},{20 + index}"
        )
    return reader(date(2024, 11, 15), tmp_path_factory.mktemp("log"), "\n".join(rows))


@pytest.mark.parametrize(
    "text",
    [
        "mi % de victorias contra rivales de más de 1600 de elo",
        "my win rate against opponents rated above 1600",
        "1600점 넘는 상대한테 승률",
    ],
)
def test_the_rivals_number_is_that_of_its_column(read: Reads, text: str) -> None:
    asked = frame(read, text)
    of_rival = Measured(quantity="rating", comparison=">", value=1600, side="opponent")
    assert asked.measured == (of_rival,)
    assert asked.group_by == ()
    below = frame(read, "¿y de menos de 1500?", asked).measured
    assert below == (of_rival.model_copy(update={"comparison": "<", "value": 1500}),)


@pytest.mark.parametrize(
    "text", ["victorias cuando mi elo es mayor de 1480", "내 레이팅 1480 초과일 때 승수"]
)
def test_ones_own_number_is_ones_own(read: Reads, text: str) -> None:
    assert frame(read, text).measured == (Measured(quantity="rating", comparison=">", value=1480),)
