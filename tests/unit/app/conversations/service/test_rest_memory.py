"""Facts and summaries of a service: asked for, found, changed, forgotten, used in windows."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.conversations.book.follow_ups import MemoryKeeper
from app.conversations.book.summaries import SummaryMaker
from app.domain.book import SCOPES, BookMessage, Caller, NewMessage
from app.errors import AgentUnreachable
from tests.unit.app.conversations.conversation_service import Service, made, say, serving

pytestmark = pytest.mark.anyio

MEMORIES = "/api/v1/memories"
ACME = Caller(tenant="acme", scopes=SCOPES)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async def said(caller: Caller, message: BookMessage) -> None:
        await MemoryKeeper(served.book).take(caller, message)

    async with serving(tmp_path, said=said) as served:
        yield served


async def facts(service: Service, **params: str) -> list[dict[str, object]]:
    answer = await service.client.get(MEMORIES, params=params)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, object]] = answer.json()["data"]
    return found


async def test_a_fact_is_kept_with_its_source_and_can_be_changed(service: Service) -> None:
    new = {"text": "reads Korean", "user_id": "ann", "importance": 0.9}
    kept = (await service.client.post(MEMORIES, json=new)).json()["data"]
    path = f"{MEMORIES}/{kept['id']}"
    changed = await service.client.patch(
        path, json={"text": "reads Korean well"}, headers={"If-Match": '"1"'}
    )
    assert changed.json()["data"]["text"] == "reads Korean well"
    late = await service.client.patch(path, json={"text": "x"}, headers={"If-Match": '"1"'})
    assert late.status_code == 412
    assert (await service.client.delete(path)).status_code == 204
    assert (await service.client.delete(path)).status_code == 204
    assert await facts(service, user_id="ann") == []


async def test_a_message_that_is_repeated_brings_nothing_forgotten_back(service: Service) -> None:
    one = await made(service.client, user_id="ann")
    for left in (1, 0):
        await say(service.client, one, "remember that I play Zerg", id="m1")
        (*found,) = await facts(service, user_id="ann")
        assert len(found) == left
        for fact in found:
            await service.client.delete(f"{MEMORIES}/{fact['id']}")


async def test_a_task_is_changed_and_cancelled_as_it_was_seen(service: Service) -> None:
    path = "/api/v1/tasks/t1"
    stale = {"If-Match": '"1"'}
    assert (await service.client.put(path, json={"id": "t1"}, headers=stale)).status_code == 412
    put = await service.client.put(path, json={"id": "t1"})
    read = await service.client.get(path)
    assert put.headers["ETag"] == read.headers["ETag"]
    fresh = {"If-Match": read.headers["ETag"]}
    changed = await service.client.put(path, json={"id": "t1"}, headers=fresh)
    assert changed.headers["ETag"] != read.headers["ETag"]
    assert (await service.client.put(path, json={"id": "t1"}, headers=fresh)).status_code == 412
    assert (await service.client.post(f"{path}/cancel", headers=fresh)).status_code == 412
    fresh = {"If-Match": changed.headers["ETag"]}
    ended = await service.client.post(f"{path}/cancel", headers=fresh)
    assert ended.json()["data"]["state"] == "cancelled"


async def test_what_is_asked_for_is_remembered_once_and_replaced(service: Service) -> None:
    one = await made(service.client, user_id="ann")
    await say(
        service.client,
        one,
        "내 주종은 저그라고 기억해 줘",
        id="m1",
        timestamp="2026-11-01T09:00:00Z",
    )
    await say(
        service.client,
        one,
        "내 주종은 저그라고 기억해 줘",
        id="m1",
        timestamp="2026-11-01T09:00:00Z",
    )
    (fact,) = await facts(service, user_id="ann")
    assert (fact["text"], fact["key"], fact["source_message_id"]) == (
        "내 주종은 저그",
        "주종",
        "m1",
    )
    await say(
        service.client, one, "내 주종은 테란이라고 기억해 줘", timestamp="2026-11-02T09:00:00Z"
    )
    now = await facts(service, user_id="ann", at="2026-11-03T00:00:00Z")
    assert [one["text"] for one in now] == ["내 주종은 테란"]
    before = await facts(service, user_id="ann", at="2026-11-01T12:00:00Z")
    assert [one["text"] for one in before] == ["내 주종은 저그"]
    assert await facts(service, user_id="bob") == []
    await say(service.client, one, "내 주종 잊어 줘")
    assert await facts(service, user_id="ann") == []


async def test_facts_are_in_full_windows(service: Service) -> None:
    one = await made(service.client, user_id="ann")
    await say(service.client, one, "Remember that my race is Zerg")
    path = f"/api/v1/internal/context/{one}"
    full = (await service.client.get(path, params={"context_type": "full"})).json()["data"]
    assert [fact["text"] for fact in full["memories"]] == ["my race is Zerg"]
    assert "memories" not in (await service.client.get(path)).json()["data"]


async def test_a_summary_follows_the_conversation(service: Service) -> None:
    one = await made(service.client)
    for number in range(25):
        await say(service.client, one, f"The Zerg win rate of map {number} is high.")
    maker = SummaryMaker(service.book)
    first = await maker.bring_up_to_date(ACME, one)
    assert first is not None
    assert (first.covers_seq, first.made_by) == (24, "extraction")
    assert "Zerg" in first.text
    assert await maker.bring_up_to_date(ACME, one) == first
    for number in range(10):
        await say(service.client, one, f"Then Terran was spoken of, for the {number}th time.")
    second = await maker.bring_up_to_date(ACME, one)
    assert second is not None
    assert second.covers_seq == 34
    assert "Zerg" in second.text
    assert "Terran" in second.text
    read = (await service.client.get(f"/api/v1/conversations/{one}/summary")).json()["data"]
    assert read["covers_seq"] == 34
    path = f"/api/v1/internal/context/{one}"
    window = (await service.client.get(path, params={"message_count": 5})).json()["data"]
    assert window["context_summary"]
    short = (await service.client.get(path, params={"max_tokens": 30})).json()["data"]
    assert short["total_tokens"] <= 30


async def test_an_answer_without_words_holds_up_no_summary_for_ever(service: Service) -> None:
    """A call of a tool has no text; an answer that is still being written has none yet."""
    one = await made(service.client)
    await say(service.client, one, "The Zerg win rate is asked for.")
    empty = NewMessage(role="assistant", content="")
    await service.book.add(ACME, one, empty)
    maker = SummaryMaker(service.book)
    for number in range(9):
        await say(service.client, one, f"Sentence number {number} of many.")
    assert await maker.bring_up_to_date(ACME, one) is None
    for number in range(9, 20):
        await say(service.client, one, f"Sentence number {number} of many.")
    summary = await maker.bring_up_to_date(ACME, one)
    assert summary is not None
    assert summary.covers_seq == 21


@pytest.mark.parametrize(
    "moment", ["0", "1764000000", "0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00", 0]
)
async def test_a_summary_is_not_taken_with_a_moment_that_is_none(
    service: Service, moment: str | int
) -> None:
    one = await made(service.client)
    await say(service.client, one, "hello")
    path = f"/api/v1/conversations/{one}/summary"
    body = {"covers_seq": 0, "text": "x", "created_at": moment}
    answer = await service.client.put(path, json=body)
    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["errors"]] == ["created_at"]
    kept = await service.client.put(path, json=body | {"created_at": "2026-11-01T14:00:00+05:00"})
    assert kept.json()["data"]["created_at"] == "2026-11-01T09:00:00Z"


async def test_a_model_sums_up_where_there_is_one_that_answers(service: Service) -> None:
    one = await made(service.client)
    for number in range(12):
        await say(service.client, one, f"Sentence number {number} of many.")

    async def model(before: str, since: object) -> str:
        return "A talk in twelve sentences."

    async def silent(before: str, since: object) -> str:
        raise AgentUnreachable("nobody")

    failing = await SummaryMaker(service.book, model=silent).bring_up_to_date(ACME, one)
    assert failing is not None
    assert failing.made_by == "extraction"
    two = await made(service.client)
    for number in range(12):
        await say(service.client, two, f"Sentence number {number} of many.")
    asked = await SummaryMaker(service.book, model=model, made_by="m-1").bring_up_to_date(ACME, two)
    assert asked is not None
    assert (asked.text, asked.made_by) == ("A talk in twelve sentences.", "m-1")


async def test_summaries_are_made_in_the_background(service: Service) -> None:
    one = await made(service.client)
    maker = SummaryMaker(service.book, pause=0)
    maker.start()
    last = None
    for number in range(12):
        last = await say(service.client, one, f"Sentence number {number} of many.")
    changed = service.book.changed(ACME)
    try:
        maker.said(ACME, BookMessage.model_validate(last))
        async for _ in changed:
            if await service.book.summary(ACME, one) is not None:
                break
    finally:
        await changed.aclose()  # type: ignore[attr-defined]
        await maker.aclose()
