"""What is bundled: the specification is the same on every system, and names what is there."""

import os
import plistlib
import re
import runpy
import sys
from pathlib import Path

import pytest

from scripts import bundle

ROOT = Path(__file__).resolve().parents[3]
SPEC = ROOT / "packaging" / "balance-desk.spec"


class Build:
    """Takes down what a specification asks PyInstaller for."""

    def __init__(self) -> None:
        self.asked: dict[str, dict[str, object]] = {}

    def step(self, name: str) -> object:
        def called(*_: object, **given: object) -> object:
            self.asked[name] = given
            return type("Made", (), {"binaries": [], "datas": [], "pure": [], "scripts": []})()

        return called


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_the_specification_is_made_for_each_system(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = Build()
    hooks = type(sys)("PyInstaller.utils.hooks")
    hooks.collect_data_files = lambda package, **_: [(package, package)]  # type: ignore[attr-defined]
    hooks.collect_submodules = lambda package, **_: [package]  # type: ignore[attr-defined]
    hooks.copy_metadata = lambda package, **_: [(package, package)]  # type: ignore[attr-defined]
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, type(sys)(name))
    monkeypatch.setitem(sys.modules, hooks.__name__, hooks)
    monkeypatch.setattr(sys, "platform", system)
    steps = {name: build.step(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    code = compile(SPEC.read_text("utf-8"), str(SPEC), "exec")
    exec(code, {"SPECPATH": str(SPEC.parent), **steps})
    monkeypatch.undo()
    assert ("BUNDLE" in build.asked) == (system == "darwin")
    assert build.asked["EXE"]["console"] == (system != "darwin")
    assert Path(str(build.asked["EXE"]["entitlements_file"])).is_file()
    (hook,) = build.asked["Analysis"]["runtime_hooks"]  # type: ignore[misc]
    assert Path(hook).is_file()
    assert {"app", "gui", "agents", "transport"} <= set(build.asked["Analysis"]["hiddenimports"])  # type: ignore[call-overload]


def test_a_bundle_brings_what_the_wheel_installs(tmp_path: Path) -> None:
    bundle.bring_what_desktops_look_for(tmp_path)
    there = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*.*")}
    assert there == {"applications", "metainfo", "icons"}
    data = (ROOT / "pyproject.toml").read_text("utf-8")
    placed = {f"share/{place}" for place in bundle.SHARED.values()}
    assert placed == set(re.findall(r'^"(share/[^"]*)"', data, re.MULTILINE))


def test_entitlements_are_few() -> None:
    path = ROOT / "packaging" / "macos" / "entitlements.plist"
    assert plistlib.loads(path.read_bytes()) == {
        "com.apple.security.cs.allow-unsigned-executable-memory": True
    }


@pytest.mark.parametrize("before", ["/usr/local/lib", None])
def test_what_a_bundle_starts_gets_its_own_libraries(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle/_internal")
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    runpy.run_path(str(ROOT / "packaging" / "own_libraries.py"))
    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
