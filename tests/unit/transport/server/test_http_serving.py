"""What the HTTP server answers, to the letter of A2A 1.0: paths, headers, types and errors."""

import asyncio
import itertools
import json
import math
from typing import Any
from uuid import uuid4

import pytest
from a2a.server.tasks import InMemoryPushNotificationConfigStore, PushNotificationSender
from a2a.types import AgentCapabilities, AgentExtension, AgentSkill, Part

from agents.hosting.request_handler import PushSupport
from app.domain.cards import TASK_PER_REQUEST
from app.errors import BadInput
from tests.contract.transport.executors import Turn, card
from tests.contract.transport.http_agents import VERSION, served
from tests.patience import PATIENCE
from transport.protocol.sse import ReadAhead
from transport.server.http_server import HttpServer

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

CARD = "/scripted/.well-known/agent-card.json"


def message(text: str, **more: Any) -> dict[str, Any]:
    said = {"messageId": uuid4().hex, "role": "ROLE_USER", "parts": [{"text": text}], **more}
    return {"message": said}


async def works(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.say(turn.text)
    await turn.updater.complete()


async def test_the_directory_and_cards_of_several_agents() -> None:
    async with served(works, names=("one", "two")) as at:
        listed = (await at.client.get("/")).json()["agents"]
        assert [agent["url"] for agent in listed] == [f"{at.base}/one", f"{at.base}/two"]
        for agent in listed:
            found = (await at.client.get(agent["card"])).json()
            assert [one["url"] for one in found["supportedInterfaces"]] == [agent["url"]] * 2
            bindings = [one["protocolBinding"] for one in found["supportedInterfaces"]]
            assert bindings == ["JSONRPC", "HTTP+JSON"]
        assert (await at.client.get("/.well-known/agent-card.json")).status_code == 404


async def test_a_card_is_told_with_caching_headers() -> None:
    async with served(works) as at:
        first = await at.client.get(CARD)
        assert first.headers["last-modified"] == "Sun, 01 Nov 2026 12:00:00 GMT"
        assert "max-age" in first.headers["cache-control"]
        assert first.headers["content-type"] == "application/json"
        tag = first.headers["etag"]
        for condition, status in (
            ({"If-None-Match": tag}, 304),
            ({"If-None-Match": f'"other", W/{tag}'}, 304),
            ({"If-None-Match": '"other"'}, 200),
            ({"If-Modified-Since": "Sun, 01 Nov 2026 12:00:00 GMT"}, 304),
            ({"If-Modified-Since": "Sun, 01 Nov 2026 11:59:59 GMT"}, 200),
            ({"If-Modified-Since": "nonsense"}, 200),
        ):
            again = await at.client.get(CARD, headers=condition)
            assert again.status_code == status, condition
            assert again.headers["etag"] == tag
        assert (await at.client.get("/.well-known/agent-card.json")).json() == first.json()
        assert (await at.client.head(CARD)).status_code == 200


@pytest.mark.parametrize("slash", ["", "/"])
async def test_every_path_works_with_and_without_a_slash_at_its_end(slash: str) -> None:
    async with served(works) as at:
        assert (await at.client.get(CARD + slash)).status_code == 200
        body = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {}}
        answer = await at.client.post("/scripted" + slash, json=body, headers=VERSION)
        assert answer.json()["result"]["tasks"] == []
        sent = await at.client.post(
            "/scripted/message:send" + slash, json=message("x"), headers=VERSION
        )
        task = sent.json()["task"]
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        found = await at.client.get(f"/scripted/tasks/{task['id']}{slash}", headers=VERSION)
        assert found.json() == task
        assert found.headers["content-type"] == "application/a2a+json"
        page = await at.client.get("/scripted/tasks" + slash, headers=VERSION)
        assert {"tasks", "nextPageToken", "pageSize", "totalSize"} <= page.json().keys()
        assert page.json()["nextPageToken"] == ""
        assert "artifacts" not in page.json()["tasks"][0]
        with_tenant = await at.client.get(f"/scripted/acme/tasks/{task['id']}", headers=VERSION)
        assert with_tenant.json()["id"] == task["id"]


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({}, "application/json"),  # what the body is said to be
        ({"Content-Type": "application/a2a+json"}, "application/a2a+json"),
        ({"Accept": "application/a2a+json"}, "application/a2a+json"),
        ({"Content-Type": "application/a2a+json", "Accept": "application/json"},
         "application/json"),
        ({"Content-Type": "application/json", "Accept": "*/*"}, "application/json"),
    ],
)  # fmt: skip
async def test_an_answer_has_the_name_of_json_that_its_request_says(
    headers: dict[str, str], told: str
) -> None:
    async with served(works) as at:
        said = {**VERSION, **headers}
        sent = await at.client.post("/scripted/message:send", json=message("x"), headers=said)
        assert sent.headers["content-type"] == told
        assert sent.json()["task"]


