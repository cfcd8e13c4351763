"""One record of the log: its eight fields, what may stand in them, its line of JSON, and damage."""

import math
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import IO, Any, Final, NamedTuple

from pydantic_core import PydanticSerializationError, from_json, to_json

from app.errors import BadInput

TYPES: Final = ("request", "response", "error", "decision", "state")
RESERVED: Final = ("_chain", "_payload")
MAX_NAME: Final = 200
MAX_DEPTH: Final = 100

Message = dict[str, Any]

_SURROGATE = re.compile("[\ud800-\udfff]")


def checked_fields(
    *,
    from_agent: object,
    to_agent: object,
    msg_type: object,
    content: object,
    parent_id: object,
    metadata: Mapping[str, Any] | None,
) -> Message:
    """Return the fields of a new record, without id and time; raises `BadInput` naming the field.

    Values must be JSON (no NaN, no infinity, at most `MAX_DEPTH` deep).
    """
    if msg_type not in TYPES:
        raise _bad("type", f"must be one of {', '.join(TYPES)}, not {msg_type!r}")
    if metadata is not None and not isinstance(metadata, Mapping):
        raise _bad("metadata", "must be an object")
    plain = _json(dict(metadata), "metadata", 0) if metadata else {}
    for name in RESERVED:
        if name in plain:
            raise _bad("metadata", f"cannot have {name!r}, which is the log's own")
    return {
        "from_agent": _name("from_agent", from_agent),
        "to_agent": None if to_agent is None else _name("to_agent", to_agent),
        "type": msg_type,
        "content": _json(content, "content", 0),
        "parent_id": None if parent_id is None else _name("parent_id", parent_id),
        "metadata": plain,
    }


def encode(value: object) -> bytes:
    """Return the JSON of a checked value, UTF-8, on one line.

    Lone surrogates, which UTF-8 does not have, become U+FFFD.
    """
    try:
        return to_json(value)
    except PydanticSerializationError:
        return to_json(_without_surrogates(value))


def parse(line: bytes) -> Message | None:
    """Return the record in a line, or None when the line does not hold a whole one.

    What an older writer may have left out (receiver, parent, metadata) is filled in.
    """
    try:
        value = from_json(line, allow_inf_nan=False)
    except ValueError:
        return None
    if not isinstance(value, dict) or "content" not in value:
        return None
    get = value.get
    if not (
        isinstance(get("id"), str)
        and isinstance(get("t"), str)
        and isinstance(get("from_agent"), str)
        and isinstance(get("type"), str)
    ):
        return None
    for name in ("to_agent", "parent_id"):
        if not isinstance(value.setdefault(name), str | None):
            return None
    return value if isinstance(value.setdefault("metadata", {}), dict) else None


def text_of(content: object) -> str:
    """Return the words of a content: itself when it is text, else its JSON."""
    return content if isinstance(content, str) else encode(content).decode("utf-8")


_TOLD = {"state": ("state", "text", "task_id"), "response": ("cells",)}


def said_by(message: Message) -> list[Any]:
    """Return what a record says, as JSON values: its content, and what its metadata tell of it: of
    a state its name, what was said with it, and its task, of a response the words in its table.
    """
    content = message["content"]
    names = _TOLD.get(message["type"], ())
    told = (message["metadata"].get(name) for name in names)
    return [content, *(value for value in told if value and value != content)]


def _name(field: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _bad(field, "must be a text that is not empty")
    if len(value) > MAX_NAME:
        raise _bad(field, f"must have at most {MAX_NAME} characters")
    return value


def _json(value: object, where: str, depth: int) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _bad(where, "cannot have NaN or infinity, which JSON does not know")
        return value
    if depth >= MAX_DEPTH:
        raise _bad(where, f"is nested more than {MAX_DEPTH} deep")
    if isinstance(value, Mapping):
        plain = {}
        for key, item in value.items():
            if not isinstance(key, str):
                raise _bad(where, f"has a key that is not text: {key!r}")
            plain[key] = _json(item, where, depth + 1)
        return plain
    if isinstance(value, list | tuple):
        return [_json(item, where, depth + 1) for item in value]
    raise _bad(where, f"cannot have a {type(value).__name__}: only JSON values can be logged")


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(value[key]) for key in value}
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    return value


def _bad(field: str, what: str) -> BadInput:
    return BadInput(f"A log record's {field!r} {what}.", key="bad_record", field=field)


MAX_LINE: Final = 16 * 2**20

_BEGINNING = re.compile(rb'\{"id":"')
_MOST_BEGINNINGS = 32


class Whole(NamedTuple):
    """A record and where its bytes are; its line has number `line` and ends before `after`."""

    offset: int
    length: int
    line: int
    after: int
    message: Message


class Damage(NamedTuple):
    """Bytes that are no record: where, how many, and what they look like."""

    offset: int
    length: int
    line: int
    after: int
    reason: str


class Open(NamedTuple):
    """A last line without its end: it is being written, or its writer was stopped in it."""

    offset: int
    length: int
    line: int
    message: Message | None


def scan(file: IO[bytes], *, offset: int = 0, line: int = 0) -> Iterator[Whole | Damage | Open]:
    """Yield what is in an open file from a line's beginning on, in order, in bounded memory.

    `line` is how many lines stand before `offset`. Empty lines are passed over.
    """
    if offset:
        file.seek(offset)
    while True:
        try:
            raw = file.readline(MAX_LINE)
        except (EOFError, OSError, zlib.error) as error:
            yield Damage(offset, 0, line + 1, offset, f"the file cannot be read on: {error}")
            return
        if not raw:
            return
        line += 1
        length = len(raw)
        if raw[-1:] != b"\n":
            if length == MAX_LINE:
                length = _rest_of_line(file, length)
                yield Damage(offset, length, line, offset + length, "a line without end")
                offset += length
                continue
            yield Open(offset, length, line, parse(raw))
            return
        message = parse(raw)
        if message is not None:
            yield Whole(offset, length, line, offset + length, message)
        elif length > 1:
            yield from _pieces(raw, offset, line)
        offset += length


def _rest_of_line(file: IO[bytes], length: int) -> int:
    while more := file.readline(MAX_LINE):
        length += len(more)
        if more[-1:] == b"\n":
            break
    return length


def _pieces(raw: bytes, offset: int, line: int) -> Iterator[Whole | Damage]:
    """Yield the records that stand in a damaged line, and the rest as damage."""
    beginnings = [found.start() for found in _BEGINNING.finditer(raw)][:_MOST_BEGINNINGS]
    done, after = 0, offset + len(raw)
    for number, start in enumerate(beginnings):
        if start < done:
            continue
        for stop in reversed([*beginnings[number + 1 :], len(raw)]):
            piece = raw[start:stop].rstrip(b"\0\n\r ")
            message = parse(piece)
            if message is None:
                continue
            if start > done:
                yield _damage(raw[done:start], offset + done, line, after)
            yield Whole(offset + start, len(piece), line, after, message)
            done = start + len(piece)
            break
    if raw[done:].strip(b"\n\r "):
        yield _damage(raw[done:], offset + done, line, after)


def _damage(raw: bytes, offset: int, line: int, after: int) -> Damage:
    bare = raw.strip(b"\0\n\r ")
    if not bare:
        reason = "a block of NUL bytes"
    elif bare.startswith(b"{"):
        reason = "a record that was cut off or altered"
    else:
        reason = "not a record"
    return Damage(offset, len(raw), line, after, reason)
