"""Cancellations of tasks that are not there yet: for how long they hold, and how many there are."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from app.conversations.book import service_task_rows
from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.service_task_rows import KEPT
from app.conversations.database.tables import CANCELLED_AHEAD
from app.domain.book import Caller
from app.domain.ids import utc_now
from app.domain.service_tasks import ServiceTask
from app.errors import RateLimitExceeded
from tests.contract.app.conversations.book.books import ANA, BEA, STRANGER

pytestmark = pytest.mark.anyio


async def noted(book: EmbeddedBook, caller: Caller) -> int:
    count = select(func.count()).where(CANCELLED_AHEAD.c.tenant == caller.tenant)
    found: int = await book.database.read(caller.tenant, lambda c: c.execute(count).scalar_one())
    return found


async def test_they_go_with_their_task_or_after_a_day(tmp_path: Path) -> None:
    book = await EmbeddedBook.open(tmp_path / "service.db")
    for one in ("old", "older", "new"):
        await book.task_cancel(ANA, one)
    aged = update(CANCELLED_AHEAD).where(CANCELLED_AHEAD.c.task_id != "new")
    past: Any = aged.values(at=utc_now() - KEPT - timedelta(seconds=1))
    await book.database.write(ANA.tenant, lambda c: c.execute(past).rowcount)
    assert (await book.task_put(ANA, ServiceTask(id="old"))).state == "pending"
    assert (await book.task_put(ANA, ServiceTask(id="new"))).state == "cancelled"
    assert await noted(book, ANA) == 2
    await book.task_cancel(ANA, "next")
    assert await noted(book, ANA) == 1
    await book.aclose()


async def test_a_tenant_has_so_many_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_task_rows, "MOST", 3)
    book = await EmbeddedBook.open(tmp_path / "service.db")
    for number in range(3):
        await book.task_cancel(ANA, f"t{number}")
    with pytest.raises(RateLimitExceeded):
        await book.task_cancel(BEA, "t3")
    assert (await book.task_cancel(ANA, "t0")).revision == 0
    assert (await book.task_cancel(STRANGER, "t3")).revision == 0
    # None of those that were told so is lost.
    assert (await book.task_put(ANA, ServiceTask(id="t2"))).state == "cancelled"
    assert (await book.task_cancel(BEA, "t3")).revision == 0
    await book.aclose()
