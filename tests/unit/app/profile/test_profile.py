"""The profile's folder is made or refused in words, and one process at a time has it."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.errors import BadProfile
from app.profile.folder import Profile, default_folder

HOLDER = """
import sys, time
from pathlib import Path
from app.profile.folder import Profile
profile = Profile(Path(sys.argv[1]))
profile.prepare()
print(profile.try_lock(), flush=True)
time.sleep(60)
"""


def test_the_folder_is_made_for_its_owner_only(profile: Path) -> None:
    made = Profile(profile / "deep")
    made.prepare()
    made.prepare()
    assert list(made.folder.iterdir()) == []
    if os.name == "posix":
        assert made.folder.stat().st_mode & 0o777 == 0o700
    assert made.database == profile / "deep" / "desk.db"
    assert made.settings.parent == made.runs.parent == made.conversations.parent == made.folder


def test_without_a_folder_the_platforms_own_is_taken(home: Path) -> None:
    assert Profile().folder == default_folder()
    assert default_folder().is_relative_to(home)


def test_a_home_and_a_relative_folder_are_resolved(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Profile(Path("~/desk")).folder == home / "desk"
    assert Profile(Path("desk")).folder == tmp_path / "desk"


@pytest.mark.parametrize("below", [".", "deeper/still"])
def test_a_file_is_no_profile(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadProfile) as caught:
        Profile(tmp_path / "file" / below).prepare()
    assert caught.value.reason == "profile_is_file"
    assert "--profile" in str(caught.value)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="needs rights that do not count for root"
)
def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadProfile) as caught:
        Profile(tmp_path / "profile").prepare()
    tmp_path.chmod(0o700)
    assert caught.value.reason == "profile_not_writable"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system without writing")
def test_a_file_system_that_takes_no_folder_is_refused() -> None:
    with pytest.raises(BadProfile) as caught:
        Profile(Path("/proc/self/profile")).prepare()
    assert "--profile" in str(caught.value)
    with pytest.raises(BadProfile):
        Profile(Path("/proc/self/profile")).try_lock()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_the_words_for_a_full_disk_are_those_of_a_full_disk() -> None:
    from app.profile.folder import unusable

    with pytest.raises(OSError) as caught, Path("/dev/full").open("wb", buffering=0) as full:
        full.write(b"x")
    assert caught.value.errno == errno.ENOSPC
    refused = unusable(Path("/p"), caught.value)
    assert refused.reason == "profile_no_space"
    assert "free some" in str(refused)


def test_the_second_is_told_and_the_owner_known(profile: Path) -> None:
    first, second = Profile(profile), Profile(profile)
    first.prepare()
    assert first.owner() is None
    assert first.try_lock()
    assert first.try_lock()
    assert not second.try_lock()
    assert second.owner() == os.getpid()
    assert not second.try_lock()
    first.unlock()
    first.unlock()
    assert second.try_lock()
    second.unlock()


def test_a_killed_process_gives_its_lock_back(profile: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(profile)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        mine = Profile(profile)
        assert not mine.try_lock()
        assert mine.owner() == holder.pid
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert mine.try_lock()
        assert mine.owner() == os.getpid()
        mine.unlock()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_does_not_hold_the_lock(profile: Path) -> None:
    owner = Profile(profile)
    owner.prepare()
    assert owner.try_lock()
    asked, ask = os.pipe()
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ask)
        os.write(tell, b"!")
        os.read(asked, 1)
        os._exit(0)
    os.close(asked)
    os.close(tell)
    try:
        assert os.read(heard, 1) == b"!"
        owner.unlock()
        other = Profile(profile)
        assert other.try_lock()
        other.unlock()
    finally:
        os.close(ask)
        os.close(heard)
        os.waitpid(child, 0)
