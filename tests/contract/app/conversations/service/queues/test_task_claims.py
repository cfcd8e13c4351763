"""Who works on a task: one of several services on one database, for as long as it says so."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.service_task_rows import Claim
from app.conversations.protocol.envelope import envelope_of
from app.conversations.protocol.payloads import TaskPayload
from app.conversations.protocol.queue_names import TASK
from app.conversations.service.queues.results import UnderWay
from app.conversations.service.queues.task_runs import Delivery, TaskRuns
from app.domain.book import NewConversation
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from tests.contract.app.conversations.service.queue_samples import said
from tests.contract.app.conversations.service.queue_service import ANA
from tests.live.conftest import new_database, postgres_url  # noqa: F401
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.live)]
CLAIM_SECONDS = 4.0  # a busy machine may stand still for more than half of it
Books = tuple[EmbeddedBook, EmbeddedBook]


@pytest.fixture(params=DATABASES)
async def books(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Books]:
    """One database, as two services have it."""
    where: Path | str = tmp_path / "service.db"
    if request.param == "postgresql":
        make: Callable[[], str] = request.getfixturevalue("new_database")
        where = make()
    one, other = await EmbeddedBook.open(where), await EmbeddedBook.open(where)
    await one.create(ANA, NewConversation(id="talk", agent_id="data"))
    yield one, other
    await one.aclose()
    await other.aclose()


def working(task_id: str) -> ServiceTask:
    return ServiceTask(id=task_id, state=ServiceTaskState.PROCESSING)


async def test_of_those_who_ask_at_once_one_gets_it(books: Books) -> None:
    for number in range(10):
        task = working(f"t{number}")
        claimed = await asyncio.gather(
            *(
                book.task_begin(ANA, task, Claim(f"{at} {book}", 60, ""))
                for at in range(3)
                for book in books
            )
        )
        assert sum(found.given for found in claimed) == 1
        assert {found.task.revision for found in claimed} == {1}


async def test_what_is_done_is_nobodys(books: Books) -> None:
    mine, other = Claim("mine", 60, ""), Claim("other", 60, "")
    task, given = await books[0].task_begin(ANA, working("t"), mine)
    assert given
    assert (await books[0].task_begin(ANA, working("t"), mine)).given
    assert not await books[1].task_hold(ANA, "t", other)
    assert await books[0].task_hold(ANA, "t", mine)
    # To give up is not to take away.
    failed = task.model_copy(update={"state": ServiceTaskState.FAILED})
    assert (await books[1].task_begin(ANA, failed, other)).task.state == "processing"
    assert (await books[0].task_begin(ANA, failed, mine)).task.state == "failed"
    assert not (await books[0].task_begin(ANA, working("t"), mine)).given
    revived = await books[1].task_begin(ANA, working("t"), other._replace(revived=True))
    assert (revived.given, revived.task.state) == (True, "processing")


async def test_a_claim_is_renewed_while_the_task_is_worked_on(books: Books) -> None:
    one, other = books
    begun, went_on, stopped = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(*_: Any) -> Any:
        begun.set()
        try:
            await went_on.wait()
        finally:
            stopped.set()
        return "done"

    runs = TaskRuns(one, {"slow": slow}, look_seconds=0.02, claim_seconds=CLAIM_SECONDS)
    envelope = envelope_of(said(TASK, task_id="t"))
    payload = TaskPayload(task_type="slow")
    running = asyncio.create_task(runs.run(ANA, envelope, Delivery("1"), payload))
    await begun.wait()
    wanted = await other.task(ANA, "t")
    claim = Claim("other", 60, "")
    until = monotonic() + 1.1 * CLAIM_SECONDS
    while monotonic() < until:
        assert not (await other.task_begin(ANA, wanted, claim)).given
    # Whose it is no longer stops.
    assert (await other.task_begin(ANA, wanted, claim._replace(revived=True))).given
    async with asyncio.timeout(PATIENCE):
        await stopped.wait()
        with pytest.raises(UnderWay):
            await running
    assert (await one.task(ANA, "t")).state is ServiceTaskState.PROCESSING
