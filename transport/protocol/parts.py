"""A2A message parts and domain parts are turned into each other; numbers survive the way.

Protobuf's `Value` has only doubles, so structured data travels as `raw` bytes of a JSON media type
and is read back with real JSON: 64-bit integers stay what they are.
"""

import json
import math
from collections.abc import Iterable, Mapping

from a2a.types import Part as WirePart
from google.protobuf.struct_pb2 import Struct  # type: ignore[import-untyped]
from google.protobuf.struct_pb2 import Value as WireValue
from pydantic import JsonValue, ValidationError

from app.domain.messages import DataPart, FilePart, Part, TextPart

_JSON = "application/json"
_EXACT = 2**53  # above it a double no longer tells neighbouring integers apart


def parts_from_wire(wire: Iterable[WirePart]) -> tuple[Part, ...]:
    """Return the domain parts of those that have a content that this version knows."""
    # A list is made faster than a generator is run: this is done for every piece of every answer.
    return tuple([part for one in wire if (part := part_from_wire(one)) is not None])


def part_from_wire(wire: WirePart) -> Part | None:
    """Return the domain part, or None for a part without content that this version knows.

    Raw bytes of a JSON media type without a file name are data; if they are not JSON after all,
    they are a file, so that nothing is lost.
    """
    match wire.WhichOneof("content"):
        case "text":
            return TextPart(text=wire.text, media_type=wire.media_type)
        case "raw":
            if not wire.filename and _is_json(wire.media_type):
                found = _data_part(wire.raw, wire.media_type)
                if found is not None:
                    return found
            return FilePart(name=wire.filename, media_type=wire.media_type, content=wire.raw)
        case "url":
            return FilePart(name=wire.filename, media_type=wire.media_type, url=wire.url)
        case "data":
            return DataPart(data=_plain(wire.data), media_type=wire.media_type or _JSON)
        case _:
            return None


def part_to_wire(part: Part) -> WirePart:
    """Return the A2A part; characters and numbers that no wire can carry become `?` and null."""
    match part:
        case TextPart():
            return WirePart(text=clean_text(part.text), media_type=clean_text(part.media_type))
        case DataPart():
            media_type = clean_text(part.media_type) or _JSON
            if _is_json(media_type):
                return WirePart(raw=_json_bytes(part.data), media_type=media_type)
            return WirePart(data=_wire_value(part.data), media_type=media_type)
        case FilePart():
            wire = WirePart(filename=clean_text(part.name), media_type=clean_text(part.media_type))
            if part.url is not None:
                wire.url = clean_text(part.url)
            else:
                wire.raw = part.content or b""
            return wire


def metadata_from_wire(wire: Struct) -> dict[str, JsonValue]:
    """Return the metadata; whole numbers below 2**53 are integers again."""
    return {key: _plain(value) for key, value in wire.fields.items()}


def metadata_to_wire(metadata: Mapping[str, JsonValue], wire: Struct) -> None:
    """Fill the wire's metadata; it has only doubles, so large integers lose digits here."""
    for key, value in metadata.items():
        wire.fields[clean_text(key)].CopyFrom(_wire_value(value))


def clean_text(text: str) -> str:
    """Return the text with lone surrogates, which are no characters, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _is_json(media_type: str) -> bool:
    essence = media_type.partition(";")[0].strip().lower()
    return essence == _JSON or (essence.startswith("application/") and essence.endswith("+json"))


def _data_part(raw: bytes, media_type: str) -> DataPart | None:
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=_refuse)
        if b"\\ud" in raw.lower():
            value = json.loads(clean_text(json.dumps(value, ensure_ascii=False)))
        return DataPart(data=value, media_type=media_type)
    except (ValueError, RecursionError, ValidationError):
        return None


def _refuse(constant: str) -> JsonValue:
    raise ValueError(f"{constant} is no JSON")


def _json_bytes(value: JsonValue) -> bytes:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"))
    return clean_text(text).encode("utf-8")


def _finite(value: JsonValue) -> JsonValue:
    match value:
        case float() if not math.isfinite(value):
            return None
        case list():
            return [_finite(item) for item in value]
        case dict():
            return {key: _finite(item) for key, item in value.items()}
        case _:
            return value


def _plain(value: WireValue) -> JsonValue:
    match value.WhichOneof("kind"):
        case "number_value":
            number: float = value.number_value
            if not math.isfinite(number):
                return None
            return int(number) if number.is_integer() and abs(number) < _EXACT else number
        case "string_value":
            return str(value.string_value)
        case "bool_value":
            return bool(value.bool_value)
        case "struct_value":
            return {key: _plain(item) for key, item in value.struct_value.fields.items()}
        case "list_value":
            return [_plain(item) for item in value.list_value.values]
        case _:
            return None


def _wire_value(value: JsonValue) -> WireValue:
    match value:
        case bool():
            return WireValue(bool_value=value)
        case int() | float():
            return _wire_number(value)
        case str():
            return WireValue(string_value=clean_text(value))
        case list():
            wire = WireValue()
            wire.list_value.values.extend(_wire_value(item) for item in value)
            return wire
        case dict():
            wire = WireValue()
            wire.struct_value.SetInParent()
            for key, item in value.items():
                wire.struct_value.fields[clean_text(key)].CopyFrom(_wire_value(item))
            return wire
        case _:
            return WireValue(null_value="NULL_VALUE")


def _wire_number(number: int | float) -> WireValue:
    try:
        double = float(number)
    except OverflowError:
        return WireValue(string_value=str(number))
    return (
        WireValue(number_value=double)
        if math.isfinite(double)
        else WireValue(null_value="NULL_VALUE")
    )