@pytest.mark.parametrize("body", [b"", b"null", b" null\n", b"{}"])
async def test_a_body_of_null_is_none_as_some_sdks_send_it(body: bytes) -> None:
    async def waits(turn: Turn) -> None:
        await turn.ask("Which?")

    headers = {**VERSION, "Content-Type": "application/json"}
    async with served(waits) as at:
        sent = await at.client.post("/scripted/message:send", json=message("x"), headers=VERSION)
        where = f"/scripted/tasks/{sent.json()['task']['id']}"
        async with at.client.stream(
            "POST", f"{where}:subscribe", content=body, headers=headers
        ) as followed:
            assert followed.status_code == 200
        stopped = await at.client.post(f"{where}:cancel", content=body, headers=headers)
        assert stopped.status_code == 200
        assert stopped.json()["status"]["state"] == "TASK_STATE_CANCELED"
        # What cannot be done without a body says so of the message, not of the JSON.
        empty = await at.client.post("/scripted/message:send", content=body, headers=headers)
        assert "no JSON object" not in empty.text


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e999", r'"\ud800"'])
async def test_json_that_others_cannot_read_is_refused(value: str) -> None:
    said = message("x", metadata={"k": "VALUE"})
    called = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": said}
    headers = {**VERSION, "Content-Type": "application/json"}
    async with served(works) as at:
        body = json.dumps(said).replace('"VALUE"', value)
        rest = await at.client.post("/scripted/message:send", content=body, headers=headers)
        assert rest.status_code == 400
        body = json.dumps(called).replace('"VALUE"', value)
        rpc = await at.client.post("/scripted", content=body, headers=headers)
        assert rpc.json()["error"]["code"] == -32700
        assert (await at.client.get("/scripted/tasks", headers=VERSION)).json()["tasks"] == []


async def test_a_number_that_an_agent_makes_of_none_is_told_as_null() -> None:
    async def divides(turn: Turn) -> None:
        part = Part()
        part.data.number_value = math.inf
        await turn.updater.add_artifact([part], artifact_id="a")
        await turn.updater.complete()

    async with served(divides) as at:
        sent = await at.client.post("/scripted/message:send", json=message("x"), headers=VERSION)
        assert sent.json()["task"]["artifacts"][0]["parts"] == [{"data": None}]
        query = {"includeArtifacts": "true"}
        listed = await at.client.get("/scripted/tasks", params=query, headers=VERSION)
        assert listed.json()["tasks"][0]["artifacts"][0]["parts"] == [{"data": None}]


@pytest.mark.parametrize("path", ["/scripted", "/scripted/message:send"])
@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", ""])
async def test_a_wrong_content_type_is_415(path: str, content_type: str) -> None:
    async with served(works) as at:
        answer = await at.client.post(
            path, content=b"{}", headers={**VERSION, "Content-Type": content_type}
        )
        assert answer.status_code == 415
        text = json.dumps(answer.json())
        assert "CONTENT_TYPE_NOT_SUPPORTED" in text
        good = {**VERSION, "Content-Type": "application/a2a+json; charset=utf-8"}
        assert (await at.client.post(path, content=b"{}", headers=good)).status_code != 415


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[]", -32600),
        (b'[{"jsonrpc":"2.0","id":1,"method":"GetTask"}]', -32600),
        (b'{"id":1,"method":"GetTask"}', -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"GetTask"}', -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"GetTask"}', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"GetTask"}', -32600),
        (b'{"jsonrpc":"2.0","id":1}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"Nothing"}', -32601),
        (b"[" * 100_000, -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"GetTask","params":[]}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}', -32001),
        (b'{"jsonrpc":"2.0","id":1,"method":"CancelTask","params":{"id":"x"}}', -32001),
        (b'{"jsonrpc":"2.0","id":1,"method":"SubscribeToTask","params":{"id":"x"}}', -32001),
        (b'{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"status":"BOGUS"}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pageSize":101}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard"}', -32004),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"ListTaskPushNotificationConfigs",'
            b'"params":{"taskId":"x"}}',
            -32003,
        ),
    ],
)
async def test_json_rpc_errors_have_the_codes_of_the_table(body: bytes, code: int) -> None:
    async with served(works) as at:
        answer = await at.client.post(
            "/scripted", content=body, headers={**VERSION, "Content-Type": "application/json"}
        )
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["error"]["code"] == code
        assert answer.json()["jsonrpc"] == "2.0"
        assert "result" not in answer.json()
        reason = answer.json()["error"]["data"][0]["reason"]
        assert reason != "UNKNOWN_ERROR"


