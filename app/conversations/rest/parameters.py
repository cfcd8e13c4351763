"""What routes are given: the caller, the book, and checks of what a path or a query says."""

from typing import Annotated, TypeVar

from fastapi import Depends, Path, Query, Request

from app.conversations.book import ConversationBook
from app.conversations.rest.once import Once
from app.conversations.rest.problems import Problem
from app.domain.book import MAX_PAGE, Caller

T = TypeVar("T")

MOST: int = 2**31 - 1


def book_of(request: Request) -> ConversationBook:
    """Return the book that the service keeps."""
    book: ConversationBook = request.app.state.book
    return book


def caller_of(request: Request) -> Caller:
    """Return who asks."""
    caller: Caller = request.state.caller
    return caller


def once_of(request: Request) -> Once:
    """Return what lets a request act once."""
    once: Once = request.app.state.once
    return once


Book = Annotated[ConversationBook, Depends(book_of)]
Asking = Annotated[Caller, Depends(caller_of)]
Acting = Annotated[Once, Depends(once_of)]
Id = Annotated[str, Path(min_length=1, max_length=200)]
Limit = Annotated[int, Query(ge=1, le=MAX_PAGE)]
Place = Annotated[int | None, Query(ge=0, le=MOST)]
Words = Annotated[str | None, Query(max_length=500)]
Tenant = Annotated[
    str | None,
    Query(max_length=200, description="Must be the token's own tenant, if it is given at all."),
]


def same_tenant(caller: Caller, tenant_id: str | None) -> None:
    """Refuse another tenant than the token's, before anything is looked at."""
    if tenant_id is not None and tenant_id != caller.tenant:
        raise Problem(403, "NotAllowed", "The token is of another tenant.", key="other_tenant")
