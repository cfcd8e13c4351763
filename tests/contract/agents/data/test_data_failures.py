"""What cannot be answered is said in plain words, and a model's reading gives way to the rules'."""

from pathlib import Path
from typing import Any

import pytest

from agents.answering.grounding import Ungrounded
from agents.answering.running import QueryTooLong
from agents.data import maker
from agents.data.agent import turn as turns
from agents.data.agent.media_types import EDITS, QUERY, SQL
from tests.contract.agents.data.model_endpoint import endpoint, proposes
from tests.contract.agents.data.test_data_executor import cells, talking
from tests.contract.agents.data.test_model_proposals import asking

pytestmark = pytest.mark.anyio

OF_ALL = {"column": "price", "op": ">", "than": {
    "aggregate": "mean", "of": "price", "share": "all",
}}  # fmt: skip
"""A share of all rows cannot stand within a condition, which shows when it is computed."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shop") / "shop.csv"
    rows = [f"{'Lima' if n % 2 else 'Quito'},{n}" for n in range(40)]
    path.write_text("\n".join(["city,price", *rows]) + "\n")
    return path


def raises(error: Exception) -> Any:
    async def fails(*_: Any, **__: Any) -> None:
        raise error

    return fails


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (QueryTooLong(30), "took too long"),
        (Ungrounded("17"), "A number in the answer was not in the result"),
    ],
)
async def test_an_answer_that_fails_says_why(
    table: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    monkeypatch.setattr(turns, "answer", raises(error))
    async with talking(table) as talk:
        turn = await talk.say("average price by city")
    assert turn.states[-1] == "failed"
    assert said in turn.status


async def test_a_statement_by_hand_that_takes_too_long_says_so(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "run_by_hand", raises(QueryTooLong(30)))
    async with talking(table) as talk:
        turn = await talk.say("", value=(SQL, {"sql": "SELECT 1"}))
    assert turn.states[-1] == "failed"
    assert "took too long" in turn.status


async def test_what_turns_out_not_to_be_computed_is_told(table: Path) -> None:
    async with talking(table) as talk:
        turn = await talk.say("", value=(QUERY, {"query": {"where": OF_ALL}}))
    assert turn.states[-1] == "failed"
    assert turn.status.startswith("That cannot be worked out: A share of all")


async def test_where_a_models_reading_cannot_be_computed_that_of_the_rules_is(
    table: Path,
) -> None:
    of_lima = {"column": "city", "values": ["Lima"]}
    mean = {"measures": [{"aggregate": "mean", "of": "price"}]}
    query = {**mean, "where": {"all": [of_lima, OF_ALL]}}
    with endpoint(proposes(understood=True, query=query)) as server:
        async with asking(table, server.config(questions="model-first")) as talk:
            turn = await talk.say("average price in Lima")
    assert turn.states[-1] == "completed"
    assert [row["mean_price"] for row in cells(turn)] == [20]  # of 1, 3, … 39
    assert "gave nothing to use: That cannot be worked out" in turn.answer
    assert "read_by" not in turn.data["frame"]


async def test_nothing_said_is_nothing_asked(table: Path) -> None:
    async with talking(table) as talk:
        turn = await talk.say("  \n")
    assert turn.states[-1] == "rejected"
    assert turn.status.startswith("The message is empty.")


async def test_edits_to_what_the_table_cannot_mean_are_declined(table: Path) -> None:
    edit = {"edit": "by", "groups": [{"by": "prise"}]}
    async with talking(table) as talk:
        turn = await talk.say("", value=(EDITS, {"edits": [edit]}))
    assert turn.states[-1] == "completed"
    assert "result" not in turn.data
    assert "price" in turn.answer


async def test_a_large_table_is_read_at_the_first_question(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "LARGE", 1)
    async with talking(table) as talk:
        turn = await talk.say("average price in Lima")
    assert [row["mean_price"] for row in cells(turn)] == [20]


async def test_one_answer_alone_is_summarised_without_a_picture(table: Path) -> None:
    async with talking(table) as talk:
        await talk.say("average price in Lima")
        turn = await talk.say("summarise the previous analyses")
    assert [row["value"] for row in cells(turn)] == [20]
    assert "chart" not in turn.data
