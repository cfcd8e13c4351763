"""A table that comes along with a message: it is what the conversation is about from then on."""

import asyncio
import tempfile
from pathlib import Path

import pytest
from a2a.types import Message, Part, SendMessageRequest
from a2a.utils.errors import ContentTypeNotSupportedError

from agents.answering.attachments import AttachedFile
from agents.data.agent.attached import MOST_OPEN, AttachedTables
from agents.data.agent.media_types import EDITS
from agents.data.agent.opening import Opening
from agents.data.card import card_of
from agents.hosting.request_contexts import check_media_types
from app.conversations.store.ephemeral_store import MemoryStore
from tests.contract.agents.data.sales import SALES, write_sales
from tests.contract.agents.data.test_data_executor import cells, talking

pytestmark = pytest.mark.anyio
GOODS = ("goods.csv", b"kind,price\n" + b"Lamp,3\nSofa,4\n" * 20)
ROWS = "how many rows"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sales(tmp_path_factory.mktemp("sales"))


async def test_it_is_answered_from_until_another_comes_and_after_a_restart(table: Path) -> None:
    records = MemoryStore()
    async with talking(table, records=records) as talk:
        own = await talk.say(ROWS)
        first = await talk.say("total price by kind", files=[GOODS])
        assert {row["kind"]: row["sum_price"] for row in cells(first)} == {"Lamp": 60, "Sofa": 80}
        assert first.data["result"]["source"]["file"] == "goods.csv"
        context_id = talk.context_id
    async with talking(table, records=records) as talk:
        talk.context_id = context_id
        assert "Sofa" not in (await talk.say("only Lamp")).answer, "it goes on from what was said"
        assert "**40**" in (await talk.say(ROWS, references=[first.task_id, own.task_id])).answer
        edits = {"base_task_id": own.task_id, "edits": []}
        before = await talk.say("", value=(EDITS, edits))
        assert f"**{len(SALES):,}**" in before.answer, (
            "what is about an earlier answer is of its table"
        )
        more = await talk.say(ROWS, files=[("more.csv", b"kind,price\nLamp,3\n" * 1)])
        assert "**1**" in more.answer
        assert f"**{len(SALES):,}**" in (await talk.say(ROWS, context_id="another")).answer


async def test_several_are_opened_together_and_one_alone_is_shown(table: Path) -> None:
    async with talking(table) as talk:
        shown = await talk.say("", files=[GOODS])
        assert shown.states[-1] == "completed" and "goods.csv" in shown.answer
        both = [GOODS, ("kinds.csv", b"kind,maker\nLamp,Ada\nSofa,Bo\n")]
        made = await talk.say("total price by maker", files=both)
        rows = {name: total for name, total, *_ in (row.values() for row in cells(made))}
        assert rows == {"Ada": 60, "Bo": 80}
        page = await talk.say("이 파일 요약해줘", files=[GOODS])
        assert page.states[-1] == "completed" and "goods.csv" in page.answer


async def test_what_is_no_table_is_told_and_leaves_the_conversation_as_it_was(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    async with talking(table) as talk:
        failed = await talk.say(ROWS, files=[("../../broken.xlsx", b"\x00\x01")])
        assert failed.states[-1] == "failed" and "broken.xlsx" in failed.status
        assert "/" not in failed.status, "where it was put is nobody's business"
        assert f"**{len(SALES):,}**" in (await talk.say(ROWS)).answer
        assert copies(tmp_path) == 0
        for number in range(MOST_OPEN + 2):
            many = await talk.say(ROWS, files=[("a.csv", b"n\n" + b"1\n" * (number + 1))])
            assert f"**{number + 1}**" in many.answer
        assert copies(tmp_path) == MOST_OPEN, "a copy goes with its table"


async def test_two_who_ask_about_one_at_once_open_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    class Counted(Opening):
        def __init__(self, path: Path) -> None:
            made.append(path)
            super().__init__(path)

    async def report(seconds: float, share: float | None) -> None:
        pass

    async def rows() -> int:
        async with tables.opened([AttachedFile("a.csv", "text/csv", b"n\n1\n2\n")], report) as one:
            return one.model.tables[0].rows

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("agents.data.agent.attached.Opening", Counted)
    tables = AttachedTables()
    try:
        assert await asyncio.gather(rows(), rows()) == [2, 2]
        assert len(made) == 1
    finally:
        await tables.aclose()
    assert copies(tmp_path) == 0


def copies(folder: Path) -> int:
    return len(list(folder.glob("balance-desk-tables-*/*")))


def test_a_file_that_is_no_table_is_refused_by_the_endings_of_those_that_are() -> None:
    part = Part(filename="cat.png", media_type="image/png", raw=b"png")
    request = SendMessageRequest(message=Message(parts=[part]))
    with pytest.raises(ContentTypeNotSupportedError) as refused:
        check_media_types(request, card_of(None, "sales.csv"))
    said = str(refused.value)
    assert said.startswith("cat.png is image/png, which is not taken here, but files that end in .")
    assert ".xlsx" in said
    assert "vnd" not in said
