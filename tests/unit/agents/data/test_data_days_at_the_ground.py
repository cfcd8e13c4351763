"""Games by the weather and the crowd, in the words that people have for them."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.frame import Measured
from tests.unit.agents.data.data_support import Talk

_TEAMS = ("울산", "전북", "포항", "서울")
_GAMES = "경기일,홈팀,원정팀,홈골,원정골,관중,날씨\n" + "".join(
    f"2024-0{3 + i % 6}-{1 + i % 28:02d},{_TEAMS[i % 4]},{_TEAMS[(i + 1 + i // 4 % 3) % 4]},"
    f"{i % 4},{(i * 3 + 1) % 5},{2000 + i * 97 % 28000},{('맑음', '흐림', '비')[i // 2 % 3]}\n"
    for i in range(240)
)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    talk = Talk.about(_GAMES, tmp_path_factory.mktemp("ground"), date(2024, 11, 15))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (("비 오는 날 울산 승률",), "비"), (("울산 승률", "비가 올 때는?"), "비"),
        (("울산 승률", "비 오는 날만", "맑은 날은?"), "맑음"), (("흐린 날 울산 승률",), "흐림"),
        (("울산 win rate in the rain",), "비"), (("울산 win rate", "on sunny days?"), "맑음"),
        (("tasa de victorias de 울산 con lluvia",), "비"),
        (("tasa de victorias de 울산", "¿y en días soleados?"), "맑음"),
        (("tasa de victorias de 울산", "¿y cuando llueve?"), "비"),
    ],
)  # fmt: skip
def test_the_weather_is_a_condition(league: Talk, said: tuple[str, ...], value: str) -> None:
    frame = league.asked(*said)
    found = frame.filter("weather")
    assert found is not None
    assert (found.values, found.exclude, frame.group_by) == ((value,), False, ())


@pytest.mark.parametrize(
    ("said", "comparison", "number"),
    [
        ("만 명 이상은?", ">=", 10_000), ("5천 명 이하는?", "<=", 5_000),
        ("천 명 넘는 건?", ">", 1_000),
        ("만 5천 명 이상은?", ">=", 15_000), ("1만5천명 이하", "<=", 15_000),
        ("만 천 명 미만", "<", 11_000), ("2만 5천 명 이상만", ">=", 25_000),
    ],
)  # fmt: skip
def test_large_numbers_are_said_in_words(
    league: Talk, said: str, comparison: str, number: float
) -> None:
    (found,) = league.asked("관중 2만 명 넘는 경기 울산 승률", said).measured
    assert isinstance(found, Measured)
    assert (found.comparison, found.value) == (comparison, number)


@pytest.mark.parametrize(
    "said",
    [
        "울산 승률이 가장 높은 시즌은?",
        "울산 승률이 제일 높은 시즌",
        "which season has Ulsan's best win rate?",
    ],
)
def test_a_numbered_season_is_ranked_and_no_sum(said: str, tmp_path: Path) -> None:
    text = _GAMES.replace("경기일,", "시즌,경기일,").replace("\n2024", "\n2,2024")
    talk = Talk.about(text.replace("\n2,2024-03", "\n1,2024-03"), tmp_path, date(2024, 11, 15))
    frame = talk.answer(said)
    quantities = talk.analyst.model.quantities
    talk.analyst.close()
    assert (frame.group_by, frame.order, frame.measured) == (("season",), "desc", ())
    assert {key: one.adds for key, one in quantities.items()}["attendance"]
