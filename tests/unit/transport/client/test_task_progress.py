"""How soon a task whose stream was lost is looked at again, and what counts as progress."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.domain.events import ArtifactEvent, StatusEvent, TaskEvent
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, Task, TaskState
from transport.client.following import Backoff, Novelty

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
DELAYS = st.lists(st.floats(0.001, 60), min_size=1, max_size=9).map(sorted)


@given(DELAYS, st.integers(1, 400))
def test_pauses_grow_up_to_their_limit(delays: list[float], looks: int) -> None:
    backoff = Backoff(delays)
    pauses = [backoff.next() for _ in range(looks)]
    assert pauses[: len(delays)] == delays[:looks]
    assert all(one <= next_ for one, next_ in pairwise(pauses))
    assert max(pauses) <= max(30.0, delays[-1])


@given(DELAYS, st.integers(0, 50))
def test_after_progress_it_is_looked_again_soon_but_never_at_once(
    delays: list[float], looks: int
) -> None:
    backoff = Backoff([0.0, *delays])
    for _ in range(looks):
        backoff.next()
    backoff.restart()
    assert backoff.next() == (delays[0] if looks else 0.0)


def status(state: TaskState, text: str, *, later: int = 0) -> StatusEvent:
    words = Message(
        message_id=f"m{later}",
        context_id="c",
        role=Role.AGENT,
        parts=(TextPart(text=text),),
        created_at=NOON + timedelta(seconds=later),
    )
    return StatusEvent(task_id="t", context_id="c", state=state, message=words)


def chunk(text: str) -> ArtifactEvent:
    artifact = Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),))
    return ArtifactEvent(
        task_id="t", context_id="c", artifact=artifact, append=True, last_chunk=False
    )


def test_what_was_told_before_is_no_progress_whenever_it_is_said() -> None:
    novelty = Novelty()
    assert novelty.take(status(TaskState.WORKING, "Reading"))
    assert not novelty.take(status(TaskState.WORKING, "Reading", later=9))
    assert novelty.take(status(TaskState.WORKING, "Counting"))
    assert novelty.take(chunk("58 %"))
    assert not novelty.take(chunk("58 %"))
    assert novelty.take(chunk(" of games"))
    task = Task(task_id="t", context_id="c", state=TaskState.WORKING, updated_at=NOON)
    assert novelty.take(TaskEvent(task=task))
    moved = task.model_copy(update={"updated_at": NOON + timedelta(seconds=5)})
    assert not novelty.take(TaskEvent(task=moved))
    assert novelty.take(
        TaskEvent(task=task.model_copy(update={"artifacts": (chunk("x").artifact,)}))
    )
