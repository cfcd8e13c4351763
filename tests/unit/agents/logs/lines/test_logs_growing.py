"""A log that grows: what was added is read by itself, and the table is as if read whole."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.logs.lines.store import LogStore, OpenLog
from agents.tools.folders import AllowedFolders
from tests.corpora.logs.lines import access_lines, auth_lines

pytestmark = pytest.mark.anyio
ISO = [f"2024-05-01T10:00:{second:02}Z {'ERROR' if second % 7 == 0 else 'INFO'} job[{second}]: "
       f"step {second} of run timed out" for second in range(60)]  # fmt: skip


def lines_of(log: OpenLog) -> list[tuple[Any, ...]]:
    return log.table.connection.execute("SELECT * FROM lines ORDER BY line").fetchall()


async def whole(folder: Path, path: Path) -> list[tuple[Any, ...]]:
    """The rows of a log that is read in one go."""
    store = LogStore(AllowedFolders([folder]))
    async with store.log(path) as log:
        found = lines_of(log)
    store.close()
    return found


def digest(*parts: str) -> str:
    told = hashlib.sha256(parts[0].encode()).hexdigest()
    for part in parts[1:]:
        told = hashlib.sha256(
            f"{told}{hashlib.sha256(part.encode()).hexdigest()}".encode()
        ).hexdigest()
    return told


@pytest.mark.parametrize(
    "lines",
    [
        [text for _, text in auth_lines()[:300]], [text for _, text in access_lines()[:300]], ISO,
        [f'{{"ts": "2024-05-01T10:00:{second:02}Z", "level": "info", "n": {second}}}'
         for second in range(60)],
        ["no format at all", "of any kind", "one more line"] * 5,
    ],
)  # fmt: skip
async def test_what_was_added_is_read_alone_and_all_is_as_if_read_whole(
    tmp_path: Path, lines: list[str]
) -> None:
    path = tmp_path / "some.log"
    third = len(lines) // 3
    parts = ["\n".join(lines[at : at + third]) + "\n" for at in (0, third, 2 * third)]
    store = LogStore(AllowedFolders([tmp_path]))
    path.write_text(parts[0])
    async with store.log(path) as log:
        assert log.table.loaded.sha256 == digest(parts[0])
    for count in (2, 3):
        with path.open("a") as file:
            file.write(parts[count - 1])
        async with store.log(path) as log:
            assert log.table.loaded.sha256 == digest(*parts[:count]), "by its parts"
            assert log.drift() is None
            assert lines_of(log) == await whole(tmp_path, path)
            assert log.facts.counts["lines"] == third * count == log.table.engine.source.rows
    store.close()


@pytest.mark.parametrize(
    "added",
    [
        "2024-05-01T09:00:00Z INFO job[1]: written late\n",
        "2024-05-01T12:00:00+02:00 INFO job[1]: of another zone\n",
        "2024-05-01T12:00:00Z INFO job[1]: session opened\n",
    ],
)
async def test_what_changes_the_lines_before_has_all_of_them_read(
    tmp_path: Path, added: str
) -> None:
    path = tmp_path / "some.log"
    path.write_text("\n".join(ISO) + "\n")
    store = LogStore(AllowedFolders([tmp_path]))
    async with store.log(path):
        pass
    with path.open("a") as file:
        file.write(added)
    async with store.log(path) as log:
        assert log.table.loaded.sha256 == digest(path.read_text()), "in one go"
        assert lines_of(log) == await whole(tmp_path, path)
    store.close()


def rotate(path: Path) -> None:
    path.rename(path.with_suffix(".1"))
    path.write_text("2024-05-02T10:00:00Z INFO job[1]: begun anew\n" * 200)


def cut_off(path: Path) -> None:
    path.write_text(ISO[0] + "\n")


def write_anew(path: Path) -> None:
    path.write_text(path.read_text().replace("INFO", "WARN") + ISO[0] + "\n")


@pytest.mark.parametrize("change", [rotate, cut_off, write_anew])
async def test_another_file_of_that_name_is_no_growth(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    path = tmp_path / "some.log"
    path.write_text("\n".join(ISO) + "\n")
    store = LogStore(AllowedFolders([tmp_path]))
    async with store.log(path) as log:
        before = lines_of(log)
        change(path)
        assert log.drift() == "changed"
    async with store.log(path) as log:
        assert lines_of(log) == before, "nobody asked to read another file"
    async with store.log(path, anew=True) as log:
        assert log.drift() is None
        assert lines_of(log) == await whole(tmp_path, path)
    store.close()


async def test_whoever_is_using_a_log_keeps_the_lines_that_he_has(tmp_path: Path) -> None:
    path = tmp_path / "some.log"
    path.write_text("\n".join(ISO) + "\n")
    store = LogStore(AllowedFolders([tmp_path]))
    async with store.log(path) as using:
        with path.open("a") as file:
            file.write("2024-05-01T10:02:00Z INFO job[1]: added\n")
        async with store.log(path) as log:
            assert log is using and log.drift() == "grown"
        assert len(lines_of(using)) == len(ISO)
    async with store.log(path) as log:
        assert len(lines_of(log)) == len(ISO) + 1
    store.close()
