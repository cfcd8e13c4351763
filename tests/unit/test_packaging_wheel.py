"""The wheel carries the four packages and the assets, the command, and nothing of the workshop."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SHIPPED = ("app", "gui", "transport", "agents", "assets")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    # A copy: the build leaves its traces beside the sources.
    for name in (*SHIPPED, "tests", "benchmarks", "scripts"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    with zipfile.ZipFile(made) as archive:
        yield archive


def test_it_holds_the_program_and_nothing_else(wheel):
    tops = {name.split("/")[0] for name in wheel.namelist()}
    beside = (".dist-info", ".data")
    assert {name for name in tops if not name.endswith(beside)} == set(SHIPPED)


def test_it_brings_what_desktops_look_for(wheel):
    shared = {name.split(".data/data/")[1] for name in wheel.namelist() if ".data/data/" in name}
    name = "org.balance_desk.BalanceDesk"
    assert shared == {
        f"share/applications/{name}.desktop",
        f"share/metainfo/{name}.metainfo.xml",
        f"share/icons/hicolor/scalable/apps/{name}.svg",
    }


def test_every_file_of_the_program_is_in_it(wheel):
    wanted = {
        str(path.relative_to(ROOT))
        for top in SHIPPED
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted - set(wheel.namelist()) == set()


def test_it_brings_the_command_and_the_licence(wheel):
    (entries,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert "balance-desk = app.cli:main" in wheel.read(entries).decode()
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())
