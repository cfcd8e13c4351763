"""What the doctor finds, what it says it will do, and what it has done after `--fix`."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.commands.doctor import command, profile, system
from app.commands.doctor.findings import DoctorFinding, Repair
from app.errors import BadInput, BadProfile
from app.profile.folder import Profile
from app.search.index import SearchIndex
from app.stream_log import StreamLogger
from app.stream_log.day_files import DayFiles

PLUGINS = ("compose", "ibus")


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Nothing is installed but what is put here by name, with the lines of its script."""
    place = tmp_path / "bin"
    place.mkdir()
    monkeypatch.setenv("PATH", str(place))

    def put(name: str, script: str = "") -> None:
        (place / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (place / name).chmod(0o755)

    return put


def act(finding: DoctorFinding) -> str:
    assert finding.repair is not None
    return finding.repair.act()


def by_name(findings: Iterator[DoctorFinding]) -> dict[str, DoctorFinding]:
    return {finding.name: finding for finding in findings}


def test_a_font_is_installed_by_root_on_debian(
    tools: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    tools("apt-get", f'echo "$@ $DEBIAN_FRONTEND" > {asked}')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    found = system.hangul([])
    assert found.repair is not None
    assert found.repair.what == "install the package fonts-noto-cjk with apt-get"
    assert not asked.exists()
    act(found)
    assert asked.read_text("utf-8").split() == [
        *("install", "--yes", "--no-install-recommends", "fonts-noto-cjk", "noninteractive")
    ]
    tools("apt-get", "echo 'E: no such package' >&2; exit 100")
    with pytest.raises(BadInput, match="E: no such package"):
        act(found)


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("apt-get", "sudo apt install fonts-noto-cjk"),
        ("dnf", "sudo dnf install google-noto-sans-cjk-fonts"),
        ("none", "on Debian and Ubuntu: apt install fonts-noto-cjk"),
    ],
)
def test_others_are_told_which_font_to_install(
    tools: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, tool: str, words: str
) -> None:
    tools(tool, "")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    found = system.hangul([])
    assert found.repair is None
    assert words in found.remedy
    assert system.hangul(["Noto Sans CJK KR"]).verdict == "ok"


