"""Who may ask what, how often, and how a refusal reads; what is another's is not there."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from app.conversations.service.rest import middleware
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.service.rest.time_limit import TimeLimit, TimeLimits
from app.domain.book import READ, SCOPES
from app.errors import StoreError
from tests.patience import PATIENCE
from tests.unit.app.conversations.conversation_service import Service, made, say, serving

pytestmark = pytest.mark.anyio

API = "/api/v1/conversations"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with serving(tmp_path) as served:
        yield served


@pytest.mark.parametrize(
    "given", [{}, {"Authorization": "Basic YTpi"}, {"Authorization": "Bearer nonsense"}]
)
async def test_nobody_is_let_in_without_a_token(service: Service, given: dict[str, str]) -> None:
    del service.client.headers["Authorization"]
    for path in (API, f"{API}/x", "/api/v1/nowhere"):
        answer = await service.client.get(path, headers=given)
        assert (answer.status_code, answer.json()["error"]) == (401, "Unauthorized")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


async def test_another_tenants_ids_are_not_there(service: Service) -> None:
    mine = await made(service.client, title="mine")
    await say(service.client, mine, "secret", id="m1")
    await service.client.post("/api/v1/memories", json={"id": "f1", "text": "secret fact"})
    await service.client.put("/api/v1/tasks/t1", json={"id": "t1", "conversation_id": mine})
    other = await service.headers("other")

    async def answer(method: str, path: str, **body: object) -> tuple[int, str]:
        kwargs = {"json": body} if body else {}
        got = await service.client.request(method, path, headers=other, **kwargs)  # type: ignore[arg-type]
        return got.status_code, got.text.replace(mine, "ID").replace("missing", "ID")

    for method, path, body in (
        ("GET", f"{API}/%s", {}),
        ("PATCH", f"{API}/%s", {"title": "taken"}),
        ("DELETE", f"{API}/%s", {}),
        ("GET", f"{API}/%s/messages", {}),
        ("GET", f"{API}/%s/messages/m1", {}),
        ("PUT", f"{API}/%s/messages/m1", {"revision": 9, "content": "taken"}),
        ("POST", f"{API}/%s/messages", {"message": {"role": "user", "content": "x"}}),
        ("GET", f"{API}/%s/export", {}),
        ("GET", f"{API}/%s/summary", {}),
        ("GET", "/api/v1/internal/context/%s", {}),
    ):
        status, text = await answer(method, path % mine, **body)
        assert (status, "ConversationNotFound" in text) == (404, True), (method, path)
        unknown = await answer(method, path % "missing", **body)
        assert unknown[0] == 404
    assert (await answer("GET", "/api/v1/tasks/t1"))[0] == 404
    assert (await answer("PATCH", "/api/v1/memories/f1", text="x"))[0] == 404
    for path in (API, "/api/v1/memories", "/api/v1/tasks", "/api/v1/conversations:search?q=secret"):
        got = await service.client.get(path, headers=other)
        assert got.json()["data"] == []
    again = await service.client.get(f"{API}/{mine}")
    assert again.json()["data"]["title"] == "mine"


async def test_the_tenant_is_the_tokens(service: Service) -> None:
    refused = await service.client.post(API, json={"tenant_id": "other"})
    assert (refused.status_code, refused.json()["key"]) == (403, "other_tenant")
    one = await made(service.client)
    for path in (f"{API}/{one}", f"/api/v1/internal/context/{one}", f"{API}/{one}/messages"):
        got = await service.client.get(path, params={"tenant_id": "other"})
        assert got.status_code == 403
        assert (await service.client.get(path, params={"tenant_id": "acme"})).status_code == 200


PATHS = (
    API,
    f"{API}:count",
    f"{API}:search?q=x",
    "/api/v1/tasks",
    "/api/v1/memories",
    "/api/v1/changes",
    "/api/v1/caller",
)


@pytest.mark.parametrize("path", PATHS)
async def test_another_tenant_is_refused_on_every_path(service: Service, path: str) -> None:
    for name in ("tenant_id", "tenant%5fid"):
        for query in (f"{name}=other", f"{name}=acme&{name}=other", f"{name}="):
            url = f"{path}{'&' if '?' in path else '?'}{query}"
            answer = await service.client.get(url)
            assert (answer.status_code, answer.json()["key"]) == (403, "other_tenant")
    other = await service.client.get(path, headers={"X-Tenant-Id": "other"})
    assert (other.status_code, other.json()["key"]) == (403, "other_tenant")
    url = f"{path}{'&' if '?' in path else '?'}tenant_id=acme"
    assert (await service.client.get(url, headers={"X-Tenant-Id": "acme"})).status_code == 200


async def test_a_tenant_in_a_body_is_compared_where_bodies_have_one(service: Service) -> None:
    one = await made(service.client)
    await service.client.post("/api/v1/memories", json={"id": "f1", "text": "fact"})
    await service.client.put("/api/v1/tasks/t1", json={"id": "t1", "conversation_id": one})
    message = {"role": "user", "content": "x"}
    for method, path, body, status in (
        ("POST", API, {}, 403),
        ("POST", f"{API}/{one}/messages", {"message": message}, 403),
        # Before it is looked whether there is one.
        ("POST", f"{API}/missing/messages", {"message": message}, 403),
        ("POST", f"{API}/{one}/messages", message, 422),
        ("PATCH", f"{API}/{one}", {"title": "x"}, 422),
        ("POST", "/api/v1/memories", {"text": "x"}, 422),
        ("PATCH", "/api/v1/memories/f1", {"text": "x"}, 422),
        ("PUT", "/api/v1/tasks/t2", {"id": "t2", "conversation_id": one}, 422),
        ("GET", f"{API}/{one}", {}, 200),
        ("POST", "/api/v1/tasks/t1/cancel", {}, 200),
        ("DELETE", f"{API}/{one}", {}, 200),
    ):
        said = {**body, "tenant_id": "other"}
        answer = await service.client.request(method, path, json=said)
        assert answer.status_code == status, (method, path, answer.text)


async def test_who_asks_is_said_once(service: Service) -> None:
    mine = service.client.headers["Authorization"]
    for name, values in (
        ("Authorization", ["Bearer other", mine]),
        ("Authorization", [mine, mine]),
        ("X-On-Behalf-Of", ["ann", "bob"]),
        ("X-Tenant-Id", ["acme", "other"]),
    ):
        headers = [(name, value) for value in values]
        answer = await service.client.get(API, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (400, "BadInput"), name


async def test_a_users_token_sees_its_own_user_only(service: Service) -> None:
    anns = await made(service.client, user_id="ann")
    bobs = await made(service.client, user_id="bob")
    ann = await service.headers(user="ann")
    listed = await service.client.get(API, headers=ann)
    assert [one["id"] for one in listed.json()["data"]] == [anns]
    assert (await service.client.get(f"{API}/{bobs}", headers=ann)).status_code == 404
    acting = {"X-On-Behalf-Of": "bob"}
    assert (await service.client.get(API, headers={**ann, **acting})).status_code == 403
    assert (await service.client.get("/api/v1/caller", headers=acting)).json()["data"][
        "user_id"
    ] == "bob"
    # Who acts for one of the users sees no more than that one.
    listed = await service.client.get(API, headers=acting)
    assert [one["id"] for one in listed.json()["data"]] == [bobs]
    assert (await service.client.get(f"{API}/{anns}", headers=acting)).status_code == 404


async def test_a_scope_is_needed_for_what_it_names(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    reader = await service.headers(scopes=frozenset({READ}))
    assert (await service.client.get(API, headers=reader)).status_code == 200
    refused = await service.client.post(API, json={}, headers=reader)
    assert (refused.status_code, refused.json()["error"]) == (403, "NotAllowed")
    [line] = [vars(record)["fields"] for record in caplog.records if record.msg == "request"]
    assert (line["status"], line["reason"]) == (403, "not_allowed")
    assert line["cause"] == "This needs a token with the scope write."


async def test_a_key_makes_a_request_act_once(service: Service) -> None:
    one = await made(service.client)
    key = {"Idempotency-Key": "k1"}
    body = {"message": {"role": "user", "content": "once"}}
    path = f"{API}/{one}/messages"
    first = await service.client.post(path, json=body, headers=key)
    again = await service.client.post(path, json=body, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replayed"] == "true"
    other = await service.client.post(
        path, json={"message": {"role": "user", "content": "twice"}}, headers=key
    )
    assert (other.status_code, other.json()["error"]) == (422, "IdempotencyKeyReused")
    ann = await service.headers("other")
    mine = await service.client.post(API, json={}, headers={**ann, **key})
    assert mine.status_code == 201
    together = await asyncio.gather(
        *(service.client.post(path, json=body, headers={"Idempotency-Key": "k2"}) for _ in range(5))
    )
    assert {answer.status_code for answer in together} <= {201, 409}
    assert len((await service.client.get(path)).json()["data"]) == 2


async def test_a_kept_answer_goes_with_what_it_tells_of(service: Service) -> None:
    one = await made(service.client)
    keys = [{"Idempotency-Key": f"k{number}"} for number in range(3)]
    asked = [
        (API, {"title": "Mine", "id": "c9"}),
        (f"{API}/{one}/messages", {"message": {"role": "user", "content": "secret"}}),
        ("/api/v1/memories", {"text": "secret too"}),
    ]
    ids = []
    for key, (path, body) in zip(keys, asked, strict=True):
        first = await service.client.post(path, json=body, headers=key)
        ids.append(first.json()["data"]["id"])
    admin = await service.headers(scopes=SCOPES)
    for gone in ("c9", one):
        await service.client.delete(f"{API}/{gone}?erase=true", headers=admin)
    await service.client.delete(f"/api/v1/memories/{ids[2]}")
    for status, key, (path, body) in zip((201, 404, 201), keys, asked, strict=True):
        again = await service.client.post(path, json=body, headers=key)
        assert again.status_code == status
        assert "Idempotent-Replayed" not in again.headers


async def test_if_match_guards_what_is_deleted_and_erased(service: Service) -> None:
    one = await made(service.client)
    fact = await service.client.post("/api/v1/memories", json={"text": "likes Zerg"})
    admin = await service.headers(scopes=SCOPES)
    for path in (f"{API}/{one}", f"/api/v1/memories/{fact.json()['data']['id']}"):
        read = await service.client.get(path)
        stale = {"If-Match": read.headers["ETag"]}
        field = "title" if path.startswith(API) else "text"
        changed = await service.client.patch(path, json={field: "new"}, headers=stale)
        for query in ("", "?erase=true"):
            refused = await service.client.delete(path + query, headers={**admin, **stale})
            assert (refused.status_code, refused.json()["error"]) == (412, "PreconditionFailed")
        fresh = {"If-Match": changed.headers["ETag"]}
        assert (await service.client.get(path)).headers["ETag"] == changed.headers["ETag"]
        assert (await service.client.delete(path, headers=fresh)).is_success


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b'{"metadata": {"a": NaN}}', 400),
        (b'{"metadata": {"a": 1e999}}', 400),
        (b'{"title": "\\ud800"}', 400),
        (b'{"metadata": ' + b"[" * 100_000, 400),
        (b"\xff\xfe", 400),
        (b"[]", 422),
        (b'{"surprise": 1}', 422),
        (b'{"title": 5}', 422),
        (b'{"title": "' + b"x" * 2000 + b'"}', 422),
        (b'"' + b"x" * 9_000_000 + b'"', 413),
    ],
)
async def test_a_body_that_does_not_fit_is_refused_in_words(
    service: Service, content: bytes, status: int
) -> None:
    answer = await service.client.post(
        API, content=content, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem["trace_id"] == answer.headers["X-Trace-Id"]
    assert len(answer.content) < 2000


async def test_a_body_a_little_too_long_is_read_to_its_end_before_it_is_refused(
    tmp_path: Path,
) -> None:
    read: list[int] = []

    async def pieces(count: int) -> AsyncIterator[bytes]:
        read.clear()
        for number in range(count):
            read.append(number)
            yield b"[" * 2**20

    headers = {"Content-Type": "application/json"}
    async with serving(tmp_path, settings=ServiceSettings(rate=0, max_body_bytes=2**20)) as service:
        short = await service.client.post(API, content=pieces(5), headers=headers)
        assert (short.status_code, len(read)) == (413, 5)
        endless = await service.client.post(API, content=pieces(100), headers=headers)
        assert endless.status_code == 413
        assert len(read) < 50
        for more in ({"Content-Length": "1000000000"}, {"Expect": "100-continue"}):
            read.clear()
            told = {"Content-Length": str(5 * 2**20), **headers, **more}
            refused = await service.client.post(API, content=pieces(5), headers=told)
            assert (refused.status_code, len(read)) == (413, 0)


async def test_only_json_is_taken(service: Service) -> None:
    answer = await service.client.post(API, content=b"a=b", headers={"Content-Type": "text/plain"})
    assert (answer.status_code, answer.json()["error"]) == (415, "UnsupportedMediaType")


async def test_a_tenant_that_asks_too_much_waits_and_others_do_not(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=ServiceSettings(rate=0.5, burst=3)) as service:
        answers = [await service.client.get("/api/v1/caller") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["error"] == "RateLimitExceeded"
        assert int(answers[-1].headers["Retry-After"]) >= 1
        other = await service.headers("other")
        assert (await service.client.get("/api/v1/caller", headers=other)).status_code == 200
        figures = await service.client.get("/metrics")
        assert 'refused_total{reason="rate"} 1' in figures.text


@pytest.mark.logs_warnings
async def test_readiness_names_what_is_missing(tmp_path: Path) -> None:
    async def broken() -> None:
        raise StoreError("gone")

    async with serving(tmp_path, checks={"database": broken}) as service:
        del service.client.headers["Authorization"]
        answer = await service.client.get("/ready")
        assert (answer.status_code, answer.json()["checks"]) == (503, {"database": "unavailable"})
        assert (await service.client.get("/health")).status_code == 200


@pytest.mark.logs_warnings
async def test_a_database_that_hangs_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    settings = ServiceSettings(rate=0, request_seconds=0.5, check_seconds=0.01)
    async with serving(tmp_path, settings=settings, checks={"database": hang}) as service:
        ready = await service.client.get("/ready")
        assert (ready.status_code, ready.json()["checks"]) == (503, {"database": "unavailable"})
        service.tokens.caller = hang  # type: ignore[method-assign,assignment]
        async with asyncio.timeout(PATIENCE):
            answers = await asyncio.gather(*(service.client.get(API) for _ in range(3)))
        for answer in answers:
            assert (answer.status_code, answer.json()["error"]) == (504, "ServiceTimeout")
        told = (await service.client.get("/metrics")).text
        assert 'balance_desk_conversations_failures_total{reason="service_timeout"} 3\n' in told


async def test_a_stopping_service_tells_so_and_answers_what_still_comes(service: Service) -> None:
    service.entry.stopping = True
    assert (await service.client.get(API)).status_code == 200
    told = await service.client.get("/ready")
    assert (told.status_code, told.json()["status"]) == (503, "stopping")
    await service.entry.wait_idle(1)


async def test_a_trace_is_carried_through(service: Service) -> None:
    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    answer = await service.client.get("/api/v1/caller", headers={"traceparent": parent})
    assert answer.headers["X-Trace-Id"] == "4bf92f3577b34da6a3ce929d0e0e4736"
    odd = await service.client.get("/api/v1/caller", headers={"X-Trace-Id": "a b\tc"})
    assert " " not in odd.headers["X-Trace-Id"]


async def test_to_export_and_import_may_take_as_long_as_it_takes(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[TimeLimit] = []

    class Noted(TimeLimit):
        def __init__(self, all_limits: TimeLimits) -> None:
            super().__init__(all_limits)
            limits.append(self)

    def noting(act: Callable[..., Any]) -> Callable[..., Any]:
        async def noted(*given: Any, **named: Any) -> Any:
            ends.append(limits[-1].ends)
            return await act(*given, **named)

        return noted

    ends: list[float | None] = []
    monkeypatch.setattr(middleware, "TimeLimit", Noted)
    one = await made(service.client)
    for name in ("get", "export", "import_"):
        monkeypatch.setattr(service.book, name, noting(getattr(service.book, name)))
    assert (await service.client.get(f"{API}/{one}")).status_code == 200
    export = await service.client.get(f"{API}/{one}/export")
    headers = await service.headers("other", scopes=SCOPES)
    taken = await service.client.post(f"{API}:import", json=export.json(), headers=headers)
    assert taken.status_code == 201
    assert [end is None for end in ends] == [False, True, True]


async def test_each_part_of_a_long_body_has_the_time_of_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    renewed: list[int] = []

    class Noted(TimeLimit):
        def renew(self) -> None:
            super().renew()
            renewed.append(sent)

    async def body() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 5:
            sent += 1
            yield b" " * 40

    sent = 0
    monkeypatch.setattr(middleware, "TimeLimit", Noted)
    settings = ServiceSettings(rate=0, max_body_bytes=100)
    async with serving(tmp_path, settings=settings) as service:
        headers = {"Content-Type": "application/json"}
        answer = await service.client.post(f"{API}:import", content=body(), headers=headers)
        assert answer.json()["error"] == "NotJson"
    assert renewed == [3, 5]
