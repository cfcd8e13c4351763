"""The whole program: what is sent before it is there arrives, each where it was sent."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.composition import open_desk
from app.domain.conversations import RequestEntry
from app.profile.settings import Settings
from tests.patience import PATIENCE

pytestmark = pytest.mark.timeout(900)


async def said(profile: Path) -> dict[str, list[str]]:
    """Return what was said, by conversation."""
    found: dict[str, list[str]] = {}
    async with open_desk(Settings(profile=profile, agent="echo")) as opened:
        assert await opened.desk.messages.load() == []
        for conversation in await opened.desk.conversations():
            entries = await opened.desk.entries(conversation.context_id, 0, 100)
            found[conversation.context_id] = [
                entry.message.text for entry in entries if isinstance(entry, RequestEntry)
            ]
    return found


def shown_by(name: str, profile: Path) -> list[list[object]]:
    """Return the lines that a program with a window prints."""
    program = Path(__file__).with_name(name)
    done = subprocess.run(
        [sys.executable, str(program), str(profile)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        timeout=2 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_questions_sent_before_the_centre_is_imported_arrive(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    assert shown_by("early_desk.py", profile) == [
        ["", ["Next: first", "Take back"], False],
        ["", ["Next: second", "Take back"], False],
    ]
    assert sorted(asyncio.run(said(profile)).values()) == [["first"], ["second"]]


def test_a_window_in_which_nothing_is_said_rests_and_goes_on(tmp_path: Path) -> None:
    [[ended, rests]] = shown_by("resting_desk.py", tmp_path / "profile")
    assert ended == "completed"
    assert isinstance(rests, int) and rests > 1
