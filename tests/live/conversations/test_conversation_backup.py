"""A backup of a service that is being written to, put back into an empty database, is the same."""

import asyncio
import json
import os
import subprocess
from collections.abc import Callable
from functools import partial
from getpass import getuser
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.e2e.serving.conversation_process import ROOT, ConversationProcess
from tests.live.servers import NoServer, postgres_binaries
from tests.patience import PATIENCE
from tests.unit.app.commands.doctor.test_growth import fill

pytestmark = [pytest.mark.anyio, pytest.mark.live]

ROLE = "balance_backup"


@pytest.fixture
def of_role(new_database: Callable[[], str]) -> Callable[[], str]:
    """Make databases as the guide has them: their role is held by row-level security."""

    def make() -> str:
        address = new_database()
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute(
                f"DO $$ BEGIN CREATE ROLE {ROLE} LOGIN NOSUPERUSER NOBYPASSRLS;"
                " EXCEPTION WHEN duplicate_object THEN NULL; END $$"
            )
            name = address.rsplit("/", 1)[1]
            admin.execute(f'GRANT ALL ON DATABASE "{name}" TO {ROLE}')
            admin.execute(f"GRANT ALL ON SCHEMA public TO {ROLE}")
        return address.replace("desk@", f"{ROLE}@")

    return make


def ran(service: ConversationProcess, *words: str, code: int = 0, database: str = "") -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(
        service.command(*words),
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, **({"BALANCE_DESK_DATABASE": database} if database else {})},
    )
    assert done.returncode == code, done.stderr
    return done.stdout


async def talk(http: httpx.AsyncClient, acknowledged: list[str], stop: asyncio.Event) -> None:
    """Make a conversation and add to it until told to stop."""
    made = await http.post("/api/v1/conversations", json={"user_id": "ann"})
    path = f"/api/v1/conversations/{made.json()['data']['id']}/messages"
    while not stop.is_set():
        body = {"message": {"role": "user", "content": f"안녕 \x00 {len(acknowledged)}"}}
        answer = await http.post(path, json=body)
        assert answer.status_code == 201, answer.text
        acknowledged.append(answer.json()["data"]["id"])


