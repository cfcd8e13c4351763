"""Requests of A2A 0.3 as they are on the wire: what is taken, and how a refusal is told."""

from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from a2a.compat.v0_3.types import AgentCard as CardOf03
from a2a.types import AgentSkill, HTTPAuthSecurityScheme, SecurityScheme

from app.domain.ids import utc_now
from tests.contract.transport.executors import Turn, card
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import WIRES, Serving
from transport.server.cards import ServedAgent, as_json, filled_in, interfaces
from transport.server.routes import http_application

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

TEXT = [{"kind": "text", "text": "x"}]
SAID = {"kind": "message", "messageId": "m", "role": "user", "parts": TEXT}
OF_1_0 = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "x"}]}


async def answers(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.updater.complete()


async def asked(method: str, params: Any, *, legacy: bool = True, **headers: str) -> Any:
    async with AsyncExitStack() as stack:
        serving = Serving(WIRES["in-process"], stack)
        await serving.agent(answers)
        host = serving.host
        served = ServedAgent(name="a", handler=host.handler, card=host.card, legacy=legacy)
        entry = http_application([served], base="http://here", since=utc_now())
        base = await stack.enter_async_context(listening(entry))
        client = await stack.enter_async_context(httpx.AsyncClient())
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        response = await client.post(f"{base}/a", json=body, headers=headers)
    assert response.status_code == 200
    if response.headers["content-type"].startswith("text/event-stream"):
        assert '"id": 7' in response.text or '"id":7' in response.text
        return response.text
    answer = response.json()
    assert answer["id"] == 7
    return answer.get("result") or answer["error"]["code"]


@pytest.mark.parametrize(
    ("method", "params", "headers", "code"),
    [
        ("message/send", {"message": {"role": "nobody"}}, {}, -32602),
        ("message/send", {"message": SAID}, {"A2A-Version": "1.0"}, -32601),
        ("tasks/get", {"id": "none"}, {"A2A-Version": "0.3"}, -32001),
        ("tasks/cancel", {"id": "none"}, {}, -32001),
        ("tasks/pushNotificationConfig/list", {"id": "none"}, {}, -32003),
        ("agent/getAuthenticatedExtendedCard", {}, {}, -32004),
        ("no/such", {}, {}, -32601),
        ("SendMessage", {"message": OF_1_0}, {}, -32009),
    ],
)
async def test_what_is_refused_has_a_code_that_0_3_knows(
    method: str, params: Any, headers: dict[str, str], code: int
) -> None:
    assert await asked(method, params, **headers) == code


async def test_a_message_is_answered_in_the_words_of_0_3() -> None:
    task = await asked("message/send", {"message": SAID})
    assert (task["kind"], task["status"]["state"]) == ("task", "completed")
    stream = await asked("message/stream", {"message": SAID})
    assert '"final":true' in stream.replace(" ", "")
    refused = await asked("tasks/resubscribe", {"id": "none"})
    assert "-32001" in refused


async def test_who_was_not_told_to_takes_nothing_of_0_3() -> None:
    assert await asked("message/send", {"message": SAID}, legacy=False) == -32601


def test_a_card_holds_both_versions_and_one_alone_where_it_is_not_legacy() -> None:
    made = card()
    made.skills.append(AgentSkill(id="s", name="S", description="S."))
    http = HTTPAuthSecurityScheme(scheme="Bearer")
    made.security_schemes["b"].CopyFrom(SecurityScheme(http_auth_security_scheme=http))
    nobody: Any = None
    agent = ServedAgent("a", handler=nobody, card=made, legacy=True)
    told = as_json(filled_in(made, interfaces(agent, "http://h/a"), tokens=False))
    old = CardOf03.model_validate(told)
    assert (old.url, old.protocol_version, old.skills[1].tags) == ("http://h/a", "0.3", [])
    assert old.security_schemes is not None
    assert told["securitySchemes"]["b"]["httpAuthSecurityScheme"] == {"scheme": "Bearer"}
    new = interfaces(agent._replace(legacy=False), "http://h/a")
    assert "url" not in as_json(filled_in(made, new, tokens=False))
