"""The route of context windows, for agents that must answer at once."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.conversations.rest import answers
from app.conversations.rest.documents import ContextData, Data
from app.conversations.rest.parameters import Asking, Book, Id, Tenant, same_tenant
from app.domain.contexts import ContextFilter, ContextRequest, ContextWindow
from app.domain.moments import Moment

router = APIRouter(prefix="/api/v1/internal", tags=["context"])

Tokens = Annotated[int | None, Query(ge=0, le=2_000_000)]
Tags = Annotated[list[str] | None, Query(max_length=100)]


@router.get("/context/{conversation_id}", response_model=Data[ContextData])
async def context(
    request: Request,
    book: Book,
    caller: Asking,
    conversation_id: Id,
    token_limit: Tokens = None,
    max_tokens: Tokens = None,
    message_count: Annotated[int, Query(ge=1, le=1000)] = 10,
    include_system_messages: bool = True,
    recency_bias: Annotated[float, Query(ge=0, le=1)] = 1.0,
    context_type: Annotated[str, Query(max_length=100)] = "chat_history",
    from_timestamp: Moment | None = None,
    exclude_tags: Tags = None,
    query: Annotated[str | None, Query(max_length=10_000)] = None,
    explain: bool = False,
    tenant_id: Tenant = None,
) -> Response:
    """Return what an agent should know of a conversation, within a budget.

    `token_limit` and `max_tokens` are two names of the same limit; the smaller holds. With
    `explain` each message that was looked at is given with its scores and what became of it.
    """
    same_tenant(caller, tenant_id)
    limits = [limit for limit in (token_limit, max_tokens) if limit is not None]
    wanted = ContextRequest(
        message_count=message_count,
        max_tokens=min(limits, default=4000),
        include_system_messages=include_system_messages,
        recency_bias=recency_bias,
        context_type=context_type,
        filter=ContextFilter(from_timestamp=from_timestamp, exclude_tags=tuple(exclude_tags or ())),
        query=query,
        explain=explain,
    )
    window = await book.context(caller, conversation_id, wanted)
    return answers.known_again(request, context_data(window))


def context_data(window: ContextWindow) -> dict[str, Any]:
    """Return the documented fields of a window; others only where they were asked for."""
    fields: dict[str, Any] = {name: getattr(window, name) for name in ContextWindow.model_fields}
    if window.context_type not in ("memory", "full"):
        del fields["memories"]
    if window.explanation is None:
        del fields["explanation"]
    return fields