@pytest.mark.parametrize("path", ["/scripted/message:send", "/scripted/message:stream"])
async def test_a_client_does_not_speak_as_an_agent(path: str) -> None:
    async with served(works) as at:
        said = message("x")
        said["message"]["role"] = "ROLE_AGENT"
        answer = await at.client.post(path, json=said, headers=VERSION)
        assert answer.status_code == 400
        assert answer.json()["error"]["details"][0]["reason"] == "INVALID_PARAMS"
        assert (await at.client.get("/scripted/tasks", headers=VERSION)).json()["tasks"] == []


@pytest.mark.parametrize(
    ("verb", "path", "status", "reason"),
    [
        ("GET", "/scripted/tasks/x", 404, "TASK_NOT_FOUND"),
        ("POST", "/scripted/tasks/x:cancel", 404, "TASK_NOT_FOUND"),
        ("POST", "/scripted/tasks/x:subscribe", 404, "TASK_NOT_FOUND"),
        ("GET", "/scripted/tasks?status=BOGUS", 400, "INVALID_PARAMS"),
        ("GET", "/scripted/tasks?page_size=0", 400, "INVALID_PARAMS"),
        ("GET", "/scripted/extendedAgentCard", 400, "UNSUPPORTED_OPERATION"),
        (
            "GET",
            "/scripted/tasks/x/pushNotificationConfigs",
            400,
            "PUSH_NOTIFICATION_NOT_SUPPORTED",
        ),
        ("GET", "/nowhere", 404, "NOT_FOUND"),
        ("PUT", "/scripted/message:send", 405, "METHOD_NOT_ALLOWED"),
    ],
)
async def test_http_json_errors_have_the_statuses_of_the_table(
    verb: str, path: str, status: int, reason: str
) -> None:
    async with served(works) as at:
        answer = await at.client.request(verb, path, headers=VERSION)
        assert answer.status_code == status
        error = answer.json()["error"]
        assert error["code"] == status
        assert error["details"][0]["reason"] == reason


async def test_a_finished_task_can_be_neither_canceled_nor_followed() -> None:
    async with served(works) as at:
        task_id = (await at.rpc("SendMessage", message("x")))["result"]["task"]["id"]
        assert (await at.rpc("CancelTask", {"id": task_id}))["error"]["code"] == -32002
        assert (await at.rpc("SubscribeToTask", {"id": task_id}))["error"]["code"] == -32004
        canceled = await at.client.post(f"/scripted/tasks/{task_id}:cancel", headers=VERSION)
        assert canceled.status_code == 409
        assert canceled.json()["error"]["details"][0]["reason"] == "TASK_NOT_CANCELABLE"


@pytest.mark.parametrize("version", ["", "0.3", "2.0", "nonsense"])
async def test_other_versions_are_refused(version: str) -> None:
    async with served(works) as at:
        headers = {"A2A-Version": version} if version else {}
        body = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks"}
        answer = await at.client.post("/scripted", json=body, headers=headers)
        assert answer.json()["error"]["code"] == -32009
        told = await at.client.get("/scripted/tasks", headers=headers)
        assert told.json()["error"]["details"][0]["reason"] == "VERSION_NOT_SUPPORTED"
        if not version:
            by_query = await at.client.get("/scripted/tasks?A2A-Version=1.0")
            assert by_query.status_code == 200


async def test_extensions_in_use_are_told_and_required_ones_are_required() -> None:
    needed = card()
    needed.capabilities.CopyFrom(
        AgentCapabilities(
            extensions=[
                AgentExtension(uri="https://x.example/needed", required=True),
                AgentExtension(uri=TASK_PER_REQUEST),
            ]
        )
    )
    async with served(works, agent_card=needed) as at:
        assert (await at.rpc("SendMessage", message("x")))["error"]["code"] == -32008
        response = await at.client.post(
            "/scripted/message:send",
            json=message("x"),
            headers={
                **VERSION,
                "A2A-Extensions": f"https://x.example/needed, {TASK_PER_REQUEST}, urn:other",
            },
        )
        assert response.status_code == 200
        used = set(response.headers["a2a-extensions"].split(", "))
        assert used == {"https://x.example/needed", TASK_PER_REQUEST}


