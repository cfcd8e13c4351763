"""The queue of what has no vector: whose it is, also when embedders change and programs end."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from app.errors import StoreError
from app.search import Search, embedding_queue
from app.search.embedders import Vector
from app.stream_log import StreamLogger


class Named:
    """An embedder of a name; `meanwhile` happens while it works."""

    understands = True

    def __init__(self, model: str) -> None:
        self.model = model
        self.meanwhile: Callable[[], None] = lambda: None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        self.meanwhile()
        return [[1.0, 2.0] for _ in texts]


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[StreamLogger]:
    with StreamLogger(tmp_path) as logger:
        yield logger


def say(stream: StreamLogger, count: int = 1) -> None:
    for number in range(count):
        stream.log(from_agent="data", msg_type="response", content=f"답 {number}")


def waited(search: Search) -> None:
    search.queue.waiting()


def models(search: Search) -> list[str]:
    return [str(row[0]) for row in search.index.rows("SELECT model FROM embeddings ORDER BY doc")]


def test_a_program_with_the_embedder_of_before_leaves_the_queue_to_the_new_one(
    stream: StreamLogger,
) -> None:
    with (
        Search(stream, embedder=Named("before")) as before,
        Search(stream, embedder=Named("after")) as after,
    ):
        say(stream)
        before.catch_up()
        assert before.queue.work() == 1
        assert after.queue.work() == 1
        say(stream)
        before.catch_up()
        assert before.queue.work() == 0
        assert after.queue.work() == 1
        assert models(after) == ["after", "after"]


def test_vectors_that_came_after_another_embedder_was_chosen_are_not_kept(
    stream: StreamLogger,
) -> None:
    slow = Named("before")
    with (
        Search(stream, embedder=slow) as before,
        Search(stream, embedder=Named("after")) as after,
    ):
        say(stream)
        before.catch_up()
        slow.meanwhile = lambda: waited(after)
        assert before.queue.work() == 0
        assert after.queue.work() == 1
        assert models(after) == ["after"]


def test_queueing_that_was_broken_off_begins_again(
    stream: StreamLogger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_queue, "QUEUED_AT_ONCE", 2)
    with (
        Search(stream, embedder=Named("before")) as before,
        Search(stream, embedder=Named("after")) as broken,
        Search(stream, embedder=Named("after")) as after,
    ):
        say(stream, 5)
        before.catch_up()
        assert before.queue.work() == 5
        with before.index.change() as database:
            database.execute(
                "CREATE TRIGGER full BEFORE INSERT ON queue WHEN NEW.doc > 3"
                " BEGIN SELECT raise(ABORT, 'the disk is full'); END"
            )
        with pytest.raises(StoreError, match="the disk is full"):
            broken.queue.work()
        assert before.queue.work() == 0, "what is queued is for the new one"
        with before.index.change() as database:
            database.execute("DROP TRIGGER full")
        assert after.queue.waiting() == 5
        assert after.queue.work() == 5
        assert models(after) == ["after"] * 5
        assert after.queue.waiting() == 0


def test_an_index_made_anew_says_whose_its_vectors_are(stream: StreamLogger) -> None:
    with (
        Search(stream, embedder=Named("before")) as before,
        Search(stream, embedder=Named("after")) as after,
    ):
        say(stream)
        before.catch_up()
        before.queue.work()
        before.index.rebuild()
        assert before.queue.work() == 1
        assert after.queue.work() == 1
        assert models(after) == ["after"]
