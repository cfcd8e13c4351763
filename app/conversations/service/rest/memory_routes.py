"""Routes of facts that are remembered: listed, added, changed, forgotten."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.conversations.service.rest import responses
from app.conversations.service.rest.bodies import body_of
from app.conversations.service.rest.openapi import KEY_HEADER, MATCH_HEADER, takes
from app.conversations.service.rest.parameters import Acting, Asking, Book, Id, Limit, Words
from app.conversations.service.rest.schemas import Data, Listed
from app.domain.base import Moment
from app.domain.memories import MemoriesWanted, Memory, MemoryEdit, NewMemory

router = APIRouter(prefix="/api/v1/memories", tags=["memories"])


@router.get("", response_model=Listed[Memory])
async def memories(
    request: Request,
    book: Book,
    caller: Asking,
    user_id: Words = None,
    agent_id: Words = None,
    conversation_id: Words = None,
    key: Words = None,
    at: Moment | None = None,
    cursor: Words = None,
    limit: Limit = 200,
) -> Response:
    """Return facts, the most important first; `at` chooses those that hold at that moment.

    `next` is the `cursor` of the next page.
    """
    wanted = MemoriesWanted(
        user_id=user_id,
        agent_id=agent_id,
        conversation_id=conversation_id,
        key=key,
        at=at,
        limit=limit,
    )
    return responses.page(request, await book.memories(caller, wanted, cursor=cursor))


@router.post(
    "",
    status_code=201,
    response_model=Data[Memory],
    openapi_extra=takes(NewMemory, headers=[KEY_HEADER]),
)
async def remember(
    request: Request,
    book: Book,
    caller: Asking,
    once: Acting,
    body: Annotated[NewMemory, Depends(body_of(NewMemory))],
) -> Response:
    """Remember a fact; one with this id is returned as it is."""

    async def act(made_id: str) -> Response:
        new = body.model_copy(update={"id": body.id or made_id})
        return responses.data(await book.remember(caller, new), 201)

    return await once.act(request, act, about=body.id)


@router.get("/{memory_id}", response_model=Data[Memory])
async def memory(request: Request, book: Book, caller: Asking, memory_id: Id) -> Response:
    """Return one fact."""
    found = await book.memory(caller, memory_id)
    return responses.known_again(request, found, f'"{found.revision}"')


@router.patch(
    "/{memory_id}",
    response_model=Data[Memory],
    openapi_extra=takes(MemoryEdit, headers=[MATCH_HEADER]),
)
async def edit(
    request: Request,
    book: Book,
    caller: Asking,
    memory_id: Id,
    body: Annotated[MemoryEdit, Depends(body_of(MemoryEdit))],
) -> Response:
    """Change a fact; `valid_to` ends it without losing it."""
    with responses.as_wanted(request) as revision:
        changed = await book.edit(caller, memory_id, body, if_revision=revision)
    return responses.data(changed, 200, {"ETag": f'"{changed.revision}"'})


@router.delete(
    "/{memory_id}",
    status_code=204,
    response_model=None,
    openapi_extra={"parameters": [MATCH_HEADER]},
)
async def forget(request: Request, book: Book, caller: Asking, memory_id: Id) -> Response:
    """Remove a fact for good; an unknown one is no error."""
    with responses.as_wanted(request) as revision:
        await book.forget(caller, memory_id, if_revision=revision)
    return Response(status_code=204)
