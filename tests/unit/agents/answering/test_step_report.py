"""What is told of a run: steps that run side by side, and values as a person reads them."""

from typing import Any, cast

import pytest

from agents.answering.reporting import Reporter
from agents.answering.step_report import StepReport
from agents.shared_storage import SharedStorage

pytestmark = pytest.mark.anyio


class Said:
    """Hears a report."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def working(self, text: str) -> None:
        self.texts.append(text)

    async def add(self, name: str, part: Any) -> None:
        self.texts.append(name)


def report() -> tuple[SharedStorage, StepReport]:
    storage = SharedStorage()
    storage.start_session("both", ["one", "two", "three"])
    return storage, StepReport(storage, cast(Reporter, Said()))


def states(made: StepReport, *, ended: bool = False) -> list[str]:
    return [one["state"] for one in made.value(ended=ended)["plan"]]


def add(storage: SharedStorage, step: int, output: Any, status: str = "success") -> None:
    storage.add_result(
        executor="a", executor_type="agent", action="ask", input_data={"text": "x"},
        output=output, status=status, error_message=None if status == "success" else "no",
        plan_step=step,
    )  # fmt: skip


async def test_steps_that_run_side_by_side_are_all_at_work() -> None:
    storage, made = report()
    assert states(made) == ["working", "waiting", "waiting"]
    await made.working("asking", step=1)
    await made.working("asking", step=2)
    assert states(made) == ["working", "working", "waiting"]
    add(storage, 1, "done")
    assert states(made) == ["done", "working", "waiting"]
    assert made.value()["current"] == 2, "what goes on is what is looked at"
    add(storage, 2, "", "error")
    assert states(made) == ["done", "failed", "waiting"]
    assert states(made, ended=True) == ["done", "failed", "waiting"]


async def test_values_are_told_a_line_for_each_field() -> None:
    storage, made = report()
    add(storage, 1, {"count": 2, "days": ["mon"]})
    step = made.value()["plan"][0]
    assert step["input"] == {"text": "x"}
    assert (step["output"], step["answer"]) == ({"count": "2", "days": '["mon"]'}, "")


async def test_what_an_agent_said_is_told_apart_from_values() -> None:
    storage, made = report()
    add(storage, 1, {"text": "Seoul:\n\n**rain**", "count": 2})
    add(storage, 2, "**" + "long " * 2_000 + "end")
    storage.add_result(
        executor="t", executor_type="tool", action="read", input_data={},
        output={"text": "**/*.log"}, status="success", error_message=None, plan_step=3,
    )  # fmt: skip
    first, second, third = made.value()["plan"]
    assert (first["output"], first["answer"]) == ({"count": "2"}, "Seoul:\n\n**rain**")
    assert second["output"] == "" and len(second["answer"]) <= 4_000
    assert "\n\n…[−" in second["answer"], "what is left out stands in a paragraph of its own"
    assert (third["output"], third["answer"]) == ({"text": "**/*.log"}, ""), (
        "a tool's text is a value"
    )


async def test_what_earlier_steps_came_to_is_told_by_their_numbers() -> None:
    storage, made = report()
    outputs = [{"task_id": "t", "state": state, "text": "Yes."} for state in
               ("completed", "input_required")]  # fmt: skip
    add(storage, 2, outputs[0])
    add(storage, 1, outputs[1])
    storage.add_result(
        executor="a", executor_type="agent", action="ask", plan_step=3, status="success",
        input_data={"text": "x", "from": outputs, "days": [{"mon": 1}], "all": outputs[0]},
        output="", error_message=None,
    )  # fmt: skip
    first, second, third = made.value()["plan"]
    assert third["input"] == {"text": "x", "from": [2, 1], "days": '[{"mon": 1}]', "all": [2]}
    assert (first["output"], second["output"]) == ({"state": "input_required"}, {}), "no ids"
    assert first["answer"] == "Yes."


async def test_what_a_step_waits_for_and_how_often_it_was_done_is_told() -> None:
    storage = SharedStorage()
    storage.start_session("both", ["one", "two"])
    shape = {2: {"after": [1], "when": "failed"}}
    made = StepReport(storage, cast(Reporter, Said()), lambda: shape)
    add(storage, 1, "", "error")
    made.takes_up()
    add(storage, 1, "done")
    first, second = made.value()["plan"]
    assert (first["tried"], first["resumed"], first.get("after")) == (2, True, None)
    assert (second["tried"], second["resumed"], second["after"]) == (0, False, [1])
