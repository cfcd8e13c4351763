"""JSON held against the protobuf definitions of A2A: types, names, enums, what is required.

The definitions are those of the SDK, with `google.api.field_behavior` (A2A 1.0, sections 5.5–5.7).
Fields that no definition has are let be: a later version may have them.
"""

import base64
import binascii
import json
import re
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from google.api.field_behavior_pb2 import (  # type: ignore[import-untyped]
    FieldBehavior,
    field_behavior,
)
from google.protobuf.descriptor import (  # type: ignore[import-untyped]
    Descriptor,
    FieldDescriptor,
)

from app.domain.conformance import Finding
from transport.conformance.rules import finding
from transport.protocol.parts import clean_text

_MOST = 30  # findings of one value: what is wrong throughout is told often enough then
_DEEPEST = 60
_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
# Present is enough for these: an empty page is one.
_MAY_BE_EMPTY = frozenset({"ListTasksResponse"})
_INTEGERS = range(-(2**31), 2**31)  # the only kind that A2A has
_MEDIA_TYPE = re.compile(r"[\w!#$&^.+*-]+/[\w!#$&^.+*-]+(\s*;.*)?")


def departures(value: Any, message: type[Any], where: str) -> list[Finding]:
    """Return what of a JSON value is not as the definition of a protobuf message has it."""
    found = _message(value, message.DESCRIPTOR, where, 0)
    return list(islice(found, _MOST))


def _message(value: Any, of: Descriptor, where: str, depth: int) -> Iterator[Finding]:
    match of.full_name:
        case "google.protobuf.Value":
            return
        case "google.protobuf.Struct":
            if not isinstance(value, dict):
                yield finding("json.type", where, value)
            return
        case "google.protobuf.Timestamp":
            if not isinstance(value, str) or not _is_timestamp(value):
                yield finding("json.timestamp", where, value)
            return
        case "google.protobuf.Empty":
            return
    if not isinstance(value, dict) or depth > _DEEPEST:
        yield finding("json.type", where, value)
        return
    if "kind" in value and isinstance(value["kind"], str):
        yield finding("json.kind", f"{where}.kind", value["kind"])
    if of.name == "TaskStatusUpdateEvent" and "final" in value:
        yield finding("json.final", f"{where}.final", value["final"])
    if of.name == "Part":
        kind = value.get("mediaType")
        if isinstance(kind, str) and kind and not _MEDIA_TYPE.fullmatch(kind):
            yield finding("part.media_type", f"{where}.mediaType", kind)
    if of.name == "Task":
        yield from _twice(value, where)
    names = {field.json_name: field for field in of.fields}
    for field in of.fields:
        if field.name != field.json_name and field.name in value:
            yield finding("json.name", f"{where}.{field.name}")
    for name, field in names.items():
        if name in value and (value[name] is not None or _takes_null(field)):
            yield from _field(value[name], field, f"{where}.{name}", depth)
        elif _is_required(field):
            yield finding("json.required", f"{where}.{name}")
    for oneof in of.oneofs:
        if len(oneof.fields) > 1:
            there = [
                field.json_name
                for field in oneof.fields
                if field.json_name in value
                and (value[field.json_name] is not None or _takes_null(field))
            ]
            if len(there) != 1:
                wanted = ", ".join(field.json_name for field in oneof.fields)
                yield finding("json.oneof", f"{where}: {wanted}", there)


