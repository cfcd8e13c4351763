"""Numbers as a query writes them: plain digits, as every language reads them.

Left to pydantic, 1_0 is ten, and blanks around a number or `.0` behind it go unnoticed; others who
read the same document take none of these for a number.
"""

import re
from typing import Any, Final

from pydantic import BeforeValidator

_WHOLE: Final = re.compile("[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def _whole(value: Any) -> Any:
    if isinstance(value, str) and not _WHOLE.fullmatch(value):
        raise ValueError("a whole number is written with digits only")
    return value


def _decimal(value: Any) -> Any:
    if isinstance(value, str) and not _DECIMAL.fullmatch(value):
        raise ValueError("a number is written as 0.5")
    return value


WHOLE: Final = BeforeValidator(_whole)
"""Beside `int`, behind its limits: pydantic tells of those that stand before it only."""
DECIMAL: Final = BeforeValidator(_decimal)
"""Beside `float`, likewise."""
