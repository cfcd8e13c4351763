"""`balance-desk serve --replay FILE`: a recording as an agent, for those who write clients."""

import asyncio
import os
import sys
from pathlib import Path

import httpx
import pytest

from app.cli import main
from tests.contract.app.commands.test_operations import recording_of
from tests.contract.transport.serving import collect, say, shape
from tests.e2e.serving.test_serve import ROOT
from tests.live.servers import free_port
from tests.patience import PATIENCE
from transport.connect import connect

pytestmark = pytest.mark.anyio


async def test_a_recording_is_served_until_it_has_no_further_answer(
    profile: Path, tmp_path: Path
) -> None:
    file = tmp_path / "a talk.jsonl"
    frames = await recording_of(profile, "Hello")
    file.write_text("".join(frame.model_dump_json() + "\n" for frame in frames))
    where = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "app", "serve", "--replay", str(file), "--speed", "0"]
    process = await asyncio.create_subprocess_exec(
        *[*command, "--http", where, "--profile", str(profile)],
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stderr.readline()).decode()
        assert f"Serving http://{where}/a-talk" in line
        link = await connect(f"http://{where}/a-talk")
        try:
            events = await collect(link.send(say("anything")))
            assert shape(events)[-1] == "completed"
        finally:
            await link.aclose()
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            health = await client.get(f"http://{where}/health")
        assert health.status_code == 200
    finally:
        process.terminate()
        rest = (await process.stderr.read()).decode()
        assert await process.wait() == 0, rest
    assert "Traceback" not in rest


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ([], "--http HOST:PORT"),
        (["--kafka", "127.0.0.1:9", "--grpc", "127.0.0.1:0"], "--grpc wants --http"),
        (["--http", "127.0.0.1:0", "--data", "x.csv"], "--data is for agents"),
        (["--http", "127.0.0.1:0", "--speed", "-1"], "no number from 0 up"),
        (["--http", "127.0.0.1:0", "--agent", "echo"], "not allowed with"),
    ],
)
def test_what_does_not_go_together_is_said(
    more: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["serve", "--replay", str(tmp_path / "x.jsonl"), "--profile", str(tmp_path), *more]
    try:
        code = main(command)
    except SystemExit as error:
        code = int(error.code or 0)
    assert code == 2
    assert says in capsys.readouterr().err


def test_a_gateway_does_not_stand_before_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["gateway", "--from", "kafka://127.0.0.1:9/echo", "--profile", str(tmp_path)]
    assert main([*command, "--kafka", "127.0.0.1:8,127.0.0.1:9"]) == 2
    assert "before itself" in capsys.readouterr().err


@pytest.mark.parametrize("passed", [False, True])
async def test_a_gateway_that_does_not_say_who_asks_warns_of_it(
    tmp_path: Path, passed: bool
) -> None:
    tokens = tmp_path / "tokens"
    await asyncio.to_thread(tokens.write_text, "ann secret\n")
    command = [sys.executable, "-m", "app", "gateway", "--from", "echo", "--http", "127.0.0.1:0"]
    command += ["--token-file", str(tokens), "--profile", str(tmp_path)]
    process = await asyncio.create_subprocess_exec(
        *[*command, *(["--pass-tokens"] if passed else [])],
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stderr is not None
    said = ""
    async with asyncio.timeout(PATIENCE):
        while "Serving http" not in said:
            line = (await process.stderr.readline()).decode()
            assert line, said
            said += line
    process.terminate()
    assert await process.wait() == 0
    assert ("see each other's tasks" in said) is not passed