async def test_a_stream_is_made_of_events_and_ends_with_the_task() -> None:
    async with served(works) as at:
        for path, body in (
            (
                "/scripted",
                {"jsonrpc": "2.0", "id": 3, "method": "SendStreamingMessage"}
                | {"params": message("x")},
            ),
            ("/scripted/message:stream", message("x")),
        ):
            answer = await at.client.post(path, json=body, headers=VERSION)
            assert answer.headers["content-type"].startswith("text/event-stream")
            events = [json.loads(line[6:]) for line in answer.text.splitlines() if line]
            if path == "/scripted":
                assert {event["id"] for event in events} == {3}
                events = [event["result"] for event in events]
            assert [next(iter(event)) for event in events] == [
                "task",
                "statusUpdate",
                "artifactUpdate",
                "statusUpdate",
            ]


async def test_a_task_can_be_left_to_itself_and_looked_at_later() -> None:
    go_on = asyncio.Event()

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await go_on.wait()
        await turn.updater.complete()

    async with served(waits) as at:
        asked = {**message("x"), "configuration": {"returnImmediately": True}}
        task = (await at.rpc("SendMessage", asked))["result"]["task"]
        assert task["status"]["state"] in ("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING")
        go_on.set()
        async with asyncio.timeout(PATIENCE):
            while task["status"]["state"] != "TASK_STATE_COMPLETED":
                task = (await at.rpc("GetTask", {"id": task["id"]}))["result"]
        short = (await at.rpc("GetTask", {"id": task["id"], "historyLength": 0}))["result"]
        assert "history" not in short
        assert task["history"][0]["parts"] == [{"text": "x"}]


async def test_only_those_with_a_token_are_let_in_and_see_their_own_tasks() -> None:
    tokens = {"a-secret": "ada", "b-secret": "bob"}
    seen: list[str] = []

    async def looks(turn: Turn) -> None:
        seen.extend(task.id for task in await turn.history.tasks("shared"))
        await turn.updater.complete()

    async with served(looks, tokens=tokens) as at:
        told = (await at.client.get(CARD)).json()  # cards are for everybody
        assert told["securityRequirements"] == [{"schemes": {"bearer": {}}}]
        assert (await at.client.get("/")).status_code == 200
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic YTpi"}):
            refused = await at.client.get("/scripted/tasks", headers=VERSION | headers)
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"].startswith("Bearer")
            assert "secret" not in refused.text
            body = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks"}
            again = await at.client.post("/scripted", json=body, headers=VERSION | headers)
            assert again.status_code == 401
        ada, bob = ({"Authorization": f"Bearer {one}-secret"} for one in "ab")
        task = (await at.rpc("SendMessage", message("x", contextId="shared"), **ada))["result"]
        task_id = task["task"]["id"]
        assert (await at.rpc("GetTask", {"id": task_id}, **bob))["error"]["code"] == -32001
        assert (await at.rpc("CancelTask", {"id": task_id}, **bob))["error"]["code"] == -32001
        assert (await at.rpc("ListTasks", {}, **bob))["result"]["tasks"] == []
        assert len((await at.rpc("ListTasks", {}, **ada))["result"]["tasks"]) == 1
        seen.clear()
        await at.rpc("SendMessage", message("x", contextId="shared"), **bob)
        assert task_id not in seen


async def test_two_tokens_are_none() -> None:
    async with served(works, tokens={"a-secret": "ada", "b-secret": "bob"}) as at:
        both = [("Authorization", f"Bearer {one}-secret") for one in "ab"]
        answer = await at.client.get("/scripted/tasks", headers=[*VERSION.items(), *both])
        assert answer.status_code == 400


@pytest.mark.parametrize("field", ["contextId", "messageId", "taskId", "referenceTaskIds"])
async def test_an_id_that_cannot_be_kept_is_refused(field: str) -> None:
    value = ["a\x00b"] if field == "referenceTaskIds" else "a\x00b"
    async with served(works) as at:
        said = await at.rpc("SendMessage", message("x", **{field: value}))
        assert said["error"]["code"] == -32602
        assert field in said["error"]["message"]
        said = await at.rpc("GetTask", {"id": "a\x00b"})
        assert said["error"]["code"] == -32602


