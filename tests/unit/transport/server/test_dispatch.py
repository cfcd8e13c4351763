"""The dispatcher: any request dict is answered, in A2A's words, and nothing of the inside shows."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from a2a.client.client import ClientCallContext, ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.client.errors import A2AClientError
from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.types import (
    DeleteTaskPushNotificationConfigRequest,
    GetExtendedAgentCardRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    Task,
    TaskPushNotificationConfig,
    TaskState,
)
from a2a.utils.errors import (
    InvalidParamsError,
    PushNotificationNotSupportedError,
    TaskNotFoundError,
    UnsupportedOperationError,
    VersionNotSupportedError,
)

from agents.echo import make
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from transport.client.rpc_transport import RpcTransport
from transport.in_process import IN_PROCESS_BINDING, InProcessTransport, register_in_process
from transport.protocol.operations import OPERATIONS
from transport.server.dispatch import call_context, serve

pytestmark = pytest.mark.anyio

VERSION = {"A2A-Version": "1.0"}


@pytest.fixture
async def host() -> AsyncIterator[AgentHost]:
    card, maker = make(table=None, as_of=None, profile=None)
    host = AgentHost(name="echo", card=card, make_executor=maker, records=MemoryStore())
    yield host
    await host.aclose()


def message(text: str) -> Message:
    return Message(message_id=text, role=Role.ROLE_USER, context_id="c", parts=[Part(text=text)])


async def answers(handler: RequestHandler, **request: Any) -> list[dict[str, Any]]:
    return [found async for found in serve(handler, request, call_context(VERSION))]


async def error_code(handler: RequestHandler, **request: Any) -> int:
    (only,) = await answers(handler, id=7, **request)
    assert (only["id"], only["final"], only["jsonrpc"]) == (7, True, "2.0")
    code: int = only["error"]["code"]
    return code


async def test_requests_that_are_none_are_answered_with_their_code(host: AgentHost) -> None:
    assert await error_code(host.handler) == -32600
    assert await error_code(host.handler, method=["GetTask"]) == -32600
    assert await error_code(host.handler, method="NoSuchThing") == -32601
    assert await error_code(host.handler, method="GetTask", params=[1]) == -32602
    assert await error_code(host.handler, method="GetTask", params={"id": {}}) == -32602
    assert await error_code(host.handler, method="SendMessage", params={}) == -32602
    assert await error_code(host.handler, method="GetTask", params={"id": "x"}) == -32001


@pytest.mark.logs_warnings
async def test_the_version_is_checked_under_any_spelling(host: AgentHost) -> None:
    request = {"id": 1, "method": "ListTasks", "params": {"contextId": "c"}}
    for parameters, fine in (
        ({"a2a-version": "1.0"}, True),
        ({"A2A-VERSION": "1.1"}, True),
        ({"A2A-Version": "0.3"}, False),
        ({}, False),
    ):
        found = [one async for one in serve(host.handler, request, call_context(parameters))]
        assert ("result" in found[-1]) is fine, parameters
        if not fine:
            assert found[-1]["error"]["code"] == -32009


def test_service_parameters_carry_the_extensions() -> None:
    context = call_context({"a2a-extensions": "https://a, https://b"})
    assert context.requested_extensions == {"https://a", "https://b"}
    assert not context.user.is_authenticated


async def test_only_the_last_response_of_a_stream_is_final(host: AgentHost) -> None:
    params = {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "count 2"}]}}
    found = await answers(host.handler, id="s", method="SendStreamingMessage", params=params)
    assert [one["final"] for one in found] == [False] * (len(found) - 1) + [True]
    assert list(found[0]["result"]) == ["task"]
    assert "result" not in found[-1]


class Broken(RequestHandler):
    """Fails in ways that a handler must not."""

    async def on_get_task(self, params: GetTaskRequest, context: ServerCallContext) -> Task | None:
        raise RuntimeError("password=hunter2")

    async def on_cancel_task(self, params: Any, context: ServerCallContext) -> Task | None:
        return None

    async def on_message_send_stream(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> Any:
        yield Task(id="t", context_id="c")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return

    async def _nothing(self, *arguments: Any) -> Any:
        raise NotImplementedError

    on_list_tasks = on_message_send = on_subscribe_to_task = _nothing
    on_create_task_push_notification_config = on_get_task_push_notification_config = _nothing
    on_list_task_push_notification_configs = _nothing
    on_delete_task_push_notification_config = on_get_extended_agent_card = _nothing


async def test_a_handler_that_fails_says_only_that(caplog: pytest.LogCaptureFixture) -> None:
    (found,) = await answers(Broken(), id=1, method="GetTask", params={"id": "t"})
    assert found["error"]["code"] == -32603
    assert "hunter2" not in str(found)
    assert "hunter2" in caplog.text
    assert await error_code(Broken(), method="CancelTask", params={"id": "t"}) == -32001


async def test_a_cancellation_that_the_handler_swallows_is_raised_again() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await answers(
                Broken(),
                id=1,
                method="SendStreamingMessage",
                params={"message": {"messageId": "m", "role": "ROLE_USER", "parts": []}},
            )


@pytest.mark.logs_warnings
async def test_all_eleven_operations_go_over_the_exchange(host: AgentHost) -> None:
    wire = InProcessTransport(host.handler)
    sent = await wire.send_message(SendMessageRequest(message=message("count 2")))
    task_id = sent.task.id
    assert sent.task.status.state == TaskState.TASK_STATE_COMPLETED
    assert (await wire.get_task(GetTaskRequest(id=task_id))).id == task_id
    assert [task.id for task in (await wire.list_tasks(ListTasksRequest())).tasks] == [task_id]
    replied = await wire.send_message(SendMessageRequest(message=message("reply")))
    assert replied.message.parts[0].text
    with pytest.raises(TaskNotFoundError):
        await wire.get_task(GetTaskRequest(id="nothing"))
    config = TaskPushNotificationConfig(task_id=task_id, id="p", url="https://example.org")
    refused = [
        wire.create_task_push_notification_config(config),
        wire.get_task_push_notification_config(
            GetTaskPushNotificationConfigRequest(task_id=task_id, id="p")
        ),
        wire.list_task_push_notification_configs(
            ListTaskPushNotificationConfigsRequest(task_id=task_id)
        ),
        wire.delete_task_push_notification_config(
            DeleteTaskPushNotificationConfigRequest(task_id=task_id, id="p")
        ),
    ]
    for call in refused:
        with pytest.raises(PushNotificationNotSupportedError):
            await call
    with pytest.raises(UnsupportedOperationError):
        await wire.get_extended_agent_card(GetExtendedAgentCardRequest())
    assert len(OPERATIONS) == 11
    await wire.close()


async def test_the_request_object_is_not_changed(host: AgentHost) -> None:
    request = SendMessageRequest(message=message("hello"))
    before = request.SerializeToString(deterministic=True)
    async for _ in InProcessTransport(host.handler).send_message_streaming(request):
        pass
    assert request.SerializeToString(deterministic=True) == before


async def test_the_sdk_factory_makes_clients_for_a_handler_of_this_process(
    host: AgentHost,
) -> None:
    factory = ClientFactory(ClientConfig(supported_protocol_bindings=[IN_PROCESS_BINDING]))
    register_in_process(factory, host.handler)
    async with factory.create(host.card) as client:
        kinds = [
            response.WhichOneof("payload")
            async for response in client.send_message(SendMessageRequest(message=message("hi")))
        ]
    assert kinds[0] == "task"
    assert kinds[-1] == "status_update"


class Replies(RpcTransport):
    """Answers every request with what it was given."""

    def __init__(self, *responses: dict[str, Any]) -> None:
        self._responses = responses
        self.asked: list[dict[str, str]] = []

    async def exchange(self, request: dict[str, Any], service_parameters: dict[str, str]) -> Any:
        self.asked.append(service_parameters)
        for response in self._responses:
            yield response


@pytest.mark.parametrize(
    "response",
    [
        {"result": {"id": {"no": "string"}}, "final": True},
        {"result": ["t"], "final": True},
        {"result": None, "final": True},
        {"final": True},
    ],
)
async def test_replies_that_make_no_sense_are_errors(response: dict[str, Any]) -> None:
    with pytest.raises(A2AClientError):
        await Replies(response).get_task(GetTaskRequest(id="t"))


async def test_a_stream_without_its_final_response_has_broken_off() -> None:
    kinds = []
    with pytest.raises(A2AClientError, match="broke off"):
        async for response in Replies({"result": {"task": {"id": "t"}}}).send_message_streaming(
            SendMessageRequest()
        ):
            kinds.append(response.WhichOneof("payload"))
    assert kinds == ["task"]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": -32001, "message": "gone"}, TaskNotFoundError),
        ({"code": -32602, "message": "bad", "data": "text"}, InvalidParamsError),
        ({"code": -32009, "message": "old", "data": [{"@type": 1}, 2]}, VersionNotSupportedError),
    ],
)
async def test_errors_come_back_as_what_they_were(
    error: dict[str, Any], kind: type[Exception]
) -> None:
    with pytest.raises(kind, match=error["message"]):
        await Replies({"error": error, "final": True}).get_task(GetTaskRequest(id="t"))


async def test_the_details_of_an_error_are_kept() -> None:
    info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "metadata": {"why": "x"}}
    error = {"code": "odd", "message": "no", "data": [info]}
    with pytest.raises(Exception, match="no") as caught:
        await Replies({"error": error}).get_task(GetTaskRequest(id="t"))
    assert caught.value.data == {"why": "x"}


async def test_the_version_is_always_sent_and_parameters_are_added() -> None:
    wire = Replies({"result": {}, "final": True})
    context = ClientCallContext(service_parameters={"A2A-Extensions": "https://a"})
    await wire.get_task(GetTaskRequest(id="t"), context=context)
    assert wire.asked == [{"A2A-Version": "1.0", "A2A-Extensions": "https://a"}]
