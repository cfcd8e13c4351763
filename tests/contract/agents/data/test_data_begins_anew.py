"""A person who starts over gets a conversation in which nothing of the last one is left."""

from pathlib import Path

import pytest

from tests.contract.agents.data.sales import write_sales
from tests.contract.agents.data.test_data_executor import UNKNOWN, talking

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sales(tmp_path_factory.mktemp("sales"))


@pytest.mark.parametrize(
    ("asked", "over", "fragment", "says"),
    [
        ("average price in Lima", "start over", "and in Seoul?", "from the beginning"),
        ("average price in Lima", "let's start again", "and in Seoul?", "from the beginning"),
        ("Lima 평균 가격", "처음부터 다시", "Seoul은?", "처음부터 다시"),
        ("Lima 평균 가격", "초기화해줘", "Seoul은?", "처음부터 다시"),
        ("precio medio en Lima", "empezar de nuevo", "¿y en Seoul?", "de nuevo"),
        ("precio medio en Lima", "volvamos a empezar", "¿y en Seoul?", "de nuevo"),
    ],
)
async def test_nothing_is_kept_after_starting_over(
    table: Path, asked: str, over: str, fragment: str, says: str
) -> None:
    async with talking(table) as talk:
        first = await talk.say(asked)
        kept = await talk.say(fragment, references=[first.task_id])
        assert kept.data["frame"]["query"]["measures"]
        begun = await talk.say(over)
        assert begun.states[-1] == "completed" and "result" not in begun.data
        assert says in begun.answer
        told = [first.task_id, kept.task_id]  # as the windows refer to all their answers
        turn = await talk.say(fragment, references=told)
        measured = turn.data["frame"].get("query", {}).get("measures", [])
        assert all(one.get("aggregate") != "mean" for one in measured)


async def test_starting_over_ends_a_question_that_was_asked_back(table: Path) -> None:
    async with talking(table) as talk:
        parked = await talk.say(UNKNOWN)
        assert parked.states[-1] == "input_required"
        assert (await talk.say("start over")).states[-1] == "completed"
        assert (await talk.state(parked.task_id))[0] == "canceled"


async def test_the_language_of_a_refused_question_is_spoken_on(table: Path) -> None:
    async with talking(table) as talk:
        refused = await talk.say("¿por qué subió el precio?")
        assert refused.states[-1] == "completed" and "result" not in refused.data
        found = await talk.say("Lima")
        assert found.data["frame"]["language"] == "es"
