"""The doctor tells how much there is of what grows, and what came in the last day."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from agents.hosting.database import task_rows
from app.commands.doctor import profile, servers
from app.commands.doctor.findings import DoctorFinding
from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.tables import MESSAGES
from app.domain.book import SCOPES, Caller, NewConversation, NewMessage
from app.domain.ids import utc_now
from app.serving.task_storage import open_kept
from tests.contract.agents.hosting.test_retention import kept

pytestmark = pytest.mark.anyio


async def fill(conversations: Path | str, folder: Path, tasks: str | None) -> None:
    """Keep three messages of each of two tenants, one of them old, and two tasks, one of them."""
    book = await EmbeddedBook.open(conversations)
    old = (
        update(MESSAGES)
        .where(MESSAGES.c.position == 0)
        .values(created_at=utc_now() - timedelta(days=2))
    )
    for tenant in ("acme", "other"):
        caller = Caller(tenant=tenant, scopes=SCOPES)
        await book.create(caller, NewConversation(id="c"))
        for number in range(3):
            await book.add(caller, "c", NewMessage(role="user", content=str(number)))
        await book.database.write(tenant, lambda c: c.execute(old))
    await book.aclose()
    async with open_kept(folder, tasks) as opened:
        for age in (0.5, 3):
            row = kept(int(age), age=age)
            await opened.database.run("", lambda c, row=row: task_rows.put(c, row))


async def test_of_a_profile(tmp_path: Path) -> None:
    assert list(profile.growth(tmp_path)) == []
    await fill(tmp_path / "desk.db", tmp_path, None)
    found = {one.name: one for one in profile.growth(tmp_path)}
    assert "MB; rows (in the last day): messages 6 (+4), " in found["growth"].text
    assert found["served tasks"].text == "0 MB; tasks (changed in the last day): 2 (+1)"
    (tmp_path / "serve" / "conversations" / "stream").mkdir(parents=True)
    day = tmp_path / "serve" / "conversations" / "stream" / "2026-01-09.jsonl"
    for name, age in (("2026-01-09.jsonl", 3), ("2026-01-10.jsonl", 0)):
        written = day.with_name(name)
        written.write_bytes(b"x" * 3_000_000)
        os.utime(written, 2 * (time.time() - age * 86_400,))
    of_log = list(profile.growth(tmp_path))[-1]
    assert (of_log.name, of_log.text) == ("log of serve", "6 MB; 3 MB written in the last day")
    (tmp_path / "desk.db").write_bytes(b"no database" * 1000)
    broken, tasks, _ = profile.growth(tmp_path)
    assert (broken.verdict, broken.text[:15]) == ("note", "cannot be told:")
    assert tasks.verdict == "ok"


async def test_of_files_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, tasks = tmp_path / "book.db", tmp_path / "tasks" / "tasks.db"
    addresses = f"sqlite:///{book}", f"sqlite:///{tasks}"
    monkeypatch.setenv("BALANCE_DESK_DATABASE", addresses[0])
    monkeypatch.setenv("BALANCE_DESK_TASKS_DATABASE", addresses[1])

    def found() -> dict[str, DoctorFinding]:
        return {one.name: one for one in servers.databases()}

    assert {(name, one.verdict) for name, one in found().items()} == {
        ("conversations", "note"),  # neither is there
        ("served tasks", "note"),
    }
    assert not book.exists()
    await fill(book, tmp_path, addresses[1])
    told = found()
    assert {one.verdict for one in told.values()} == {"ok"}
    assert "book.db, at revision " in told["conversations"].text
    assert "messages 6 (+4)" in told["conversations"].text
    assert "tasks (changed in the last day): 2 (+1)" in told["served tasks"].text
    monkeypatch.setattr(os, "access", lambda path, mode: path != book)
    assert "cannot be written here" in found()["conversations"].text
    monkeypatch.undo()
    for address, words in ((addresses[0], "book.db: "), ("mysql://host/x", "names neither")):
        book.write_bytes(b"no database" * 1000)
        monkeypatch.setenv("BALANCE_DESK_DATABASE", address)
        [broken] = servers.databases()
        assert broken.verdict == "problem"
        assert words in broken.text
