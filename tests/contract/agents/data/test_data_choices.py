"""What answers the agent's own questions: one of several meanings, clicked or said."""

from pathlib import Path

import pytest

from tests.contract.agents.data.test_data_executor import cells, talking

pytestmark = pytest.mark.anyio

TOWNS = ("Lima", "Quito", "Bogota")
TRIPS = [(TOWNS[n % 3], TOWNS[(n + 1 + n // 3 % 2) % 3], 10 + n) for n in range(90)]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "trips.csv"
    rows = "".join(f"{start},{end},{price}\n" for start, end, price in TRIPS)
    path.write_text(f"departure,destination,price\n{rows}", encoding="utf-8")
    return path


def mean(place: int) -> float:
    prices = [trip[2] for trip in TRIPS if trip[place] == "Lima"]
    return sum(prices) / len(prices)


async def test_of_several_meanings_one_is_clicked(table: Path) -> None:
    async with talking(table) as talk:
        asked = await talk.say("average price Lima")
        assert asked.states[-1] == "input_required"
        choices = {one["label"]: one for one in asked.question["choices"]}
        assert set(choices) == {"Lima (departure)", "Lima (destination)"}
        for place, choice in enumerate(choices.values()):
            count = sum(trip[place] == "Lima" for trip in TRIPS)
            assert choice["count"] == count
            turn = await talk.say("", choice={"slot": "meaning", "value": choice["value"]})
            (row,) = cells(turn)
            assert next(iter(row.values())) == pytest.approx(mean(place))
            asked = await talk.say("average price Lima")


async def test_a_column_that_is_named_is_the_answer(table: Path) -> None:
    async with talking(table) as talk:
        asked = await talk.say("average price Lima")
        assert asked.states[-1] == "input_required"
        turn = await talk.say("destination")
        (row,) = cells(turn)
        assert next(iter(row.values())) == pytest.approx(mean(1))
        assert await talk.state(asked.task_id) == ("completed", {"answered_by": turn.task_id})


async def test_an_answer_keeps_the_language_of_the_question(table: Path) -> None:
    async with talking(table) as talk:
        asked = await talk.say("Lima 평균 price")
        assert asked.states[-1] == "input_required"
        answered = await talk.say("destination", task_id=asked.task_id)
        assert answered.data["frame"]["language"] == "ko"
