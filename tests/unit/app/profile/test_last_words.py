"""A run that dies in native code leaves a trace; one that ends as it should leaves none."""

import subprocess
import sys
from pathlib import Path

from app.profile import crash_trace
from app.profile.folder import Profile

DIES = """
import faulthandler, sys
from pathlib import Path
from app.profile import crash_trace
from app.profile.folder import Profile
with crash_trace.listening(Profile(Path(sys.argv[1]))):
    faulthandler._sigsegv()
"""


def test_a_fault_leaves_its_trace_once(profile: Path) -> None:
    here = Profile(profile)
    here.prepare()
    ended = subprocess.run([sys.executable, "-c", DIES, str(profile)], check=False)
    assert ended.returncode < 0
    assert "Segmentation fault" in crash_trace.found(here)
    assert crash_trace.found(here) == ""


def test_a_good_end_leaves_nothing(profile: Path) -> None:
    here = Profile(profile)
    here.prepare()
    with crash_trace.listening(here):
        pass
    assert crash_trace.found(here) == ""
    assert not (profile / "crash.txt").exists()


def test_a_profile_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    with crash_trace.listening(Profile(tmp_path / "not" / "there")):
        pass