@pytest.mark.parametrize(
    ("environment", "plugins", "verdict", "words"),
    [
        ({}, PLUGINS, "ok", "the system’s"),
        ({"QT_IM_MODULE": "fcitx5"}, PLUGINS, "note", "ibus is asked instead"),
        ({"QT_IM_MODULE": "fcitx"}, ("compose",), "problem", "neither for it nor for ibus"),
        ({"QT_IM_MODULE": "fcitx"}, ("fcitx5",), "ok", "fcitx"),
        ({"XMODIFIERS": "@im=fcitx", "DISPLAY": ":0"}, PLUGINS, "note", "ibus is asked instead"),
        ({"XMODIFIERS": "@im=fcitx", "WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, PLUGINS, "ok", ""),
        (
            {"XMODIFIERS": "@im=fcitx", "DISPLAY": ":0", "QT_IM_MODULE": "ibus"},
            PLUGINS,
            "ok",
            "ibus",
        ),
    ],
)
def test_what_typing_hangul_needs(
    environment: dict[str, str], plugins: tuple[str, ...], verdict: str, words: str
) -> None:
    found = system.input_method(plugins, environment)
    assert found.verdict == verdict
    assert words in found.text
    assert ("fcitx5-hangul" in found.remedy) == (verdict == "note")


def test_without_a_keyring_the_package_is_named(
    tools: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from keyring.backends.fail import Keyring

    tools("apt-get", "")
    monkeypatch.setattr("keyring.core.get_keyring", Keyring)
    found = system.keyring()
    assert (found.verdict, found.repair) == ("note", None)
    assert "in memory only" in found.text
    if sys.platform == "linux":
        assert "apt install gnome-keyring" in found.remedy


def test_settings_that_cannot_be_read_are_moved_aside_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[window]\ntheme = "dark\n', "utf-8")
    found = profile.settings_file(tmp_path)
    assert found.verdict == "problem"
    assert path.exists()
    act(found)
    (aside,) = tmp_path.glob("settings.toml.damaged-*")
    assert "dark" in aside.read_text("utf-8")
    assert profile.settings_file(tmp_path).verdict == "ok"


def test_one_setting_that_does_not_fit_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[window]\ntheme = "pink"\n', "utf-8")
    found = profile.settings_file(tmp_path)
    assert (found.verdict, found.repair) == ("problem", None)
    assert "'theme'" in found.text


def test_a_lock_whose_owner_died_but_is_held_by_what_it_left(tmp_path: Path) -> None:
    # The first process dies at once; the second, which it started, keeps the file open.
    child = (
        "import fcntl, os, subprocess, sys\n"
        "file = open(sys.argv[1], 'a+b'); fcntl.flock(file, fcntl.LOCK_EX)\n"
        "file.truncate(0); file.write(str(os.getpid()).encode()); file.flush()\n"
        "kept = subprocess.Popen(['sleep', '60'], pass_fds=[file.fileno()],"
        " stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(kept.pid)\n"
    )
    lock = tmp_path / "desk.lock"
    done = subprocess.run(
        [sys.executable, "-c", child, str(lock)], capture_output=True, text=True, check=True
    )
    try:
        found = by_name(profile.folder(tmp_path))["profile"]
        assert found.verdict == "problem"
        assert "when it died" in found.text
    finally:
        os.kill(int(done.stdout), 9)


def test_a_lock_that_a_killed_program_left_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "desk.lock").write_text("999999999\n", "utf-8")
    assert by_name(profile.folder(tmp_path))["profile"].verdict == "ok"


def test_what_a_killed_program_left_is_removed_unless_somebody_works_there(
    tmp_path: Path,
) -> None:
    left = [tmp_path / name for name in (".settings-abc", ".probe-12", ".x.12.part")]
    for path in (*left, tmp_path / "notes.part"):
        path.write_bytes(b"x")
    found = by_name(profile.folder(tmp_path))["left-overs"]
    owner = Profile(tmp_path)
    assert owner.try_lock()
    assert "left-overs" not in by_name(profile.folder(tmp_path))
    with pytest.raises(BadProfile, match="close it first"):
        act(found)
    owner.unlock()
    act(found)
    assert not any(path.exists() for path in left)
    assert (tmp_path / "notes.part").exists()


@pytest.fixture
def logged(tmp_path: Path) -> Path:
    """A profile in whose log five messages are."""
    with StreamLogger(Profile(tmp_path).conversations) as stream:
        for number in range(5):
            stream.log(from_agent="user", msg_type="request", content={"text": f"say {number}"})
    return tmp_path


def records(profile: Path) -> int:
    with closing(SearchIndex(DayFiles(Profile(profile).conversations))) as index:
        return int(index.rows("SELECT count(*) FROM docs")[0][0])


def test_an_index_that_is_behind_is_brought_up(logged: Path) -> None:
    found = by_name(profile.indexes(logged))["search index"]
    assert found.verdict == "note"
    act(found)
    assert records(logged) == 5
    assert by_name(profile.indexes(logged))["search index"].verdict == "ok"


@pytest.mark.parametrize("name", ["search index", "log index"])
def test_an_index_that_is_damaged_is_only_told_of_and_then_made_anew(
    logged: Path, name: str
) -> None:
    root = Profile(logged).conversations
    path = {"search index": root / "search.db", "log index": root / "stream" / "index.db"}[name]
    act(by_name(profile.indexes(logged))["search index"])
    path.write_bytes(b"no database at all" * 100)
    before = path.read_bytes()
    found = by_name(profile.indexes(logged))[name]
    assert found.verdict == "problem"
    assert path.read_bytes() == before
    act(found)
    after = by_name(profile.indexes(logged))
    assert name in after
    assert {finding.verdict for finding in after.values()} == {"ok"}
    assert records(logged) == 5


def test_an_empty_profile_has_no_index_to_speak_of(tmp_path: Path) -> None:
    assert list(profile.indexes(tmp_path)) == []


@pytest.mark.parametrize(("fix", "code"), [(False, 1), (True, 0)])
def test_it_says_what_it_does_before_it_does_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fix: bool,
    code: int,
) -> None:
    said: list[str] = []

    def mend() -> str:
        said.append(capsys.readouterr().out)
        return "mended"

    broken = DoctorFinding("thing", "problem", "broken", "Mend it.", Repair("mend it", mend))
    monkeypatch.setattr(command, "_look", lambda _: iter([broken]))
    assert command.run(tmp_path, as_json=True, fix=fix) == code
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = {**lines[0], "remedy": "Mend it."} if not fix else json.loads(said[0])
    assert told == {
        "name": "thing",
        "verdict": "problem",
        "text": "broken",
        "remedy": "Mend it.",
        "fix": "mend it",
    }
    if fix:
        assert [line["verdict"] for line in lines] == ["fixed"]
    else:
        assert said == []


def test_a_repair_that_fails_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> str:
        raise OSError("the disk is full")

    note = DoctorFinding("thing", "note", "worn", "", Repair("mend it", fail))
    monkeypatch.setattr(command, "_look", lambda _: iter([note]))
    assert command.run(tmp_path, as_json=False, fix=True) == 1
    out = capsys.readouterr().out
    assert "This is done now: mend it." in out
    assert "could not be repaired: the disk is full" in out


def test_in_a_bundle_the_program_is_asked_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert command.own_command("doctor", "--qt") == [sys.executable, "-m", "app", "doctor", "--qt"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert command.own_command("doctor", "--qt") == [sys.executable, "doctor", "--qt"]
