"""Where a page of a list ended: the values that the list is sorted by, of its last item."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from math import isfinite
from typing import Any, Final

from app.errors import BadInput

_BETWEEN: Final = " "
"""Stands in no moment and no number; the last value, an id, may hold it."""


def write(*values: datetime | float | str) -> str:
    """Return the cursor after an item; the last of its values is the item's id."""
    words = [one.isoformat() if isinstance(one, datetime) else str(one) for one in values]
    return urlsafe_b64encode(_BETWEEN.join(words).encode()).decode()


def read(cursor: str, *kinds: type[datetime] | type[float] | type[str]) -> tuple[Any, ...]:
    """Return the values of a cursor; raises `BadInput` for one that was not written with these."""
    try:
        words = urlsafe_b64decode(cursor.encode()).decode().split(_BETWEEN, len(kinds) - 1)
        return tuple(_value(word, kind) for word, kind in zip(words, kinds, strict=True))
    except ValueError as error:
        raise BadInput("This is no cursor of a page.", key="bad_cursor") from error


def _value(word: str, kind: type[datetime] | type[float] | type[str]) -> Any:
    if kind is datetime:
        moment = datetime.fromisoformat(word)
        if moment.tzinfo is None:
            raise ValueError("no zone")
        return moment
    if kind is float:
        number = float(word)
        if not isfinite(number):
            raise ValueError("no number")
        return number
    return word
