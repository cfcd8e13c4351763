"""Any operation of A2A by its name, with parameters and results as ProtoJSON."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from a2a.client.client import ClientCallContext
from a2a.client.transports.base import ClientTransport
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    ParseDict,
    ParseError,
)

from app.errors import BadInput
from transport.protocol.json_text import to_json
from transport.protocol.operations import (
    CANCEL_TASK,
    CREATE_PUSH_CONFIG,
    DELETE_PUSH_CONFIG,
    GET_EXTENDED_CARD,
    GET_PUSH_CONFIG,
    GET_TASK,
    LIST_PUSH_CONFIGS,
    LIST_TASKS,
    OPERATIONS,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)

_ASKED = {
    SEND_MESSAGE: "send_message",
    SEND_STREAMING_MESSAGE: "send_message_streaming",
    GET_TASK: "get_task",
    LIST_TASKS: "list_tasks",
    CANCEL_TASK: "cancel_task",
    SUBSCRIBE_TO_TASK: "subscribe",
    CREATE_PUSH_CONFIG: "create_task_push_notification_config",
    GET_PUSH_CONFIG: "get_task_push_notification_config",
    LIST_PUSH_CONFIGS: "list_task_push_notification_configs",
    DELETE_PUSH_CONFIG: "delete_task_push_notification_config",
    GET_EXTENDED_CARD: "get_extended_agent_card",
}


async def called(
    transport: ClientTransport, method: str, params: Mapping[str, Any], context: ClientCallContext
) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the results of an operation, of a stream one by one; nothing for an empty answer.

    Raises `BadInput` for an operation or parameters that there are not, and the SDK's errors.
    """
    operation = OPERATIONS.get(method)
    if operation is None:
        raise BadInput(
            f"There is no operation {method!r}, but {', '.join(OPERATIONS)}.", key="no_operation"
        )
    try:
        request = ParseDict(dict(params), operation.request())
    except (ParseError, TypeError, ValueError) as error:
        raise BadInput(f"{method} does not take these parameters: {error}.") from error
    asked = getattr(transport, _ASKED[method])(request, context=context)
    if operation.streaming:
        async with aclosing(asked) as responses:
            async for response in responses:
                yield to_json(response)
        return
    answer = await asked
    if answer is not None:
        yield to_json(answer)
