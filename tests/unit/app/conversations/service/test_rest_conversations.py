"""The REST paths of the conversation service, as its documents and its clients use them."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.conversations.service import tokens
from app.domain.book import SCOPES
from app.errors import StoreError
from tests.unit.app.conversations.conversation_service import Service, made, say, serving

pytestmark = pytest.mark.anyio

API = "/api/v1/conversations"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with serving(tmp_path) as served:
        yield served


async def test_a_conversation_is_made_and_read_back(service: Service) -> None:
    body = {"tenant_id": "acme", "agent_id": "data", "user_id": "ann", "metadata": {"n": 2**60}}
    answer = await service.client.post(API, json=body)
    assert answer.status_code == 201
    made_one = answer.json()["data"]
    assert {name: made_one[name] for name in body} == body
    again = await service.client.get(answer.headers["Location"])
    assert again.status_code == 200
    assert again.json()["data"] == made_one


async def test_messages_are_added_once_and_paged_in_every_way(service: Service) -> None:
    one = await made(service.client)
    for number in range(7):
        said = await say(service.client, one, f"number {number}", id=f"m{number}")
        assert (said["seq"], said["tokens"] > 0) == (number, True)
    repeated = await service.client.post(
        f"{API}/{one}/messages", json={"message": {"id": "m3", "role": "user", "content": "other"}}
    )
    assert (repeated.status_code, repeated.json()["data"]["content"]) == (200, "number 3")
    conversation = (await service.client.get(f"{API}/{one}")).json()["data"]
    assert conversation["message_count"] == 7

    async def page(**params: int) -> tuple[list[int], str | None, str | None]:
        answer = await service.client.get(f"{API}/{one}/messages", params=params)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        return [m["seq"] for m in found["data"]], found["next"], found["previous"]

    first, onward, _ = await page(limit=3)
    assert first == [0, 1, 2]
    assert onward is not None
    second, _, back = await page(after=int(onward), limit=3)
    assert second == [3, 4, 5]
    assert back is not None
    assert (await page(before=int(back), limit=3))[0] == [0, 1, 2]
    assert (await page(offset=5, limit=3))[0] == [5, 6]
    both = await service.client.get(f"{API}/{one}/messages", params={"after": 1, "offset": 1})
    assert both.status_code == 422


async def test_a_bare_message_and_an_important_one_are_taken(service: Service) -> None:
    one = await made(service.client)
    bare = await service.client.post(f"{API}/{one}/messages", json={"role": "user", "content": "a"})
    assert bare.status_code == 201
    marked = await service.client.post(
        f"{API}/{one}/messages",
        json={"message": {"role": "user", "content": "b"}, "important": True},
    )
    assert marked.json()["data"]["important"]


async def test_a_context_window_has_the_documented_fields(service: Service) -> None:
    one = await made(service.client)
    for number in range(12):
        role = "assistant" if number % 2 else "user"
        await say(service.client, one, f"words {number}", role=role, tokens=10)
    path = f"/api/v1/internal/context/{one}"
    params = {"tenant_id": "acme", "message_count": 10, "max_tokens": 4000}
    answer = await service.client.get(path, params=params)
    window = answer.json()["data"]
    assert set(window) == {
        "messages",
        "context_summary",
        "total_messages",
        "included_messages",
        "total_tokens",
        "has_more",
        "relevance_score",
        "context_type",
    }
    assert (window["total_messages"], window["included_messages"]) == (12, 10)
    assert (window["total_tokens"], window["has_more"]) == (100, True)
    fields = {"id", "role", "content", "timestamp", "content_type", "tokens"}
    assert all(fields <= set(message) for message in window["messages"])
    assert [m["content"] for m in window["messages"]] == [f"words {n}" for n in range(2, 12)]
    short = await service.client.get(path, params={"token_limit": 35, "max_tokens": 99})
    assert short.json()["data"]["included_messages"] == 3
    told = await service.client.get(path, params={"explain": True, "recency_bias": 0.5})
    assert "formula" in told.json()["data"]["explanation"]
    unknown = await service.client.get(path, params={"context_type": "telepathy"})
    assert (unknown.status_code, unknown.json()["error"]) == (422, "ContextProcessingError")


async def test_tags_and_time_filter_a_window(service: Service) -> None:
    one = await made(service.client)
    await say(service.client, one, "old", timestamp="2025-06-01T00:00:00Z")
    await say(service.client, one, "noise", timestamp="2025-06-03T00:00:00Z", tags=["debug"])
    await say(service.client, one, "new", timestamp="2025-06-03T00:00:00Z")
    answer = await service.client.get(
        f"/api/v1/internal/context/{one}",
        params={"from_timestamp": "2025-06-02T00:00:00Z", "exclude_tags": ["debug", "system-only"]},
    )
    assert [m["content"] for m in answer.json()["data"]["messages"]] == ["new"]


async def test_a_change_needs_the_revision_it_names(service: Service) -> None:
    one = await made(service.client, title="first")
    read = await service.client.get(f"{API}/{one}")
    tag = read.headers["ETag"]
    unchanged = await service.client.get(f"{API}/{one}", headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    await say(service.client, one, "meanwhile")
    changed = await service.client.patch(
        f"{API}/{one}", json={"title": "second"}, headers={"If-Match": tag}
    )
    assert (changed.status_code, changed.json()["data"]["title"]) == (200, "second")
    late = await service.client.patch(
        f"{API}/{one}", json={"title": "third"}, headers={"If-Match": tag}
    )
    assert (late.status_code, late.json()["error"]) == (412, "PreconditionFailed")


async def test_deleted_can_come_back_and_erased_cannot(service: Service) -> None:
    one = await made(service.client, agent_id="data")
    await say(service.client, one, "secret words")
    assert (await service.client.delete(f"{API}/{one}")).json()["data"]["deleted_at"]
    assert (await service.client.get(API)).json()["data"] == []
    await service.client.patch(f"{API}/{one}", json={"deleted": False})
    assert len((await service.client.get(API)).json()["data"]) == 1
    user = await service.headers(user="ann")
    assert (await service.client.delete(f"{API}/{one}?erase=true")).status_code == 403
    gone = await service.client.delete(f"{API}/{one}?erase=true", headers=user)
    assert gone.status_code == 204
    missing = await service.client.get(f"{API}/{one}")
    assert (missing.status_code, missing.json()["error"]) == (404, "ConversationNotFound")
    found = await service.client.get("/api/v1/conversations:search", params={"q": "secret"})
    assert found.json()["data"] == []
    (noted,) = [a for a in await service.tokens.audit("acme") if a.action.startswith("conv")]
    assert (noted.action, noted.target) == ("conversation.erase", one)


@pytest.mark.logs_warnings
async def test_nothing_is_erased_or_imported_without_a_note(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await made(service.client)
    export = (await service.client.get(f"{API}/{one}/export")).json()["data"]
    admin = await service.headers("acme", scopes=SCOPES)
    user = await service.headers(user="ann")

    def full(*_: Any) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(tokens, "insert_audit", full)
        erased = await service.client.delete(f"{API}/{one}?erase=true", headers=user)
        export["conversation"]["id"] = "elsewhere"
        path = "/api/v1/conversations:import"
        imported = await service.client.post(path, json=export, headers=admin)
    assert (erased.status_code, imported.status_code) == (503, 503)
    assert (await service.client.get(f"{API}/{one}")).status_code == 200
    assert (await service.client.get(f"{API}/elsewhere")).status_code == 404


async def test_an_export_can_be_imported_elsewhere(service: Service) -> None:
    one = await made(service.client, title="경기")
    await say(service.client, one, "저그 승률 \x00 알려줘", metadata={"a": [1, None]})
    answer = (await service.client.get(f"{API}/{one}/export")).json()
    export = answer["data"]
    other = await service.headers(
        "other", scopes=frozenset({"read", "write", "admin", "all_users"})
    )
    taken = await service.client.post("/api/v1/conversations:import", json=export, headers=other)
    assert taken.status_code == 201
    assert taken.json()["data"]["tenant_id"] == "other"
    read = await service.client.get(f"{API}/{one}/messages", headers=other)
    assert read.json()["data"][0]["content"] == "저그 승률 \x00 알려줘"
    again = await service.client.post("/api/v1/conversations:import", json=answer, headers=other)
    assert again.json()["data"] == taken.json()["data"]
    refused = await service.client.post("/api/v1/conversations:import", json=export)
    assert refused.status_code == 403


async def test_conversations_are_listed_counted_and_searched(service: Service) -> None:
    ids = [await made(service.client, agent_id=f"a{number % 2}") for number in range(5)]
    await say(service.client, ids[2], "저그의 승률을 알려 주세요")
    first = (await service.client.get(API, params={"limit": 3})).json()
    assert first["data"][0]["id"] == ids[2]
    rest = (await service.client.get(API, params={"limit": 3, "cursor": first["next"]})).json()
    assert sorted(c["id"] for c in first["data"] + rest["data"]) == sorted(ids)
    count = await service.client.get("/api/v1/conversations:count", params={"agent_id": "a0"})
    assert count.json()["data"] == {"count": 3}
    found = await service.client.get("/api/v1/conversations:search", params={"q": "승률"})
    assert [hit["conversation_id"] for hit in found.json()["data"]] == [ids[2]]
    assert (await service.client.get(API, params={"cursor": "?"})).status_code == 422


async def test_tasks_and_changes_are_there(service: Service) -> None:
    one = await made(service.client)
    start = (await service.client.get("/api/v1/changes")).json()["data"]["cursor"]
    put = await service.client.put(
        "/api/v1/tasks/t1", json={"id": "t1", "conversation_id": one, "state": "processing"}
    )
    assert put.status_code == 200
    cancelled = await service.client.post("/api/v1/tasks/t1/cancel")
    assert (cancelled.status_code, cancelled.json()["data"]["state"]) == (200, "cancelled")
    ahead = await service.client.post("/api/v1/tasks/t2/cancel")
    assert (ahead.status_code, ahead.json()["data"]["revision"]) == (202, 0)
    seen = await service.client.post("/api/v1/tasks/t2/cancel", headers={"If-Match": '"1"'})
    assert seen.status_code == (await service.client.get("/api/v1/tasks/t2")).status_code == 404
    listed = await service.client.get("/api/v1/tasks", params={"state": "cancelled"})
    assert [task["id"] for task in listed.json()["data"]] == ["t1"]
    seen = (await service.client.get("/api/v1/changes", params={"since": start})).json()["data"]
    assert seen["outcome"] == "replayed"
    assert seen["changes"][-1]["task_id"] == "t1"
    other = await service.client.get("/api/v1/changes", params={"since": "another:3"})
    assert other.json()["data"]["outcome"] == "cannot_replay"
    assert (await service.client.get("/api/v1/changes?since=x")).status_code == 422


@pytest.mark.parametrize("number", ["1_0", " 5", "5 ", "5.0", "0x5", "٣", "", "-", "five"])
async def test_a_number_of_a_query_is_digits_only(service: Service, number: str) -> None:
    one = await made(service.client)
    for path, name in (
        (API, "limit"),
        ("/api/v1/memories", "limit"),
        (f"{API}/{one}/messages", "limit"),
        (f"{API}/{one}/messages", "after"),
        (f"/api/v1/internal/context/{one}", "max_tokens"),
        (f"/api/v1/internal/context/{one}", "message_count"),
    ):
        answer = await service.client.get(path, params={name: number})
        assert answer.status_code == 422, (path, name)
        assert [error["field"].rpartition(".")[2] for error in answer.json()["errors"]] == [name]
        assert (await service.client.get(path, params={name: "+05"})).status_code == 200


@pytest.mark.parametrize(
    ("bias", "status"),
    [(".5", 200), ("5e-1", 200), ("1.", 200), ("0_1", 422), (" 1", 422), ("1" * 60_000 + "x", 422)],
)
async def test_a_share_of_a_query_is_a_plain_number(
    service: Service, bias: str, status: int
) -> None:
    path = f"/api/v1/internal/context/{await made(service.client)}"
    answer = await service.client.get(path, params={"recency_bias": bias})
    assert answer.status_code == status


async def test_an_export_has_every_task_and_whose_it_was(service: Service) -> None:
    one = await made(service.client)
    for task_id, headers in (("t-ann", {"X-On-Behalf-Of": "ann"}), ("t-any", {})):
        body = {"id": task_id, "conversation_id": one}
        put = await service.client.put(f"/api/v1/tasks/{task_id}", json=body, headers=headers)
        assert put.status_code == 200
    export = (await service.client.get(f"{API}/{one}/export")).json()["data"]
    task = export["tasks"][0]
    export["tasks"] += [{**task, "id": f"t{number}"} for number in range(1000)]
    at = task["created_at"]
    fact = {"tenant_id": "acme", "text": "f", "conversation_id": one, "valid_from": at}
    fact |= {"created_at": at, "updated_at": at}
    export["memories"] = [{**fact, "id": f"f{number}"} for number in range(1001)]
    elsewhere = await service.headers("other", scopes=SCOPES)
    taken = await service.client.post(f"{API}:import", json=export, headers=elsewhere)
    assert taken.status_code == 201, taken.text
    there = (await service.client.get(f"{API}/{one}/export", headers=elsewhere)).json()["data"]
    assert (len(there["tasks"]), len(there["memories"])) == (1002, 1001)
    # A second time everything is there already, and stays as it is, though it is said otherwise.
    export["tasks"][0]["state"] = "failed"
    again = await service.client.post(f"{API}:import", json=export, headers=elsewhere)
    assert again.status_code == 201, again.text
    same = (await service.client.get(f"{API}/{one}/export", headers=elsewhere)).json()["data"]
    assert same == there
    export["conversation"]["id"] = "another"
    export["memories"] = []
    clash = await service.client.post(f"{API}:import", json=export, headers=elsewhere)
    assert (clash.status_code, clash.json()["error"]) == (409, "Conflict")
    owners = {task["id"]: task["user_id"] for task in there["tasks"]}
    assert (owners["t-ann"], owners["t-any"]) == ("ann", "")
