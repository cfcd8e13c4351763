"""Whatever is sent to the conversation service by its OpenAPI document: no 5xx, answers as said."""

from pathlib import Path

from tests.e2e.schema_run import run_schema


def test_every_operation_answers_by_its_schema(tmp_path: Path) -> None:
    run_schema(tmp_path, examples=3, seconds=100)
