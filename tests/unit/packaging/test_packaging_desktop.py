"""The desktop finds the program: entry, description and icon are valid, and in the wheel."""

import shutil
import subprocess
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImageReader

from gui.conversation.links import NEW

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "assets" / "desktop"
NAME = "org.balance_desk.BalanceDesk"
LANGUAGES = ("ko", "es")


def run(*command: str) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""


def entry() -> RawConfigParser:
    parser = RawConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(FOLDER / f"{NAME}.desktop", "utf-8")
    return parser


def test_the_entry_is_valid() -> None:
    run("desktop-file-validate", str(FOLDER / f"{NAME}.desktop"))


def test_the_description_is_valid() -> None:
    run("appstreamcli", "validate", "--no-net", str(FOLDER / f"{NAME}.metainfo.xml"))


def test_the_names_agree() -> None:
    text = (ROOT / "app" / "main.py").read_text("utf-8")
    assert f'setDesktopFileName("{NAME}")' in text
    described = ElementTree.parse(FOLDER / f"{NAME}.metainfo.xml").getroot()
    assert described.findtext("id") == NAME
    assert described.findtext("launchable") == f"{NAME}.desktop"
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    releases = [release.get("version") for release in described.iter("release")]
    assert releases[0] == version
    assert entry()["Desktop Entry"]["Icon"] == NAME


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language(language: str) -> None:
    words = entry()["Desktop Entry"]
    for key in ("GenericName", "Comment", "Keywords"):
        assert words[f"{key}[{language}]"]
    described = ElementTree.parse(FOLDER / f"{NAME}.metainfo.xml").getroot()
    said = {
        element.get("{http://www.w3.org/XML/1998/namespace}lang") for element in described.iter()
    }
    assert language in said


def test_addresses_lead_to_the_program() -> None:
    words = entry()["Desktop Entry"]
    assert "x-scheme-handler/balance-desk" in words["MimeType"]
    assert words["Exec"] == "balance-desk gui %u"


def test_a_new_conversation_is_offered_beside_the_program() -> None:
    actions = entry()["Desktop Entry"]["Actions"].strip(";").split(";")
    assert [f"Desktop Action {name}" for name in actions] == entry().sections()[1:]
    action = entry()["Desktop Action new-conversation"]
    assert action["Exec"] == f"balance-desk gui {NEW}"
    assert all(action[f"Name[{language}]"] for language in LANGUAGES)


def test_the_icon_can_be_drawn() -> None:
    reader = QImageReader(str(FOLDER / f"{NAME}.svg"))
    reader.setScaledSize(QSize(64, 64))
    image = reader.read()
    assert not image.isNull()
    assert image.pixelColor(32, 20).blue() > 150


def test_the_wheel_installs_them_where_desktops_look() -> None:
    files = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"][
        "data-files"
    ]
    assert files == {
        "share/applications": [f"assets/desktop/{NAME}.desktop"],
        "share/metainfo": [f"assets/desktop/{NAME}.metainfo.xml"],
        "share/icons/hicolor/scalable/apps": [f"assets/desktop/{NAME}.svg"],
    }
