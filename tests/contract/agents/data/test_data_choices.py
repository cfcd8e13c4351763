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


async def test_words_of_another_open_table_are_asked_of_that_one_from_then_on(
    tmp_path: Path,
) -> None:
    """Without a choice to press, nothing told that it was another table's."""
    rows = "".join(f"{town},{n}\n" for n, town in enumerate(TOWNS * 40))
    (tmp_path / "trips.csv").write_text(f"departure,price\n{rows}", "utf-8")
    flights = "".join(f"{one},{n % 50}\n" for n, one in enumerate(("Iberia", "Ryanair") * 30))
    (tmp_path / "flights.csv").write_text(f"carrier,delay\n{flights}", "utf-8")
    async with talking(tmp_path) as talk:
        await talk.say("average price by departure")
        asked = await talk.say("average delay by carrier")
        assert asked.states[-1] == "input_required"
        choice = asked.question["choices"][0]
        assert choice["label"].endswith("· flights") and choice["count"] == 60
        turn = await talk.say("", choice={"slot": "meaning", "value": choice["value"]})
        assert {row["carrier"] for row in cells(turn)} == {"Iberia", "Ryanair"}
        turn = await talk.say("only Iberia")
        assert {row["carrier"] for row in cells(turn)} == {"Iberia"}
        back = await talk.say("average price by departure")
        choice = back.question["choices"][0]
        assert choice["label"].endswith("· trips")
        await talk.say("", choice={"slot": "meaning", "value": choice["value"]})
        turn = await talk.say("average price")
        assert turn.states[-1] == "completed"
