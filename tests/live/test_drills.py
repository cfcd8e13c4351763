"""What an operator is told where something is broken: by the doctor, the log and the figures."""

import asyncio
import json
import os
import re
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import psycopg
import pytest
import redis

from app.conversations.protocol.queue_names import REQUESTS, STORE, dead_letters
from app.conversations.service.queues.redis_readers import GROUP
from benchmarks._load import Line
from tests.e2e.serving.conversation_process import ROOT, ConversationProcess
from tests.e2e.serving.identity_provider import IdentityProvider
from tests.live.kafka.brokers import Broker
from tests.live.kafka.certificates import Authority
from tests.live.servers import NoServer, Postgres, Redis
from tests.patience import PATIENCE
from tests.unit.app.commands.doctor.test_growth import fill

pytestmark = [pytest.mark.anyio, pytest.mark.live]

Found = dict[str, dict[str, str]]


async def doctor(profile: Path, **environment: str) -> Found:
    """Run the doctor; return what it found, by name."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app", "doctor", "--json", "--profile", str(profile)),
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    findings = [json.loads(line) for line in told.splitlines()]
    return {one["name"]: one for one in findings}


@asynccontextmanager
async def answering(when: datetime, tls: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    """Serve what is ready, and has that clock; yield its address."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        date = format_datetime(when, usegmt=True)
        writer.write(f"HTTP/1.1 200 OK\r\nDate: {date}\r\nContent-Length: 2\r\n\r\n{{}}".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=tls)
    scheme = "http" if tls is None else "https"
    async with server:
        yield f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_clock_that_is_wrong_is_told_by_how_much(tmp_path: Path) -> None:
    async with answering(datetime.now(UTC) - timedelta(hours=1)) as url:
        found = await doctor(tmp_path, BALANCE_DESK_CONVERSATIONS=url)
    assert found["clock"]["verdict"] == "problem"
    assert "seconds ahead of that of the service" in found["clock"]["text"]
    async with answering(datetime.now(UTC) + timedelta(hours=1)) as url:
        table = f'[oidc]\nissuer = "{url}"\naudience = "desk"\ntenant = "acme"\n'
        (tmp_path / "settings.toml").write_text(table)
        found = await doctor(tmp_path)
    assert "seconds behind that of the issuer" in found["clock"]["text"]
    assert found["sign-in"]["verdict"] == "problem"
    assert "it calls itself 'None'" in found["sign-in"]["text"]
    with IdentityProvider("desk") as issuer:
        (tmp_path / "settings.toml").write_text(table.replace(url, issuer.issuer))
        found = await doctor(tmp_path)
    assert found["sign-in"]["verdict"] == "ok"


