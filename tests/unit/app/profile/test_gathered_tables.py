"""Files that are opened together are linked into one folder of the profile, the same each time."""

from pathlib import Path

import pytest

from app.errors import BadFile
from app.profile.gathered_tables import gathered


def test_the_same_files_are_the_same_folder_and_are_read_as_they_are(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("b.csv", "a.csv", "x/a.csv", "long.csv", "d.csv")]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text("old")
    folder = gathered(tmp_path / "profile", files)
    assert folder.name == "a, b, d +1"
    assert sorted(one.name for one in folder.iterdir()) == [
        "2-a.csv", "a.csv", "b.csv", "d.csv", "long.csv",
    ]  # fmt: skip
    files[0].write_text("new")
    assert (folder / "b.csv").read_text() == "new"
    assert gathered(tmp_path / "profile", list(reversed(files))) == folder
    assert gathered(tmp_path / "profile", files[:2]) != folder


def test_what_cannot_be_put_together_is_told(tmp_path: Path) -> None:
    (tmp_path / "profile").write_text("a file")
    with pytest.raises(BadFile):
        gathered(tmp_path / "profile", [tmp_path / "a.csv", tmp_path / "b.csv"])
