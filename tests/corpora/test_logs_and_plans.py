"""What is held against readings of logs and plans of requests tells right from wrong."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from agents.orchestrator.planning import Step
from tests.corpora.plans import REQUESTS, acts, key_of, outcome
from tests.corpora.proposals import Case, Recorded, about_logs
from tests.corpora.proposals import acts as read

pytestmark = pytest.mark.anyio

DAY = "2026-11-29"


async def said(case: Case, **reply: object) -> dict[str, str]:
    return await read(case, Recorded(case.key, case.text, "one", DAY, [reply], ""))


async def test_what_rows_of_a_log_come_to_says_whether_a_question_was_read_right(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        cases = {one.text: one for one in about_logs(tmp_path, stack)}
        refusals = cases["which host had the most payment refusals?"]
        meant = {
            "measures": [{"aggregate": "count"}],
            "groups": [{"by": "host"}],
            "where": {"column": "refused", "values": [True]},
            "order": [{"measure": 0}],
            "limit": 1,
        }
        taken = [{"said": "refusals", "meant": "refused"}, {"said": "payment", "meant": "refused"}]
        found = await said(refusals, understood=True, query=meant, read_as=taken)
        assert found["model alone"] == "right"
        all_lines = {**meant, "where": None}
        found = await said(
            refusals, understood=True, query=all_lines, left_out=["payment refusals"]
        )
        assert found["model alone"] == "wrong"
        june = cases["how many invalid user attempts on June 9?"]
        day: dict[str, Any] = {
            "column": "time",
            "op": "during",
            "span": {"start": "2024-06-09", "end": "2024-06-10"},
        }
        both = {"all": [{"column": "invalid_user", "values": [True]}, day]}
        assert (await said(june, understood=True, query={"where": both}))["model alone"] == "right"
        day["span"] = {"start": "2019-06-09", "end": "2019-06-10"}
        found = await said(june, understood=True, query={"where": both})
        assert found["model alone"] == "not answered", "a year that neither anybody said nor it has"
        nothing = cases["내일은 로그인 실패가 몇 번일까?"]
        assert (await said(nothing, understood=False))["model alone"] == "right"
        rules = [(await said(one, understood=False))["rules alone"] for one in cases.values()]
        assert rules.count("right") >= 32


def test_a_plan_is_right_with_all_its_steps_in_order_on_their_terms() -> None:
    after = REQUESTS[1]
    first, then = Step(1, ("logs",), "most errors"), Step(2, ("data",), "win rates", (1,))
    assert outcome([first, then], after.steps) == "right"
    assert outcome([first, then._replace(after=())], after.steps) == "wrong"
    assert outcome([then, first], after.steps) == "wrong"
    assert outcome([first], after.steps) == "wrong"
    assert outcome([first, then._replace(agents=("data", "mail"))], after.steps) == "not answered"
    assert outcome([], ()) == "right"


async def test_a_model_is_asked_for_plans_that_rules_leave_open() -> None:
    failed = REQUESTS[2]
    steps = [
        {"agent": "logs", "text": "read server.log"},
        {"agent": "tickets", "text": "ticket for operations", "after": [1], "when": "failed"},
    ]
    told = Recorded(key_of(failed), failed.text, "one", DAY, [{"steps": steps}], "")
    assert await acts(failed, told) == {
        "rules alone": "not answered", "model alone": "right", "both": "right",
    }  # fmt: skip
