"""Routes of messages and summaries within a conversation."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.conversations.service.rest import responses
from app.conversations.service.rest.bodies import body_of
from app.conversations.service.rest.middleware import same_tenant
from app.conversations.service.rest.openapi import KEY_HEADER, asks, takes
from app.conversations.service.rest.parameters import (
    Asking,
    Book,
    Id,
    book_of,
    caller_of,
    once_of,
    query_of,
)
from app.conversations.service.rest.problems import Problem
from app.conversations.service.rest.schemas import (
    AnyMessageBody,
    Data,
    Listed,
    MessageBody,
    MessagesQuery,
    SummaryBody,
)
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import BookMessage, MessageGrowth, NewMessage
from app.domain.contexts import Summary
from app.domain.ids import utc_now
from app.errors import NotFound

_said: Callable[[Request], Awaitable[MessageBody | NewMessage]] = body_of(AnyMessageBody)  # type: ignore[arg-type]

asked_messages = query_of(MessagesQuery)
"""Reads which messages are wanted."""

router = APIRouter(prefix="/api/v1/conversations/{conversation_id}", tags=["messages"])


@router.get("/messages", response_model=Listed[BookMessage], openapi_extra=asks(MessagesQuery))
async def messages(
    request: Request,
    conversation_id: Id,
    asked: Annotated[MessagesQuery, Depends(asked_messages)],
) -> Response:
    """Return messages in order: from an offset, after a `seq`, or the last before one.

    `next` is the `after` of the page that follows, `previous` the `before` of the one that
    precedes. Pages by these stay quick in long conversations, those by offset do not.
    """
    caller = caller_of(request)
    if sum(place is not None for place in (asked.offset, asked.after, asked.before)) > 1:
        raise Problem(422, "ValidationFailed", "Only one of offset, after and before can be given.")
    found = await book_of(request).messages(
        caller,
        conversation_id,
        after=asked.after,
        before=asked.before,
        offset=asked.offset,
        limit=asked.limit,
    )
    return responses.page(request, found)


@router.post(
    "/messages",
    status_code=201,
    response_model=Data[BookMessage],
    responses={200: {"model": Data[BookMessage], "description": "It was stored already."}},
    openapi_extra=takes(MessageBody, NewMessage, headers=[KEY_HEADER]),
)
async def add(
    request: Request,
    conversation_id: Id,
) -> Response:
    """Append a message; 200 with what is stored, if a message with this id was there already."""
    caller, body = caller_of(request), await _said(request)
    if isinstance(body, MessageBody):
        same_tenant(caller, body.tenant_id)
        if body.conversation_id not in (None, conversation_id):
            raise Problem(422, "ValidationFailed", "The body names another conversation.")
    new = body.message if isinstance(body, MessageBody) else body
    important = isinstance(body, MessageBody) and body.important

    async def act(made_id: str) -> Response:
        changes: dict[str, object] = {}
        if made_id and not new.id:
            changes["id"] = made_id
        if important:
            changes["important"] = True
        added = await book_of(request).add(
            caller, conversation_id, new.model_copy(update=changes) if changes else new
        )
        said = request.app.state.said
        follows = not isinstance(body, MessageBody) or body.update_context
        # Of one that is repeated nothing follows again: it may have been forgotten meanwhile.
        if said is not None and follows and added.created:
            await said(caller, added.message)
        return responses.data(added.message, 201 if added.created else 200)

    return await once_of(request).act(request, act, about=conversation_id)


@router.get("/messages/{message_id}", response_model=Data[BookMessage])
async def message(
    request: Request, book: Book, caller: Asking, conversation_id: Id, message_id: Id
) -> Response:
    """Return one message."""
    return responses.known_again(request, await book.message(caller, conversation_id, message_id))


@router.put(
    "/messages/{message_id}",
    response_model=Data[BookMessage],
    openapi_extra=takes(MessageGrowth),
)
async def replace(
    book: Book,
    caller: Asking,
    conversation_id: Id,
    message_id: Id,
    body: Annotated[MessageGrowth, Depends(body_of(MessageGrowth))],
) -> Response:
    """Replace what an answer says so far; only its own origin may. Returns what is stored."""
    return responses.data(await book.replace(caller, conversation_id, message_id, body))


@router.get("/summary", response_model=Data[Summary])
async def summary(request: Request, book: Book, caller: Asking, conversation_id: Id) -> Response:
    """Return the summary that covers most."""
    found = await book.summary(caller, conversation_id)
    if found is None:
        raise NotFound("This conversation has no summary yet.", key="summary_unknown")
    return responses.known_again(request, found)


@router.put("/summary", response_model=Data[Summary], openapi_extra=takes(SummaryBody))
async def put_summary(
    book: Book,
    caller: Asking,
    conversation_id: Id,
    body: Annotated[SummaryBody, Depends(body_of(SummaryBody))],
) -> Response:
    """Keep a summary that the caller made."""
    made = Summary(
        conversation_id=conversation_id,
        covers_seq=body.covers_seq,
        text=body.text,
        tokens=estimate_tokens(body.text) if body.tokens is None else body.tokens,
        made_by=body.made_by,
        created_at=body.created_at or utc_now(),
    )
    await book.put_summary(caller, made)
    return responses.data(made)
