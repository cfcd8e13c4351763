"""What the doctor finds in a profile: its lock, what a crash left, settings, and the indexes."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from app.commands.doctor.findings import DoctorFinding, Repair
from app.domain.ids import utc_now
from app.errors import BadInput, BadProfile, DeskError
from app.profile import settings
from app.profile.folder import Profile, unusable
from app.serving.log_retention import log_growth

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from app.search.index import SearchIndex
    from app.stream_log.index import LogIndex

_LEFTOVERS = (".settings-*", ".probe-*", ".*.part", "desk.db.v*.part*")


def folder(where: Path) -> Iterator[DoctorFinding]:
    """Look at the folder: whether it can be used, who has it, and what lies about in it."""
    profile = Profile(where)
    try:
        profile.prepare()
        left = profile.owner()
        free = profile.try_lock()
        profile.unlock()
    except DeskError as error:
        yield DoctorFinding("profile", "problem", str(error))
        return
    if not free and left is not None and not _alive(left):
        yield DoctorFinding(
            "profile",
            "problem",
            f"{where} is locked by what process {left} left behind when it died",
            "End the processes that it started, or log in anew: the system then takes the lock"
            " back by itself.",
        )
    else:
        text = str(where) if free else f"{where} (in use by process {left})"
        yield DoctorFinding("profile", "ok", text)
    files = [path for pattern in _LEFTOVERS for path in where.glob(pattern) if path.is_file()]
    if free and files:
        yield DoctorFinding(
            "left-overs",
            "note",
            f"{len(files)} files of a program that was killed: "
            + ", ".join(sorted(path.name for path in files)[:3]),
            repair=Repair("remove them", lambda: _remove(profile, files)),
        )
    for path in sorted(where.glob("desk.db.damaged-*")):
        if path.suffix not in (".-wal", ".-shm") and not path.name.endswith(("-wal", "-shm")):
            yield DoctorFinding(
                "database",
                "note",
                f"a damaged database was put aside: {path}",
                "Remove it when nothing in it is missed.",
            )
    for path in sorted(where.glob("desk.db.v*Z")):
        yield DoctorFinding(
            "database",
            "ok",
            f"as it was before an update: {path}",
            f"To go back to it: balance-desk doctor --put-back {path} (remove it when you stay).",
        )


def put_back(where: Path, copy: Path) -> str:
    """Make a copy from before an update the profile's database; return in words what was done.

    Raises `BadProfile` while somebody works in it, and `BadFile`.
    """
    from app.conversations.store import repair as putting_back

    profile = Profile(where)
    profile.prepare()
    with _held(profile):
        try:
            aside = putting_back.put_back(profile.database, copy)
        except OSError as error:
            raise unusable(where, error) from error
    kept = f"; the one that was there is {aside} now" if aside is not None else ""
    return f"{copy} is the database again{kept}. Open it with the version that it is from."


def settings_file(where: Path) -> DoctorFinding:
    """Look at the settings: whether the file can be read, and whether its values fit."""
    path = Profile(where).settings
    try:
        settings.load(where)
    except BadProfile as error:
        aside = path.with_name(f"{path.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")

        def move() -> str:
            path.rename(aside)
            return f"it is {aside} now; the settings are those of a new profile"

        what = f"move it to {aside.name} and begin with the settings of a new profile"
        return DoctorFinding(
            "settings", "problem", str(error), "Mend the file.", Repair(what, move)
        )
    except BadInput as error:
        return DoctorFinding(
            "settings", "problem", str(error), f"Mend it in {path} or in the environment."
        )
    return DoctorFinding(
        "settings", "ok", str(path) if path.is_file() else "the usual ones, no file"
    )


def growth(where: Path) -> Iterator[DoctorFinding]:
    """Tell how much there is of what grows, and what came in the last day."""
    from app.conversations.database.sqlite import reading_engine

    for path, name, told in (
        (Profile(where).database, "growth", conversations_growth),
        (where / "serve" / "tasks.db", "served tasks", tasks_growth),
    ):
        if not path.exists():
            continue
        try:
            with reading_engine(path).connect() as connection, connection.begin():
                found = DoctorFinding(name, "ok", told(connection, path.stat().st_size))
        except SQLAlchemyError as error:
            found = DoctorFinding(name, "note", f"cannot be told: {error}")
        yield found
    root = where / "serve" / "conversations"
    if root.exists():
        size, late = log_growth(root, utc_now() - timedelta(days=1))
        told_of_log = f"{size / 1e6:,.0f} MB; {late / 1e6:,.0f} MB written in the last day"
        yield DoctorFinding("log of serve", "ok", told_of_log)


def conversations_growth(connection: "Connection", size: int) -> str:
    """Say how many rows conversations have, in `size` bytes, and how many came in the last day.

    To be read over the whole database. Raises SQLAlchemyError.
    """
    from app.conversations.book import upkeep_rows

    tables = ", ".join(
        f"{name} {one.rows:,} (+{one.last_day:,})"
        for name, one in upkeep_rows.growth(connection, utc_now() - timedelta(days=1)).items()
    )
    return f"{size / 1e6:,.0f} MB; rows (in the last day): {tables}"


def tasks_growth(connection: "Connection", size: int) -> str:
    """Say how many served tasks there are, in `size` bytes, and how many changed in the last day.

    Raises SQLAlchemyError.
    """
    from agents.hosting.database import task_rows

    rows, late = task_rows.changed_since(connection, time.time() - 86_400)
    return f"{size / 1e6:,.0f} MB; tasks (changed in the last day): {rows:,} (+{late:,})"


def indexes(where: Path) -> Iterator[DoctorFinding]:
    """Look at what is made from the log: whether it is whole, and has everything that was said."""
    from app.search import index as search_index
    from app.stream_log import index as index_entries
    from app.stream_log.day_files import DayFiles
    from app.stream_log.index import LogIndex

    profile = Profile(where)
    files = DayFiles(profile.conversations)
    if not files.stream.is_dir():
        return

    def log() -> LogIndex:
        return LogIndex(files)

    def search() -> search_index.SearchIndex:
        return search_index.SearchIndex(files)

    path = files.stream / "index.db"
    if path.is_file():  # it is made when somebody asks for it
        yield _index(
            profile,
            "log index",
            _state(path, index_entries.VERSION),
            (lambda: _count(log(), "rebuild"), lambda: _count(log(), "catch_up")),
            "balance-desk log stats --rebuild",
        )
    state = _state(files.root / "search.db", search_index.VERSION)
    if state == "whole":
        with closing(search()) as index:
            state = "whole" if index.current() else "unfinished"
    yield _index(
        profile,
        "search index",
        state,
        (lambda: _count(search(), "rebuild"), lambda: _count(search(), "catch_up")),
        "balance-desk search --rebuild",
    )


def _count(index: "LogIndex | SearchIndex", work: str) -> str:
    with closing(index):
        count = index.rebuild() if work == "rebuild" else index.catch_up()
    return f"{count} records of the log were taken in"


def _index(
    profile: Profile,
    name: str,
    state: str,
    acts: tuple[Callable[[], str], Callable[[], str]],
    by_hand: str,
) -> DoctorFinding:
    rebuild, go_on = acts
    match state:
        case "damaged":
            repair = Repair("make it anew from the log", _alone(profile, rebuild))
            return DoctorFinding(name, "problem", "it is damaged", f"{by_hand}.", repair)
        case "unfinished":
            repair = Repair("take in what is missing from the log", _alone(profile, go_on))
            text = "it does not have everything that was said; an open window goes on with it"
            return DoctorFinding(name, "note", text, repair=repair)
        case _:
            return DoctorFinding(name, "ok", "whole")


def _state(path: Path, version: int) -> str:
    """Return how a database that can be made anew is, without changing it."""
    if not path.is_file():
        return "unfinished"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return "damaged"
            found = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.OperationalError:
        # Somebody writes in it at this moment: it is in good hands.
        return "unfinished"
    except sqlite3.DatabaseError:
        return "damaged"
    return "whole" if found == version else "unfinished"


def _alone(profile: Profile, act: Callable[[], str]) -> Callable[[], str]:
    def alone() -> str:
        with _held(profile):
            return act()

    return alone


@contextmanager
def _held(profile: Profile) -> Iterator[None]:
    if not profile.try_lock():
        raise BadProfile(
            f"Process {profile.owner()} works in the profile: close it first.", key="bad_profile"
        )
    try:
        yield
    finally:
        profile.unlock()


def _remove(profile: Profile, files: list[Path]) -> str:
    with _held(profile):
        for path in files:
            path.unlink(missing_ok=True)
    return f"{len(files)} files were removed"


def _alive(number: int) -> bool:
    if os.name != "posix":
        return True
    with suppress(PermissionError):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return False
    return True
