"""Answers: data in its envelope, as JSON bytes, with an entity tag by which it is known again."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from app.conversations.service.rest.problems import Problem
from app.domain.book import BookConversation, Page
from app.errors import Conflict

_TAG = re.compile("[!-~]{1,200}")


def data(
    value: Any, status: int = 200, headers: Mapping[str, str] | None = None, **members: Any
) -> Response:
    """Return `{"data": value, …members}`."""
    content = b'{"data":' + to_json(value)
    for name, member in members.items():
        content += b',"' + name.encode() + b'":' + to_json(member)
    return Response(
        content + b"}", status_code=status, media_type="application/json", headers=headers
    )


def known_again(request: Request, value: Any, tag: str = "", **members: Any) -> Response:
    """Return an answer to GET with its ETag, or 304 where the caller has it already (RFC 9110)."""
    response = data(value, **members)
    tag = tag or '"' + hashlib.blake2b(response.body, digest_size=12).hexdigest() + '"'
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    wanted = request.headers.get("if-none-match", "")
    given = {one.strip().removeprefix("W/") for one in wanted.split(",")}
    if wanted and (wanted.strip() == "*" or tag in given):
        return Response(status_code=304, headers={"ETag": tag})
    return response


def page(request: Request, found: Page[Any]) -> Response:
    """Return some of a longer row."""
    return known_again(request, found.items, next=found.next, previous=found.previous)


def tag_of(conversation: BookConversation) -> str:
    """Return the entity tag of a conversation: its revision, and what its messages make it."""
    totals = f"{conversation.message_count}.{conversation.token_total}"
    state = "d" if conversation.deleted_at else "a"
    return f'"{conversation.revision}.{totals}.{state}"'


@contextmanager
def as_wanted(request: Request) -> Iterator[int | None]:
    """Give the revision that `If-Match` names, or None; it is 412 where that is past (RFC 9110)."""
    revision = _revision_wanted(request)
    try:
        yield revision
    except Conflict as error:
        if revision is None:
            raise
        raise Problem(412, "PreconditionFailed", str(error), key=error.reason) from error


def _revision_wanted(request: Request) -> int | None:
    """Return the revision that `If-Match` names, or None; only that part of a tag is compared.

    A message that arrived meanwhile is no reason not to change a title.
    """
    given = request.headers.get("if-match")
    if given is None or given == "*":
        return None
    if not _TAG.fullmatch(given):
        raise Problem(400, "BadInput", "If-Match has one entity tag.")
    number = given.removeprefix("W/").strip('"').partition(".")[0]
    if not (number.isascii() and number.isdigit()) or len(number) > 9:
        raise Problem(412, "PreconditionFailed", "If-Match names no revision of this.")
    return int(number)
