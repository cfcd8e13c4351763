"""A summary of earlier answers: which are taken, and what is said of their intervals."""

from pathlib import Path

import pytest

from tests.contract.agents.data.sales import CITIES, write_sales
from tests.contract.agents.data.test_data_executor import cells, mean_price, talking

pytestmark = pytest.mark.anyio

SUMMARISE = "summarise the previous analyses"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sales(tmp_path_factory.mktemp("sales"))


async def test_where_only_others_are_referenced_nothing_is_summarised(table: Path) -> None:
    async with talking(table) as talk:
        await talk.say("average price in Lima")
        refused = await talk.say("why did the price rise?")
        assert "result" not in refused.data
        for reference in (refused.task_id, "nonsense"):
            turn = await talk.say(SUMMARISE, references=[reference])
            assert turn.states[-1] == "completed"
            assert "result" not in turn.data, turn.answer
            assert f"{mean_price('Lima'):.2f}" not in turn.answer


async def test_only_those_with_a_result_are_taken_of_the_referenced(table: Path) -> None:
    async with talking(table) as talk:
        answered = [await talk.say(f"average price in {city}") for city in CITIES[:2]]
        refused = await talk.say("why did the price rise?")
        ids = [turn.task_id for turn in (*answered, refused)]
        turn = await talk.say(SUMMARISE, references=ids)
        assert turn.data["result"]["source"]["tasks"] == ids[:2]
        assert [row["value"] for row in cells(turn)] == pytest.approx(
            [mean_price(city) for city in CITIES[:2]]
        )


async def test_the_first_so_many_answers_are_compared(table: Path) -> None:
    async with talking(table) as talk:
        ids = [(await talk.say(f"average price in {city}")).task_id for city in CITIES[:3]]
        for said, of in (("first", ids[:2]), ("last", ids[1:])):
            turn = await talk.say(f"compare the {said} two")
            assert turn.data["result"]["source"]["tasks"] == of


async def test_a_question_that_was_asked_back_stands_in_no_way(table: Path) -> None:
    async with talking(table) as talk:
        await talk.say("average price by city")
        asked = await talk.say("average price of the zorgles")
        assert asked.states[-1] == "input_required"
        turn = await talk.say(SUMMARISE, references=[asked.task_id])
        assert cells(turn)


async def test_whether_intervals_meet_is_said_in_the_language_of_the_request(table: Path) -> None:
    async with talking(table) as talk:
        await talk.say("average price by city")
        english = await talk.say(SUMMARISE)
        rows = cells(english)
        ends = sorted((row["value"], row["low"], row["high"]) for row in rows)
        apart = ends[-1][1] > ends[0][2]
        assert ("do not meet" in english.answer) == apart
        assert ("overlap" in english.answer) != apart
        korean = await talk.say("이전 분석들을 종합해줘")
        assert [row["value"] for row in cells(korean)] == [row["value"] for row in rows]
        assert "average" not in korean.answer and "intervals" not in korean.answer


async def test_a_condition_that_keeps_one_group_of_another_answer_is_a_row_of_it(
    table: Path,
) -> None:
    async with talking(table) as talk:
        await talk.say("average price by city in 2023")
        for city in CITIES[:2]:
            await talk.say(f"average price in {city}")
        turn = await talk.say(SUMMARISE)
        rows = {row["about"]: row for row in cells(turn)}
        assert rows.keys() == {*CITIES}, "a row for each city"
        for city in CITIES[:2]:
            assert rows[city]["value1"] == pytest.approx(mean_price(city))
            assert rows[city]["change"] == pytest.approx(
                rows[city]["value1"] - rows[city]["value0"]
            )
        assert rows[CITIES[2]]["value1"] is None
        assert "against" in turn.answer and "nothing is paired" not in turn.answer


async def test_a_period_that_another_answer_has_by_months_is_one_of_these(table: Path) -> None:
    async with talking(table) as talk:
        await talk.say("average price by month in 2023")
        await talk.say("median price in March 2023")
        turn = await talk.say(SUMMARISE)
        held = [row["about"] for row in cells(turn) if row["value1"] is not None]
        assert held == ["Mar 2023"]


async def test_a_group_that_another_answer_has_is_told_once(table: Path) -> None:
    async with talking(table) as talk:
        await talk.say("average price by city")
        await talk.say(f"average price in {CITIES[0]}")
        turn = await talk.say(SUMMARISE)
        rows = cells(turn)
        assert len(rows) == len(CITIES) and {*rows[0]} == {"about", "value0"}
        assert "nothing is paired" not in turn.answer and "are shown" not in turn.answer
        kept = {one["text"] for one in turn.data["frame"]["narrow"]}
        assert kept == {*CITIES}, "each mark keeps its rows"
