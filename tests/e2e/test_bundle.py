"""The bundle that `make bundle` built, if it did: it starts, shows itself, and has all inside."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from tests.first_schema import TURNS, write_first_schema

ROOT = Path(__file__).parents[2]
# Another place may be named: the archive, unpacked somewhere else.
FOLDER = Path(os.environ.get("BALANCE_DESK_TEST_BUNDLE", ROOT / "dist" / "balance-desk"))
PROGRAM = FOLDER / ("balance-desk.exe" if sys.platform == "win32" else "balance-desk")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not PROGRAM.is_file(), reason="no bundle has been built: `make bundle`"),
]


def desk(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the bundle with nothing of this environment but a home."""
    kept = {name: os.environ[name] for name in ("HOME", "SYSTEMROOT") if name in os.environ}
    return subprocess.run(
        [str(PROGRAM), *arguments],
        cwd=folder,
        env={**kept, "PATH": "/usr/bin:/bin", **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def test_it_says_its_version(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert desk(tmp_path, "--version").stdout == f"balance-desk {project['version']}\n"


def test_the_doctor_finds_everything_in_it(tmp_path: Path, profile: Path) -> None:
    done = desk(tmp_path, "doctor", "--json", "--profile", str(profile))
    assert done.returncode == 0, done.stdout + done.stderr
    found = {line["name"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert found["qt"]["verdict"] == "ok"
    assert "pysqlite3" in found["sqlite"]["text"]
    if sys.platform.startswith("linux"):
        assert "compose, ibus" in found["input method"]["text"]


@pytest.mark.parametrize(
    ("language", "words"), [("ko", "이 버전에"), ("en", "for this version"), ("es", "esta versión")]
)
def test_it_answers_and_updates_a_profile_of_the_first_version(
    tmp_path: Path, profile: Path, language: str, words: str
) -> None:
    profile.mkdir()
    write_first_schema(profile / "desk.db")
    done = desk(tmp_path, "--profile", str(profile), "--lang", language, "ask", "테란 승률 알려줘")
    assert done.returncode == 0, done.stderr
    assert "58" in done.stdout
    assert words in done.stderr
    (copy,) = profile.glob("desk.db.v1-*")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM messages").fetchone() == (TURNS,)


def test_it_demonstrates_without_a_screen(tmp_path: Path) -> None:
    done = desk(tmp_path, "demo", "--out", "pictures")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "pictures").glob("*.png"))) > 8
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="there is no xvfb-run")
def test_it_demonstrates_on_a_screen(tmp_path: Path) -> None:
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", str(PROGRAM)]
    done = subprocess.run(
        [*command, "demo", "--out", "pictures"],
        cwd=tmp_path,
        env={"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "xcb"},
        capture_output=True,
        encoding="utf-8",
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "pictures").glob("*.png"))) > 8


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these are Linux's")
def test_what_a_desktop_and_its_input_methods_need_is_inside() -> None:
    inside = {path.name for path in FOLDER.rglob("*") if path.is_file()}
    plugins = ("libqxcb.so", "libqwayland.so", "libqoffscreen.so", "libqsvgicon.so", "libqsvg.so")
    typing = ("libibusplatforminputcontextplugin.so", "libcomposeplatforminputcontextplugin.so")
    ours = ("balance_desk_ko.qm", "balance_desk_es.qm", "ko.md", "simulated_matches.csv")
    models = ("starcraft.yaml", "ko.sentences.yaml", "ko.words.yaml", "0001_desk.py", "env.py")
    desktop = tuple(
        f"org.balance_desk.BalanceDesk{ending}" for ending in (".desktop", ".metainfo.xml", ".svg")
    )
    assert {*plugins, *typing, *ours, *models, *desktop} <= inside
    assert "direct_url.json" not in inside, "it names a path of the machine that built it"
