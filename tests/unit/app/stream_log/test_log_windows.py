"""What the window is given of the log and its search, without the window."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from app.composition import open_desk
from app.domain.records import LinesWanted, SearchWanted
from app.profile.settings import Settings
from app.stream_log import StreamLogger
from app.stream_log.window_log import EXCERPT, StreamReading
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

ALL = LinesWanted()


@pytest.fixture
def stream(tmp_path: Path) -> Any:
    with StreamLogger(tmp_path) as made:
        yield made


@pytest.fixture
async def reading(stream: StreamLogger) -> AsyncIterator[StreamReading]:
    made = StreamReading(stream)
    yield made
    await made.aclose()


def say(stream: StreamLogger, text: Any, **given: Any) -> str:
    return stream.log(**{"from_agent": "a", "msg_type": "request", "content": text, **given})


async def test_nothing_falls_between_the_newest_and_the_tail(
    stream: StreamLogger, reading: StreamReading
) -> None:
    say(stream, "before")
    async with asyncio.timeout(PATIENCE), aclosing(reading.follow(ALL)) as tail:
        assert await anext(tail) == []
        say(stream, "between")
        newest = [line.text for line in await reading.newest(ALL, limit=10)]
        assert newest == ["before", "between"]
        say(stream, "after")
        seen: list[str] = []
        while "after" not in seen:
            seen += [line.text for line in await anext(tail)]
        assert seen == ["between", "after"]


async def test_a_tail_that_is_cancelled_leaves_no_thread(reading: StreamReading) -> None:
    begun = asyncio.Event()

    async def watch() -> None:
        async with aclosing(reading.follow(ALL)) as tail:
            async for _ in tail:
                begun.set()

    task = asyncio.create_task(watch())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_tail_whose_end_is_not_awaited_has_ended_with_the_reading(
    reading: StreamReading,
) -> None:
    before = asyncio.all_tasks()
    busy, tail = threading.Event(), reading.follow(ALL)
    with ThreadPoolExecutor(1) as threads:
        assert await anext(tail) == []
        asyncio.get_running_loop().set_default_executor(threads)
        threads.submit(busy.wait)
        ending = asyncio.create_task(tail.aclose())
        await asyncio.sleep(0)
        ending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ending
        busy.set()
        await reading.aclose()
        assert asyncio.all_tasks() == before


async def test_lines_are_short_and_filters_read_all_of_a_text(
    stream: StreamLogger, reading: StreamReading
) -> None:
    say(stream, "word " * 1000 + "Needle")
    say(stream, "working", msg_type="state", metadata={"text": "Reading the needle"})
    say(stream, {"deep": ["nothing"]})
    found = await reading.newest(LinesWanted(words="NEEDLE"), limit=10)
    assert [len(line.text) <= EXCERPT for line in found] == [True, True]
    assert found[1].text == "working: Reading the needle"
    assert await reading.newest(LinesWanted(agent="b"), limit=10) == []


async def test_states_are_filtered_by_name_words_and_task(
    stream: StreamLogger, reading: StreamReading
) -> None:
    told = {"state": "working", "text": "Reading the table", "task_id": "T-17"}
    state = say(stream, "working", msg_type="state", metadata=told)
    loose = say(stream, "Counting rows", msg_type="state", metadata={"state": "completed"})
    say(stream, "An answer", metadata={"task_id": "T-17"})
    for words, wanted in {
        "Working": state,
        "the table": state,
        "t-17": state,
        "completed": loose,
        "counting": loose,
    }.items():
        found = await reading.newest(LinesWanted(words=words), limit=10)
        assert [line.record_id for line in found] == [wanted], words


async def test_raw_leaves_out_what_is_not_there(
    stream: StreamLogger, reading: StreamReading
) -> None:
    known = say(stream, "여기")
    (line,) = await reading.raw([known, "msg_20200101_000000_000000"])
    assert "여기" in line and "\n" not in line
    assert await reading.chain("msg_20200101_000000_000000") == []


async def test_an_embedder_that_cannot_be_is_told_and_done_without(profile: Path) -> None:
    profile.mkdir()  # noqa: ASYNC240
    (profile / "settings.toml").write_text('[search]\nembedder = "oracle"\n', "utf-8")
    async with open_desk(Settings(profile=profile), searchable=True) as opened:
        assert [error.reason for error in opened.doubts] == ["bad_setting"]
        assert opened.search is not None
        assert (await opened.search.find(SearchWanted("any"))).hits == ()


async def test_a_desk_that_is_not_searchable_has_no_index(profile: Path) -> None:
    async with open_desk(Settings(profile=profile)) as opened:
        assert opened.search is None
    assert not (profile / "conversations" / "search.db").exists()
