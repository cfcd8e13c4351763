"""The records of SharedStorage, with the fields of its design document and no others."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Final

from pydantic import BaseModel
from typing_extensions import TypedDict

from app.errors import BadInput

EXECUTOR_TYPES: Final = ("tool", "agent")
RESULT_STATUSES: Final = ("success", "error", "canceled")
SESSION_STATUSES: Final = ("completed", "failed", "canceled", "waiting", "interrupted")


class Context(TypedDict):
    """The session that is going on; `session_id` is None where there is none."""

    user_query: str
    current_plan: list[str]
    current_step: int
    session_id: str | None
    created_at: str | None


class Result(TypedDict):
    """What one executor did for a step of the plan.

    `step` counts the steps of the plan from 1; a step may have several results, or none. The
    number of a result is its place among all of the session, from 1. Time stamps are UTC to the
    second.
    """

    step: int
    executor: str
    executor_type: str
    action: str
    input: Any
    output: Any
    status: str
    error_message: str | None
    timestamp: str


class Completed(TypedDict):
    """A session that has ended."""

    session_id: str
    user_query: str
    results: list[Result]
    final_response: str
    status: str
    created_at: str
    completed_at: str


class Detail(TypedDict):
    """What is known of a result beside its record.

    `sources` names for each key of the input the number of the result whose output it was,
    `seconds` is how long the executor worked.
    """

    sources: dict[str, int]
    seconds: float | None


def no_session() -> Context:
    """Return the context between two sessions."""
    return Context(user_query="", current_plan=[], current_step=0, session_id=None, created_at=None)


def stamp(moment: datetime) -> str:
    """Return a time stamp as the document writes them: UTC, to the second, without a zone."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")


def plain(value: object, where: str) -> Any:
    """Return a copy made of JSON values alone; raises `BadInput` for what JSON cannot say.

    Half characters (of broken file names) become U+FFFD: no file and no wire could hold them.
    """
    match value:
        case None | bool() | int():
            return value
        case str():
            return sound(value)
        case float():
            if value != value or value in (float("inf"), float("-inf")):
                raise BadInput(f"{where} is {value}, which JSON cannot say.", key="not_json")
            return value
        case BaseModel():
            return plain(value.model_dump(mode="json"), where)
        case Mapping():
            return {sound(str(key)): plain(one, f"{where}.{key}") for key, one in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(one, f"{where}[{index}]") for index, one in enumerate(value)]
        case PurePath():
            return sound(str(value))
        case date():  # a datetime is one too
            return value.isoformat()
        case _:
            raise BadInput(
                f"{where} is of type {type(value).__name__}: pass text, numbers, lists or objects.",
                key="not_json",
            )


def sound(text: str) -> str:
    """Return a text that can be written as UTF-8."""
    return (
        text
        if text.isascii()
        else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )


def copied(value: Any) -> Any:
    """Return a copy of a JSON value that shares nothing that can be changed."""
    match value:
        case dict():
            return {key: copied(one) for key, one in value.items()}
        case list():
            return [copied(one) for one in value]
        case _:
            return value


def as_json(value: object) -> bytes:
    """Return compact JSON in UTF-8; half characters (from broken file names) are escaped."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def mark_of(value: Any) -> str | None:
    """Return by what a value is known again; None for one too plain to say where it comes from."""
    if not isinstance(value, str | list | dict) or not value:
        return None
    return sha256(as_json(value)).hexdigest()
