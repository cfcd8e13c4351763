"""The orchestrator of a desk asks about the table that it was opened with."""

from pathlib import Path

import pytest

from app.composition import open_desk
from app.connections.directory import ProfileAgents, data_key, key_beside, table_of
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.answers import Answer, fold
from app.domain.ids import new_message_id, utc_now
from app.domain.messages import Message, Role, TextPart
from app.errors import BadFile
from app.profile.settings import Settings

pytestmark = pytest.mark.anyio

_GOODS = "kind,price\n" + "Lamp,3\nSofa,4\n" * 20


async def _answer(agents: ProfileAgents, agent: str, text: str) -> Answer:
    link = await agents.link(agent)
    message = Message(
        message_id=new_message_id(),
        context_id="c1",
        role=Role.USER,
        parts=(TextPart(text=text),),
        created_at=utc_now(),
    )
    answer = Answer(turn_id="t", context_id="c1", agent=agent, started_at=utc_now())
    async for event in link.send(message):
        answer = fold(answer, event, utc_now())
    return answer


def _agents(folder: Path) -> ProfileAgents:
    return ProfileAgents(profile=folder, records=MemoryStore(), as_of=None, recover=False)


async def test_its_data_delegate_answers_from_the_table(tmp_path: Path) -> None:
    table = tmp_path / "goods.csv"
    table.write_text(_GOODS)
    agents = _agents(tmp_path)
    try:
        answer = await _answer(agents, data_key(table, "orchestrator"), "total price")
        assert "140" in answer.text and "— Data" in answer.text
        skills = [(await agents.link(key)).card.skills for key in (
            data_key(table, "orchestrator"), data_key(table), "orchestrator",
        )]  # fmt: skip
        on_table, own, on_sample = [[list(one.examples) for one in each] for each in skills]
        assert on_table == own != on_sample, "what is proposed can be asked of that table"
        # Without a table it is the sample, which has no prices.
        plain = await _answer(agents, "orchestrator", "@data total price")
        assert "140" not in plain.text
    finally:
        await agents.aclose()


@pytest.mark.parametrize("asked", ["data", "orchestrator"])
async def test_a_file_that_has_changed_is_read_anew_when_it_is_opened_anew(
    tmp_path: Path, asked: str
) -> None:
    table = tmp_path / "goods.csv"
    table.write_text(_GOODS)
    agents = _agents(tmp_path)
    try:
        key = await agents.open_file(table, asked)
        assert "140" in (await _answer(agents, key, "total price")).text
        link = await agents.link(key)
        assert await agents.open_file(table, asked) == key and await agents.link(key) is link
        table.write_text(_GOODS + "Sofa,60\n")
        assert await agents.open_file(table, asked) == key
        assert "200" in (await _answer(agents, key, "total price")).text
        table.unlink()
        with pytest.raises(BadFile):
            await agents.open_file(table, asked)
    finally:
        await agents.aclose()


async def test_answers_of_one_and_of_several_are_compared_and_what_nobody_knows_is_of_the_table(
    tmp_path: Path,
) -> None:
    table, log = tmp_path / "goods.csv", tmp_path / "wifi.log"
    table.write_text(_GOODS)
    log.write_text("2026-01-01 10:00:00 ERROR lost\n2026-01-01 10:00:01 INFO b\n")
    agents, asked = _agents(tmp_path), data_key(table, "orchestrator")
    try:
        first = await _answer(agents, asked, "how many rows")
        assert "**40**" in first.text, "the table is what the conversation began with"
        both = await _answer(agents, asked, f"total price of Lamp and how many errors in {log}")
        assert len(both.parts) == 2 and "60" in both.parts[0].text
        unlike = await _answer(agents, asked, "compare my last two analyses")
        assert "They tell different figures (number of rows; total price)" in unlike.text
        await _answer(agents, asked, "@data total price of Sofa")
        await _answer(agents, asked, "@data total price of Lamp")
        for text in ("방금 두 분석 비교해 줘", "compara mis dos últimos análisis"):
            answer = await _answer(agents, asked, text)
            rows = answer.artifact("result").data["rows"]  # type: ignore[union-attr,index,call-overload]
            assert [row[2] for row in rows] == [80, 60]
            assert "−20" in answer.text, "by how much the last differs"
        earliest = await _answer(agents, asked, "compare the first two")
        assert earliest.text == unlike.text
    finally:
        await agents.aclose()


async def test_what_is_no_table_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    log = tmp_path / "wifi.log"
    log.write_text("2026-01-01 10:00:00 ERROR lost\n")
    agents = _agents(tmp_path)
    try:
        with pytest.raises(BadFile, match="a log is named by its path in the question"):
            await agents.link(data_key(log, "orchestrator"))
        with pytest.raises(BadFile, match="no file") as missing:
            await agents.link(data_key(tmp_path / "gone.csv", "orchestrator"))
        assert missing.value.reason == "file_missing"
        assert "orchestrator" not in str(missing.value)
    finally:
        await agents.aclose()


async def test_the_settings_of_a_run_name_it(tmp_path: Path) -> None:
    table = tmp_path / "goods.csv"
    table.write_text(_GOODS)
    settings = Settings(profile=tmp_path / "p", agent="orchestrator", data=table)
    async with open_desk(settings, ephemeral=True) as opened:
        assert opened.desk.default_agent == f"orchestrator:{table}"
        assert await opened.open_data(table, "orchestrator") == f"orchestrator:{table}"
        assert await opened.open_data(table, "data") == f"data:{table}"


def test_a_key_names_whom_and_the_table(tmp_path: Path) -> None:
    table = tmp_path / "a:b.csv"
    assert key_beside(table, "orchestrator:/old.csv") == f"orchestrator:{table}"
    assert key_beside(table, "echo") == f"data:{table}"
    assert table_of(f"orchestrator:{table}") == table
    assert table_of("orchestrator") is None
    # What is named like a log and not like a table is no table of anybody's.
    for name, agent in (
        ("web.log", "logs"), ("app.log.1.gz", "logs"), ("lines.jsonl", "orchestrator"),
    ):  # fmt: skip
        assert key_beside(tmp_path / name, "orchestrator") == f"{agent}:{tmp_path / name}"
    server = Path("postgres://host/web_log")
    assert key_beside(server, "data").startswith("data:postgres://")
