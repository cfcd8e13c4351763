"""Dead letters are shown and revived by the command line."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
import redis

from app import cli
from app.conversations.protocol.queue_names import REQUESTS, STORE, TASK
from app.conversations.service.queues.port import Proof
from app.conversations.service.queues.redis_queues import RedisQueues
from app.conversations.service.queues.signatures import sign
from app.domain.service_tasks import ServiceTaskState
from tests.contract.app.conversations.service.queue_samples import raw, said
from tests.contract.app.conversations.service.queue_service import ANA, asked_service

pytestmark = pytest.mark.live

QUEUE = str(REQUESTS[TASK])


async def bury(url: str, body: bytes = b"{}", proof: Proof | None = None) -> None:
    with redis.Redis.from_url(url) as client:
        client.flushall()
    queues = RedisQueues(url)
    await queues.put(TASK, body, proof=proof)
    (taken,) = await queues.take(1, wait=1)
    await queues.bury(taken, "a mistake")
    await queues.aclose()


def test_dead_letters_are_listed_and_revived(
    redis_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = f"--database=sqlite:///{tmp_path}/service.db"
    assert cli.main(["conversations", "token", "create", "--tenant", "acme", where]) == 0
    body = raw(said(TASK, {"task_type": "process"}))
    asyncio.run(bury(redis_url, body, sign(capsys.readouterr().out.strip(), body)))
    assert cli.main(["conversations", "dead", "list", "--redis", redis_url, "--json"]) == 0
    letter = json.loads(capsys.readouterr().out)
    assert (letter["queue"], letter["deliveries"], letter["reason"]) == (QUEUE, 1, "a mistake")
    revive = ["conversations", "dead", "revive", "--redis", redis_url, QUEUE, letter["entry"]]
    # Another database knows nothing of who signed it.
    assert cli.main([*revive, f"--database=sqlite:///{tmp_path}/other.db"]) == 0
    assert capsys.readouterr().out == f"0 of 1 are in {QUEUE} again\n"
    assert cli.main([*revive, "0-0", where]) == 0
    told = capsys.readouterr()
    assert (told.out, "0-0" in told.err) == (f"1 of 2 are in {QUEUE} again\n", True)
    assert cli.main(["conversations", "dead", "list", "--redis", redis_url]) == 0
    assert capsys.readouterr().out == ""


def test_a_letter_with_nothing_in_it_is_listed_too(
    redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(bury(redis_url))
    with redis.Redis.from_url(redis_url) as client:
        client.xadd(f"{QUEUE}.dead", {"other": "1", "r": "envelope: no JSON", "n": "1"})
    assert cli.main(["conversations", "dead", "list", "--redis", redis_url, "--json"]) == 0
    letters = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [letter["reason"] for letter in letters] == ["a mistake", "envelope: no JSON"]


def test_those_that_are_too_old_are_purged(
    redis_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(bury(redis_url))
    (tmp_path / "settings.toml").write_text("[retention]\ndead_letters_days = 7\n")
    name, day, now = f"{REQUESTS[STORE]}.dead", 86_400_000, round(time.time() * 1000)
    purge = ["purge", "--redis", redis_url, "--profile", str(tmp_path)]
    with redis.Redis.from_url(redis_url) as client:
        for age in (*range(8 * day, 8 * day - 250, -1), 6 * day):
            client.xadd(name, {"d": "{}", "r": "no JSON", "n": "1"}, f"{now - age}-0")
        assert cli.main([*purge, "--dry-run"]) == 0
        assert "dead letters: 250\n" in capsys.readouterr().out
        assert (client.xlen(name), client.xlen(f"{QUEUE}.dead")) == (251, 1)
        assert cli.main(purge) == 0
        assert "dead letters: 250\n" in capsys.readouterr().out
        assert (client.xlen(name), client.xlen(f"{QUEUE}.dead")) == (1, 1)
    (tmp_path / "settings.toml").write_text("[retention]\ndead_letters_days = 0\n")
    assert cli.main(purge) == 0
    assert "dead letters" not in capsys.readouterr().out


def test_what_is_no_entry_is_said(redis_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(bury(redis_url))
    revive = ["conversations", "dead", "revive", "--redis", redis_url, QUEUE]
    for entry in ("latest", "1795392203858"):
        assert cli.main([*revive, entry]) == 2
        assert f"{entry} is no entry" in capsys.readouterr().err


def test_where_the_queues_are_must_be_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BALANCE_DESK_REDIS", raising=False)
    assert cli.main(["conversations", "dead", "list"]) == 2
    assert "--redis" in capsys.readouterr().err


@pytest.mark.anyio
@pytest.mark.logs_warnings
async def test_a_mark_beside_an_envelope_revives_nothing(redis_url: str, tmp_path: Path) -> None:
    ran: list[str] = []

    async def broken(*_: Any) -> Any:
        ran.append("it")
        raise RuntimeError("a mistake of ours")

    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
        queues = RedisQueues(redis_url, seconds_held=2)
        runners = {"broken": broken}
        async with asked_service(tmp_path, queues, seconds_held=2, runners=runners) as service:
            envelope = said(TASK, {"task_type": "broken"})
            await service.put(TASK, raw(envelope))
            await service.idle(TASK)
            proof = sign(service.token, raw(envelope))
            fields = {"d": raw(envelope), "k": proof.credential, "s": proof.signature, "v": "1"}
            client.xadd(QUEUE, fields)
            await service.idle(TASK)
            task = await service.book.task(ANA, envelope["task_id"])
            assert (len(ran), task.state) == (3, ServiceTaskState.FAILED)
        await queues.aclose()
