"""F18: 2,000 examples of every operation of the conversation service, in all phases."""

import os
from pathlib import Path

import pytest

from tests.e2e.schema_run import run_schema

pytestmark = [pytest.mark.faults, pytest.mark.timeout(4 * 3600)]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))


def test_every_operation_answers_by_its_schema(tmp_path: Path) -> None:
    phases = "examples,coverage,fuzzing,stateful"
    examples = max(1, round(2000 * SCALE))
    run_schema(tmp_path, phases=phases, examples=examples, seconds=4 * 3600, seed=18)
