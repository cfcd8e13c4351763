"""The Flatpak manifest is whole, asks for little, and is made of what the lock pins."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from packaging.utils import canonicalize_name

from scripts import flatpak_wheels, lock

ROOT = Path(__file__).resolve().parents[3]
NAME = "org.balance_desk.BalanceDesk"
MANIFEST = ROOT / "packaging" / "flatpak" / f"{NAME}.yaml"
ALLOWED = {
    *("--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--device=dri"),
    *("--share=network", "--talk-name=org.freedesktop.secrets"),
    *("--talk-name=org.freedesktop.Notifications", "--env=QT_QPA_PLATFORMTHEME=xdgdesktopportal"),
}


@pytest.fixture
def manifest():
    return yaml.safe_load(MANIFEST.read_text("utf-8"))


def test_it_is_the_program_that_desktops_know(manifest):
    assert manifest["id"] == NAME
    assert manifest["command"] == "balance-desk"
    assert manifest["runtime"].startswith("org.freedesktop.Platform")
    assert isinstance(manifest["runtime-version"], str)


def test_it_asks_for_no_more_than_it_needs(manifest):
    assert set(manifest["finish-args"]) == ALLOWED


def test_it_names_no_address_and_builds_without_a_network(manifest):
    assert "://" not in MANIFEST.read_text("utf-8")
    for module in manifest["modules"]:
        assert {source["path"] for source in module["sources"]} == {"wheels"}
        assert all("--no-index" in command for command in module["build-commands"])
    assert manifest["modules"][0]["build-commands"][0].count("--require-hashes") == 1


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_its_packages_are_those_of_the_lock_for_the_python_of_the_runtime(machine):
    text = lock.path_of("run").read_text("utf-8")
    chosen = lock.pins_of(flatpak_wheels.for_runtime(text, machine))
    every = lock.pins_of(text)
    assert all(pin.marker is None and pin.hashes for pin in chosen.values())
    assert all(chosen[name].version == every[name].version for name in chosen)
    assert ("pysqlite3" in chosen) == (machine == "x86_64")
    assert not {"importlib-metadata", "pywin32-ctypes"} & set(chosen)
    direct = {
        str(canonicalize_name(asked.name)) for asked in lock.declared("run") if asked.marker is None
    }
    assert direct <= set(chosen)


def test_flatpak_builder_understands_it():
    tool = shutil.which("flatpak-builder")
    if tool is None:
        pytest.skip("there is no flatpak-builder")
    shown = subprocess.run(
        [tool, "--show-manifest", str(MANIFEST)], capture_output=True, text=True, check=True
    )
    assert json.loads(shown.stdout)["id"] == NAME
