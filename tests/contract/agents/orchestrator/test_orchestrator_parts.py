"""An answer of several agents has parts; what is about one goes to whoever gave that one."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from agents.answering.artifacts import json_part, part_id
from agents.answering.reporting import Reporter
from agents.answering.text.language import Language
from agents.orchestrator.earlier import Comparison
from app.domain.answers import Answer, fold
from app.domain.events import TaskEvent
from app.domain.ids import utc_now
from tests.contract.agents.orchestrator.orchestra import Orchestra, Said
from tests.contract.transport.executors import Script, Turn
from tests.contract.transport.serving import WIRES
from transport.protocol.codec import task_from_wire

pytestmark = pytest.mark.anyio
BOTH = "Show the win rate and analyse the log"
EDITS = [{"edit": "without", "column": "race"}]


@pytest.fixture(params=["in-process", "json-rpc"])
async def orchestra(request: Any, tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        made = Orchestra(WIRES[request.param], stack, tmp_path / "runs")
        await made.add("data", figures("Terran wins 58%.\n\n- Of 2,400 games.", 58))
        await made.add("logs", figures("12 errors.", 12))
        yield made


def figures(text: str, value: int) -> Script:
    """Return a script that answers with words, what was understood, and a table."""

    async def script(turn: Turn) -> None:
        frame = {"sentence": text[:5], "chips": [{"part": "where", "text": "x", "edits": EDITS}]}
        table = {"columns": [{"name": "n"}], "rows": [[value]]}
        await turn.updater.add_artifact([json_part(frame)], name="frame")
        await turn.updater.add_artifact([json_part(table)], name="result")
        await turn.say(text)
        await turn.updater.complete()

    return script


class Beside:
    """Stand in for what compares figures: tell which there were, and whose."""

    def asked(self, text: str) -> int | None:
        return 2 if text.endswith(("analyses", "비교해 줘", "análisis")) else None

    def beside(
        self,
        answers: Sequence[tuple[str, Mapping[str, Any], Mapping[str, Any]]],
        language: Language,
    ) -> Comparison:
        told = [f"{frame['chips'][0]['text']} {made['rows'][0][0]}" for _, frame, made in answers]
        table = {"columns": [{"name": "v"}], "rows": [], "tasks": [task for task, _, _ in answers]}
        return Comparison(" < ".join(told), told[0], table, None, paired=True)


def shown(said: Said) -> Answer:
    """Return what a desk has of it."""
    answer = Answer(turn_id="t", context_id="c", agent="orchestrator", started_at=utc_now())
    return fold(answer, TaskEvent(task=task_from_wire(said.task, at=utc_now())), utc_now())


async def test_each_answer_is_a_part_that_names_its_task(orchestra: Orchestra) -> None:
    orchestra.add_absent("mail")
    said = await orchestra.say(BOTH)
    answer = shown(said)
    data, logs, notes = answer.parts
    tasks = {one.agent: one.task_id for one in orchestra.heard}
    assert (data.task_id, logs.task_id) == (tasks["data"], tasks["logs"])
    assert data.text == "Terran wins 58%.  \n— Data: Show the win rate\n\n- Of 2,400 games."
    assert [one.artifact("result").data["rows"] for one in (data, logs)] == [[[58]], [[12]]]  # type: ignore[union-attr,index,call-overload]
    assert data.artifact("frame").data["chips"][0]["edits"] == EDITS  # type: ignore[union-attr,index,call-overload]
    assert "`mail`" in notes.text and notes.artifacts[0].name == "answer"
    assert answer.own.text == "", "that steps were answered, their answers say"
    assert answer.text.startswith("Terran wins 58%."), "a headline comes first, no question"


async def test_an_answer_of_one_agent_is_no_part(orchestra: Orchestra) -> None:
    answer = shown(await orchestra.say("win rate per map"))
    assert answer.parts == () and answer.own is answer


@pytest.mark.parametrize("restarted", [False, True])
async def test_changes_go_to_whoever_gave_the_answer(orchestra: Orchestra, restarted: bool) -> None:
    part = shown(await orchestra.say(BOTH)).parts[1]
    alone = await orchestra.say("win rate per map")
    given = orchestra.heard[-1].task_id
    for base, agent, task in (
        (part.task_id, "logs", part.task_id),
        (alone.task.id, "data", given),
    ):
        if restarted:
            orchestra.restart()
        edits = {"base_task_id": base, "edits": EDITS}
        said = await orchestra.say("Without “x”", edits=edits, about=[str(base)])
        heard = orchestra.heard[-1]
        assert (said.state, heard.agent, heard.references) == ("completed", agent, (task,))
        assert heard.values == ({"base_task_id": task, "edits": EDITS},)
        assert heard.context_id == orchestra.heard[0].context_id
        assert said.text.startswith("12 errors." if agent == "logs" else "Terran wins 58%.")
    asked = len(orchestra.heard)
    again = await orchestra.say("Once more", choice=f"{run_in(said)}:1", slot="retry")
    assert orchestra.heard[asked].values == heard.values and again.state == "completed"


def run_in(said: Said) -> str:
    return str(said.data("steps")["run"])


async def test_parts_of_one_answer_stay_parts(orchestra: Orchestra) -> None:
    async def two(turn: Turn) -> None:
        reporter = Reporter(turn.updater)
        for number, value in ((1, 58), (2, 7)):
            of = part_id(reporter.task_id, number)
            await reporter.add("frame", json_part({"sentence": str(value), "chips": []}), of)
            await reporter.stream(f"It is {value}.", of)
            table = {"columns": [{"name": "n"}], "rows": [[value]]}
            await reporter.add("result", json_part(table), of)
        await reporter.complete("It is 58.")

    await orchestra.add("data", two)
    answer = shown(await orchestra.say("win rate by race and duration per map"))
    task, (first, second) = orchestra.heard[-1].task_id, answer.parts
    assert [one.task_id for one in answer.parts] == [f"{task}#1", f"{task}#2"]
    assert (first.text, second.text) == ("It is 58.  \n— Data", "It is 7.  \n— Data")
    tables = [one.artifact("result") for one in answer.parts]
    assert [one.data["rows"] for one in tables] == [[[58]], [[7]]]  # type: ignore[union-attr,index,call-overload]
    assert answer.own.text == ""
    edits = {"base_task_id": second.task_id, "edits": EDITS}
    await orchestra.say("Without “x”", edits=edits, about=[str(second.task_id)])
    heard = orchestra.heard[-1]
    assert (heard.agent, heard.references) == ("data", (second.task_id,))
    assert heard.values == (edits,)
    beside = shown(await orchestra.say(BOTH)).parts
    assert [one.artifact("result").data["rows"] for one in beside] == [[[58]], [[7]], [[12]]]  # type: ignore[union-attr,index,call-overload]


async def test_changes_of_what_nobody_gave_here_are_refused(orchestra: Orchestra) -> None:
    await orchestra.say("win rate per map")
    edits = {"base_task_id": "another", "edits": EDITS}
    said = await orchestra.say("Without “x”", edits=edits)
    assert (said.state, len(orchestra.heard)) == ("rejected", 1)
    assert said.status.startswith("This is to change an answer that is not in this conversation.")


async def test_that_whoever_gave_the_answer_is_gone_is_told(orchestra: Orchestra) -> None:
    part = shown(await orchestra.say(BOTH)).parts[1]
    orchestra.add_absent("logs")
    edits = {"base_task_id": part.task_id, "edits": EDITS}
    said = await orchestra.say("Without “x”", edits=edits)
    assert said.state == "failed"
    assert "**logs** cannot be reached" in said.text


async def test_a_question_about_an_answer_goes_to_whoever_gave_it(orchestra: Orchestra) -> None:
    part = shown(await orchestra.say(BOTH)).parts[0]
    await orchestra.say("why the errors?", asks_about=str(part.task_id))
    heard = orchestra.heard[-1]
    assert (heard.agent, heard.references) == ("data", (part.task_id,))
    await orchestra.say("@logs and what of these?", asks_about=str(part.task_id))
    heard = orchestra.heard[-1]
    assert (heard.agent, heard.references) == ("logs", ()), "a name decides"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("compare my last two analyses", "Data 58 < Log files 12"),
        ("방금 두 분석 비교해 줘", "데이터 58 < 로그 파일 12"),
        ("compara mis dos últimos análisis", "Datos 58 < Archivos de registro 12"),
    ],
)
async def test_earlier_answers_are_compared_by_what_they_made(
    orchestra: Orchestra, text: str, says: str
) -> None:
    orchestra.comparing = Beside()
    few = await orchestra.say(text)
    assert few.state == "completed" and orchestra.heard == []
    parts = shown(await orchestra.say(BOTH)).parts
    assert (await orchestra.say("@nobody win rate")).state == "input_required"
    said = await orchestra.say(text)
    assert said.text.startswith(says), "it answers no question that waits"
    assert len(orchestra.heard) == 2
    if "58" in says:
        assert said.data("result")["tasks"] == [part.task_id for part in parts]


async def test_what_differs_comes_first_where_all_were_asked_the_same(
    orchestra: Orchestra,
) -> None:
    plain = await orchestra.say("@data @logs win rate")
    assert plain.text.startswith("Terran wins 58%."), "no two percentages differ"
    orchestra.comparing = Beside()
    orchestra.restart()
    answer = shown(await orchestra.say("@data @logs win rate"))
    assert answer.own.text == "Data 58 < Log files 12"
    assert answer.own.artifact("result") is not None and len(answer.parts) == 2
