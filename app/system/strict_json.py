"""JSON from strangers: what other programs cannot read, or a database cannot keep, is refused.

Python's own reader takes NaN, numbers beyond a double and lone surrogates, and runs out of stack
on deep nesting (RFC 8259 §9 lets a reader set such limits).
"""

import math
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

MAX_BYTES: Final = 2**20

T = TypeVar("T")

# As Python's and pydantic's readers take them.
_NO_NUMBERS: Final = (b"NaN", b"Infinity")
# Every digit as 0 and E as e: what is looked for is then found by its bytes.
_ALIKE: Final = bytes.maketrans(b"123456789E", b"000000000e")
_LONG_NUMBER: Final = b"0" * 200
_LONG_EXPONENTS: Final = (b"0e000", b"0e+000")


class NotJson(ValueError):
    """The bytes are no JSON that can be passed on; the text says why."""


def read_json(raw: bytes, *, max_bytes: int | None = MAX_BYTES, nul: bool = False) -> Any:
    """Return the value of at most `max_bytes` of strict JSON, or of any length; raises `NotJson`.

    Texts may have the character NUL only with `nul`.
    """
    if max_bytes is not None and len(raw) > max_bytes:
        raise NotJson(f"it has {len(raw)} bytes; at most {max_bytes} can be taken")
    try:
        # Keys come again, other texts seldom do.
        value = from_json(raw, allow_inf_nan=False, cache_strings="keys")
    except ValueError as error:
        raise NotJson(str(error)) from error
    if _suspect(raw):
        _check(value, nul=nul)
    return value


def read_typed(text: str) -> Any:
    """Return the value of strict JSON that somebody typed; raises `NotJson`."""
    return read_json(text.encode("utf-8", "surrogatepass"), max_bytes=None, nul=True)


def read_as(adapter: TypeAdapter[T], raw: bytes, *, max_bytes: int) -> T:
    """Return what the adapter makes of strict JSON, in which texts may have NUL.

    Raises `NotJson`, and `ValidationError` for JSON of another shape. What cannot hold anything
    that only `read_json` finds is read once.
    """
    if len(raw) > max_bytes or _suspect(raw) or any(word in raw for word in _NO_NUMBERS):
        read_json(raw, max_bytes=max_bytes, nul=True)
    try:
        return adapter.validate_json(raw, strict=True)
    except ValidationError as error:
        if error.errors(include_url=False)[0]["type"] != "json_invalid":
            raise
        raise NotJson(str(error.errors(include_url=False)[0]["ctx"]["error"])) from error


def _suspect(raw: bytes) -> bool:
    """Whether it may hold a NUL or a number beyond a double: most hold none, and are done sooner.

    Such a number has an exponent of three digits, or two hundred digits before it.
    """
    if b"\\u0000" in raw:
        return True
    alike = raw.translate(_ALIKE)
    if _LONG_NUMBER in alike:
        return True
    for exponent in _LONG_EXPONENTS:
        at = alike.find(exponent)
        while at >= 0:
            if _ends_number(raw, at + 1):
                return True
            # Nearly all of them stand in ids.
            at = alike.find(exponent, at + 1)
    return False


def _ends_number(raw: bytes, end: int) -> bool:
    """Whether what stands before is a number, and no part of a word as in hexadecimal ids."""
    begin = end
    while begin and raw[begin - 1] in b"0123456789.":
        begin -= 1
    if begin == end:
        return False
    # In an id a group of digits may follow a hyphen too, which stands behind a digit there.
    begin -= raw[begin - 1 : begin] == b"-"
    return begin == 0 or raw[begin - 1] in b" \t\r\n:,["


def _check(root: Any, *, nul: bool) -> None:
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            # PostgreSQL cannot store it, and no text of a person holds it.
            if not nul and "\0" in value:
                raise NotJson("a text has the character NUL")
        elif isinstance(value, float):
            if not math.isfinite(value):
                raise NotJson("a number is too large")
        elif isinstance(value, dict):
            waiting.extend(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
