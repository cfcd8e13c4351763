"""What the drivers of databases give becomes a cell that JSON carries and a reader can take."""

import json
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from agents.data.compute.cells import cell
from agents.data.compute.result import Cell, OutColumn

KOREA = timezone(timedelta(hours=9))


def column(type_: str, part: str = "measure") -> OutColumn:
    return OutColumn.model_validate({"name": "c", "label": "c", "type": type_, "part": part})


@pytest.mark.parametrize(
    ("value", "type_", "part", "shown"),
    [
        (None, "number", "measure", None),
        (True, "boolean", "group", True),
        (1, "boolean", "group", True),  # as a server without booleans has it
        (0, "boolean", "group", False),
        (2**53, "integer", "measure", 2**53),
        (2**53 + 1, "integer", "measure", "9007199254740993"),  # no double has it
        (3.0, "integer", "measure", 3),
        (2.5, "number", "measure", 2.5),
        (float("nan"), "number", "measure", None),
        (float("-inf"), "number", "measure", None),
        (Decimal("12.50"), "number", "measure", 12.5),
        (Decimal("12.00"), "number", "measure", 12),
        (Decimal("NaN"), "number", "measure", None),
        (Decimal(2**60), "number", "measure", "1152921504606846976"),
        (Decimal("0.123456789012345678901"), "number", "group", "0.123456789012345678901"),
        (Decimal("0.123456789012345678901"), "number", "measure", 0.12345678901234568),
        ("a", "text", "group", "a"),
        (datetime(2024, 3, 5, 2, tzinfo=KOREA), "timestamp", "row", "2024-03-04T17:00:00"),
        (datetime(2024, 3, 5, 2, tzinfo=UTC), "date", "row", "2024-03-05"),
        (date(2024, 3, 5), "date", "row", "2024-03-05"),
        (time(9, 30), "text", "row", "09:30:00"),
        (timedelta(minutes=2), "seconds", "row", 120),
        ([1, {"a": date(2024, 3, 5)}], "text", "row", '[1, {"a": "2024-03-05"}]'),
        (UUID(int=5), "text", "row", "00000000-0000-0000-0000-000000000005"),
    ],
)
def test_a_value_is_a_cell(value: Any, type_: str, part: str, shown: Cell) -> None:
    found = cell(value, column(type_, part), "")
    assert (found, type(found) is bool) == (shown, type(shown) is bool)
    json.dumps(found, allow_nan=False)
