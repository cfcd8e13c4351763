"""The pages on steps, logs and delegation do what they say: their commands are run."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.data.maker import SAMPLE
from agents.toolbox import configured_tools

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^<!-- checked: (\S+) -->\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = ("tools", "log-agent", "orchestrator", "language-models")
LOG = (
    "Thu Nov 21 10:00:01.123 <airportd[1]> ERROR: DMA timeout\nThu Nov 21 10:00:02.1 <kernel> up\n"
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "wifi.log").write_text(LOG)
    return tmp_path


def ran(place: Path, home: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(home)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture
def said(
    place: Path,
    called: Callable[..., "subprocess.CompletedProcess[str]"],
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., str]:
    """What a line of the guide prints, run in `place`."""
    monkeypatch.chdir(place)

    def run(line: str, *more: str) -> str:
        done = called(*shlex.split(line)[1:], *more)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def blocks() -> dict[str, str]:
    texts = [(ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8") for page in PAGES]
    return {name: block for text in texts for name, block in BLOCK.findall(text)}


def test_the_steps_of_the_guide_are_kept_and_listed(
    place: Path, home: Path, said: Callable[..., str]
) -> None:
    (place / "steps.py").write_text(blocks()["steps.py"], encoding="utf-8")
    told = ran(place, home, "steps.py")
    assert "1 errors" in told and "DMA timeout" in told
    assert (place / "backup.json").is_file()
    listed = [said(line) for line in blocks()["runs"].splitlines()]
    assert "wifi.log" in listed[0]
    assert json.loads(listed[1])["status"] == "completed"


def test_the_log_agent_of_the_guide_answers_in_three_languages(said: Callable[..., str]) -> None:
    for line in blocks()["logs"].splitlines():
        told = said(line, "--profile", "profile")
        assert "1" in told and ("wifi.log" in told or "error" in told)


def test_the_orchestrator_of_the_guide_asks_the_data_agent(
    place: Path, said: Callable[..., str]
) -> None:
    shutil.copy(SAMPLE, place / "matches.csv")
    for line in blocks()["orchestrator"].splitlines():
        told = said(line, "--profile", "profile")
        assert re.search(
            r"(58|42)%.*^— (Data|데이터|Datos)(: |$)", told, re.DOTALL | re.MULTILINE
        ), told
    assert "wifi.log" in told and re.search(
        "\n— (Log files|로그 파일|Archivos de registro): ", told
    )


def test_the_test_of_the_guide_passes_without_a_model(place: Path, home: Path) -> None:
    (place / "test_plan.py").write_text(blocks()["test_plan.py"], encoding="utf-8")
    said = ran(place, home, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_plan.py")
    assert "2 passed" in said


@pytest.mark.anyio
async def test_the_mcp_server_of_the_guide_is_a_tool(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("figures_server.py", "settings.toml"):
        (place / name).write_text(blocks()[name], encoding="utf-8")
    monkeypatch.chdir(place)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    async with configured_tools(place) as configured:
        assert configured.problems == ()
        given = {"first": 1, "second": 2}
        assert await configured.tools.call("figures", "add", given) == {"result": 3}
