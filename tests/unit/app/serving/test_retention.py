"""What servers keep no longer is read from settings, and removed."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from app.errors import BadInput
from app.serving import retention
from tests.e2e.serving.test_serve import ROOT


@pytest.mark.parametrize(
    "text",
    [
        "retention = 3",
        "[retention]\ntasks_days = -1",
        "[retention]\ntasks_days = true",
        "[retention]\nwhat = 1",
        "[retention.tenants]\nacme = 1",
        "[retention.tenants.acme]\nlog_days = 1",
    ],
)
def test_a_setting_that_does_not_fit_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(text + "\n")
    with pytest.raises(BadInput, match="retention"):
        retention.read(tmp_path)


@pytest.mark.anyio
async def test_work_that_takes_long_is_done_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    took, pauses = iter((1.0, 1.0, 30.0)), list[float]()
    now = 0.0

    async def work() -> retention.Gone:
        nonlocal now
        now += next(took)
        return {}

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(retention.time, "monotonic", lambda: now)
    monkeypatch.setattr(retention.asyncio, "sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await retention.tidy(work, every=60.0)
    assert pauses == [60.0, 60.0, 1500.0]


def test_purge_works_on_a_profile(tmp_path: Path) -> None:
    def ran(*words: str) -> str:
        command = [sys.executable, "-m", "app", *words, "--profile", str(tmp_path / "profile")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    for _ in range(2):
        ran("conversations", "token", "create", "--tenant", "acme")
    (tmp_path / "profile" / "settings.toml").write_text("[retention]\naudit_most = 1\n")
    # Where room is short, the note of who did it takes that of one more.
    for words, count in ((["--dry-run"], 1), ([], 2)):
        told = ran("purge", *words).splitlines()
        assert {"inbox: 0", f"audit: {count} (acme {count})"} <= set(told)
    assert "audit: 0" in ran("purge").splitlines()
    assert "database.purge" in ran("conversations", "audit", "--tenant", "acme")
