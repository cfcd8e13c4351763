"""Files that come along go to the delegates that are for them, over every wire, and once."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from a2a.types import Part

from agents.answering.artifacts import json_part
from app.domain.messages import QUESTION_MEDIA_TYPE
from tests.contract.agents.orchestrator.orchestra import File, Orchestra, answers
from tests.contract.agents.orchestrator.test_orchestrator_again import Slow, killed
from tests.contract.transport.serving import WIRES

pytestmark = pytest.mark.anyio
TABLE = File("goods.csv", "text/csv", b"kind,price\nLamp,3\n")
LOG = File("wifi.log", "text/x-log", b"2026-01-01 ERROR \xff lost\n")
PICTURE = File("photo.png", "image/png", b"\x89PNG")


@pytest.fixture(params=["in-process", "json-rpc", "kafka"])
async def orchestra(request: Any, tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        made = Orchestra(WIRES[request.param], stack, tmp_path / "runs")
        await made.add("data", answers("Terran wins 58%."))
        await made.add("logs", answers("12% failed."))
        yield made


@pytest.mark.parametrize(
    "text",
    [
        "Show the win rate and analyse the log",
        "데이터랑 로그에게 뭐가 문제인지 물어봐",
        "pregunta a los datos y a los registros qué pasó",
        "xyzzy?",  # what nobody is known for
        "",
    ],
)
async def test_each_file_goes_to_whom_it_is_for(orchestra: Orchestra, text: str) -> None:
    # A sender may not know what kind a file is: its name says so.
    unknown = LOG._replace(media_type="application/octet-stream")
    said = await orchestra.say(text, files=[unknown, TABLE])
    assert said.state == "completed"
    assert sorted((one.agent, one.files) for one in orchestra.heard) == [
        ("data", (TABLE,)),
        ("logs", (LOG,)),
    ]
    assert "disagree" not in said.text, "they were not asked about the same"
    assert "goods.csv" in said.text and "wifi.log" in said.text


async def test_what_names_a_file_has_that_one_and_is_asked_apart(orchestra: Orchestra) -> None:
    more = File("costs.csv", "text/csv", b"kind,cost\nLamp,2\n")
    text = "the total price in goods.csv and the total cost in Costs.csv"
    said = await orchestra.say(text, files=[TABLE, more])
    assert said.state == "completed"
    assert sorted((one.text, one.files) for one in orchestra.heard) == [
        ("the total cost in Costs.csv", (more,)), ("the total price in goods.csv", (TABLE,)),
    ]  # fmt: skip


async def test_what_is_said_next_takes_no_file_along(orchestra: Orchestra) -> None:
    await orchestra.say("xyzzy?", files=[LOG])
    await orchestra.say("and then?")
    assert [(one.agent, one.files) for one in orchestra.heard] == [("logs", (LOG,)), ("logs", ())]
    await orchestra.say("@logs and this?", files=[TABLE])
    assert orchestra.heard[-1].files == (TABLE._replace(media_type="application/octet-stream"),)
    # The file is asked about, and so whom its words are for is asked alone only without it.
    await orchestra.say("win rate", files=[LOG])
    assert [one.agent for one in orchestra.heard[3:]] == ["logs"]


async def test_who_does_not_take_a_file_is_not_asked_and_that_is_told(orchestra: Orchestra) -> None:
    said = await orchestra.say("@data what is this?", files=[LOG])
    assert said.state == "rejected" and orchestra.heard == []
    assert said.status.startswith("wifi.log cannot be handed on: Data does not take such a file.")
    assert said.status.endswith("Taken by Log files: begin the question with @logs.")
    nobody = await orchestra.say("이게 뭐야?", files=[PICTURE])
    assert nobody.state == "rejected" and orchestra.heard == []
    assert nobody.status.startswith("photo.png 파일을 전달할 수 없습니다.")
    some = await orchestra.say("win rate", files=[TABLE, PICTURE])
    assert some.state == "completed" and [one.files for one in orchestra.heard] == [(TABLE,)]
    assert "nobody who was asked takes it: `photo.png`" in some.text


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_file_waits_with_a_question_about_whom_to_ask(
    orchestra: Orchestra, restarted: bool
) -> None:
    asked = await orchestra.say("@nobody xyzzy", files=[LOG])
    assert asked.state == "input_required" and orchestra.heard == []
    if restarted:
        orchestra.restart()
    said = await orchestra.say("@logs")
    assert said.state == "completed"
    assert [(one.agent, one.files) for one in orchestra.heard] == [("logs", (LOG,))]


async def test_a_file_answers_the_question_of_a_delegate(orchestra: Orchestra) -> None:
    async def asks(turn: Any) -> None:
        if turn.context.message.parts[-1].filename:
            await turn.say("12 errors.")
            await turn.updater.complete()
        else:
            await turn.ask("Which log?")

    await orchestra.add("logs", asks)
    assert (await orchestra.say("show the errors")).state == "input_required"
    said = await orchestra.say("this one", files=[LOG])
    assert said.state == "completed" and orchestra.heard[-1].files == (LOG,)


async def test_who_has_the_file_is_asked_where_another_asks_for_one(orchestra: Orchestra) -> None:
    async def asks(turn: Any) -> None:
        value = json_part({"slot": "file", "choices": []}, QUESTION_MEDIA_TYPE)
        message = turn.updater.new_agent_message([Part(text="Which file?"), value])
        await turn.updater.requires_input(message)

    await orchestra.add("logs", asks)
    assert (await orchestra.say("show the errors")).state == "input_required", "none has a file"
    await orchestra.say("win rate", files=[TABLE])
    orchestra.restart()
    said = await orchestra.say("and which errors does the server have")
    assert (said.state, said.text.split()[0]) == ("completed", "Terran")
    assert [one.agent for one in orchestra.heard[1:]] == ["data", "logs", "data"]
    assert (await orchestra.say("@logs errors")).state == "input_required", "it was named"


async def test_an_interrupted_run_takes_the_file_along_where_it_was_lost(
    orchestra: Orchestra,
) -> None:
    slow = Slow("12 errors.")
    await orchestra.add("logs", slow)
    run = await killed(orchestra, slow, task="a-task-that-nobody-knows", files=[LOG, TABLE])
    orchestra.restart()
    said = await orchestra.say("Go on", choice=run, slot="retry")
    assert said.state == "completed" and "12 errors." in said.text
    assert [(one.agent, one.files) for one in orchestra.heard] == [("logs", (LOG,))]
