"""Every operation of A2A, one after the other, by the SDK's own client."""

from a2a.client.client import Client
from a2a.types import (
    CancelTaskRequest,
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
    StreamResponse,
    SubscribeToTaskRequest,
    TaskPushNotificationConfig,
    TaskState,
)

from tests.live.kafka.brokers import fresh


def asked(text: str, context: str = "") -> SendMessageRequest:
    message = Message(message_id=fresh("m"), role=Role.ROLE_USER, parts=[Part(text=text)])
    message.context_id = context
    return SendMessageRequest(message=message)


async def told(client: Client, request: SendMessageRequest) -> list[StreamResponse]:
    return [event async for event in client.send_message(request)]


async def every_operation(
    client: Client, whole: Client, *, text: str, says: str, waits: str, hook: str
) -> str:
    """Go through all operations; `whole` does not stream. Return the extended card's description.

    The agent answers `text` with what holds `says`, and `waits` with a question; `hook` is the
    address of a webhook that it takes.
    """
    context = fresh("c")
    events = await told(client, asked(text, context))  # SendStreamingMessage
    assert events[-1].status_update.status.state == TaskState.TASK_STATE_COMPLETED
    [sent] = await told(whole, asked(text, context))  # SendMessage
    assert says in "".join(part.text for artifact in sent.task.artifacts for part in artifact.parts)
    task = await client.get_task(GetTaskRequest(id=sent.task.id))
    assert task.status.state == TaskState.TASK_STATE_COMPLETED
    page = await client.list_tasks(ListTasksRequest(context_id=context))
    assert page.total_size == 2
    waiting = (await told(client, asked(waits, fresh("w"))))[0].task.id
    config = TaskPushNotificationConfig(task_id=waiting, id="hook", url=hook)
    made = await client.create_task_push_notification_config(config)
    assert (made.id, made.url) == ("hook", hook)
    got = await client.get_task_push_notification_config(
        GetTaskPushNotificationConfigRequest(task_id=waiting, id="hook")
    )
    assert got.url == hook
    listed = ListTaskPushNotificationConfigsRequest(task_id=waiting)
    assert len((await client.list_task_push_notification_configs(listed)).configs) == 1
    await client.delete_task_push_notification_config(
        DeleteTaskPushNotificationConfigRequest(task_id=waiting, id="hook")
    )
    assert not (await client.list_task_push_notification_configs(listed)).configs
    followed = client.subscribe(SubscribeToTaskRequest(id=waiting))
    assert (await anext(followed)).task.id == waiting
    await followed.aclose()  # type: ignore[attr-defined]
    canceled = await client.cancel_task(CancelTaskRequest(id=waiting))
    assert canceled.status.state == TaskState.TASK_STATE_CANCELED
    extended = await client.get_extended_agent_card(GetExtendedAgentCardRequest())
    return extended.description
