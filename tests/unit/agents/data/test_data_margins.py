"""How far two were apart at the end is a number of the game, no length of it, and no rival's."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.frame import Measured
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows = "".join(
        f"2024-{1 + i % 12:02d}-{1 + i % 28:02d},{('Reef', 'Dune')[i % 2]},{('Ann', 'Bob')[i % 2]},"
        f"{('Bob', 'Cleo')[i % 2]},{1 + i // 2 % 2},{i % 90}\n"
        for i in range(360)
    )
    folder: Path = tmp_path_factory.mktemp("gap")
    head = "date,track,driver_1,driver_2,winner,gap_seconds\n"
    talk = Talk.about(head + rows, folder, date(2024, 12, 31))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize("name", ["gap_seconds", "시간차"])
def test_a_margin_is_no_length(tmp_path: Path, name: str) -> None:
    rows = "".join(f"{'AB'[i % 2]},{'BC'[i % 2]},{1 + i % 2},{i % 90}\n" for i in range(40))
    talk = Talk.about(f"p1,p2,winner,{name}\n{rows}", tmp_path, date(2024, 12, 31))
    duration = talk.analyst.model.duration
    talk.analyst.close()
    assert duration is None


@pytest.mark.parametrize(
    "said",
    [
        "how many games with a gap over 44?", "partidas con gap de más de 44 segundos",
        "gap 45초 이상 경기 수"
    ],
)  # fmt: skip
def test_games_are_kept_by_their_margin(talk: Talk, said: str) -> None:
    (kept,) = talk.asked(said).measured
    low = Measured(quantity="gap", comparison=">", value=44)
    assert kept in (low, low.model_copy(update={"comparison": ">=", "value": 45}))
    assert talk.rows == [(180,)]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("average gap by track", "quantity"), ("average game length", "no_duration"),
        ("win rate of Ann when the opponent's gap is over 2", "word")
    ],
)  # fmt: skip
def test_what_a_margin_does_not_tell(talk: Talk, said: str, reason: str) -> None:
    outcome = talk.hear(said)
    assert isinstance(outcome, Decline)
    assert outcome.reason == reason
