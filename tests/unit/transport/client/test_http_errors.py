"""Errors with a code of the agent's own, over JSON-RPC: an answer, though no error of A2A."""

from typing import Any

import httpx
import pytest
from a2a.types import AgentCard

from app.errors import AgentError, AgentRefused
from tests.contract.transport.serving import collect, say
from transport.connect import connect

pytestmark = pytest.mark.anyio

INFO = "type.googleapis.com/google.rpc.ErrorInfo"


async def refused(
    error: dict[str, Any], version: str, monkeypatch: pytest.MonkeyPatch
) -> AgentError:
    async def answers(self: Any, request: httpx.Request) -> httpx.Response:
        body = {"jsonrpc": "2.0", "id": 1, "error": error}
        return httpx.Response(200, json=body, request=request)

    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", answers)
    card = AgentCard(name="a", version="1")
    card.supported_interfaces.add(
        url="http://127.0.0.1:9/rpc", protocol_binding="JSONRPC", protocol_version=version
    )
    link = await connect("http://127.0.0.1:9", card=card)
    with pytest.raises(AgentRefused) as told:
        await link.get("any")
    with pytest.raises(AgentRefused):
        await collect(link.send(say("x")))
    await link.aclose()
    return told.value


@pytest.mark.parametrize("version", ["1.0", "0.3"])
async def test_a_code_of_the_agents_own_is_an_answer(
    version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = {"code": -31999, "message": "The month's budget is spent."}
    told = await refused(error, version, monkeypatch)
    assert str(told) == "a refused the request: The month's budget is spent."


@pytest.mark.parametrize("reason", ["UNAUTHENTICATED", "PERMISSION_DENIED"])
async def test_who_is_not_let_in_is_told_how_to_get_in(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    detail = {"@type": INFO, "domain": "a2a-protocol.org", "reason": reason}
    error = {"code": -31401, "message": "failed to list tasks", "data": [detail]}
    told = await refused(error, "1.0", monkeypatch)
    assert (told.reason, "--bearer-env" in str(told)) == ("needs_login", True)
