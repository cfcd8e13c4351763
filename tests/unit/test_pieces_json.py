"""The direct way of a streamed piece through ProtoJSON gives what protobuf's own gives."""

from typing import Any

import pytest
from a2a.types import Artifact, Part, StreamResponse, TaskArtifactUpdateEvent
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    MessageToDict,
    ParseDict,
)
from hypothesis import given
from hypothesis import strategies as st

from transport.pieces_json import piece_from_json, piece_to_json

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@given(words, words, words, words, st.lists(words, max_size=3), st.booleans(), st.booleans())
def test_a_piece_of_text_is_written_and_read_as_protobuf_does(
    task: str, context: str, name: str, artifact: str, texts: list[str], append: bool, last: bool
) -> None:
    piece = StreamResponse(
        artifact_update=TaskArtifactUpdateEvent(
            task_id=task,
            context_id=context,
            artifact=Artifact(
                artifact_id=artifact, name=name, parts=[Part(text=one) for one in texts]
            ),
            append=append,
            last_chunk=last,
        )
    )
    written = piece_to_json(piece)
    assert written == MessageToDict(piece)
    assert piece_from_json(written) == ParseDict(written, StreamResponse()) == piece


@pytest.mark.parametrize(
    "value",
    [
        {"statusUpdate": {"taskId": "t"}},
        {"artifactUpdate": {"taskId": "t", "artifact": {"parts": [{"data": 1}]}}},
        {
            "artifactUpdate": {
                "taskId": "t",
                "artifact": {"parts": [{"text": "x", "filename": "f"}]},
            }
        },
        {"artifactUpdate": {"taskId": "t", "artifact": {"description": "d"}}},
        {"artifactUpdate": {"taskId": "t", "metadata": {"a": 1}, "artifact": {}}},
    ],
)
def test_anything_else_is_left_to_protobuf(value: dict[str, Any]) -> None:
    assert piece_from_json(value) is None
    assert piece_to_json(ParseDict(value, StreamResponse())) is None


@pytest.mark.parametrize(
    "value",
    [
        {"artifactUpdate": 3},
        {"artifactUpdate": {"artifact": {"parts": "x"}}},
        {"artifactUpdate": {"artifact": {"parts": [{"text": 3}]}}},
        {"artifactUpdate": {"taskId": 3, "artifact": {}}},
        {"artifactUpdate": {"append": "yes", "artifact": {}}},
        {},
    ],
)
def test_what_is_malformed_is_left_to_protobuf_too(value: dict[str, Any]) -> None:
    assert piece_from_json(value) is None
