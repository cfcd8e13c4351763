"""A copy is kept once it is whole; where it cannot be kept, another one is read."""

from pathlib import Path
from sqlite3 import DatabaseError

import pytest

from agents.data.copies import written


def test_a_copy_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "models" / "games.csv"

    def write(file: Path) -> None:
        file.write_text("whole")

    assert written(write, kept, tmp_path) == kept
    assert kept.read_text() == "whole"
    assert [one.name for one in kept.parent.iterdir()] == ["games.csv"]


def test_what_was_not_written_to_its_end_is_not_kept(tmp_path: Path) -> None:
    kept = tmp_path / "models" / "games.csv"
    kept.parent.mkdir()
    kept.write_text("of before")

    def full(file: Path) -> None:
        file.write_text("half")
        if file.parent == kept.parent:
            raise OSError("no space left")

    assert written(full, kept, tmp_path) == tmp_path / "table.csv"
    assert kept.read_text() == "of before"
    assert [one.name for one in kept.parent.iterdir()] == ["games.csv"]


def test_a_source_that_is_gone_is_an_error(tmp_path: Path) -> None:
    def gone(file: Path) -> None:
        raise FileNotFoundError("games.csv")

    with pytest.raises(FileNotFoundError):
        written(gone, tmp_path / "games.csv", tmp_path)


def test_a_file_in_the_place_of_the_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file")

    def write(file: Path) -> None:
        file.write_text("whole")

    assert written(write, tmp_path / "models" / "games.csv", tmp_path) == tmp_path / "table.csv"


def test_nothing_is_left_of_a_source_that_cannot_be_read(tmp_path: Path) -> None:
    def broken(file: Path) -> None:
        file.write_text("half")
        raise DatabaseError("malformed")

    with pytest.raises(DatabaseError):
        written(broken, tmp_path / "models" / "games.csv", tmp_path)
    assert not list((tmp_path / "models").iterdir())
