"""Ways in which games end, where a column tells them: lost on time, 시간패, por abandono."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk, meetings

PEOPLE = ("Anna", "Carlos", "Dina", "Erik")
ENDINGS = {
    "Termination": ("time forfeit", "resign", "mate"),
    "승리방식": ("시간", "불계", "집"),
    "final_por": ("tiempo", "abandono", "mate"),
}


@pytest.fixture(scope="module", params=ENDINGS)
def talk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Talk]:
    ends = ENDINGS[request.param]
    rows = [f"Date,White,Black,Result,Opening,{request.param}"]
    rows += [
        f"{day},{one},{two},{('1-0', '0-1')[number % 5 % 2]},"
        f"{('French', 'Sicilian')[number % 2]},{ends[number % 7 % 3]}"
        for number, day, one, two in meetings(PEOPLE, 300, date(2023, 1, 1), 2)
    ]
    talk = Talk.about("\n".join(rows), tmp_path_factory.mktemp("ends"), date(2025, 1, 1))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("how many games did Anna lose on time?", 0),
        ("Anna's losses by resignation", 1),
        ("Anna 시간패 몇 번?", 0),
        ("Anna가 불계패 당한 횟수", 1),
        ("Anna perdió por tiempo", 0),
        ("¿cuántas partidas perdió Anna por abandono?", 1),
    ],
)
def test_losses_are_told_by_how_they_came(talk: Talk, text: str, place: int) -> None:
    asked = talk.asked(text)
    (key,) = (
        key for key in talk.analyst.model.dimensions if key not in ("side", "player", "opening")
    )
    assert asked.measure == "losses"
    assert asked.filter("player") == Filter(dimension="player", values=("Anna",))
    ending = asked.filter(key)
    assert ending is not None
    assert ending.values == (talk.analyst.model.dimensions[key].canonical(_ends(talk)[place]),)


def _ends(talk: Talk) -> tuple[str, ...]:
    return next(ends for head, ends in ENDINGS.items() if head in talk.analyst.model.columns)


def test_wins_are_too(talk: Talk) -> None:
    assert talk.asked("Anna 시간승 몇 번?").measure == "wins"


def test_time_alone_is_no_way_of_ending(talk: Talk) -> None:
    assert talk.asked("Anna win rate over time").filters == (
        Filter(dimension="player", values=("Anna",)),
    )


def test_where_no_column_tells_them_it_is_declined(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    rows = ["Date,White,Black,Result,Opening"]
    rows += [
        f"{day},{one},{two},{('1-0', '0-1')[number % 5 % 2]},{('French', 'Sicilian')[number % 2]}"
        for number, day, one, two in meetings(PEOPLE, 120, date(2023, 1, 1), 2)
    ]
    talk = Talk.about("\n".join(rows), tmp_path_factory.mktemp("none"), date(2025, 1, 1))
    try:
        for text in (
            "how many games did Anna lose on time?", "Anna perdió por tiempo", "Anna 시간패 몇 번?",
            "Anna won on time",
        ):  # fmt: skip
            assert isinstance(talk.hear(text), Decline), text
    finally:
        talk.analyst.close()
