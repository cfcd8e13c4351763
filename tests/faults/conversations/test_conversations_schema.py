"""F18: whatever is sent to the conversation service by its OpenAPI document is answered by it."""

from pathlib import Path

import pytest

from tests.e2e.serving.schema_run import run_schema
from tests.faults.scales import Scale


@pytest.mark.timeout(4 * 3600)
def test_f18_every_operation_answers_by_its_schema(tmp_path: Path, scale: Scale) -> None:
    # The coverage phase is thousands of requests whatever the number of examples.
    coverage = "" if scale.share is None else "examples,coverage,"
    phases = f"{coverage}fuzzing,stateful"
    run_schema(tmp_path, phases=phases, examples=scale(2, 1000), seconds=4 * 3600, seed=18)
