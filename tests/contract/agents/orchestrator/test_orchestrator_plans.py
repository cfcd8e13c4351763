"""Plans of a language model: conditions, loops, steps to be allowed; and a model that fails."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from a2a.types import Part
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from agents.models.config import ModelConfig
from agents.models.language_model import LanguageModel
from agents.orchestrator.maker import approved_agents
from agents.orchestrator.model_planning import ModelPlanner
from agents.storage.runs import run_of
from app.errors import BadInput
from app.profile.settings import WhoReads
from tests.contract.agents.data.model_endpoint import Says, endpoint, proposes, talks
from tests.contract.agents.orchestrator.orchestra import Orchestra, Said, answers
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import WIRES
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture
async def orchestra(tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        yield Orchestra(WIRES["in-process"], stack, tmp_path / "runs")


def planned(orchestra: Orchestra, *steps: dict[str, Any]) -> None:
    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, {"steps": steps})])

    config = ModelConfig(kind="ollama", name="test", seconds=PATIENCE)
    orchestra.planner = ModelPlanner(LanguageModel(config, model=FunctionModel(answer)))


def used(said: Said) -> Any:
    return said.task.status.message.metadata["usage"]


async def fails(turn: Turn) -> None:
    await turn.updater.failed(turn.updater.new_agent_message([Part(text="no disk")]))


class Counts:
    """An agent that answers with how often it was asked, and fails the first times."""

    def __init__(self, failures: int = 0) -> None:
        self.asked = 0
        self._failures = failures

    async def __call__(self, turn: Turn) -> None:
        self.asked += 1
        if self.asked <= self._failures:
            await fails(turn)
            return
        await turn.say(f"Try {self.asked}: {'ready' if self.asked > 2 else 'not yet'}.")
        told = turn.updater.new_agent_message([Part(text="counted")])
        told.metadata.update({"usage": {"input_tokens": 1_000_000, "model": "of its own"}})
        await turn.updater.complete(told)


@pytest.mark.parametrize("first", ["fails", "answers"])
async def test_a_step_for_the_case_that_another_fails(orchestra: Orchestra, first: str) -> None:
    planned(
        orchestra,
        {"agent": "data", "text": "xyzzy"},
        {"agent": "logs", "text": "plugh", "after": [1], "when": "failed"},
        {"agent": "mail", "text": "tell", "after": [1, 2], "when": "ended"},
    )
    await orchestra.add("data", fails if first == "fails" else answers("58%."))
    await orchestra.add("logs", answers("No errors."))
    await orchestra.add("mail", answers("Told."))
    said = await orchestra.say("xyzzy plugh tell")
    asked = [one.agent for one in orchestra.heard]
    assert asked == (["data", "logs", "mail"] if first == "fails" else ["data", "mail"])
    assert said.state == "completed" and "Told." in said.text
    assert used(said)["model"] == "test", "what the plan took is told"
    assert ("was not needed" in said.text) == (first == "answers")


async def test_a_step_is_repeated_until_its_answer_holds_some_words(orchestra: Orchestra) -> None:
    counts = Counts()
    planned(orchestra, {"agent": "data", "text": "xyzzy", "tries": 5, "until": "READY"})
    await orchestra.add("data", counts)
    await orchestra.add("logs", answers("x"))
    said = await orchestra.say("xyzzy")
    assert counts.asked == 3 and "Try 3: ready." in said.text
    assert 3_000_000 < used(said)["input_tokens"] < 4_000_000, "of each try, and of the plan"
    run = run_of(orchestra.runs, str(said.data("steps")["run"]))
    assert [one["step"] for one in run.session.results] == [1, 1, 1], "each try is kept"


async def test_a_step_is_tried_so_often_and_no_more(orchestra: Orchestra) -> None:
    counts = Counts(failures=9)
    planned(orchestra, {"agent": "data", "text": "xyzzy", "tries": 3})
    await orchestra.add("data", counts)
    await orchestra.add("logs", answers("x"))
    said = await orchestra.say("xyzzy")
    assert counts.asked == 3 and said.state == "failed" and "no disk" in said.status + said.text
    assert used(said)["output_tokens"] > 0


@pytest.mark.parametrize("chosen", ["yes", "no"])
async def test_a_step_that_needs_approval_waits_for_the_person(
    orchestra: Orchestra, chosen: str
) -> None:
    orchestra.approve = frozenset({"mail"})
    await orchestra.add("data", answers("58%."))
    await orchestra.add("mail", answers("Written."))
    asked = await orchestra.say("@data win rate @mail write letters")
    assert asked.state == "input_required" and "write letters" in asked.status
    assert [one["value"] for one in asked.question["choices"]] == ["yes", "no"]
    assert [one.agent for one in orchestra.heard] == []
    said = await orchestra.say("x", choice=chosen, slot="approval")
    assert said.state == "completed" and "58%." in said.text
    heard = [one.agent for one in orchestra.heard]
    assert sorted(heard) == (["data", "mail"] if chosen == "yes" else ["data"])
    assert ("it was refused here" in said.text) == (chosen == "no")


async def test_no_typed_word_lets_a_step_happen(orchestra: Orchestra) -> None:
    orchestra.approve = frozenset({"mail"})
    await orchestra.add("mail", answers("Written."))
    await orchestra.add("data", answers("58%."))
    await orchestra.say("@mail write letters")
    await orchestra.say("yes allow it")
    assert "mail" not in [one.agent for one in orchestra.heard]


def test_the_settings_name_who_needs_approval(tmp_path: Path) -> None:
    assert approved_agents(tmp_path) == frozenset()
    (tmp_path / "settings.toml").write_text('[orchestrator]\napprove = ["mail"]\n')
    assert approved_agents(tmp_path) == {"mail"}
    (tmp_path / "settings.toml").write_text('[orchestrator]\napprove = "mail"\n')
    with pytest.raises(BadInput, match="list of agents"):
        approved_agents(tmp_path)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ({"agent": "stranger", "text": "xyzzy"}, "no agent 'stranger'"),
        ({"agent": "data", "text": "xyzzy", "after": [1]}, "do not come before"),
        ({"agent": "data", "text": "xyzzy, 99% surely"}, "does not say 99"),
        ({"agent": "data", "text": ""}, "at least 1 character"),
    ],
)
async def test_a_lying_models_plan_is_not_followed_and_it_is_told_why(
    orchestra: Orchestra, step: dict[str, Any], told: str
) -> None:
    with endpoint(proposes(steps=[step])) as server:
        orchestra.planner = ModelPlanner(LanguageModel(server.config()))
        await orchestra.add("data", answers("58%."))
        await orchestra.add("logs", answers("No errors."))
        asked = await orchestra.say("xyzzy plugh")
    assert asked.state == "input_required"
    assert orchestra.heard == []
    assert used(asked)["input_tokens"] == 300, "of a plan in vain too, and at no vendor's price"
    assert "cost" not in used(asked)
    assert len(server.asked) == 3 and told in server.told()
    assert "by rules alone" in asked.status and "99" not in asked.status


FAILURES = {
    "429": (Says(429), "429"),
    "500": (Says(500, "<html>oops</html>"), "500"),
    "garbage": (Says(200, "%%% no JSON %%%"), "cannot be used"),
    "words instead of a plan": (talks("Ask 4242."), "cannot be used"),
    "another schema": (proposes(answer=4242), "cannot be used"),
    "slow": (Says(silent=True), "1.5"),
    "none": (None, "cannot be reached"),
}


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_model_that_fails_is_a_plain_note_below_the_rules_question(
    orchestra: Orchestra, failure: str
) -> None:
    reply, why = FAILURES[failure]
    await orchestra.add("data", answers("58%."))
    await orchestra.add("logs", answers("No errors."))
    with endpoint(reply or Says()) as server:
        config = server.config(seconds=1.5 if failure == "slow" else PATIENCE)
        orchestra.planner = ModelPlanner(LanguageModel(config))
        if reply is None:
            server.server_close()
        asked = await orchestra.say("xyzzy plugh")
    assert asked.state == "input_required"
    assert asked.status.startswith("“xyzzy plugh” — which agent should I ask?")
    assert "by rules alone" in asked.status and why in asked.status
    assert "4242" not in asked.status
    assert [one["label"] for one in asked.question["choices"]] == ["Data", "Log files"]


@pytest.mark.parametrize(
    ("questions", "text", "agent"),
    [
        ("rules-first", "win rate", "data"),
        ("rules-first", "xyzzy", "logs"),
        ("never", "win rate", "data"),
        ("never", "xyzzy", ""),
        ("model-first", "@data win rate", "data"),
        ("model-first", "win rate", "logs"),
    ],
)
async def test_a_model_is_asked_for_plans_when_its_profile_wants_it(
    orchestra: Orchestra, questions: WhoReads, text: str, agent: str
) -> None:
    await orchestra.add("data", answers("58%."))
    await orchestra.add("logs", answers("No errors."))
    with endpoint(proposes(steps=[{"agent": "logs", "text": text}])) as server:
        orchestra.planner = ModelPlanner(LanguageModel(server.config(questions=questions)))
        said = await orchestra.say(text)
    assert [one.agent for one in orchestra.heard] == ([agent] if agent else [])
    assert bool(server.asked) == (agent == "logs") == ("language model" in said.text)
