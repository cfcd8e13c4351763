"""What a server's log tells, and that its lines are counted."""

import json
import logging
import sys

import pytest

from app.errors import StoreError, as_fields
from app.system.json_log import COUNTED, JsonLines
from app.system.metrics import Metrics


def line_of(error: Exception) -> dict[str, str]:
    """Return the line that tells of an error."""
    try:
        raise error from OSError("could not extend file: No space left on device")
    except Exception:
        found = sys.exc_info()
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "it failed", (), found)
    line: dict[str, str] = json.loads(JsonLines(as_fields).format(record))
    return line


def test_an_expected_failure_is_told_by_its_reason_and_its_cause() -> None:
    line = line_of(StoreError("The disk is full.", key="store_full"))
    assert line["reason"] == "store_full"
    assert line["cause"] == ("The disk is full. (could not extend file: No space left on device)")
    assert "exception" not in line


def test_any_other_failure_is_told_with_its_traceback() -> None:
    line = line_of(ValueError("what is this?"))
    assert "ValueError: what is this?" in line["exception"]
    assert "reason" not in line


@pytest.mark.anyio
async def test_lines_are_counted_by_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(COUNTED, "counts", dict.fromkeys(COUNTED.counts, 0))
    for level in (logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL):
        record = logging.LogRecord("x", level, __file__, 1, "it", (), None)
        if level >= COUNTED.level:  # as a logger asks before it hands a record on
            COUNTED.handle(record)
    text = await Metrics().text()
    assert 'balance_desk_log_lines_total{level="warning"} 1' in text
    assert 'balance_desk_log_lines_total{level="error"} 2' in text
