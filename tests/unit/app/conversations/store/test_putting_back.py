"""An update of a profile is told of, and undone: the copy from before is put back."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.cli import main
from app.conversations.database import schema
from app.conversations.database.sqlite import reading_engine
from app.conversations.store import repair
from app.conversations.store.repair import open_store
from app.errors import BadFile, BadProfile
from app.profile.folder import Profile
from tests.first_schema import CONVERSATIONS, TURNS, write_first_schema
from tests.patience import PATIENCE


def desk(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **more)


def version(database: Path) -> int:
    with reading_engine(database).connect() as connection:
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def messages(database: Path) -> int:
    with reading_engine(database).connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM messages").scalar_one())


def files(folder: Path, pattern: str) -> set[str]:
    return {path.name for path in folder.glob(pattern)}


@pytest.fixture
def first(profile: Path) -> Path:
    """The profile of a first version."""
    profile.mkdir()
    write_first_schema(Profile(profile).database)
    return profile


async def updated(profile: Path) -> Path:
    opened = await open_store(Profile(profile).database)
    await opened.store.aclose()
    assert opened.report.earlier_copy is not None
    return opened.report.earlier_copy


def test_the_terminal_tells_of_an_update_once(
    first: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asking = ["--profile", str(first), "--lang", "ko", "ask", "--agent", "echo", "hello"]
    words = "이 버전에 맞게"
    assert main(asking) == 0
    told = capsys.readouterr().err
    (copy,) = first.glob("desk.db.v1-*")
    assert words in told and str(copy) in told
    assert main(asking) == 0
    assert words not in capsys.readouterr().err


@pytest.mark.anyio
async def test_the_doctor_tells_of_an_update_and_goes_back(first: Path) -> None:
    copy = await updated(first)
    seen = desk("doctor", "--json", "--profile", str(first))
    found = [json.loads(line) for line in seen.stdout.splitlines()]
    (told,) = [line for line in found if str(copy) in line["text"]]
    assert f"--put-back {copy}" in told["remedy"]
    back = desk("doctor", "--profile", str(first), "--put-back", str(copy))
    assert (back.returncode, back.stderr) == (0, "")
    database = Profile(first).database
    assert (version(database), messages(database)) == (1, TURNS)
    (name,) = files(first, "desk.db.replaced-*Z")
    aside = first / name
    assert str(aside) in back.stdout
    assert version(aside) == schema.SCHEMA_VERSION
    assert messages(aside) == 2 * TURNS


@pytest.mark.anyio
async def test_what_was_put_back_can_be_updated_again(first: Path) -> None:
    database = Profile(first).database
    copy = await updated(first)
    assert repair.put_back(database, copy) is not None
    assert copy.exists()
    opened = await open_store(database)
    assert len(await opened.store.conversations()) == CONVERSATIONS
    await opened.store.aclose()
    assert opened.report.earlier_copy is not None
    assert opened.report.damaged_copy is None


@pytest.mark.anyio
async def test_what_a_crash_left_beside_the_database_goes_with_it(first: Path) -> None:
    database = Profile(first).database
    copy = await updated(first)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE conversations SET title = 'written last'")
        connection.commit()
        shutil.copy2(f"{database}-wal", first / "left")
    (first / "left").rename(f"{database}-wal")
    aside = repair.put_back(database, copy)
    assert aside is not None
    assert files(first, "*-wal") == {f"{aside.name}-wal"}
    assert version(database) == 1


def test_only_a_whole_database_of_ours_is_put_back(first: Path, tmp_path: Path) -> None:
    database = Profile(first).database
    held = database.read_bytes()
    other, broken, newer = (tmp_path / name for name in ("other.db", "broken.db", "newer.db"))
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    broken.write_bytes(held[:4096] + b"\xff" * 4096 + held[8192:])
    shutil.copy2(database, newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute(f"PRAGMA user_version={schema.SCHEMA_VERSION + 1}")
        connection.commit()
    (tmp_path / "empty.db").touch()
    for copy in (other, broken, newer, tmp_path / "empty.db", tmp_path / "none.db"):
        with pytest.raises(BadFile, match=copy.name):
            repair.put_back(database, copy)
    assert database.read_bytes() == held
    assert sorted(path.name for path in first.iterdir()) == ["desk.db"]


def test_nobody_else_may_work_in_the_profile_meanwhile(first: Path) -> None:
    from app.commands.doctor import profile

    owner = Profile(first)
    assert owner.try_lock()
    with pytest.raises(BadProfile, match="close it first"):
        profile.put_back(first, owner.database)
    owner.unlock()


def test_without_room_nothing_is_changed(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Profile(first).database
    held = database.read_bytes()
    copy = first / "desk.db.v1-20260101T000000Z"
    shutil.copy2(database, copy)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(shutil, "copyfile", full)
        with pytest.raises(OSError, match="No space"):
            repair.put_back(database, copy)
    assert database.read_bytes() == held
    assert not Path(f"{database}.new").exists()
