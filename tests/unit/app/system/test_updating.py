"""How a copy of the program is updated, by how it came; nobody is asked."""

import tomllib
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.system.installation import (
    RELEASES,
    Installed,
    called_as,
    installed,
    program_version,
)

ROOT = Path(__file__).resolve().parents[4]
HOME = Path("/home/somebody")


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        (HOME / ".local/share/uv/tools/balance-desk", "uv tool upgrade balance-desk"),
        (HOME / ".local/share/pipx/venvs/balance-desk", "pipx upgrade balance-desk"),
        (Path("C:/Users/me/AppData/Roaming/uv/tools/balance-desk"), "uv tool upgrade balance-desk"),
        (HOME / "uv/venv", "python -m pip install --upgrade balance-desk"),
    ],
)
def test_a_package_is_updated_by_what_installed_it(
    tmp_path: Path, prefix: Path, command: str
) -> None:
    told = installed(environment={}, frozen=False, prefix=prefix, code=tmp_path)
    assert told == Installed("package", command)


def test_a_flatpak_is_updated_by_its_name(tmp_path: Path) -> None:
    told = installed(environment={"FLATPAK_ID": "org.x.Y"}, frozen=False, code=tmp_path)
    assert told == Installed("flatpak", "flatpak update org.x.Y")


def test_a_bundle_has_no_command_and_a_source_tree_its_own(tmp_path: Path) -> None:
    assert installed(environment={}, frozen=True, code=tmp_path) == Installed("bundle", "")
    (tmp_path / ".git").mkdir()
    assert installed(environment={}, frozen=False, code=tmp_path).kind == "source"


def test_the_version_is_that_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    monkeypatch.setattr(metadata, "version", {project["name"]: "1.2.3"}.__getitem__)
    assert program_version() == "1.2.3"

    def unknown(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", unknown)
    assert program_version() == "?"


def test_the_page_of_the_newest_version_is_the_homepage_that_software_centres_show() -> None:
    described = ElementTree.parse(
        ROOT / "assets/desktop/org.balance_desk.BalanceDesk.metainfo.xml"
    ).getroot()
    assert described.findtext("url[@type='homepage']") == RELEASES


def test_the_command_that_is_told_runs_this_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    for folder in (mine, other):
        folder.mkdir()
        (folder / "balance-desk").touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(mine))
    assert called_as(str(mine / "balance-desk")) == "balance-desk"
    assert called_as("other/balance-desk") == "other/balance-desk"
    monkeypatch.setenv("PATH", "")
    assert called_as("mine/balance-desk") == "mine/balance-desk"
    assert called_as(str(ROOT / "app" / "__main__.py")).endswith(" -m app")
