"""Routes of conversations: made, listed, found, changed, hidden, erased, carried elsewhere."""

from contextlib import AbstractContextManager
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from app.conversations.book.embedded_book import Also
from app.conversations.book.port import ALL_CONVERSATIONS
from app.conversations.service.rest import responses
from app.conversations.service.rest.bodies import body_of
from app.conversations.service.rest.middleware import same_tenant
from app.conversations.service.rest.openapi import KEY_HEADER, MATCH_HEADER, takes
from app.conversations.service.rest.parameters import (
    Acting,
    Asking,
    Book,
    Id,
    Limit,
    Words,
)
from app.conversations.service.rest.schemas import ConversationBody, Count, Data, Listed
from app.conversations.service.rest.time_limit import TimeLimit
from app.conversations.service.tokens import AuditEntry, TokenAccess
from app.domain.base import Moment
from app.domain.book import (
    BookConversation,
    BookHit,
    Caller,
    ConversationsWanted,
    ConversationUpdate,
    NewConversation,
)
from app.domain.exports import ConversationExport
from app.domain.ids import utc_now

router = APIRouter(prefix="/api/v1", tags=["conversations"])

Since = Annotated[Moment | None, Query()]


async def _wanted(
    user_id: Words = None,
    agent_id: Words = None,
    updated_since: Since = None,
    deleted: bool = False,
) -> ConversationsWanted:
    if (user_id, agent_id, updated_since, deleted) == (None, None, None, False):
        return ALL_CONVERSATIONS
    return ConversationsWanted(
        user_id=user_id, agent_id=agent_id, updated_since=updated_since, deleted=deleted
    )


Wanted = Annotated[ConversationsWanted, Depends(_wanted)]


@router.post(
    "/conversations",
    status_code=201,
    response_model=Data[BookConversation],
    openapi_extra=takes(ConversationBody, headers=[KEY_HEADER]),
)
async def create(
    request: Request,
    book: Book,
    caller: Asking,
    once: Acting,
    body: Annotated[ConversationBody, Depends(body_of(ConversationBody))],
) -> Response:
    """Make a conversation; one with this id that the caller may see is returned as it is."""
    same_tenant(caller, body.tenant_id)

    async def act(made_id: str) -> Response:
        fields = body.model_dump(exclude={"tenant_id"})
        fields["id"] = fields["id"] or made_id
        made = await book.create(caller, NewConversation(**fields))
        return responses.data(made, 201, _place(made))

    return await once.act(request, act, about=body.id)


@router.get("/conversations", response_model=Listed[BookConversation])
async def listed(
    request: Request,
    book: Book,
    caller: Asking,
    wanted: Wanted,
    cursor: Words = None,
    limit: Limit = 50,
) -> Response:
    """List conversations, the newest update first.

    `next` and `previous` are the `cursor` of the page after and before.
    """
    found = await book.listed(caller, wanted, cursor=cursor, limit=limit)
    return responses.page(request, found)


@router.get("/conversations:count", response_model=Data[Count])
async def count(request: Request, book: Book, caller: Asking, wanted: Wanted) -> Response:
    """Count conversations."""
    return responses.known_again(request, {"count": await book.count(caller, wanted)})


@router.get("/conversations:search", response_model=Listed[BookHit])
async def search(
    request: Request,
    book: Book,
    caller: Asking,
    q: Annotated[str, Query(min_length=1, max_length=500)],
    cursor: Words = None,
    limit: Limit = 50,
) -> Response:
    """Find words in titles and messages, newest first; `cursor` as in the list."""
    return responses.page(request, await book.search(caller, q, cursor=cursor, limit=limit))


@router.post(
    "/conversations:import",
    status_code=201,
    response_model=Data[BookConversation],
    openapi_extra=takes(ConversationExport, headers=[KEY_HEADER]),
)
async def import_(
    request: Request,
    book: Book,
    caller: Asking,
    once: Acting,
    body: Annotated[
        ConversationExport,
        Depends(
            body_of(ConversationExport, longest=lambda s: s.max_import_bytes, as_answered=True)
        ),
    ],
) -> Response:
    """Store an exported conversation in the token's tenant; what is there stays as it is.

    The whole answer of `export` is taken as well.
    """

    async def act(_: str) -> Response:
        also = _noting(request, caller, "conversation.import", body.conversation.id)
        with _long(request):
            made = await book.import_(caller, body, also=also)
        return responses.data(made, 201, _place(made))

    return await once.act(request, act, about=body.conversation.id)


@router.get("/conversations/{conversation_id}", response_model=Data[BookConversation])
async def get(request: Request, book: Book, caller: Asking, conversation_id: Id) -> Response:
    """Return a conversation, with its totals; one that was deleted too (it has `deleted_at`)."""
    found = await book.get(caller, conversation_id)
    return responses.known_again(request, found, responses.tag_of(found))


@router.patch(
    "/conversations/{conversation_id}",
    response_model=Data[BookConversation],
    openapi_extra=takes(ConversationUpdate, headers=[MATCH_HEADER]),
)
async def update(
    request: Request,
    book: Book,
    caller: Asking,
    conversation_id: Id,
    body: Annotated[ConversationUpdate, Depends(body_of(ConversationUpdate))],
) -> Response:
    """Change fields; those left out stay as they are. `deleted` false brings one back."""
    with responses.as_wanted(request) as revision:
        changed = await book.update(caller, conversation_id, body, if_revision=revision)
    return responses.data(changed, 200, {"ETag": responses.tag_of(changed)})


@router.delete(
    "/conversations/{conversation_id}",
    response_model=Data[BookConversation],
    responses={204: {"description": "Erased for good."}},
    openapi_extra={"parameters": [MATCH_HEADER]},
)
async def delete(
    request: Request, book: Book, caller: Asking, conversation_id: Id, erase: bool = False
) -> Response:
    """Hide a conversation, or with `erase` remove it for good, with all that belongs to it.

    The change log keeps that the id was erased, and nothing of what was said; copies that desks
    hold are removed by each desk when it hears of it.
    """
    with responses.as_wanted(request) as revision:
        if not erase:
            hidden = await book.delete(caller, conversation_id, if_revision=revision)
            return responses.data(hidden, 200, {"ETag": responses.tag_of(hidden)})
        also = _noting(request, caller, "conversation.erase", conversation_id)
        await book.erase(caller, conversation_id, if_revision=revision, also=also)
    return Response(status_code=204)


@router.get("/conversations/{conversation_id}/export", response_model=Data[ConversationExport])
async def export(request: Request, book: Book, caller: Asking, conversation_id: Id) -> Response:
    """Return all that is kept of a conversation, as `conversations:import` takes it."""
    with _long(request):
        return responses.known_again(request, await book.export(caller, conversation_id))


def _long(request: Request) -> AbstractContextManager[None]:
    """Return within what a conversation of any length has the time it takes."""
    limit: TimeLimit = request.state.time_limit
    return limit.lifted()


def _noting(request: Request, caller: Caller, action: str, target: str) -> Also:
    """Return what notes an act in its own transaction: neither is there without the other."""
    access: TokenAccess = request.app.state.access
    actor = f"token:{request.state.caller.origin}" if caller.origin else f"user:{caller.user}"
    return access.noting(
        caller.tenant, AuditEntry(at=utc_now(), actor=actor, action=action, target=target)
    )


def _place(made: BookConversation) -> dict[str, Any]:
    return {
        "Location": f"/api/v1/conversations/{quote(made.id, safe='')}",
        "ETag": responses.tag_of(made),
    }
