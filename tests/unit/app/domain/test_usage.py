"""What answers took in tokens and money, read out of what agents tell, and added up."""

from typing import Any

import pytest

from app.domain.answers import Answer, fold, fold_all
from app.domain.events import MessageEvent, StatusEvent
from app.domain.ids import utc_now
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import TaskState
from app.domain.usage import Usage, in_all, summed, usage_of

NOW = utc_now()
EURO = Usage(input_tokens=3, output_tokens=1, cost=0.5, currency="EUR", model="m")
BEGUN = Answer(turn_id="m", context_id="c", agent="a", started_at=NOW)


def said(**metadata: Any) -> Message:
    return Message(
        message_id="s",
        context_id="c",
        role=Role.AGENT,
        parts=(TextPart(text="done"),),
        metadata=metadata,
        created_at=NOW,
    )


def status(state: TaskState, **metadata: Any) -> StatusEvent:
    return StatusEvent(task_id="t", context_id="c", state=state, message=said(**metadata), at=NOW)


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"input_tokens": 10, "output_tokens": 4}, Usage(input_tokens=10, output_tokens=4)),
        ({"prompt_tokens": 10.0, "completion_tokens": 4}, Usage(input_tokens=10, output_tokens=4)),
        (
            {"input_tokens": 1, "model": " m\n1 ", "cost": 0.5, "currency": "eur"},
            Usage(input_tokens=1, model="m 1", cost=0.5, currency="EUR"),
        ),
        ({"cost": 1, "currency": "USD"}, Usage(cost=1.0, currency="USD")),
        ({"input_tokens": 1, "cost": 0.5}, Usage(input_tokens=1)),
        ({"input_tokens": 1, "cost": -3, "currency": "USD"}, Usage(input_tokens=1)),
        ({"input_tokens": -1, "output_tokens": True}, None),
        ({"input_tokens": float("nan"), "output_tokens": "many"}, None),
        ({"input_tokens": 10**30}, None),
        ({}, None),
        ("many", None),
        (None, None),
    ],
)
def test_what_is_told_is_read_and_nonsense_is_not(told: Any, read: Usage | None) -> None:
    assert usage_of({"usage": told}) == read


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        ([], {}),
        ([EURO], {"input_tokens": 3, "output_tokens": 1, "model": "m", "cost": 0.5,
                  "currency": "EUR"}),
        ([EURO, EURO.model_copy(update={"model": "n"})],
         {"input_tokens": 6, "output_tokens": 2, "cost": 1.0, "currency": "EUR"}),
        ([EURO, Usage(input_tokens=4, model="m")],
         {"input_tokens": 7, "output_tokens": 1, "model": "m"}),
    ],
)  # fmt: skip
def test_several_are_told_as_one_with_a_cost_that_leaves_nothing_out(
    taken: list[Usage], told: dict[str, Any]
) -> None:
    assert in_all(taken) == told
    assert usage_of({"usage": in_all(taken)}) == (Usage.model_validate(told) if told else None)


def test_the_newest_word_of_a_task_counts() -> None:
    events = [
        status(TaskState.WORKING, usage={"input_tokens": 5}),
        status(TaskState.WORKING),
        status(TaskState.COMPLETED, usage={"input_tokens": 9, "output_tokens": 2}),
        status(TaskState.COMPLETED, usage={"input_tokens": 99}),
    ]
    answer = fold_all(BEGUN, events, NOW)
    assert answer.usage == Usage(input_tokens=9, output_tokens=2)
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


def test_a_direct_reply_tells_of_itself() -> None:
    answer = fold(BEGUN, MessageEvent(message=said(usage={"output_tokens": 2})), NOW)
    assert answer.usage == Usage(output_tokens=2)


def test_an_answer_that_was_kept_before_is_read() -> None:
    body = BEGUN.model_dump(mode="json")
    del body["usage"]
    assert Answer.model_validate(body) == BEGUN


def test_costs_are_added_up_for_each_currency() -> None:
    total = summed(
        [
            Usage(input_tokens=1, model="a"),
            Usage(input_tokens=2, cost=0.5, currency="USD"),
            Usage(output_tokens=3, cost=0.25, currency="USD"),
            Usage(output_tokens=4, cost=1, currency="EUR"),
        ]
    )
    assert total == [
        Usage(input_tokens=1),
        Usage(output_tokens=4, cost=1, currency="EUR"),
        Usage(input_tokens=2, output_tokens=3, cost=0.75, currency="USD"),
    ]
