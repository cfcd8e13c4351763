"""Several desks and one service: local first, live, once, and without conflicts."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.domain.book import Caller
from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.tasks import TaskState
from app.errors import ConversationNotFound, NotAllowed
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.live.servers import free_port
from tests.unit.app.sync.synced_desks import SyncedDesk, desks_in_step, synced_desk, two_desks

pytestmark = pytest.mark.anyio


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    async with served(tmp_path / "service.db") as running:
        yield running


@pytest.fixture
async def pair(service: ServedBook, tmp_path: Path) -> AsyncIterator[tuple[SyncedDesk, SyncedDesk]]:
    async with desks_in_step(service, tmp_path) as both:
        yield both


async def test_what_one_desk_says_moves_live_on_the_other(
    pair: tuple[SyncedDesk, SyncedDesk],
) -> None:
    one, two = pair
    context_id = await one.say("hello")
    await two.until(lambda: [e for e in two.seen if isinstance(e, AnswerEntry) and e.answer.text])
    assert await two.texts(context_id) == await one.texts(context_id)
    assert await two.titles() == ["hello"]
    answer = [entry for entry in two.seen if isinstance(entry, AnswerEntry)][-1].answer
    mine = (await one.desk.entries(context_id, 1, 2))[0]
    assert isinstance(mine, AnswerEntry)
    assert answer.artifacts == mine.answer.artifacts
    assert answer.state is TaskState.COMPLETED
    request = next(entry for entry in two.seen if isinstance(entry, RequestEntry))
    assert request.message.text == "hello"


async def test_both_speak_in_one_conversation(pair: tuple[SyncedDesk, SyncedDesk]) -> None:
    one, two = pair
    context_id = await one.say("from one")
    await two.until(lambda: _has(two, context_id, 2))
    await two.say("from two", context_id)
    await one.until(lambda: _has(one, context_id, 4))
    assert await one.texts(context_id) == await two.texts(context_id)
    assert await one.desk.entry_count(context_id) == 4


async def test_titles_pins_and_deletions_follow(pair: tuple[SyncedDesk, SyncedDesk]) -> None:
    one, two = pair
    context_id = await one.say("hello")
    await two.until(lambda: _has(two, context_id, 2))
    await two.desk.rename(context_id, "이름")
    await one.until(lambda: _title(one, "이름"))
    await one.desk.pin(context_id, True)
    await two.until(lambda: _pinned(two))
    await one.desk.archive(context_id, True)
    await one.desk.tag(context_id, ["balance", "패치"])
    await two.until(lambda: _filed(two, (True, True, ("balance", "패치"))))
    await two.desk.archive(context_id, False)
    await one.until(lambda: _filed(one, (True, False, ("balance", "패치"))))
    await two.desk.delete(context_id)
    await one.until(lambda: _gone(one))
    await one.desk.restore(context_id)
    await two.until(lambda: _title(two, "이름"))
    assert await one.texts(context_id) == await two.texts(context_id)


async def test_what_is_said_while_the_service_is_away_arrives_later_once(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with served(tmp_path / "service.db", port=port) as service:
        token = await service.token(user="ana")
    async with synced_desk(tmp_path / "one", url=url, token=token) as one:
        await one.in_step("offline")
        context_id = await one.say("said offline")
        assert await one.texts(context_id) == ["said offline", "one two: said offline"]
        sync = one.sync
        assert sync is not None
        await one.until(lambda: sync.status.waiting)
        async with served(tmp_path / "service.db", port=port) as service:
            await one.in_step()
            book = service.remote(token)
            page = await book.messages(await _ana(), context_id)
            assert [message.content for message in page.items] == [
                "said offline",
                "one two: said offline",
            ]
            await book.aclose()


async def test_a_desk_that_comes_later_reads_everything(
    service: ServedBook, tmp_path: Path
) -> None:
    token = await service.token(user="ana")
    async with synced_desk(tmp_path / "one") as alone:
        said = [await alone.say(f"before there was a service {number}") for number in range(3)]
        await alone.desk.delete(said[2])
    async with synced_desk(tmp_path / "one", url=service.url, token=token) as one:
        await one.in_step()
        async with synced_desk(tmp_path / "new", url=service.url, token=token) as new:
            await new.in_step()
            assert sorted(await new.titles()) == sorted(await one.titles())
            for context_id in said[:2]:
                assert await new.texts(context_id) == await one.texts(context_id)


async def test_changes_made_offline_on_both_sides_meet(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with served(tmp_path / "service.db", port=port) as service:
        token = await service.token(user="ana")
        async with two_desks(tmp_path, url=url, token=token) as (one, two):
            context_id = await one.say("hello")
            await two.until(lambda: _has(two, context_id, 2))
            await two.in_step()
    async with two_desks(tmp_path) as (one, two):
        await one.say("one, offline", context_id)
        await one.desk.rename(context_id, "renamed by one")
        await two.say("two, offline", context_id)
        await two.desk.pin(context_id, True)
    async with (
        served(tmp_path / "service.db", port=port),
        two_desks(tmp_path, url=url, token=token) as (one, two),
    ):
        for desk in (one, two):
            await desk.until(lambda desk=desk: _has(desk, context_id, 6))  # type: ignore[misc]
            await desk.until(lambda desk=desk: _title(desk, "renamed by one"))  # type: ignore[misc]
            await desk.until(lambda desk=desk: _pinned(desk))  # type: ignore[misc]
        assert sorted(await one.texts(context_id)) == sorted(await two.texts(context_id))


async def test_a_token_that_is_not_accepted_is_said(service: ServedBook, tmp_path: Path) -> None:
    bad = "bdc_000000000000_" + "x" * 43
    async with synced_desk(tmp_path / "one", url=service.url, token=bad) as one:
        await one.in_step("refused")
        assert await one.texts(await one.say("goes on")) == ["goes on", "one two: goes on"]


async def test_the_token_that_holds_now_is_used(service: ServedBook, tmp_path: Path) -> None:
    tokens = [await service.token(user="ana")]

    async def newest() -> str:
        return tokens[-1]

    async with synced_desk(tmp_path / "one", url=service.url, token=newest) as one:
        await one.in_step()
        await service.tokens.revoke("acme", tokens[0].split("_")[1])
        tokens.append(await service.token(user="ana"))
        context_id = await one.say("after the first has ended")
        caller = await _ana()

        async def stored() -> bool:
            try:
                page = await service.book.messages(caller, context_id)
            except ConversationNotFound:
                return False
            return len(page.items) == 2

        await one.until(stored)


@pytest.mark.parametrize("reason", ["no_role", "other_tenant"])
async def test_what_is_said_without_a_role_waits_for_one(
    service: ServedBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    token = await service.token(user="ana")
    async with synced_desk(tmp_path / "one", url=service.url, token=token) as one:
        await one.in_step()
        with monkeypatch.context() as without:

            async def refused(token: str, tenant: str = "") -> Caller | None:
                raise NotAllowed("This account has no role here.", key=reason)

            without.setattr(service.tokens, "caller", refused)
            context_id = await one.say("nobody has allowed it")
            await one.in_step("refused")
        assert not one.events
        await one.in_step()
        page = await service.book.messages(await _ana(), context_id)
        assert len(page.items) == 2


async def test_another_persons_desk_hears_nothing(
    service: ServedBook, pair: tuple[SyncedDesk, SyncedDesk], tmp_path: Path
) -> None:
    one, two = pair
    eve = await service.token(user="eve")
    async with synced_desk(tmp_path / "eve", url=service.url, token=eve) as other:
        await other.in_step()
        context_id = await one.say("secret")
        await two.until(lambda: _has(two, context_id, 2))
        assert await other.titles() == []


async def _ana():  # type: ignore[no-untyped-def]
    from app.domain.book import Caller

    return Caller(tenant="acme", user="ana")


async def _has(desk: SyncedDesk, context_id: str, count: int) -> bool:
    if await desk.desk.entry_count(context_id) != count:
        return False
    return all(await desk.texts(context_id))


async def _title(desk: SyncedDesk, title: str) -> bool:
    return await desk.titles() == [title]


async def _filed(desk: SyncedDesk, wanted: tuple[bool, bool, tuple[str, ...]]) -> bool:
    [only] = await desk.desk.conversations()
    return (only.pinned, only.archived, only.tags) == wanted


async def _pinned(desk: SyncedDesk) -> bool:
    return any(conversation.pinned for conversation in await desk.desk.conversations())


async def _gone(desk: SyncedDesk) -> bool:
    return await desk.titles() == []
