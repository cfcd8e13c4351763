"""Routes of tasks and of the change log."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from app.conversations.service.rest import responses
from app.conversations.service.rest.bodies import body_of
from app.conversations.service.rest.openapi import MATCH_HEADER, takes
from app.conversations.service.rest.parameters import Asking, Book, Id, Limit, Words
from app.conversations.service.rest.problems import Problem
from app.conversations.service.rest.schemas import CallerData, ChangesData, Data, Listed
from app.domain.changes import TOPICS, CannotReplay, ChangeFilters, Cursor, Replayed
from app.domain.ids import utc_now
from app.domain.service_tasks import ServiceTask, ServiceTaskState, ServiceTasksWanted

router = APIRouter(prefix="/api/v1", tags=["tasks"])


@router.get("/tasks", response_model=Listed[ServiceTask])
async def tasks(
    request: Request,
    book: Book,
    caller: Asking,
    conversation_id: Words = None,
    state: Annotated[list[ServiceTaskState] | None, Query()] = None,
    cursor: Words = None,
    limit: Limit = 100,
) -> Response:
    """Return tasks, the newest update first; `next` is the `cursor` of the next page."""
    wanted = ServiceTasksWanted(
        conversation_id=conversation_id, states=tuple(state or ()), limit=limit
    )
    return responses.page(request, await book.tasks(caller, wanted, cursor=cursor))


@router.get("/tasks/{task_id}", response_model=Data[ServiceTask])
async def task(request: Request, book: Book, caller: Asking, task_id: Id) -> Response:
    """Return a task."""
    found = await book.task(caller, task_id)
    return responses.known_again(request, found, _tag(found))


@router.put(
    "/tasks/{task_id}",
    response_model=Data[ServiceTask],
    openapi_extra=takes(ServiceTask, headers=[MATCH_HEADER]),
)
async def task_put(
    request: Request,
    book: Book,
    caller: Asking,
    task_id: Id,
    body: Annotated[ServiceTask, Depends(body_of(ServiceTask))],
) -> Response:
    """Store a task or its new state; a final state stays. Returns what is stored."""
    if body.id != task_id:
        raise Problem(422, "ValidationFailed", "The body names another task.")
    with responses.as_wanted(request) as revision:
        put = await book.task_put(caller, body, if_revision=revision)
    return responses.data(put, 200, {"ETag": _tag(put)})


@router.post(
    "/tasks/{task_id}/cancel",
    response_model=Data[ServiceTask],
    responses={202: {"model": Data[ServiceTask], "description": "It is not known yet."}},
    openapi_extra={"parameters": [MATCH_HEADER]},
)
async def task_cancel(request: Request, book: Book, caller: Asking, task_id: Id) -> Response:
    """Cancel a task that has not ended; one that has is returned as it ended.

    One that is not known is cancelled ahead (202): if its request still waits, it is not run.
    """
    with responses.as_wanted(request) as revision:
        ended = await book.task_cancel(caller, task_id, if_revision=revision)
    if not ended.revision:
        return responses.data(ended, 202)
    return responses.data(ended, 200, {"ETag": _tag(ended)})


@router.get("/changes", response_model=Data[ChangesData], tags=["changes"])
async def changes(
    book: Book,
    caller: Asking,
    since: Words = None,
    topic: Annotated[list[str] | None, Query(max_length=50)] = None,
    session_id: Words = None,
    conversation_id: Words = None,
    user_id: Words = None,
    not_origin: Words = None,
    limit: Limit = 500,
) -> Response:
    """Return what was committed after a cursor; without one, where the log stands now."""
    cursor = Cursor.parse(since) if since is not None else None
    if since is not None and cursor is None:
        raise Problem(422, "ValidationFailed", "since is no cursor.")
    topics = frozenset(topic or ())
    if unknown := topics - TOPICS:
        raise Problem(422, "ValidationFailed", f"There is no topic {sorted(unknown)[0]!r}.")
    filters = ChangeFilters(
        session_id=session_id,
        conversation_id=conversation_id,
        user_id=user_id,
        not_origin=not_origin,
    )
    found = await book.changes(caller, since=cursor, topics=topics, filters=filters, limit=limit)
    told: dict[str, Any] = {"outcome": "up_to_date", "cursor": str(found.cursor), "changes": []}
    if isinstance(found, Replayed):
        listed = [change.model_dump(mode="json") for change in found.changes]
        told |= {"outcome": "replayed", "changes": listed, "more": found.more}
    elif isinstance(found, CannotReplay):
        told |= {"outcome": "cannot_replay", "reason": found.reason}
    return responses.data(told)


@router.get("/caller", response_model=Data[CallerData], tags=["service"])
async def caller(caller: Asking) -> Response:
    """Return whom the token stands for, and the service's clock."""
    told = {
        "tenant_id": caller.tenant,
        "user_id": caller.user,
        "scopes": sorted(caller.scopes),
        "now": utc_now(),
    }
    return responses.data(told)


def _tag(found: ServiceTask) -> str:
    return f'"{found.revision}"'
