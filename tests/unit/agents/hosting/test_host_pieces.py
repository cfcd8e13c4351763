"""Pieces of an answer that come close together are joined inside the host, and told one by one."""

import pytest
from a2a.types import Part, TaskArtifactUpdateEvent
from hypothesis import given
from hypothesis import strategies as st

from agents.hosting.pieces import joined, joins, taken_apart


def piece(*texts: str, append: bool = True, artifact: str = "a") -> TaskArtifactUpdateEvent:
    event = TaskArtifactUpdateEvent(task_id="t", context_id="c", append=append)
    event.artifact.artifact_id = artifact
    event.artifact.name = "answer"
    event.artifact.parts.extend(Part(text=text) for text in texts)
    return event


@given(st.lists(st.lists(st.text(max_size=3), min_size=1, max_size=3), min_size=1, max_size=20))
def test_what_was_joined_is_taken_apart_into_the_same_pieces(texts: list[list[str]]) -> None:
    pieces = [piece(*one) for one in texts]
    assert all(joins(one, pieces[:n]) for n, one in enumerate(pieces))
    whole = joined(pieces)
    assert [part.text for part in whole.artifact.parts] == [text for one in texts for text in one]
    assert list(taken_apart(whole)) == pieces


def test_what_says_more_than_the_next_piece_goes_alone() -> None:
    named, noted, last = piece("x"), piece("x"), piece("x")
    named.artifact.name = "other"
    noted.metadata.fields["k"].string_value = "v"
    last.last_chunk = True
    first = [piece("x")]
    for event in (piece("x", append=False), piece("x", artifact="b"), named, noted, last):
        assert not joins(event, first)
    assert list(taken_apart(last)) == [last]


@pytest.mark.parametrize("event", [piece("a"), piece("a", "b"), piece()])
def test_one_piece_stays_what_it_is(event: TaskArtifactUpdateEvent) -> None:
    assert list(taken_apart(joined([event]))) == [event]