async def test_the_extended_card_is_shown_to_those_who_are_signed_in() -> None:
    more = card(description="All of it.")
    more.skills.append(AgentSkill(id="secret", name="Secret"))
    async with served(works, extended_card=more, tokens={"t": "ada"}) as at:
        public = (await at.client.get(CARD)).json()
        assert public["capabilities"]["extendedAgentCard"]
        assert [skill["id"] for skill in public["skills"]] == ["test"]
        assert (await at.client.get("/scripted/extendedAgentCard")).status_code == 401
        ada = {**VERSION, "Authorization": "Bearer t"}
        by_rest = (await at.client.get("/scripted/extendedAgentCard", headers=ada)).json()
        by_rpc = (await at.rpc("GetExtendedAgentCard", **ada))["result"]
        assert by_rest == by_rpc
        assert [skill["id"] for skill in by_rpc["skills"]] == ["test", "secret"]
        assert by_rpc["supportedInterfaces"] == public["supportedInterfaces"]
        assert by_rpc["capabilities"] == public["capabilities"]
        assert by_rpc["securityRequirements"] == public["securityRequirements"]
        assert by_rpc["securitySchemes"] == public["securitySchemes"]
    async with served(works, extended_card=more) as at:
        assert not (await at.client.get(CARD)).json()["capabilities"]["extendedAgentCard"]
        assert (await at.rpc("GetExtendedAgentCard"))["error"]["code"] == -32004


async def test_a_request_that_is_too_large_is_refused() -> None:
    async with served(works, max_bytes=1000) as at:
        answer = await at.client.post(
            "/scripted/message:send", json=message("x" * 2000), headers=VERSION
        )
        assert answer.status_code == 413

        sent: list[int] = []

        async def pieces() -> Any:
            sent.clear()
            for number in range(19):
                sent.append(number)
                yield b'"' + b"x" * 99

        headers = {**VERSION, "Content-Type": "application/json"}
        for length in ({}, {"Content-Length": "1900"}):
            told = await at.client.post(
                "/scripted", content=pieces(), headers={**headers, **length}
            )
            assert told.status_code == 413
            assert len(sent) == 19, "who is still sending would not see the answer"


async def test_what_is_nested_too_deeply_to_be_copied_is_refused() -> None:
    deep: Any = 1
    for _ in range(40):
        deep = {"in": deep}
    async with served(works) as at:
        sent = message("x")
        sent["message"]["parts"].append({"data": deep})
        assert (await at.rpc("SendMessage", sent))["error"]["code"] == -32602
        over_rest = await at.client.post("/scripted/message:send", json=sent, headers=VERSION)
        assert over_rest.status_code == 400


@pytest.mark.parametrize(
    "begun",
    [
        "GET /?",
        "GET / HTTP/1.1\r\nHost: a\r\nX: ",
        "POST /scripted HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\nX: ",
    ],
    ids=["query", "header", "trailer"],
)
async def test_what_has_no_end_is_not_held(begun: str) -> None:
    async with served(works) as at:
        host, port = at.base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(begun.encode() + b"x" * (256 * 1024 - len(begun)))
            await writer.drain()
            await at.client.get("/")  # answered after what was written before has been read
            writer.write(b"x")
            async with asyncio.timeout(PATIENCE):
                assert await reader.readline() == b"HTTP/1.1 400 Bad Request\r\n"
        finally:
            writer.close()


async def test_a_page_of_somebody_elses_does_not_reach_a_local_server() -> None:
    async with served(works, hosts=frozenset({"127.0.0.1"})) as at:
        assert (await at.client.get("/")).status_code == 200
        evil = await at.client.get("/", headers={"Host": "evil.example"})
        assert evil.status_code == 421


async def test_what_goes_wrong_inside_is_not_told() -> None:
    async def crashes(turn: Turn) -> None:
        raise RuntimeError("hunter2")

    async with served(crashes) as at:
        answer = await at.rpc("SendMessage", message("x"))
        status = answer["result"]["task"]["status"]
        assert status["state"] == "TASK_STATE_FAILED"
        assert "hunter2" not in json.dumps(answer)
        assert "E-" in status["message"]["parts"][0]["text"]