async def test_a_certificate_that_has_expired_is_named(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(authority.server(ends=timedelta(hours=-1)))
    async with answering(datetime.now(UTC), tls) as url:
        found = await doctor(
            tmp_path, BALANCE_DESK_CONVERSATIONS=url, SSL_CERT_FILE=str(authority.file)
        )
    assert found["service"]["verdict"] == "problem"
    assert "certificate has expired" in found["service"]["text"]
    assert "SSL_CERT_FILE" in found["service"]["text"]


async def test_a_missing_right_a_poisoned_queue_and_a_dead_redis(tmp_path: Path) -> None:
    try:
        server = Redis(tmp_path / "redis")
        server.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        with redis.Redis.from_url(server.url) as admin:
            name = str(REQUESTS[STORE])
            admin.xgroup_create(name, GROUP, mkstream=True)
            told = await doctor(tmp_path, BALANCE_DESK_REDIS=server.url)
            assert told["queues"]["verdict"] == "ok"
            letter: dict[str, bytes | int] = {"d": b"{", "r": b"RuntimeError", "n": 3}
            dead, lists = dead_letters(REQUESTS[STORE]), server.url.removesuffix("0") + "1"
            # As old as this, and of now.
            for entry in ("1-1", "1-2", "*"):
                admin.xadd(dead, letter, id=entry)  # type: ignore[arg-type]
            with redis.Redis.from_url(lists) as plain:
                plain.lpush(f"{name}.taken", b"{", b"{")
            servers = {"BALANCE_DESK_REDIS": server.url, "BALANCE_DESK_PLAIN_LISTS": lists}
            told = await doctor(tmp_path, **servers)
            assert told["queues"]["verdict"] == "note"
            assert "dead letters: 3; " in told["queues"]["text"]
            assert f"{dead} 3 (+1) in 0.0 MB" in told["queues"]["text"]
            assert f" MB in Redis at 127.0.0.1:{server.port}/0; entries" in told["queues"]["text"]
            # A list does not know when its entries came.
            assert f": {name}.taken 2 in 0.0 MB" in told["plain lists"]["text"]
            admin.acl_setuser(
                "few", enabled=True, nopass=True, keys=["other*"], categories=["+@all"]
            )
            few = server.url.replace("//", "//few:any@")
            told = await doctor(tmp_path, BALANCE_DESK_REDIS=few)
            assert told["queues"]["verdict"] == "problem"
            assert re.search(rf"cannot be used: NOPERM: .*{name}", told["queues"]["text"])
            # What can be read, and takes nothing: no memory, a copy of another, a full disk.
            for spoil, mend, word in (
                (["CONFIG SET", "maxmemory", "1"], ["CONFIG SET", "maxmemory", "0"], "OOM"),
                (["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"], "READONLY"),
            ):
                admin.execute_command(*spoil)
                told = await doctor(tmp_path, BALANCE_DESK_REDIS=server.url)
                assert re.search(rf"cannot be used: {word}: .*{name}", told["queues"]["text"])
                admin.execute_command(*mend)
    finally:
        server.kill()
    away = server.url.replace("//", "//somebody:secret@")
    told = await doctor(tmp_path, BALANCE_DESK_REDIS=away)
    assert told["queues"]["verdict"] == "problem"
    # Where it is, and not by which password.
    assert told["queues"]["text"].startswith(f"127.0.0.1:{server.port}/0 cannot be used: ")


async def test_the_roles_and_databases_of_the_page_are_enough(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operations-deployment.md").read_text("utf-8")
    found = re.search(r"<<'SQL'\n(.*?)^SQL$", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    try:
        server = Postgres(tmp_path / "postgres")
        server.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        with psycopg.connect(server.url, autocommit=True) as admin:
            for statement in found[1].strip().split(";\n"):
                admin.execute(statement.removesuffix(";"))
        address = server.url.replace("desk@", "balance@").removesuffix("/postgres")
        made = [sys.executable, "-m", "app", "conversations", "migrate", "--profile", str(tmp_path)]
        made += ["--database", f"{address}/balance"]
        await asyncio.to_thread(subprocess.run, made, check=True, cwd=ROOT)
        told = await doctor(
            tmp_path,
            BALANCE_DESK_DATABASE=f"{address}/balance",
            BALANCE_DESK_TASKS_DATABASE=f"{address}/tasks",
        )
        for name in ("conversations", "served tasks"):
            assert told[name]["verdict"] == "ok"
        await fill(f"{address}/balance", tmp_path, f"{address}/tasks")
        told = await doctor(
            tmp_path,
            BALANCE_DESK_DATABASE=f"{address}/balance",
            BALANCE_DESK_TASKS_DATABASE=f"{address}/tasks",
        )
        # Of all tenants, though row-level security holds the role back.
        assert re.search(r"; [1-9]\d* MB; .*: messages 6 \(\+4\)", told["conversations"]["text"])
        assert told["served tasks"]["text"].endswith("; tasks (changed in the last day): 2 (+1)")
    finally:
        server.__exit__(None, None, None)


async def test_a_database_that_is_away_or_lets_nobody_in(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    address = new_database()
    told = await doctor(tmp_path, BALANCE_DESK_DATABASE=address)
    assert told["conversations"]["verdict"] == "ok"
    # One right on one table of a role that has all others.
    made = [sys.executable, "-m", "app", "conversations", "migrate", "--database", address]
    await asyncio.to_thread(
        subprocess.run, [*made, "--profile", str(tmp_path)], check=True, cwd=ROOT
    )
    with psycopg.connect(address, autocommit=True) as admin:
        role = f"few_{address.rpartition('/')[2]}"
        admin.execute(f"CREATE ROLE {role} LOGIN")
        admin.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}")
        few = address.replace("desk@", f"{role}@")
        told = await doctor(tmp_path, BALANCE_DESK_DATABASE=few)
        assert told["conversations"]["verdict"] == "ok"
        admin.execute(f"REVOKE INSERT ON messages FROM {role}")
        told = await doctor(tmp_path, BALANCE_DESK_DATABASE=few)
        assert told["conversations"]["verdict"] == "problem"
        assert told["conversations"]["text"].endswith("lacks rights: INSERT on messages")
        admin.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")
    stranger = address.replace("desk@", "nobody_known@")
    told = await doctor(tmp_path, BALANCE_DESK_DATABASE=stranger)
    assert told["conversations"]["verdict"] == "problem"
    assert "nobody_known" in told["conversations"]["text"]
    gone = Postgres(tmp_path / "gone")
    away = f"postgresql://desk@127.0.0.1:{gone.port}/postgres"
    told = await doctor(tmp_path, BALANCE_DESK_DATABASE=away)
    assert "Connection refused" in told["conversations"]["text"]


async def test_brokers_that_answer_and_that_are_gone(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    try:
        with Broker(tmp_path / "kafka") as broker:
            (profile / "settings.toml").write_text(f'[kafka]\nbootstrap = "{broker.bootstrap}"\n')
            told = await doctor(profile)
            assert told["kafka"]["verdict"] == "ok"
    except NoServer as reason:
        pytest.skip(str(reason))
    told = await doctor(profile)
    assert told["kafka"]["verdict"] == "problem"
    assert "Connect call failed" in told["kafka"]["text"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
async def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if (await asyncio.to_thread(subprocess.run, mount, capture_output=True)).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        monkeypatch.setenv("BALANCE_DESK_DATABASE", f"sqlite:///{disk}/a.db")
        with ConversationProcess(tmp_path / "profile") as service:
            token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
            line = Line(service.url, {"Authorization": f"Bearer {token}"})
            assert (await line.ask("POST", "/api/v1/conversations", {"id": "c"}))[0] == 201
            body = {"message": {"role": "user", "content": "x" * 60_000}}
            async with asyncio.timeout(PATIENCE):
                while True:
                    status, raw = await line.ask("POST", "/api/v1/conversations/c/messages", body)
                    if status != 201:
                        break
            assert (status, json.loads(raw)["key"]) == (503, "store_full")
            figures = (await line.ask("GET", "/metrics"))[1].decode()
            assert 'failures_total{reason="store_full"} 1\n' in figures
            line.close()
            assert '"reason": "store_full"' in service.log.read_text()
            assert service.stop() == 0
        told = await doctor(disk / "profile")
        assert told["disk"]["verdict"] == "problem"
    finally:
        await asyncio.to_thread(subprocess.run, ["umount", "--lazy", str(disk)], check=True)
