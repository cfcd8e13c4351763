"""Set-up says in plain words what it lacks; the lock files are held to `pyproject.toml`."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from scripts import lock, system_packages

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    return folder


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def set_up(tree, **variables):
    return subprocess.run(
        ["sh", "scripts/setup.sh", "dev"],
        cwd=tree,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_fitting_python_it_says_which_fit(tree):
    done = set_up(tree, PYTHON="/nowhere/python3")
    assert done.returncode == 1
    assert "needs Python 3.11, 3.12 or 3.13" in done.stderr
    assert "/nowhere/python3" in done.stderr
    assert not (tree / ".venv").exists()


def test_a_python_that_does_not_fit_is_not_taken(tree, tmp_path):
    old = program(tmp_path / "python3", "exit 1")
    done = set_up(tree, PYTHON=str(old))
    assert done.returncode == 1
    assert "none was found" in done.stderr


def test_a_debian_python_without_venv_names_the_package(tree, tmp_path):
    fits_only = program(
        tmp_path / "python3",
        'case "$2" in *ensurepip*) exit 1;; *print*) echo python3.11-venv;; esac',
    )
    # No apt-get in reach: it cannot install, so it has to tell.
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "id"):
        (tools / name).symlink_to(shutil.which(name) or name)
    done = set_up(tree, PYTHON=str(fits_only), PATH=str(tools))
    assert done.returncode == 1
    assert "sudo apt-get install python3.11-venv" in done.stderr


def test_missing_libraries_become_packages_once():
    found = system_packages.packages_of(
        ["libgthread-2.0.so.0", "libEGL.so.1", "libglib-2.0.so.0", "libnew.so.9"]
    )
    assert found == ["libegl1", "libglib2.0-0", "libnew.so.9"]


def test_this_machine_lacks_nothing_that_qt_always_needs():
    needed, _ = system_packages.missing_libraries()
    assert needed == []


LOCKED = """\
one==1.2 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via balance-desk
two==3 ; python_full_version < '3.13' \\
    --hash=sha256:cc
bare==1
"""


def test_pins_are_read_with_versions_markers_and_hashes():
    pins = lock.pins_of(LOCKED)
    assert {name: (pin.version, pin.hashes) for name, pin in pins.items()} == {
        "one": ("1.2", 2),
        "two": ("3", 1),
        "bare": ("1", 0),
    }
    assert str(pins["two"].marker) == 'python_full_version < "3.13"'


@pytest.mark.parametrize("kind", ["run", "dev", "bundle"])
def test_the_lock_files_are_in_step(kind):
    assert list(lock.check(kind)) == []


def test_a_bundle_has_every_extra():
    asked = {requirement.name for requirement in lock.declared("bundle")}
    assert {"mcp", "sc2reader", "opentelemetry-sdk", "pyinstaller"} <= asked
    assert "sc2reader" not in {requirement.name for requirement in lock.declared("run")}


@pytest.mark.parametrize("kind", ["run", "dev"])
def test_a_changed_lock_file_is_noticed(kind, tmp_path):
    text = lock.path_of(kind).read_text(encoding="utf-8")
    broken = text.replace("qasync==0.28.0", "qasync==0.27.0").replace("duckdb==", "quackdb==")
    folder = tmp_path / "requirements"
    folder.mkdir()
    for name in ("run", "dev"):
        (folder / f"{name}.txt").write_text(broken, encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    problems = "\n".join(lock.check(kind, tmp_path))
    assert "qasync 0.27.0, asked for is qasync==0.28.0" in problems
    assert "lacks duckdb" in problems
    assert "has quackdb, which nothing needs" in problems
