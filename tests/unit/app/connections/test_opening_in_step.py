"""A desk opens at once, however long the system takes to give the token of its service."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.composition import Opened, open_desk
from app.connections import service_token
from app.errors import BadInput
from app.profile.settings import Settings
from tests.contract.app.conversations.book.served_books import served
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def reaches(opened: Opened, state: str) -> None:
    assert opened.syncing is not None
    reached = asyncio.Event()
    opened.syncing.watch(lambda status: reached.set() if status.state == state else None)
    async with asyncio.timeout(PATIENCE):
        if opened.syncing.status.state != state:
            await reached.wait()


async def test_the_list_does_not_wait_for_the_keyring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlocked = threading.Event()
    async with served(tmp_path / "service.db") as service:
        token = await service.token(user="ana")

        def asked(url: str) -> str:
            unlocked.wait(PATIENCE)
            return token

        monkeypatch.setattr(service_token, "token_for", asked)
        settings = Settings(profile=tmp_path / "desk", conversations=service.url)
        async with open_desk(settings) as opened:
            assert await opened.desk.conversations() == []
            assert opened.syncing is not None
            assert opened.syncing.status.state == "connecting"
            unlocked.set()
            await reaches(opened, "in_step")


async def test_a_desk_without_a_token_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = 0

    def missing(url: str) -> str:
        nonlocal asks
        asks += 1
        raise BadInput("There is no token.", key="no_conversations_token", url=url)

    monkeypatch.setattr(service_token, "token_for", missing)
    settings = Settings(profile=tmp_path / "desk", conversations="http://127.0.0.1:1")
    async with open_desk(settings) as opened:
        await reaches(opened, "refused")
        assert opened.syncing is not None
        error = opened.syncing.status.error
        assert isinstance(error, BadInput) and error.reason == "no_conversations_token"
        # Whoever would be asked by the system is asked once.
        assert (asks, opened.doubts) == (1, ())


_CLOSES = """
import asyncio, sys, threading
from pathlib import Path
from app.connections import service_token
from app.composition import open_desk
from app.profile.settings import Settings

asked = threading.Event()
service_token.token_for = lambda url: asked.set() or threading.Event().wait(300) or "never"

async def main():
    settings = Settings(profile=Path(sys.argv[1]), conversations="http://127.0.0.1:1")
    async with open_desk(settings):
        while not asked.is_set():
            await asyncio.sleep(0.01)

asyncio.run(main())
print("ended")
"""


def test_the_program_ends_while_the_keyring_still_asks(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _CLOSES, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.stdout == "ended\n", ended.stderr
