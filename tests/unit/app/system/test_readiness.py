"""Whether a server's parts can be used, and what the log says when that changes."""

import asyncio
import logging
from collections.abc import Mapping

import pytest

from app.errors import DeskError, StoreError, in_full
from app.system.readiness import Readiness

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]


async def test_a_part_that_goes_is_told_once_with_the_reason_and_so_is_that_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    fails: list[Exception] = []

    async def check() -> None:
        for error in fails:
            raise error

    readiness = Readiness({"database": check}, expected=DeskError, words=in_full)
    assert (await readiness.standing()).good
    fails.append(StoreError("It does not answer.", cause="connection refused\nIs it there?"))
    for _ in range(3):
        assert (await readiness.standing()).checks == {"database": "unavailable"}
    figures = (await readiness.families())[0].figures
    assert [(one.value, one.labels) for one in figures] == [(False, {"check": "database"})]
    fails.clear()
    for _ in range(3):
        assert (await readiness.standing()).good
    assert caplog.messages == [
        "database cannot be used: It does not answer. (connection refused)",
        "database can be used again",
    ]


async def test_what_does_not_answer_and_what_is_in_parts(caplog: pytest.LogCaptureFixture) -> None:
    async def hangs() -> None:
        await asyncio.Event().wait()

    async def parts() -> Mapping[str, str]:
        return {"one": "ok", "two": "NOPERM", "three": "OOM", "four": "NOPERM"}

    checks = {"kafka": hangs, "queues": parts}
    readiness = Readiness(checks, expected=DeskError, words=in_full, seconds=0.01)
    found = await readiness.standing()
    assert found.checks == {"kafka": "unavailable", "queues": "unavailable"}
    assert found.parts == {"queues": await parts()}
    assert sorted(caplog.messages) == [
        "kafka cannot be used: no answer in 0.01 seconds",
        "queues cannot be used: NOPERM: two, four; OOM: three",
    ]


async def test_what_a_process_closes_as_it_ends_is_no_news(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def closed() -> None:
        raise StoreError("It is closed.")

    readiness = Readiness({"database": closed}, expected=DeskError, words=in_full)
    readiness.stopping = True
    await readiness.standing()
    assert caplog.messages == []
