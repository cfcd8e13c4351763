"""Whatever is sent to the conversation service by its OpenAPI document: no 5xx, answers as said."""

from pathlib import Path

import pytest

from tests.e2e.schema_run import run_schema


# The coverage phase, thousands of requests, is in `make test-faults`.
@pytest.mark.timeout(400)
def test_every_operation_answers_by_its_schema(tmp_path: Path) -> None:
    run_schema(tmp_path, phases="fuzzing,stateful", examples=3, seconds=300)
