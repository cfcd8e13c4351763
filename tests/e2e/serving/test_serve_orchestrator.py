"""An orchestrator that is served: beside others, before others elsewhere, and what it outlives."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.data.maker import SAMPLE
from app.domain.answers import Answer, fold
from app.domain.events import AgentEvent, StatusEvent
from app.domain.ids import utc_now
from app.domain.tasks import TaskState
from tests.contract.transport.serving import last_state, say
from tests.e2e.serving.test_serve import Run, serving
from transport.connect import connect

AGENT = """
import asyncio
from a2a.helpers import new_task_from_user_message
from a2a.server.agent_execution import AgentExecutor
from a2a.server.tasks import TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Part


class {name}(AgentExecutor):
    agent_card = AgentCard(
        name="{name}", description="{about}", version="1",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"], default_output_modes=["text/plain"],
        skills=[AgentSkill(id="a", name="{about}", description="{about}", tags=["test"])],
    )

    async def execute(self, context, event_queue):
        await event_queue.enqueue_event(new_task_from_user_message(context.message))
        task = TaskUpdater(event_queue, context.task_id, context.context_id)
        await task.start_work(task.new_agent_message([Part(text="looking out")]))
        for number in range({pieces}):
            await task.add_artifact([Part(text=f"{about} {{number}};")], artifact_id="a",
                                    name="answer", append=number > 0)
            await asyncio.sleep(0.05)
        await task.complete()

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()
"""


def agents(folder: Path) -> None:
    folder.mkdir()
    for name, about, pieces in (("Rain", "rain forecast", 10_000), ("Sun", "sunshine hours", 1)):
        source = AGENT.format(name=name, about=about, pieces=pieces)
        (folder / f"{name.lower()}_agent.py").write_text(source)


def test_with_nobody_to_ask_it_says_what_to_do(tmp_path: Path, called: Run) -> None:
    words = ("serve", "--agent", "orchestrator", "--http", "127.0.0.1:0")
    done = called(*words, "--profile", tmp_path / "profile")
    assert done.returncode == 2
    assert "--delegate" in done.stderr and "Traceback" not in done.stderr
    done = called(*words, "--profile", tmp_path / "profile", "--delegate", "nobody")
    assert (done.returncode, "nobody" in done.stderr) == (2, True)


@pytest.mark.anyio
@pytest.mark.faults
async def test_a_delegate_elsewhere_is_killed_in_the_middle_of_its_answer(tmp_path: Path) -> None:
    agents(tmp_path / "there")
    agents(tmp_path / "here")
    events: list[AgentEvent] = []
    with serving(tmp_path / "there", agent="rain_agent:Rain") as (there, process, _):
        beside = ("--agent", "sun_agent:Sun", "--delegate", f"{there}/rain")
        with serving(tmp_path / "here", *beside, agent="orchestrator") as (here, _, log):
            link = await connect(f"{here}/orchestrator")
            async for event in link.send(say("the rain forecast and the sunshine hours")):
                events.append(event)
                said = (
                    event.message.text if isinstance(event, StatusEvent) and event.message else ""
                )
                if "Rain: looking out" in said:
                    process.kill()
            await link.aclose()
            assert "Traceback" not in log.read_text()
    assert last_state(events) is TaskState.COMPLETED
    answer = Answer(turn_id="t", context_id="c", agent="a", started_at=utc_now())
    for event in events:
        answer = fold(answer, event, utc_now())
    assert "sunshine hours 0;" in answer.text
    assert "cannot be reached" in answer.text


@pytest.mark.anyio
async def test_each_agent_answers_from_a_file_of_its_own(tmp_path: Path) -> None:
    lines = SAMPLE.read_text("utf-8").splitlines(keepends=True)
    for name, games in (("spring", 30), ("autumn", 40)):
        (tmp_path / f"{name}.csv").write_text("".join(lines[: games + 1]))
    (tmp_path / "wifi.log").write_text("2024-01-01 10:00:00 ERROR a\n2024-01-01 10:00:01 INFO b\n")
    beside = [
        word
        for agent in ("data:autumn.csv", "logs:wifi.log", "orchestrator")
        for word in ("--agent", agent)
    ]
    with serving(tmp_path, *beside, agent="data:spring.csv") as (base, _, _):
        for path, question, says in (
            ("data-spring", "How many games are there?", "30"),
            ("data-autumn", "How many games are there?", "40"),
            ("logs-wifi", "오류는 몇 번?", "1"),
            ("orchestrator", "@logs-wifi how many lines?", "2"),
        ):
            link = await connect(f"{base}/{path}")
            answer = Answer(turn_id="t", context_id="c", agent="a", started_at=utc_now())
            async for event in link.send(say(question)):
                answer = fold(answer, event, utc_now())
            await link.aclose()
            assert f"**{says}" in answer.text, answer.text


@pytest.fixture(scope="module")
def orchestrator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one beside an agent of games and one of a log."""
    folder = tmp_path_factory.mktemp("served")
    games = ["played_on,patch,race_1,race_2,winner"]
    for month, patch, wins in (("2024-01", "4.9", 6), ("2024-02", "4.10", 3)):
        games += [
            f"{month}-{n + 1:02},{patch},Terran,Zerg,{1 if n < wins else 2}" for n in range(10)
        ]
    (folder / "games.csv").write_text("\n".join(games))
    lines = [
        f"2024-0{month}-01 10:00:0{n} ERROR lost" for month in (1, 2) for n in range(month + 1)
    ]
    lines += [f"2024-02-01 11:00:0{n} INFO served" for n in range(5)]
    (folder / "web.log").write_text("\n".join(lines))
    beside = ("--agent", "logs:web.log", "--agent", "orchestrator")
    with serving(folder, *beside, agent="data:games.csv") as (base, _, _):
        yield f"{base}/orchestrator"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "question",
    [
        (
            "compare TvZ before and after 2024-02-01"
            " and check whether the server log shows errors that day"
        ),
        ("2024-02-01 이전과 이후의 테저전을 비교하고 그날 서버 로그에 오류가 있었는지 확인해줘"),
        (
            "compara TvZ antes y después del 2024-02-01"
            " y comprueba si el log del servidor muestra errores ese día"
        ),
        (
            "compare TvZ before and after patch 4.10"
            " and check whether the server log shows errors that day"
        ),
        ("패치 4.10 전후의 테저전을 비교하고 그날 서버 로그에 오류가 있었는지 확인해줘"),
        (
            "compara TvZ antes y después del parche 4.10"
            " y comprueba si el log del servidor muestra errores ese día"
        ),
    ],
)
async def test_games_are_compared_and_the_log_is_looked_at_for_that_day(
    question: str, orchestrator: str
) -> None:
    link = await connect(orchestrator)
    answer = Answer(turn_id="t", context_id="c", agent="a", started_at=utc_now())
    async for event in link.send(say(question)):
        answer = fold(answer, event, utc_now())
    await link.aclose()
    said = answer.text.replace("\u00a0", " ").replace(" %", "%").replace("**", "")
    assert "60%" in said and "30%" in said, said
    assert ": 3 " in said or ": 모두 3개" in said, said
