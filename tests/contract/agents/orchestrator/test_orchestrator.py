"""The orchestrator asks whom it should, in three languages, and tells whose words are whose."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from agents.answering.artifacts import json_part
from agents.orchestrator.delegation import DelegationLimits
from agents.storage.journal import read_run
from tests.contract.agents.orchestrator.orchestra import Orchestra, answers
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import WIRES
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

DATA = "Terran wins 58% of 2,400 games on 2026-03-14."
LOGS = "auth.log has 12 errors."


@pytest.fixture(params=["in-process", "json-rpc"])
async def orchestra(request: Any, tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        yield Orchestra(WIRES[request.param], stack, tmp_path / "runs")


async def usual(orchestra: Orchestra) -> None:
    await orchestra.add("data", answers(DATA))
    await orchestra.add("logs", answers(LOGS))


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("테란 승률 알려줘", "data"),
        ("이 로그 파일을 분석해줘", "logs"),
        ("서버에 장애가 있었어?", "logs"),
        ("What is the win rate per map?", "data"),
        ("Analyse auth.log for errors", "logs"),
        ("¿Cuál es la tasa de victorias?", "data"),
        ("Analiza los registros del servidor", "logs"),
        ("count the error lines", "logs"),
        ("Analyse the errors of the log file about the win", "logs"),
        ("¿hubo algún error?", "logs"),
        ("what is in mapa.log?", "logs"),
        ("@logs 승률", "logs"),
        ("@Data, what about errors?", "data"),
    ],
)
async def test_a_question_goes_to_the_agent_whose_skills_it_names(
    orchestra: Orchestra, text: str, agent: str
) -> None:
    await usual(orchestra)
    said = await orchestra.say(text)
    assert [one.agent for one in orchestra.heard] == [agent]
    assert said.state == "completed"
    wanted = DATA if agent == "data" else LOGS
    assert said.text.startswith(wanted)
    asked = orchestra.heard[0].task_id
    assert asked not in said.text, "people are told who answered; the task is told in data"
    assert asked in str(said.data("delegation"))


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (
            "테란 승률 알려줘 그리고 auth.log 로그 분석해줘",
            "테란 승률 알려줘",
            "auth.log 로그 분석해줘",
        ),
        ("승률을 보여주고 로그 오류도 찾아줘", "승률을 보여줘", "로그 오류도 찾아줘"),
        (
            "테란하고 저그 승률 비교하고 경고 로그도 찾아줘",
            "테란하고 저그 승률 비교해줘",
            "경고 로그도 찾아줘",
        ),
        (
            "Show wins in 2023 and in 2024 and check whether matches.log has errors on 2024-03-11",
            "Show wins in 2023 and in 2024",
            "check whether matches.log has errors on 2024-03-11",
        ),
        (
            "Show the win rate before and after 2024-03-11 and analyse the log",
            "Show the win rate before and after 2024-03-11",
            "analyse the log",
        ),
        ("Show the win rate and analyse the log", "Show the win rate", "analyse the log"),
        ("What is the win rate? Are there errors in the log?", "What is the win rate", ""),
        ("Dime la tasa de victorias y analiza los registros", "Dime la tasa de victorias", ""),
        ("win rate of the matches; errors in the log file", "win rate of the matches", ""),
    ],
)
async def test_a_request_in_two_parts_is_two_steps_side_by_side(
    orchestra: Orchestra, text: str, first: str, second: str
) -> None:
    both = asyncio.Barrier(2)

    async def together(turn: Turn) -> None:
        await both.wait()  # neither would get on alone
        await turn.say(DATA)
        await turn.updater.complete()

    await orchestra.add("data", together)
    await orchestra.add("logs", together)
    said = await orchestra.say(text)
    assert said.state == "completed"
    asked = {one.agent: one.text for one in orchestra.heard}
    assert asked["data"].startswith(first)
    assert second in asked["logs"]
    plan = said.data("plan")
    assert [step["agents"] for step in plan["steps"]] == [["data"], ["logs"]]
    assert [step["after"] for step in plan["steps"]] == [[], []]
    # Who is asked is told beside what is asked, not in it.
    shown = said.data("steps")["plan"]
    assert [one["executor"] for one in shown] == ["data", "logs"]
    assert [one["name"] for one in shown] == [one["text"] for one in plan["steps"]]


async def test_an_answer_is_kept_while_others_are_still_at_work(orchestra: Orchestra) -> None:
    kept: list[str] = []

    async def late(turn: Turn) -> None:
        (run,) = orchestra.runs.iterdir()
        while not kept:
            await asyncio.sleep(0.01)
            kept.extend(
                e["record"]["executor"] for e in read_run(run).events if e["event"] == "result"
            )
        await turn.say(LOGS)
        await turn.updater.complete()

    await orchestra.add("data", answers(DATA))
    await orchestra.add("logs", late)
    orchestra.limits = DelegationLimits(silence=PATIENCE, whole=PATIENCE)
    said = await orchestra.say("Show the win rate and analyse the log")
    assert kept == ["data"]
    assert all(step["seconds"] > 0 for step in said.data("steps")["plan"])


async def test_parts_for_the_same_agent_stay_one_question(orchestra: Orchestra) -> None:
    await usual(orchestra)
    await orchestra.say("Show the win rate per map and the games per map")
    assert len(orchestra.heard) == 1
    assert "games per map" in orchestra.heard[0].text


@pytest.mark.parametrize(
    "text",
    [
        "Show the win rate and check the log for errors that day",
        "승률 알려줘 그리고 그날 로그 오류 분석해줘",
        "Dime la tasa de victorias y busca errores en los registros de ese día",
    ],
)
async def test_a_step_that_speaks_of_anothers_outcome_waits_for_it(
    orchestra: Orchestra, text: str
) -> None:
    await usual(orchestra)
    said = await orchestra.say(text)
    assert [one.agent for one in orchestra.heard] == ["data", "logs"]
    assert "2026-03-14" in orchestra.heard[1].text
    assert said.data("plan")["steps"][1]["after"] == [1]
    (run,) = orchestra.runs.glob("*.jsonl")
    results = [e["record"] for e in read_run(run).events if e["event"] == "result"]
    assert results[1]["input"]["from"][0]["text"] == DATA


async def test_a_date_that_nobody_gave_is_asked_for(orchestra: Orchestra) -> None:
    await orchestra.add("data", answers("Terran wins most."))
    await orchestra.add("logs", answers(LOGS))
    asked = await orchestra.say("Show the win rate and check the log for errors that day")
    assert asked.state == "input_required"
    assert asked.status.startswith("Terran wins most.\n\n“"), "what is known is told with it"
    said = await orchestra.say("2026-04-01")
    assert said.state == "completed"
    assert "2026-04-01" in orchestra.heard[-1].text
    assert (await orchestra.again(asked.task.id)).state == "completed"


async def test_a_date_of_the_request_comes_before_those_of_an_answer(orchestra: Orchestra) -> None:
    await orchestra.add("data", answers("58%. The data runs from 2020-01-04 to 2026-10-30."))
    await orchestra.add("logs", answers(LOGS))
    said = await orchestra.say("win rate before and after 2024-03-11 and the log errors that day")
    assert said.state == "completed"
    assert "2024-03-11" in orchestra.heard[1].text


async def test_several_dates_are_offered(orchestra: Orchestra) -> None:
    await orchestra.add("data", answers("Best on 2026-03-14 and on 2026-05-01."))
    await orchestra.add("logs", answers(LOGS))
    asked = await orchestra.say("Show the win rate and check the log for errors that day")
    assert [one["value"] for one in asked.question["choices"]] == ["2026-03-14", "2026-05-01"]
    await orchestra.say("the second", choice="2026-05-01")
    assert "2026-05-01" in orchestra.heard[-1].text


async def test_a_day_that_a_delegate_says_it_took_comes_before_those_of_its_words(
    orchestra: Orchestra,
) -> None:
    async def data(turn: Turn) -> None:
        await turn.updater.start_work()
        frame = {"measure": "win_rate", "moments": ["2026-04-02", 7], "narrow": [{"name": "x"}],
                 "chips": [{"text": "x", "edits": [1]}, 3]}  # fmt: skip
        await turn.updater.add_artifact([json_part(frame)], name="frame")
        await turn.say("… – 2026-04-01: 58%, 2026-04-02 – …: 51%.")
        await turn.updater.complete()

    await orchestra.add("data", data)
    await orchestra.add("logs", answers(LOGS))
    said = await orchestra.say(
        "win rate before and after patch 4.10 and check the log for errors that day"
    )
    assert said.state == "completed"
    assert "2026-04-02" in orchestra.heard[1].text
    assert said.data("frame")["narrow"] == [{"name": "x"}], "what it offers is handed on"


@pytest.mark.parametrize("text", ["xyzzy?", "뭐라고?", "¿Y eso?"])
async def test_what_nobody_is_known_for_is_asked_about(orchestra: Orchestra, text: str) -> None:
    await usual(orchestra)
    asked = await orchestra.say(text)
    assert asked.state == "input_required"
    assert [one["value"] for one in asked.question["choices"]] == ["data", "logs"]
    said = await orchestra.say("logs", choice="logs")
    assert said.state == "completed"
    assert [(one.agent, one.text) for one in orchestra.heard] == [("logs", text)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("@nobody win rate", "There is no agent “nobody”. “win rate” — "),
        ("@nobody 승률 알려줘", "‘nobody’ 에이전트가 없습니다. “승률 알려줘” — "),
        ("@nobody ¿y la tasa?", "No hay ningún agente «nobody». «¿y la tasa?»: "),
    ],
)
async def test_a_name_that_no_agent_has_is_told(orchestra: Orchestra, text: str, says: str) -> None:
    await usual(orchestra)
    asked = await orchestra.say(text)
    assert asked.state == "input_required"
    assert asked.status.startswith(says)
    assert [one["value"] for one in asked.question["choices"]] == ["data", "logs"]
    assert orchestra.heard == []
    said = await orchestra.say("data")
    assert said.state == "completed"
    assert [(one.agent, one.text) for one in orchestra.heard] == [("data", text[8:])]


async def test_a_name_that_the_only_agent_has_not_is_told_too(orchestra: Orchestra) -> None:
    await orchestra.add("mail", answers("Dear friend."))
    assert (await orchestra.say("@data win rate")).state == "input_required"
    assert orchestra.heard == []


async def test_an_at_sign_further_on_calls_nobody(orchestra: Orchestra) -> None:
    await usual(orchestra)
    said = await orchestra.say("errors in the log by @root")
    assert said.state == "completed"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "Hello. I send questions"),
        ("안녕하세요!", "안녕하세요. 질문을 아는"),
        ("¿Qué puedes hacer?", "Hola. Envío"),
    ],
)
async def test_a_greeting_is_answered_with_who_can_be_asked(
    orchestra: Orchestra, text: str, says: str
) -> None:
    await usual(orchestra)
    said = await orchestra.say(text)
    assert said.state == "completed"
    assert said.text.startswith(says)
    assert "- **@data**: Win rates of matches" in said.text
    assert "- **@logs**: " in said.text
    assert orchestra.heard == []


@pytest.mark.parametrize(
    "text", ["@data win rate per map", "Show the win rate per map", "맵별 승률을 알려줘"]
)
async def test_a_new_question_instead_of_a_name_is_asked_itself(
    orchestra: Orchestra, text: str
) -> None:
    await usual(orchestra)
    assert (await orchestra.say("xyzzy?")).state == "input_required"
    said = await orchestra.say(text)
    assert said.state == "completed"
    assert [(one.agent, one.text) for one in orchestra.heard] == [
        ("data", text.removeprefix("@data "))
    ]


async def test_a_name_may_be_said_in_a_sentence(orchestra: Orchestra) -> None:
    await usual(orchestra)
    await orchestra.say("xyzzy?")
    await orchestra.say("please ask the logs about it")
    assert [(one.agent, one.text) for one in orchestra.heard] == [("logs", "xyzzy?")]


async def test_a_fragment_goes_to_who_answered_last_in_its_conversation(
    orchestra: Orchestra,
) -> None:
    await usual(orchestra)
    await orchestra.say("@data win rate")
    await orchestra.say("and on Acropolis?")
    assert [one.agent for one in orchestra.heard] == ["data", "data"]
    assert len({one.context_id for one in orchestra.heard}) == 1


async def test_what_is_said_between_agents_is_noted(orchestra: Orchestra) -> None:
    await usual(orchestra)
    await orchestra.say("win rate per map")
    assert orchestra.notes.records == [
        ("orchestrator", "data", "request", "win rate per map"),
        ("data", "orchestrator", "response", DATA),
    ]


async def test_one_who_is_asked_alone_needs_no_route(orchestra: Orchestra) -> None:
    await orchestra.add("mail", answers("Dear friend."))
    said = await orchestra.say("xyzzy?")
    assert said.text.startswith("Dear friend.")


async def test_without_anybody_that_is_said(orchestra: Orchestra) -> None:
    said = await orchestra.say("승률 알려줘")
    assert (said.state, said.status) == ("failed", "물어볼 수 있는 에이전트가 없습니다.")


async def test_who_could_not_be_reached_is_told_beside_the_answer(orchestra: Orchestra) -> None:
    await usual(orchestra)
    orchestra.add_absent("mail")
    said = await orchestra.say("win rate per map")
    assert said.text.startswith(DATA)
    assert said.text.endswith("could not be reached: `mail`")
