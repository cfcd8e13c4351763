"""The route of context windows, for agents that must answer at once."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.conversations.service.rest import responses
from app.conversations.service.rest.openapi import asks
from app.conversations.service.rest.parameters import Id, book_of, caller_of, query_of
from app.conversations.service.rest.schemas import ContextData, ContextQuery, Data
from app.domain.contexts import ContextFilter, ContextRequest, ContextWindow

asked_context = query_of(ContextQuery)
"""Reads which window is wanted."""

router = APIRouter(prefix="/api/v1/internal", tags=["context"])


@router.get(
    "/context/{conversation_id}",
    response_model=Data[ContextData],
    openapi_extra=asks(ContextQuery),
)
async def context(
    request: Request,
    conversation_id: Id,
    asked: Annotated[ContextQuery, Depends(asked_context)],
) -> Response:
    """Return what an agent should know of a conversation, within a budget.

    `token_limit` and `max_tokens` are two names of the same limit; the smaller holds. With
    `explain` each message that was looked at is given with its scores and what became of it.
    """
    caller = caller_of(request)
    limits = [limit for limit in (asked.token_limit, asked.max_tokens) if limit is not None]
    wanted = ContextRequest(
        message_count=asked.message_count,
        max_tokens=min(limits, default=4000),
        include_system_messages=asked.include_system_messages,
        recency_bias=asked.recency_bias,
        context_type=asked.context_type,
        filter=ContextFilter(from_timestamp=asked.from_timestamp, exclude_tags=asked.exclude_tags),
        query=asked.query,
        explain=asked.explain,
    )
    window = await book_of(request).context(caller, conversation_id, wanted)
    return responses.known_again(request, context_data(window))


def context_data(window: ContextWindow) -> dict[str, Any]:
    """Return the documented fields of a window; others only where they were asked for."""
    fields: dict[str, Any] = {name: getattr(window, name) for name in ContextWindow.model_fields}
    if window.context_type not in ("memory", "full"):
        del fields["memories"]
    if window.explanation is None:
        del fields["explanation"]
    return fields
