"""What lets somebody in stands in no file of the profile, no log line and no recording."""

import asyncio
import logging
from pathlib import Path

import pytest

from app.connections import known_agents
from app.connections.inspection import copied, frames_of, keep_recording
from app.connections.remote_agents import RemoteAgents
from app.errors import BadInput
from app.profile.secrets import SessionSecrets, system_secrets
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import served
from tests.contract.transport.serving import collect, say, shape

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

TOKEN = "s3cr3t-tok3n-of-ada"


class NoCompanion:
    async def open_url(self, url: str) -> None:
        raise AssertionError(url)

    async def show_code(self, url: str, code: str) -> None:
        raise AssertionError(url)


async def works(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.updater.complete()


async def test_a_token_is_sent_and_stays_nowhere(
    profile: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await asyncio.to_thread(profile.mkdir)
    async with served(works, tokens={TOKEN: "ada"}) as at:
        known_agents.add(profile, f"{at.base}/scripted", "lab")
        remote = RemoteAgents(profile, secrets=SessionSecrets())
        remote.accept("lab", await remote.look("lab"))
        ((need, _),) = await remote.questions("lab")
        assert not await remote.sign_in("lab", need, {"secret": TOKEN}, NoCompanion())
        link = await remote.open("lab")
        assert shape(await collect(link.send(say("x"))))[-1] == "completed"
        frames = frames_of(link)
        recording = profile / "recordings" / "talk.jsonl"
        await asyncio.to_thread(keep_recording, recording, frames)
        texts = [copied(frames, "curl", redact=False), caplog.text, repr(link.card)]
        await link.aclose()

    def kept() -> list[bytes]:
        return [file.read_bytes() for file in profile.rglob("*") if file.is_file()]

    files = await asyncio.to_thread(kept)
    assert len(files) >= 3
    for text in (*(file.decode(errors="replace") for file in files), *texts):
        assert TOKEN not in text


def test_secrets_come_from_a_file_where_there_is_no_keyring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secrets"
    file.write_text("# who\nhttps://agents.example.org bearer of agents\nkafka://b:9092 pw\n")
    monkeypatch.setenv("BALANCE_DESK_SECRETS_FILE", str(file))
    secrets = system_secrets()
    assert secrets.lasting
    assert secrets.get("https://agents.example.org oauth") == "bearer of agents"
    assert secrets.get("https://agents.example.org:443 oauth") == "bearer of agents"
    assert secrets.get("https://agents.example.org:8443 oauth") is None
    assert secrets.get("kafka://b:9092 ada") == "pw"
    assert secrets.get("https://agents.example") is None
    with pytest.raises(BadInput):
        secrets.put("x", "y")
    file.write_text("https://agents.example.org\n")
    with pytest.raises(BadInput, match="Line 1"):
        secrets.get("x")
    file.unlink()
    with pytest.raises(BadInput):
        system_secrets()
