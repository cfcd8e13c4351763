"""PostgreSQL keeps tenants apart by itself, plans for each conversation, and comes back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, insert, select, text

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.message_rows import Adding, add_each
from app.conversations.database import schema
from app.conversations.database.database import Database
from app.conversations.database.job_thread import Lane
from app.conversations.database.postgres import owning_engine
from app.conversations.database.tables import METADATA, TOKENS
from app.conversations.store.sql_store import SqlStore
from app.domain.book import Added, NewConversation, NewMessage
from app.domain.ids import utc_now
from app.errors import BadInput, DatabaseUnreachable, StoreError
from app.serving.task_storage import open_kept
from tests.contract.app.conversations.book.books import ANA, STRANGER, talk
from tests.first_schema import TURNS, first_rows
from tests.live.servers import NoServer, Postgres
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.live]


@pytest.fixture
async def book(new_database: Callable[[], str]) -> AsyncIterator[EmbeddedBook]:
    opened = await EmbeddedBook.open(new_database())
    yield opened
    await opened.aclose()


def everything(connection: Connection) -> dict[str, list[str]]:
    """Return whose rows a query without any WHERE sees, in each table."""
    return {
        name: sorted({row.tenant for row in connection.execute(select(table.c.tenant))})
        for name, table in METADATA.tables.items()
    }


async def test_a_query_without_its_where_sees_one_tenant(book: EmbeddedBook) -> None:
    for caller in (ANA, STRANGER):
        await talk(book, "Q", "A", caller=caller)
    for tenant in ("acme", "other", "third", ""):
        seen = await book.database.read(tenant, everything)
        found = {name for names in seen.values() for name in names}
        assert found == ({tenant} if tenant in ("acme", "other") else set())
        assert (await book.database.write(tenant, everything)) == seen


async def test_a_write_without_its_where_changes_one_tenant(book: EmbeddedBook) -> None:
    for caller in (ANA, STRANGER):
        await talk(book, "Q", caller=caller)
    await book.database.write(
        "acme", lambda c: c.execute(text("UPDATE messages SET content = 'changed'"))
    )
    await book.database.write("acme", lambda c: c.execute(text("DELETE FROM changes")))
    (mine,) = (await book.messages(ANA, "c1")).items
    (theirs,) = (await book.messages(STRANGER, "c1")).items
    assert (mine.content, theirs.content) == ("changed", "Q")
    assert await book.database.read("other", lambda c: len(c.execute(text("TABLE changes")).all()))

    def foreign(connection: Connection) -> None:
        connection.execute(text("UPDATE conversations SET tenant = 'other'"))

    with pytest.raises(StoreError, match="row-level security"):
        await book.database.write("acme", foreign)


async def test_every_table_is_locked_for_everyone(
    book: EmbeddedBook, new_database: Callable[[], str]
) -> None:
    def locks(connection: Connection) -> dict[str, tuple[bool, bool]]:
        found = connection.execute(
            text(
                "SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            )
        )
        return {name: (on, forced) for name, on, forced in found if name != "alembic_version"}

    def role(connection: Connection) -> Any:
        return connection.execute(
            text(
                "SELECT rolsuper, rolbypassrls, current_setting('plan_cache_mode')"
                " FROM pg_roles WHERE rolname = current_user"
            )
        ).one()

    assert await book.database.read("acme", locks) == dict.fromkeys(METADATA.tables, (True, True))
    assert tuple(await book.database.read("acme", role)) == (False, False, "force_custom_plan")
    assert tuple(await book.database.write("acme", role)) == (False, False, "auto")


async def test_messages_that_are_stored_together_come_back_as_each_would(
    book: EmbeddedBook,
) -> None:
    odd = ("줄\r\n\x00 \U0001f600", '\\u0000 "{}[],', "\ufdd0\ufdd1 \ufeff\u2028", " ", "NULL")
    news = [
        NewMessage(
            id=f"m{number}",
            role="tool",
            content=words,
            timestamp=None if number % 2 else utc_now(),
            tokens=number,
            tags=(words,) if number % 2 else (),
            important=bool(number % 2),
            task_id=words or None,
            metadata={words: 1.5},
            body={"n": 2**53 + 1} if number % 2 else None,
        )
        for number, words in enumerate(odd)
    ]
    await book.create(ANA, NewConversation(id="c"))
    added = await book.database.write(
        "acme", lambda c: add_each(c, [Adding(ANA, "c", new) for new in news])
    )
    page = await book.messages(ANA, "c")
    assert list(page.items) == [one.message for one in added if isinstance(one, Added)]
    for new, read in zip(news, page.items, strict=True):
        given = new.model_dump(exclude={"timestamp"} if new.timestamp is None else None)
        assert read.model_dump(include=given.keys()) == given


async def test_a_token_is_found_by_its_hash_only(book: EmbeddedBook) -> None:
    for tenant in ("acme", "other"):
        row = {"tenant": tenant, "token_id": "1", "token_hash": f"hash of {tenant}"}
        row |= {"scopes": "[]", "created_at": utc_now()}
        await book.database.write(tenant, lambda c, row=row: c.execute(insert(TOKENS).values(row)))

    def found(hashed: str) -> Callable[[Connection], list[str]]:
        def job(connection: Connection) -> list[str]:
            wanted = {"hashed": hashed}
            connection.execute(
                text("SELECT set_config('balance_desk.token_hash', :hashed, true)"), wanted
            )
            return list(connection.execute(select(TOKENS.c.tenant)).scalars())

        return job

    assert await book.database.read("", found("hash of other")) == ["other"]
    assert await book.database.read("", found("")) == []
    assert await book.database.read("", found("hash")) == []


@pytest.fixture
def ordinary(new_database: Callable[[], str]) -> Iterator[tuple[str, str]]:
    """A database as its superuser reaches it, and as an ordinary role does that owns it."""
    address = new_database()
    name = address.rsplit("/", 1)[1]
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute(f'CREATE ROLE "{name}" LOGIN')
        admin.execute(f'ALTER DATABASE "{name}" OWNER TO "{name}"')
        admin.execute(f'GRANT ALL ON SCHEMA public TO "{name}"')
    yield address, address.replace("desk@", f"{name}@")
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("DROP SCHEMA public CASCADE")
        admin.execute(f'ALTER DATABASE "{name}" OWNER TO desk')
        admin.execute(f'DROP OWNED BY "{name}" CASCADE')
        admin.execute(f'DROP ROLE "{name}"')


async def test_a_migration_lets_go_of_its_tables_for_whoever_is_at_work(
    ordinary: tuple[str, str],
) -> None:
    address, theirs = ordinary
    book = await EmbeddedBook.open(theirs)
    await book.aclose()
    waits = "SELECT 1 FROM pg_locks WHERE relation = 'turns'::regclass AND NOT granted"
    with psycopg.connect(address, autocommit=True) as admin, psycopg.connect(address) as writer:
        admin.execute("ALTER TABLE turns DROP COLUMN pinned_for_all")
        admin.execute("UPDATE alembic_version SET version_num = '0008'")
        writer.execute("LOCK TABLE turns IN ROW EXCLUSIVE MODE")
        opening = asyncio.create_task(EmbeddedBook.open(theirs))
        while admin.execute(waits).fetchone() is None:
            await asyncio.wait({opening}, timeout=0.02)
        # The migration has this one, if it keeps what it has while it waits for the other.
        await asyncio.to_thread(writer.execute, "LOCK TABLE conversations IN ROW EXCLUSIVE MODE")
        writer.commit()
        book = await opening
    await book.aclose()


async def test_an_ordinary_role_copies_and_changes_every_row_of_an_older_database(
    ordinary: tuple[str, str], tmp_path: Path
) -> None:
    address, theirs = ordinary
    # Tasks of agents may be in the same database, and may have been there first.
    async with open_kept(tmp_path, theirs):
        pass
    book = await EmbeddedBook.open(theirs)
    for caller in (ANA, STRANGER):
        await talk(book, "Q", caller=caller)
    await book.aclose()
    with psycopg.connect(address, autocommit=True) as admin:
        # As revision 0004 left it; 0005 forgets these answers.
        for name in ("idempotency", "inbox"):
            admin.execute(f"ALTER TABLE {name} DROP COLUMN about")
        admin.execute("DROP TABLE cancelled_ahead")
        admin.execute("ALTER TABLE turns DROP COLUMN pinned_for_all")
        for name in ("claimed_by", "claimed_until"):
            admin.execute(f"ALTER TABLE service_tasks DROP COLUMN {name}")
        answer = "INSERT INTO inbox VALUES ('acme', 'm', 'queue', 1, '[]')"
        admin.execute(answer)
        admin.execute("UPDATE alembic_version SET version_num = '0004'")
    book = await EmbeddedBook.open(theirs)
    assert (await book.database.read("acme", everything))["messages"] == ["acme"]
    await book.aclose()
    kept = f'SELECT count(*) FROM "before_{schema.REVISION}".messages'
    with psycopg.connect(address) as admin:
        assert admin.execute(kept).fetchone() == (2,)
        assert admin.execute("SELECT count(*) FROM inbox").fetchone() == (0,)
    with psycopg.connect(theirs) as role:
        assert role.execute(kept).fetchone() == (0,)
        assert role.execute("SELECT count(*) FROM messages").fetchone() == (0,)


async def test_an_ordinary_role_is_held_back_as_its_owner(ordinary: tuple[str, str]) -> None:
    address, theirs = ordinary
    name = address.rsplit("/", 1)[1]
    book = await EmbeddedBook.open(theirs)
    for caller in (ANA, STRANGER):
        await talk(book, "Q", caller=caller)
    seen = await book.database.read("acme", everything)
    assert seen["messages"] == ["acme"]
    await book.aclose()
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute(f'ALTER ROLE "{name}" BYPASSRLS')
        admin.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        admin.execute(f'GRANT ALL ON SCHEMA public TO "{name}"')
    with pytest.raises(BadInput, match="BYPASSRLS"):
        await EmbeddedBook.open(theirs)


async def test_a_window_is_read_by_its_index_however_long_the_conversation(
    book: EmbeddedBook,
) -> None:
    await talk(book)

    def fill(connection: Connection) -> None:
        connection.execute(
            text(
                "INSERT INTO messages (tenant, message_id, context_id, position, role, created_at,"
                " body, content) SELECT 'acme', 'm' || n, 'c1', n, 'user', 0, '', 'text ' || n"
                " FROM generate_series(0, 49999) n"
            )
        )

    def plan(connection: Connection) -> str:
        connection.execute(text("SET LOCAL plan_cache_mode = force_custom_plan"))
        lines = connection.execute(
            text(
                "EXPLAIN (ANALYZE, BUFFERS) SELECT content FROM messages WHERE tenant = 'acme'"
                " AND context_id = 'c1' AND position < 50000 AND content <> ''"
                " ORDER BY position DESC LIMIT 58"
            )
        ).scalars()
        return "\n".join(lines)

    await book.database.write("acme", fill)
    said = await book.database.read("acme", plan)
    assert "Index Scan Backward using messages_tenant_context_id_position_key" in said
    assert "Seq Scan" not in said


async def test_processes_that_start_together_make_one_database(
    new_database: Callable[[], str],
) -> None:
    address = new_database()
    books = await asyncio.gather(*(EmbeddedBook.open(address) for _ in range(8)))
    await asyncio.gather(
        *(talk(book, "Q", conversation_id=f"c{n}") for n, book in enumerate(books))
    )
    assert await books[0].count(ANA) == 8
    for book in books:
        await book.aclose()


async def test_a_newer_database_and_anothers_are_refused(
    new_database: Callable[[], str],
) -> None:
    newer, foreign = new_database(), new_database()
    await (await Database.open(newer)).aclose()
    with psycopg.connect(newer, autocommit=True) as admin:
        admin.execute("UPDATE alembic_version SET version_num = '9999'")
    with psycopg.connect(foreign, autocommit=True) as admin:
        admin.execute("CREATE TABLE theirs (x int)")
    for address, reason in ((newer, "store_newer"), (foreign, "store_foreign")):
        with pytest.raises(StoreError) as caught:
            await Database.open(address)
        assert caught.value.reason == reason
    with psycopg.connect(foreign) as admin:
        tables = admin.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        assert tables.fetchone() == (1,)


async def test_the_first_schema_comes_up_to_date_with_a_copy_kept(
    new_database: Callable[[], str],
) -> None:
    address = new_database()
    folder = Path(__file__).parents[2] / "fixtures" / "schemas"
    made = (folder / "0001.sql").read_text("utf-8").replace("BLOB", "BYTEA")
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute(made)
        for name, rows in first_rows().items():
            marks = ", ".join(["%s"] * len(rows[0]))
            with admin.cursor() as cursor:
                cursor.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
        admin.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)")
        admin.execute("INSERT INTO alembic_version VALUES ('0001')")
    store = await SqlStore.open(address)
    assert len(await store.conversations()) == 3
    assert [hit.position for hit in await store.find("승률은 0 %")] == [1]
    await store.aclose()
    with psycopg.connect(address) as admin:
        kept = admin.execute(f'SELECT count(*) FROM "before_{schema.REVISION}".messages')
        assert kept.fetchone() == (TURNS,)
        now = admin.execute("SELECT count(*), sum(tokens) > 0 FROM messages")
        assert now.fetchone() == (2 * TURNS, True)


async def test_after_a_restart_of_the_server_all_goes_on(tmp_path: Path) -> None:
    try:
        server = Postgres(tmp_path / "server")
        server.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        book = await EmbeddedBook.open(server.url)
        await talk(book, "Q")
        server.kill()
        for _ in range(2):
            with pytest.raises(StoreError) as caught:
                await book.get(ANA, "c1")
            assert caught.value.reason == "store_unreachable"
        with pytest.raises(StoreError):
            await book.add(ANA, "c1", NewMessage(id="m", role="user", content="x"))
        server.start()
        assert (await book.add(ANA, "c1", NewMessage(id="m", role="user", content="x"))).created
        assert (await book.get(ANA, "c1")).message_count == 2
        await book.aclose()
    finally:
        server.__exit__(None, None, None)


async def test_a_connection_that_the_server_ended_fails_no_job(
    book: EmbeddedBook, new_database: Callable[[], str], postgres_url: str
) -> None:
    """Whichever of its connections: those that write, those that read, those of served agents."""
    other = postgres_owner(new_database())
    done: list[int] = []

    def end_the_connections() -> None:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity"
                " WHERE datname LIKE 'desk\\_%%' AND pid <> pg_backend_pid()",
                (int(PATIENCE * 1000),),
            )

    def counted(connection: Connection) -> int:
        done.append(1)
        return int(connection.execute(text("SELECT 1")).scalar_one())

    for _ in range(2):
        for tenant in ("acme", "other", "third", "fourth"):
            await book.database.write(tenant, counted)
        await asyncio.gather(*(book.database.read("acme", counted) for _ in range(8)))
        await other.run(counted)
        await asyncio.to_thread(end_the_connections)
    await talk(book, "Q", "A", caller=ANA)
    (said, _) = (await book.messages(ANA, "c1")).items
    assert said.content == "Q"
    assert await other.run(counted) == 1
    await other.aclose()


@pytest.mark.parametrize("batch", [1, 8])
async def test_a_connection_that_ends_at_the_commit_repeats_nothing(
    new_database: Callable[[], str], postgres_url: str, batch: int
) -> None:
    lane = Lane(owning_engine(new_database()), name="test", batch=batch)
    await lane.run(lambda c: c.execute(text("CREATE TABLE t (x int)")))
    runs = []

    def cut_off_at_the_end(connection: Connection) -> None:
        runs.append(1)
        connection.execute(text("INSERT INTO t VALUES (1)"))
        pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(%s, %s)", (pid, int(PATIENCE * 1000)))

    # So many as one commit takes: they wait together behind the one that holds the lane.
    begun, held = Event(), Event()

    def hold(_: Connection) -> None:
        begun.set()
        held.wait()

    holding = asyncio.create_task(lane.run(hold))
    await asyncio.to_thread(begun.wait)
    cut = [asyncio.create_task(lane.run(cut_off_at_the_end))]
    cut += [asyncio.create_task(lane.run(lambda _: runs.append(1))) for _ in range(batch - 1)]
    while lane.waiting < batch:  # noqa: ASYNC110 (no signal)
        await asyncio.sleep(0)
    held.set()
    await holding
    told = await asyncio.gather(*cut, return_exceptions=True)
    kept = await lane.run(lambda c: c.execute(text("SELECT count(*) FROM t")).scalar_one())
    await lane.aclose()
    assert all(isinstance(one, StoreError) for one in told)
    assert len(runs) == batch
    assert kept == 0


async def test_a_patient_lane_waits_for_a_server_that_is_away(tmp_path: Path) -> None:
    try:
        server = Postgres(tmp_path / "postgres")
        server.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    patient = Lane(owning_engine(server.url), name="test", patience=PATIENCE)
    hasty = Lane(owning_engine(server.url), name="test")
    try:
        await patient.run(lambda c: c.execute(text("CREATE TABLE t (x int)")))
        await asyncio.to_thread(server.kill)
        waiting = asyncio.create_task(
            patient.run(lambda c: c.execute(text("INSERT INTO t VALUES (1) RETURNING x")).scalar())
        )
        with pytest.raises(DatabaseUnreachable):
            await hasty.run(lambda c: c.execute(text("SELECT 1")))
        while not patient.retries:  # noqa: ASYNC110 (no signal)
            await asyncio.sleep(0)
        await asyncio.to_thread(server.start)
        assert await waiting == 1
        await asyncio.to_thread(server.kill)
        ending = asyncio.create_task(patient.run(lambda c: c.execute(text("SELECT 1"))))
        await asyncio.sleep(0)
        # Who closes does not wait for it.
        await patient.aclose()
        with pytest.raises(DatabaseUnreachable):
            await ending
    finally:
        await patient.aclose()
        await hasty.aclose()
        server.__exit__(None, None, None)


def postgres_owner(address: str) -> Lane:
    """A lane as served agents have them."""
    return Lane(owning_engine(address), name="test")


async def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(BadInput):
        await Database.open("postgresql://host:port/name")
