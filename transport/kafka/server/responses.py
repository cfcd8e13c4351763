"""What an agent answers, as the values of reply records."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, NamedTuple

from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import Event
from a2a.server.request_handlers import RequestHandler
from a2a.types import Task, TaskState, TaskStatusUpdateEvent
from a2a.utils.errors import A2AError

from transport.kafka.records import DONE, FAILED, WORKING, dumped
from transport.protocol.errors import error_response
from transport.protocol.json_text import event_text
from transport.server.dispatch import answers, as_json, read_operation

_STATES = {
    number: name.removeprefix("TASK_STATE_").lower() for name, number in TaskState.items() if number
}
_OVER = (
    TaskState.TASK_STATE_COMPLETED,
    TaskState.TASK_STATE_FAILED,
    TaskState.TASK_STATE_CANCELED,
    TaskState.TASK_STATE_REJECTED,
)


class Response(NamedTuple):
    """One reply: what its header says of the task, whether it is the last, and its value."""

    state: str
    final: bool
    value: bytes


async def responses(
    handler: RequestHandler, request: Mapping[str, Any], context: ServerCallContext
) -> AsyncGenerator[Response, None]:
    """Answer one request; the last response is final.

    An event that ends its task ends the answer, for nothing can follow.
    """
    request_id = json.dumps(request["id"])
    head = f'{{"jsonrpc":"2.0","id":{request_id},"result":'
    try:
        operation, params = read_operation(request)
        async with aclosing(answers(handler, operation, params, context)) as found:
            async for answer in found:
                if not operation.streaming:
                    result = dumped(as_json(operation, params, answer)).decode()
                    yield Response(DONE, True, f'{head}{result},"final":true}}'.encode())
                    return
                state, final = _state_of(answer)
                ending = ',"final":true}' if final else ',"final":false}'
                yield Response(state, final, f"{head}{event_text(answer)}{ending}".encode())
                if final:
                    return
        yield ended(request["id"])
    except A2AError as error:
        yield failed(request["id"], error)


def ended(request_id: str) -> Response:
    """Return the end of an answer whose last event did not end it."""
    return Response(DONE, True, dumped({"jsonrpc": "2.0", "id": request_id, "final": True}))


def failed(request_id: str, error: A2AError, *, state: str = FAILED) -> Response:
    """Return an error, which ends the answer."""
    told = {**error_response(request_id, error), "final": True}
    return Response(state, True, dumped(told))


def settled(request_id: str, task: Any) -> Response:
    """Return a whole task, which ends the answer."""
    text = f'{{"jsonrpc":"2.0","id":{json.dumps(request_id)},"result":{event_text(task)}'
    return Response(_state_of(task)[0], True, f'{text},"final":true}}'.encode())


def without_result(request_id: str, state: str) -> Response:
    """Return a response that only says how it stands."""
    return Response(state, False, dumped({"jsonrpc": "2.0", "id": request_id, "final": False}))


def _state_of(event: Event) -> tuple[str, bool]:
    """Return what is said of a streamed event, and whether nothing can follow it."""
    if not isinstance(event, TaskStatusUpdateEvent | Task):
        return WORKING, False
    number = event.status.state
    return _STATES.get(number, WORKING), number in _OVER
