"""A copy is kept once it is whole; where it cannot be kept, another one is read."""

import os
from pathlib import Path
from sqlite3 import DatabaseError

import pytest

from agents.data.tables.readers import copies
from agents.data.tables.readers.copies import EARLIER, written


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


def kept_in(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


def written_at(day: int, folder: Path, name: str) -> None:
    """Let a copy be written on some day."""

    def write(file: Path) -> None:
        file.write_text("copy")
        os.utime(file, (day * 86_400, day * 86_400))

    written(write, folder / name, folder)


def test_of_the_states_of_a_file_the_newest_few_are_kept(tmp_path: Path) -> None:
    names = [f"games.csv-{day:012x}.csv" for day in range(1, 8)]
    for day, name in enumerate(names):
        written_at(day, tmp_path, name)
    assert kept_in(tmp_path) == set(names[-1 - EARLIER :])


def test_a_state_that_was_read_again_counts_as_new(tmp_path: Path) -> None:
    names = [f"games.csv-{day:012x}.csv" for day in range(1, 2 + EARLIER)]
    for day, name in enumerate([*names, names[0], "games.csv-abcdefabcdef.csv"]):
        written_at(day, tmp_path, name)
    assert names[0] in kept_in(tmp_path)
    assert names[1] not in kept_in(tmp_path)


def test_the_tables_of_one_database_are_kept_together(tmp_path: Path) -> None:
    tables = [f"games.db-{1:012x}-{table:06x}.csv" for table in range(5)]
    others = [f"games.db-{day:012x}-{0:06x}.csv" for day in range(2, 2 + EARLIER)]
    for day, name in enumerate([*tables, *others]):
        written_at(day, tmp_path, name)
    assert kept_in(tmp_path) == {*tables, *others}
    written_at(99, tmp_path, f"games.db-{99:012x}-{0:06x}.csv")
    assert not kept_in(tmp_path) & set(tables)


def test_what_is_no_copy_of_that_source_stays(tmp_path: Path) -> None:
    other = ["games.csv", f"my games.csv-{1:012x}.csv", f"games-{1:012x}.yaml",
             "games.csv-notes.csv", f"games.csv-{1:012X}Z.csv"]  # fmt: skip
    for name in other:
        (tmp_path / name).write_text("mine")
    (tmp_path / f"games.csv-{0:012x}.csv").mkdir()
    for day in range(1, 9):
        written_at(day, tmp_path, f"games.csv-{day:012x}.csv")
    assert {*other, f"games.csv-{0:012x}.csv"} <= kept_in(tmp_path)


def test_large_copies_are_kept_as_far_as_they_have_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "EARLIER_BYTES", 9)  # two of four bytes
    names = [f"games.csv-{day:012x}.csv" for day in range(1, 6)]
    for day, name in enumerate(names):
        written_at(day, tmp_path, name)
    assert kept_in(tmp_path) == set(names[-3:])


def test_copies_that_cannot_be_removed_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "EARLIER", 0)
    written_at(1, tmp_path, f"games.csv-{1:012x}.csv")

    def held(*_: object, **__: object) -> None:
        raise PermissionError("in use")

    monkeypatch.setattr(Path, "unlink", held)
    written_at(2, tmp_path, f"games.csv-{2:012x}.csv")
    assert len(kept_in(tmp_path)) == 2