def _twice(task: dict[str, Any], where: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for number, one in enumerate(dicts(task.get("artifacts"))):
        artifact_id = str(one.get("artifactId"))
        if artifact_id in seen:
            yield finding("artifact.unique", f"{where}.artifacts[{number}]", artifact_id)
        seen.add(artifact_id)


def _field(value: Any, field: FieldDescriptor, where: str, depth: int) -> Iterator[Finding]:
    if _is_map(field):
        if not isinstance(value, dict):
            yield finding("json.type", where, value)
            return
        of = field.message_type.fields_by_name["value"]
        for key, item in value.items():
            yield from _single(item, of, f"{where}[{str(key)[:80]}]", depth)
        return
    if field.is_repeated:
        if not isinstance(value, list):
            yield finding("json.type", where, value)
            return
        if not value and _is_required(field) and not _may_be_empty(field):
            yield finding("json.required", where, value)
        for number, item in enumerate(value):
            yield from _single(item, field, f"{where}[{number}]", depth)
        return
    if value == "" and _is_required(field) and not _may_be_empty(field):
        yield finding("json.required", where, value)
        return
    yield from _single(value, field, where, depth)


def _single(value: Any, field: FieldDescriptor, where: str, depth: int) -> Iterator[Finding]:
    kind = field.cpp_type
    if kind == FieldDescriptor.CPPTYPE_MESSAGE:
        yield from _message(value, field.message_type, where, depth + 1)
    elif kind == FieldDescriptor.CPPTYPE_ENUM:
        if not isinstance(value, str) or value not in field.enum_type.values_by_name:
            yield finding("json.enum", where, value)
        elif _is_required(field) and field.enum_type.values_by_name[value].number == 0:
            yield finding("json.required", where, value)
    elif kind == FieldDescriptor.CPPTYPE_BOOL:
        if not isinstance(value, bool):
            yield finding("json.type", where, value)
    elif kind == FieldDescriptor.CPPTYPE_INT32:
        if isinstance(value, bool) or not isinstance(value, int) or value not in _INTEGERS:
            yield finding("json.type", where, value)
    elif field.type == FieldDescriptor.TYPE_BYTES:
        if not isinstance(value, str) or not _is_base64(value):
            yield finding("json.base64", where, value)
    elif kind == FieldDescriptor.CPPTYPE_STRING and not isinstance(value, str):
        yield finding("json.type", where, value)


def _is_timestamp(text: str) -> bool:
    if not _TIMESTAMP.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text[:19])
    except ValueError:
        return False
    return True


def _is_base64(text: str) -> bool:
    if not _BASE64.fullmatch(text):
        return False
    try:
        base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        return False
    return True


def _is_required(field: FieldDescriptor) -> bool:
    return FieldBehavior.REQUIRED in field.GetOptions().Extensions[field_behavior]


def _may_be_empty(field: FieldDescriptor) -> bool:
    return field.containing_type.name in _MAY_BE_EMPTY


def _takes_null(field: FieldDescriptor) -> bool:
    of = field.message_type
    return of is not None and of.full_name == "google.protobuf.Value"


def _is_map(field: FieldDescriptor) -> bool:
    of = field.message_type
    return bool(of is not None and of.GetOptions().map_entry)


def read_json(content: bytes, where: str) -> tuple[Any, list[Finding]]:
    """Return what a text of JSON says, and how the text departs from it (RFC 8259).

    What is only written wrongly is read all the same; None stands for what is no JSON at all.
    """
    found = []
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        found.append(finding("json.utf8", where, str(error)))
        text = content.decode("utf-8", "replace")
    try:
        value, departed = writable(json.loads(text), where)
    except (ValueError, RecursionError):
        return None, [*found, finding("json.text", where, text)]
    return value, found + departed


def writable(value: Any, where: str) -> tuple[Any, list[Finding]]:
    """Return a value without what JSON cannot write, which its readers in Python let pass.

    Such are halves of surrogate pairs, which UTF-8 has not (RFC 8259, 8.2), and numbers that are
    none (6).
    """
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        found = finding("json.utf8", where, clean_text(str(error)))
    except ValueError as error:
        found = finding("json.text", where, str(error))
    else:
        return value, []
    return json.loads(clean_text(json.dumps(value, ensure_ascii=False))), [found]


def as_dict(value: Any) -> dict[str, Any]:
    """Return an object of JSON; nothing of anything else."""
    return value if isinstance(value, dict) else {}


def dicts(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list of JSON; none of anything else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
