"""What surrounds an answer is judged at frames by the rules of a check, and so are errors."""

from contextlib import suppress
from typing import Any

import pytest

from app.errors import AgentError
from tests.contract.transport.conformance.faults import (
    answered,
    error,
    in_envelope,
    of_info,
    pop,
    put,
    sent,
)
from tests.contract.transport.conformance.plain_agent import Faults, PlainAgent
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import collect, say
from transport.conformance.frame_marks import marks_of
from transport.connect import connect

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

ROUND = "SendStreamingMessage"

RPC: list[tuple[Faults, set[str]]] = [
    (Faults(), set()),
    (Faults(envelope=in_envelope(id="x")), {"rpc.id"}),
    (Faults(envelope=in_envelope(jsonrpc="1.0")), {"rpc.envelope"}),
    (Faults(envelope=in_envelope(error=None)), {"rpc.envelope"}),
    (Faults(envelope=in_envelope(more=1)), set()),
    (sent("GetTask", status=202), {"http.rpc_status"}),
    (error(pop("data")), {"error.rpc_info"}),
    (of_info(reason="VERSION_NOT_SUPPORTED"), {"error.rpc_info"}),
]
REST: list[tuple[Faults, set[str]]] = [
    (Faults(), set()),
    (error(put(code=599)), {"http.error_code"}),
    (error(put(status="OK")), {"http.error_status"}),
    (Faults(http=lambda m, r: r._replace(status=400) if r.status == 404 else r), {"http.status"}),
    (sent("GetTask", kind="text/plain"), {"http.media_type"}),
]
BOTH: list[tuple[Faults, set[str]]] = [
    (error(put(message="")), {"error.shape"}),
    (answered("GetTask", put(id="another")), {"task.same"}),
    (sent(ROUND, kind="application/json"), {"stream.media_type"}),
]
CASES = [("JSONRPC", *one) for one in RPC + BOTH] + [("HTTP+JSON", *one) for one in REST + BOTH]


@pytest.mark.parametrize(("binding", "faults", "rules"), CASES)
async def test_each_fault_is_marked_where_it_came(
    binding: str, faults: Faults, rules: set[str]
) -> None:
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        link: Any = await connect(agent.base, binding=binding)
        try:
            with suppress(AgentError):
                await collect(link.send(say("Hello")))
            for task_id in ("t1", "none"):
                with suppress(AgentError):
                    await link.get(task_id)
        finally:
            await link.aclose()
    marks = marks_of(link.recording.frames())
    found = {one.rule for marked in marks.values() for one in marked}
    assert rules <= found
    if not rules:
        assert found == set()