@pytest.mark.parametrize("kept_in", ["postgresql", "sqlite"])
async def test_a_backup_under_load_is_put_back_whole(
    kept_in: str,
    tmp_path: Path,
    of_role: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = of_role() if kept_in == "postgresql" else f"sqlite:///{tmp_path}/source.db"
    file, profile = tmp_path / "all.backup", tmp_path / "profile"
    monkeypatch.setenv("BALANCE_DESK_DATABASE", source)
    service = ConversationProcess(profile)
    tokens = [
        await asyncio.to_thread(service.run, "token", "create", "--tenant", name)
        for name in ("acme", "other")
    ]
    stop = asyncio.Event()
    with service:
        said: list[list[str]] = [[], []]
        async with asyncio.TaskGroup() as group, asyncio.timeout(PATIENCE):
            clients = [
                httpx.AsyncClient(
                    base_url=service.url,
                    headers={"Authorization": f"Bearer {token}"},
                    timeout=PATIENCE,
                )
                for token in tokens
            ]
            for client, acknowledged in zip(clients, said, strict=True):
                group.create_task(talk(client, acknowledged, stop))
            while not all(said):  # noqa: ASYNC110 - until both have something
                await asyncio.sleep(0.05)
            before = [list(one) for one in said]
            told = await asyncio.to_thread(ran, service, "backup", str(file))
            assert "rows of" in told
            stop.set()
        for client in clients:
            await client.aclose()
        # Into an empty database of the other kind as well as of the same.
        for target in (of_role(), f"sqlite:///{tmp_path}/target.db"):
            there = partial(asyncio.to_thread, partial(ran, database=target), service)
            assert "rows are there" in await there("restore", str(file))
            assert await there("verify", str(file)) == "equal\n"
            full = partial(ran, database=target, code=2)
            assert await asyncio.to_thread(full, service, "restore", str(file)) == ""
            monkeypatch.setenv("BALANCE_DESK_DATABASE", target)
            with ConversationProcess(tmp_path / "again") as again:
                for token, wanted in zip(tokens, before, strict=True):
                    headers = {"Authorization": f"Bearer {token}"}
                    async with httpx.AsyncClient(
                        base_url=again.url, headers=headers, timeout=PATIENCE
                    ) as http:
                        [one] = (await http.get("/api/v1/conversations")).json()["data"]
                        path = f"/api/v1/conversations/{one['id']}/messages"
                        found = await http.get(path, params={"limit": 50})
                        ids = [each["id"] for each in found.json()["data"]]
                        assert set(wanted[:50]) <= set(ids)
                        body = {"message": {"role": "user", "content": "later"}}
                        assert (await http.post(path, json=body)).status_code == 201
            unlike = partial(ran, database=target, code=1)
            told = await asyncio.to_thread(unlike, service, "verify", str(file))
            assert "messages: " in told and told.endswith("different\n")
        assert await asyncio.to_thread(service.stop) == 0


async def test_a_file_that_is_not_whole_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", f"sqlite:///{tmp_path}/a.db")
    service = ConversationProcess(tmp_path / "profile")
    service.run("token", "create", "--tenant", "acme")
    file = tmp_path / "whole"
    ran(service, "backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    raw = file.read_bytes()
    target = f"sqlite:///{tmp_path}/b.db"
    for name, broken in (
        ("short", raw[: len(raw) // 2]),
        ("empty", b""),
        ("other", b"no gzip"),
    ):
        (tmp_path / name).write_bytes(broken)
        ran(service, "restore", str(tmp_path / name), code=2, database=target)
    ran(service, "restore", str(file), database=target)


def test_the_audit_tells_who_took_everything_and_who_put_it_back(
    tmp_path: Path, of_role: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", f"sqlite:///{tmp_path}/a.db")
    service = ConversationProcess(tmp_path / "profile")
    for tenant in ("acme", "other"):
        service.run("token", "create", "--tenant", tenant)
    first, second = tmp_path / "first", tmp_path / "second"
    ran(service, "backup", str(first))
    assert ran(service, "verify", str(first)) == "equal\n"
    ran(service, "backup", str(first), code=2)  # which is there: nothing is taken, or noted
    there, last = of_role(), f"sqlite:///{tmp_path}/c.db"
    ran(service, "restore", str(first), database=there)
    ran(service, "backup", str(second), database=there)
    ran(service, "restore", str(second), database=last)
    for database, file, code in ((there, second, 0), (last, second, 0), (there, first, 1)):
        ran(service, "verify", str(file), database=database, code=code)
    for tenant in ("acme", "other"):
        told = ran(service, "audit", "--tenant", tenant, "--json", database=last)
        acts = [json.loads(line) for line in told.splitlines()]
        assert [(act["action"], act["target"]) for act in acts] == [
            ("database.restore", str(second)),
            ("database.backup", str(second)),
            ("database.restore", str(first)),
            ("database.backup", str(first)),
            ("token.create", acts[-1]["target"]),
        ]
        assert {act["actor"] for act in acts} == {f"operator:{getuser()}"}
    # A database that only reads can be backed up, and the command says what is not noted.
    name = there.rsplit("/", 1)[1]
    with psycopg.connect(there.replace(f"{ROLE}@", "desk@"), autocommit=True) as admin:
        admin.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    done = subprocess.run(
        service.command("backup", str(tmp_path / "third")),
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "BALANCE_DESK_DATABASE": there},
    )
    assert done.returncode == 0, done.stderr
    assert "The audit does not tell of this backup" in done.stderr


async def test_what_a_migration_would_do_is_told_without_doing_it(
    tmp_path: Path, of_role: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = of_role()
    monkeypatch.setenv("BALANCE_DESK_DATABASE", address)
    service = ConversationProcess(tmp_path / "profile")
    assert "is empty" in ran(service, "migrate", "--check", code=1)
    ran(service, "migrate")
    assert "up to date" in ran(service, "migrate", "--check")
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("ALTER TABLE turns DROP COLUMN pinned_for_all")
        admin.execute("UPDATE alembic_version SET version_num = '0007'")
        assert "is at 0007" in ran(service, "migrate", "--check", code=1)
        found = admin.execute("SELECT version_num FROM alembic_version").fetchone()
        assert found == ("0007",)
    ran(service, "migrate")
    assert "up to date" in ran(service, "migrate", "--check")


async def test_what_the_guide_says_of_pg_dump(tmp_path: Path, of_role: Callable[[], str]) -> None:
    try:
        program = postgres_binaries() / "pg_dump"
    except NoServer as reason:
        pytest.skip(str(reason))
    address = of_role()
    await fill(address, tmp_path, address)

    def dumped(of: str, *words: str, code: int = 0) -> tuple[str, str]:
        done = subprocess.run([program, *words, of], capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        return done.stdout, done.stderr

    out, err = dumped(address, code=1)
    assert "row-level security" in err
    assert "acme" not in out
    owner = address.replace(f"{ROLE}@", "desk@")
    out, _ = dumped(owner)
    messages = out.partition("COPY public.messages ")[2].partition("\n\\.\n")[0]
    assert (messages.count("\nacme\t"), messages.count("\nother\t")) == (3, 3)
    out, _ = dumped(address, "-t", "served_*")
    assert "ann-0" in out and "CREATE TABLE public.messages" not in out
