"""What routes are given: the caller, the book, and checks of what a path or a query says.

These are coroutines although they wait for nothing: others would each be given to a thread.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar, get_origin

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, ValidationError

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.service.rest.bodies import fields_of
from app.conversations.service.rest.idempotency import Once
from app.conversations.service.rest.problems import Problem
from app.conversations.service.rest.schemas import WHOLE
from app.domain.book import MAX_PAGE, Caller

M = TypeVar("M", bound=BaseModel)


def book_of(request: Request) -> EmbeddedBook:
    """Return the book that the service keeps."""
    book: EmbeddedBook = request.app.state.book
    return book


def caller_of(request: Request) -> Caller:
    """Return who asks."""
    caller: Caller = request.state.caller
    return caller


def once_of(request: Request) -> Once:
    """Return what lets a request act once."""
    once: Once = request.app.state.once
    return once


async def _book(request: Request) -> EmbeddedBook:
    return book_of(request)


async def _caller(request: Request) -> Caller:
    return caller_of(request)


async def _once(request: Request) -> Once:
    return once_of(request)


def query_of(model: type[M]) -> Callable[[Request], Awaitable[M]]:
    """Return a dependency that reads a query as the model, all fields at once.

    The framework's own way, a parameter after the other, was measured to cost more than the rest
    of a short request.
    """
    fields = model.model_fields
    lists = {name for name, one in fields.items() if get_origin(one.annotation) is tuple}

    async def query(request: Request) -> M:
        given: dict[str, object] = {}
        for name, value in request.query_params.multi_items():
            if name in lists:
                given.setdefault(name, [])
                given[name] = [*given[name], value]  # type: ignore[misc]
            elif name in fields:
                given[name] = value
        try:
            return model.model_validate(given)
        except ValidationError as error:
            raise Problem(
                422,
                "ValidationFailed",
                "A parameter does not fit.",
                errors=fields_of(error.errors(include_url=False, include_input=False)),
            ) from error

    return query


Book = Annotated[EmbeddedBook, Depends(_book)]
Asking = Annotated[Caller, Depends(_caller)]
Acting = Annotated[Once, Depends(_once)]
Id = Annotated[str, Path(min_length=1, max_length=200)]
Limit = Annotated[int, Query(ge=1, le=MAX_PAGE), WHOLE]
Words = Annotated[str | None, Query(max_length=500)]
