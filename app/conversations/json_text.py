"""JSON in text columns; NaN and infinities, which JSON does not have, become null."""

from typing import Any

from pydantic_core import from_json, to_json


def dump(value: Any) -> str:
    """Return a JSON value as text; raises PydanticSerializationError for what is none."""
    return to_json(value).decode()


def load(text: str) -> Any:
    """Return the value of a text that `dump` wrote."""
    # Most rows have nothing in them.
    if text == "{}":
        return {}
    return from_json(text)


def tags(text: str) -> tuple[str, ...]:
    """Return the tags of a message."""
    return () if text == "[]" else tuple(from_json(text))