async def test_a_port_that_is_taken_is_said_so() -> None:
    async with served(works) as at:
        port = int(at.base.rsplit(":", 1)[1])
        with pytest.raises(BadInput, match="cannot be listened on"):
            HttpServer(None, host="127.0.0.1", port=port)  # type: ignore[arg-type]


async def test_a_reader_who_does_not_read_is_let_go_and_silence_is_filled() -> None:
    too_many, heard = asyncio.Event(), asyncio.Event()

    async def endless() -> Any:
        for number in itertools.count():
            if number > 50:
                too_many.set()
            yield b"x" * 1000
            await asyncio.sleep(0)

    chunks = ReadAhead(endless(), max_bytes=50_000).chunks()
    first = await anext(chunks)
    async with asyncio.timeout(PATIENCE):
        await too_many.wait()
    rest = b"".join([one async for one in chunks])
    assert len(first) == 1000
    assert len(rest) == 50_000

    async def silent() -> Any:
        await heard.wait()
        yield b"data: 1\n\n"

    said = []
    async with asyncio.timeout(PATIENCE):
        async for one in ReadAhead(silent(), ping_seconds=0.05).chunks():
            said.append(one)
            heard.set()
    assert said[0].startswith(b":")
    assert said[-1] == b"data: 1\n\n"


async def test_a_client_that_leaves_leaves_the_task_running() -> None:
    go_on = asyncio.Event()

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await go_on.wait()
        await turn.updater.complete()

    async with served(waits) as at:
        request = at.client.build_request(
            "POST", "/scripted/message:stream", json=message("x"), headers=VERSION
        )
        response = await at.client.send(request, stream=True)
        line = await anext(response.aiter_lines())
        task_id = json.loads(line[6:])["task"]["id"]
        await response.aclose()
        go_on.set()
        async with asyncio.timeout(PATIENCE):
            state = ""
            while state != "TASK_STATE_COMPLETED":
                found = await at.rpc("GetTask", {"id": task_id})
                state = found["result"]["status"]["state"]


async def test_an_unknown_host_name_is_nobody() -> None:
    with pytest.raises(BadInput):
        HttpServer(None, host="no.such.host.invalid", port=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("part", "accepted", "status"),
    [
        ({"text": "x"}, ["text/html"], 415),
        ({"text": "x"}, ["video/mp4", "TEXT/*;q=0.5"], 200),
        ({"raw": "aGk=", "mediaType": "video/mp4"}, [], 415),
        ({"raw": "aGk=", "mediaType": "text/CSV; header=present"}, [], 200),
        ({"raw": "aGk="}, [], 200),
    ],
)
async def test_media_types_that_the_card_excludes_are_refused(
    part: dict[str, Any], accepted: list[str], status: int
) -> None:
    async with served(works) as at:
        asked = {**message("x", parts=[part]), "configuration": {"acceptedOutputModes": accepted}}
        answer = await at.client.post("/scripted/message:send", json=asked, headers=VERSION)
        by_rpc = await at.rpc("SendMessage", asked | message("x", parts=[part]))
        assert answer.status_code == status
        if status == 200:
            assert "result" in by_rpc
        else:
            reason = answer.json()["error"]["details"][0]["reason"]
            assert reason == "CONTENT_TYPE_NOT_SUPPORTED"
            assert by_rpc["error"]["code"] == -32005


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_message_sent_again_brings_its_webhook_along(streamed: bool) -> None:
    async def waits(turn: Turn) -> None:
        await turn.ask("Which?")

    async def allowed(url: str) -> bool:
        return True

    push = PushSupport(InMemoryPushNotificationConfigStore(), Untold(), allowed)
    async with served(waits, host_options={"push": push}) as at:
        first = message("x")
        task_id = (await at.rpc("SendMessage", first))["result"]["task"]["id"]
        hook = {"taskPushNotificationConfig": {"url": "https://example.org/late"}}
        again = {**first, "configuration": hook}
        if streamed:
            path = "/scripted/message:stream"
            assert task_id in (await at.client.post(path, json=again, headers=VERSION)).text
        else:
            assert (await at.rpc("SendMessage", again))["result"]["task"]["id"] == task_id
        kept = await at.rpc("ListTaskPushNotificationConfigs", {"taskId": task_id})
        assert [one["url"] for one in kept["result"]["configs"]] == ["https://example.org/late"]


class Untold(PushNotificationSender):
    async def send_notification(self, *told: Any) -> None:
        """No webhook is called here."""
