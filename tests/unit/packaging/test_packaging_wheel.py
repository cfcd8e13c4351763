"""The distributions carry the program, its assets and its command; installed, they work."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from scripts import distributions

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = ("app", "gui", "transport", "agents", "assets")
WORKSHOP = ("tests", "benchmarks", "scripts", "docs", "packaging", "requirements", ".ci")
FILES = ("pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md")
MORE = ("Makefile", "Dockerfile", "compose.yaml")
NAME = "org.balance_desk.BalanceDesk"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The source distribution and the wheel, of a copy: the build leaves traces beside sources."""
    folder = tmp_path_factory.mktemp("made")
    source = folder / "source"
    source.mkdir()
    for name in (*SHIPPED, *WORKSHOP):
        ignore = shutil.ignore_patterns("__pycache__", "wheels")
        shutil.copytree(ROOT / name, source / name, ignore=ignore)
    for name in (*FILES, *MORE):
        shutil.copy2(ROOT / name, source)
    return distributions.build(source, folder)


@pytest.fixture(scope="module")
def wheel(made):
    with zipfile.ZipFile(made[1]) as archive:
        yield archive


@pytest.fixture(scope="module")
def installed(made, tmp_path_factory):
    """The wheel, installed apart from the sources; what it needs is that of this environment."""
    prefix = tmp_path_factory.mktemp("prefix")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-warn-script-location", "--ignore-installed", "--no-compile"]
    command += ["--prefix", str(prefix)]
    subprocess.run([*command, str(made[1])], check=True)
    return prefix


def run(prefix, folder, *arguments):
    """Run the installed command somewhere else than in the sources."""
    (packages,) = prefix.glob("lib*/python*/site-packages")
    # Before the path of this environment, in which the sources may be installed.
    start = f"import sys; sys.path.insert(0, {str(packages)!r}); import app;"
    start += f"assert app.__file__.startswith({str(packages)!r}), app.__file__;"
    start += "from app.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", start, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(packages)},
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_the_source_distribution_can_be_tested_and_built_anew(made):
    with tarfile.open(made[0]) as archive:
        there = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        str(path.relative_to(ROOT))
        for top in (*SHIPPED, *WORKSHOP)
        for path in (ROOT / top).rglob("*")
        if path.is_file() and not {"__pycache__", "wheels"} & set(path.parts)
    }
    assert wanted | {*FILES, *MORE} <= there


def test_installed_it_is_where_desktops_look(installed):
    share = installed / "share"
    assert (share / "applications" / f"{NAME}.desktop").is_file()
    assert (share / "metainfo" / f"{NAME}.metainfo.xml").is_file()
    assert (share / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg").is_file()
    assert (installed / "bin" / "balance-desk").is_file()


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_installed_it_says_its_version_looks_around_and_demonstrates(installed, tmp_path):
    assert run(installed, tmp_path, "--version").stdout.startswith("balance-desk ")
    found = run(installed, tmp_path, "doctor", "--json").stdout.splitlines()
    assert "problem" not in {json.loads(line)["verdict"] for line in found}
    run(installed, tmp_path, "demo", "--out", "pictures")
    assert len(list((tmp_path / "pictures").glob("*.png"))) > 8


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
    assert "balance-desk = app.cli:run" in wheel.read(entries).decode()
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())
