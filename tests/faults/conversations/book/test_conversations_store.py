"""The book through kills and first openings: F9 and F22."""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.store.change_rows import KEPT, stream
from app.domain.book import LOCAL_CALLER, LOCAL_TENANT
from tests.faults.scales import Scale
from tests.live.conftest import new_database, postgres_url  # noqa: F401

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="kills of POSIX"),
]

HOST = Path(__file__).with_name("crash_book.py")
REPOSITORY = Path(__file__).parents[4]
PROCESSES = 8


def host(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(HOST), *map(str, arguments)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        text=True,
    )


def written_until_killed(database: object, start: int, chance: random.Random) -> list[str]:
    """Return the ids that were acknowledged before the writer was killed at some moment."""
    with host("write", database, start) as process:
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip()]
        time.sleep(chance.uniform(0, 0.4))
        process.kill()
        rest = process.stdout.read()
    # The last line may have been cut off in the middle.
    acknowledged += [line for line in rest.split("\n")[:-1] if line]
    assert acknowledged[0]
    return acknowledged


async def check(book: EmbeddedBook, acknowledged: set[str]) -> None:
    stored: Counter[str] = Counter()
    for conversation in (await book.listed(LOCAL_CALLER)).items:
        messages: list[Any] = []
        page = await book.messages(LOCAL_CALLER, conversation.id, limit=1000)
        messages += page.items
        while page.next is not None:
            page = await book.messages(
                LOCAL_CALLER, conversation.id, after=int(page.next), limit=1000
            )
            messages += page.items
        assert [m.seq for m in messages] == list(range(conversation.message_count))
        assert sum(m.tokens for m in messages) == conversation.token_total
        stored.update(m.id for m in messages)
    assert set(stored.values()) <= {1}, "stored twice"
    assert acknowledged <= stored.keys(), "acknowledged and lost"

    def told(connection: Connection) -> tuple[list[str], int, int]:
        statement = "SELECT message_id FROM changes WHERE update_type = 'new_message'"
        of_messages = list(connection.execute(text(statement)).scalars())
        every = int(connection.execute(text("SELECT count(*) FROM changes")).scalar_one())
        _, last, cut = stream(connection, LOCAL_TENANT)
        assert every == last - cut
        return of_messages, every, cut

    def count(connection: Connection) -> int:
        return int(connection.execute(text("SELECT count(*) FROM messages")).scalar_one())

    assert await book.database.read(LOCAL_TENANT, count) == len(stored)
    of_messages, every, cut = await book.database.read(LOCAL_TENANT, told)
    if cut:  # only the newest are kept
        assert every >= KEPT
        assert len(set(of_messages)) == len(of_messages)
        assert stored.keys() >= set(of_messages)
    else:
        assert Counter(of_messages) == stored


async def kill(database: Path | str, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    acknowledged: set[str] = set()
    start = 0
    for _ in range(rounds):
        some = written_until_killed(database, start, chance)
        acknowledged |= set(some)
        # Each writer begins a little before where the slowest was: what was stored is sent again.
        start = max(start, min(Counter(s.split("-")[0] for s in some).values()) + start - 3)
    book = await EmbeddedBook.open(database)
    await check(book, acknowledged)
    await book.aclose()


async def test_f9_a_killed_writer_loses_nothing_and_repeats_nothing(
    tmp_path: Path, scale: Scale
) -> None:
    rounds = scale(2, 100)
    await kill(tmp_path / "desk.db", rounds, rounds)


async def test_f9_a_killed_writer_of_postgresql_loses_nothing_and_repeats_nothing(
    new_database: Callable[[], str],  # noqa: F811
    scale: Scale,
) -> None:
    rounds = scale(2, 100)
    await kill(new_database(), rounds, rounds)


def open_together(databases: list[object]) -> list[str]:
    """Let eight processes open each database for the first time at the same moment."""
    with host("open", *databases) as process:
        said, _ = process.communicate()
    return said.splitlines()


async def test_f22_many_processes_open_a_database_first(tmp_path: Path, scale: Scale) -> None:
    rounds = scale(4, 20)
    databases = [tmp_path / f"{number}.db" for number in range(rounds)]
    assert Counter(open_together(list(databases))) == {"ok": PROCESSES * rounds}
    for database in databases:
        book = await EmbeddedBook.open(database)
        assert (await book.get(LOCAL_CALLER, "c")).message_count == PROCESSES
        await book.aclose()


async def test_f22_many_processes_open_a_postgresql_database_first(
    new_database: Callable[[], str],  # noqa: F811
    scale: Scale,
) -> None:
    databases = [new_database() for _ in range(scale(3, 20))]
    assert Counter(open_together(list(databases))) == {"ok": PROCESSES * len(databases)}
