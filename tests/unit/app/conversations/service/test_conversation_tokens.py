"""Tokens of the conversation service: hashed, bounded, rotated, revoked; acts are remembered."""

from asyncio import to_thread
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.conversations.database.database import Database
from app.conversations.service.rest.middleware import Buckets
from app.conversations.service.tokens import AuditWanted, TokenBook
from app.domain.book import ALL_USERS, READ, WRITE
from app.errors import BadInput, NotFound

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "desk.db")
    yield opened
    await opened.aclose()


async def test_a_token_stands_for_its_tenant_and_user(database: Database, clock: Clock) -> None:
    tokens = TokenBook(database, clock=clock)
    mine = await tokens.create("acme", user="ann")
    service = await tokens.create("acme")
    caller = await tokens.caller(mine.text)
    assert caller is not None
    assert (caller.tenant, caller.user, caller.scopes) == ("acme", "ann", {READ, WRITE})
    assert service.record.scopes == {READ, WRITE, ALL_USERS}


async def test_only_the_hash_is_kept(database: Database, clock: Clock, tmp_path: Path) -> None:
    issued = await TokenBook(database, clock=clock).create("acme")
    secret = issued.text.split("_", 2)[2].encode()  # it may hold that sign itself
    assert len(secret) == 43
    await database.aclose()
    files = await to_thread(lambda: [file.read_bytes() for file in tmp_path.iterdir()])
    assert files
    assert all(secret not in content for content in files)


@pytest.mark.parametrize("given", ["", "bdc_", "x" * 3000, "bdc_000000000000_" + "a" * 43])
async def test_what_is_no_token_lets_nobody_in(
    database: Database, clock: Clock, given: str
) -> None:
    assert await TokenBook(database, clock=clock).caller(given) is None


async def test_a_token_ends_when_it_expires(database: Database, clock: Clock) -> None:
    tokens = TokenBook(database, clock=clock)
    issued = await tokens.create("acme", expires_at=NOW + timedelta(days=1))
    assert await tokens.caller(issued.text) is not None
    clock.now = NOW + timedelta(days=1)
    assert await tokens.caller(issued.text) is None


async def test_a_revoked_token_ends_at_once(database: Database, clock: Clock) -> None:
    tokens = TokenBook(database, clock=clock)
    issued = await tokens.create("acme")
    assert await tokens.caller(issued.text) is not None
    await tokens.revoke("acme", issued.record.id)
    assert await tokens.caller(issued.text) is None
    with pytest.raises(BadInput):
        await tokens.rotate("acme", issued.record.id)


async def test_a_rotated_token_goes_on_for_its_overlap(database: Database, clock: Clock) -> None:
    tokens = TokenBook(database, clock=clock)
    old = await tokens.create("acme", user="ann")
    new = await tokens.rotate("acme", old.record.id, overlap=timedelta(hours=1))
    for issued in (old, new):
        caller = await tokens.caller(issued.text)
        assert caller is not None
        assert caller.user == "ann"
    clock.now = NOW + timedelta(hours=1)
    assert await tokens.caller(old.text) is None
    assert await tokens.caller(new.text) is not None


async def test_another_tenants_token_is_not_found(database: Database, clock: Clock) -> None:
    tokens = TokenBook(database, clock=clock)
    issued = await tokens.create("acme")
    with pytest.raises(NotFound):
        await tokens.revoke("other", issued.record.id)
    assert await tokens.listed("other") == []


@pytest.mark.parametrize("tenant", ["", "a b", "../x", "x" * 101])
async def test_a_tenant_has_a_plain_name(database: Database, clock: Clock, tenant: str) -> None:
    with pytest.raises(BadInput):
        await TokenBook(database, clock=clock).create(tenant)


async def test_acts_are_remembered_newest_first(database: Database, clock: Clock) -> None:
    tokens = TokenBook(database, clock=clock)
    issued = await tokens.create("acme", actor="operator:kim")
    await tokens.revoke("acme", issued.record.id, actor="operator:lee")
    kept = await tokens.audit("acme")
    assert [(one.actor, one.action, one.target) for one in kept] == [
        ("operator:lee", "token.revoke", issued.record.id),
        ("operator:kim", "token.create", issued.record.id),
    ]
    assert await tokens.audit("other") == []


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    now = 100.0
    buckets = Buckets(rate=2.0, burst=3.0, clock=lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert buckets.take("b") == 0.0
    now = 100.5
    assert buckets.take("a") == 0.0
    assert buckets.take("a") == 0.5
    assert Buckets(rate=0, burst=1, clock=lambda: now).take("a") == 0.0


async def test_a_successor_lasts_as_long_as_the_old_one_had_been_given(
    database: Database, clock: Clock
) -> None:
    tokens = TokenBook(database, clock=clock)
    old = await tokens.create("acme", expires_at=NOW + timedelta(days=90))
    clock.now = NOW + timedelta(days=80)
    new = await tokens.rotate("acme", old.record.id)
    assert new.record.expires_at == NOW + timedelta(days=170)


async def test_acts_are_found_by_who_what_whom_and_when(database: Database, clock: Clock) -> None:
    tokens = TokenBook(database, clock=clock)
    first = await tokens.create("acme", actor="operator:ann")
    clock.now = NOW + timedelta(days=1)
    await tokens.revoke("acme", first.record.id, actor="operator:bob")

    async def found(**wanted: Any) -> list[str]:
        return [one.action for one in await tokens.audit("acme", AuditWanted(**wanted))]

    both = ["token.revoke", "token.create"]
    assert await found() == await found(action="token") == both
    assert await found(target=first.record.id) == both
    assert await found(actor="operator:bob") == await found(action="token.revoke") == both[:1]
    assert await found(since=NOW + timedelta(hours=1)) == both[:1]
    assert await found(before=NOW + timedelta(hours=1)) == both[1:]
    assert await found(action="tok") == await found(action="token%") == []
