"""From what an engine gives to cells that JSON carries."""

import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from typing import Any

from agents.data.compute.result import Cell, OutColumn
from agents.data.query.spans import written

_EXACT = 2**53


def cell(value: Any, column: OutColumn, grain: str) -> Cell:
    """Return a cell of a result; moments are written to `grain`, what is no number is empty."""
    match value:
        case None | bool():
            return value
        case int():
            return _whole(value, column)
        case float():
            return _real(value, column)
        case Decimal():
            return _decimal(value, column)
        case str():
            return value
        case datetime():
            local = value.astimezone(UTC) if value.tzinfo else value
            return written(local, grain or ("day" if column.type == "date" else ""))
        case date():
            return written(value, grain)
        case time():
            return value.isoformat()
        case timedelta():
            return _real(value.total_seconds(), column)
        case list() | dict() | tuple():
            return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def _whole(value: int, column: OutColumn) -> Cell:
    if column.type == "boolean":
        return bool(value)
    return value if abs(value) <= _EXACT else str(value)


def _real(value: float, column: OutColumn) -> Cell:
    if not isfinite(value):
        return None
    if column.type == "integer" and value == int(value):
        return int(value)
    return value


def _decimal(value: Decimal, column: OutColumn) -> Cell:
    if not value.is_finite():
        return None
    if value == value.to_integral_value():
        return _whole(int(value), column)
    exact = column.part not in ("group", "row") or len(value.as_tuple().digits) <= 17
    return float(value) if exact else str(value)
