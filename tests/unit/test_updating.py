"""How a copy of the program is updated, by how it came; nobody is asked."""

from pathlib import Path

import pytest

from app.updating import Installed, installed

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
