"""A profile's database is opened, checked after a crash, repaired, or restored from a copy."""

import asyncio
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from app.conversations.database import schema, sqlite
from app.conversations.database.job_thread import is_damage, store_error
from app.conversations.database.sqlite import reading_engine
from app.conversations.store.rebuild import Salvaged
from app.conversations.store.salvage import salvage
from app.conversations.store.sql_store import SqlStore
from app.domain.ids import utc_now
from app.errors import BadFile, StoreError
from app.system.files import private_file

_BESIDE = ("-wal", "-shm", "-journal")


class OpenReport(NamedTuple):
    """What was found: `unclean` after a crash or a change from outside, `damaged_copy` if broken.

    `salvaged` says how much of a damaged database is in the new one. `earlier_copy` is the database
    as it was before it was brought up to date.
    """

    unclean: bool = False
    damaged_copy: Path | None = None
    salvaged: Salvaged | None = None
    earlier_copy: Path | None = None


class OpenedStore(NamedTuple):
    """An open store, which the caller closes, and what to tell the person."""

    store: SqlStore
    report: OpenReport


async def open_store(database: Path, *, owner: bool = True) -> OpenedStore:
    """Open a profile's database, making it when there is none.

    One that was not closed in good order is checked first. A damaged one is never written again:
    it is kept beside as `desk.db.damaged-<UTC time>`, and what can be read of it goes into a new
    one. Both are for the `owner` of the profile only, for others may have the file open. Raises
    `StoreError` when the database is of a newer version, of another program, held by another
    program, damaged without this process being the owner, or its folder cannot be written.
    """
    report = await asyncio.to_thread(_make_ready, database) if owner else OpenReport()
    store = await SqlStore.open(database, may_migrate=owner)
    return OpenedStore(store, report._replace(earlier_copy=store.database.earlier_copy))


def _make_ready(database: Path) -> OpenReport:
    fresh = Path(f"{database}.new")
    try:
        if not database.exists():
            # A repair was cut off at its very end: the new database is complete.
            if fresh.exists():
                fresh.replace(database)
            return OpenReport()
        _remove(fresh)
        if sqlite.holds(database):
            if _whole(database, check=False):
                return OpenReport()
        elif _whole(database, check=True):
            return OpenReport(unclean=True)
        return _repair(database, fresh)
    except OSError as error:
        raise StoreError(
            f"The database {database} cannot be opened: {error.strerror}. Check the rights of its "
            "folder and the space on its disk.",
            key="store_unreachable",
        ) from error


def _whole(database: Path, *, check: bool) -> bool:
    """Whether the database is sound, as far as its first page or a quick check can tell."""
    try:
        with reading_engine(database).connect() as connection:
            schema.recognise(connection)
            if not check:
                return True
            return bool(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() == "ok")
    except SQLAlchemyError as error:
        failure = store_error(error)
        if is_damage(failure):
            return False
        raise failure from error


def _repair(database: Path, fresh: Path) -> OpenReport:
    try:
        saved = salvage(database, fresh)
    except SQLAlchemyError as error:
        _remove(fresh)
        raise store_error(error) from error
    aside = _free_name(database)
    # The database last: while it is there, a start that finds this half done does it all again.
    for ending in (*_BESIDE, ""):
        with suppress(FileNotFoundError):
            Path(f"{database}{ending}").rename(f"{aside}{ending}")
    fresh.replace(database)
    sqlite.remove(database)
    _sync_folder(database.parent)
    return OpenReport(unclean=True, damaged_copy=aside, salvaged=saved)


def _free_name(database: Path) -> Path:
    name = f"{database}.damaged-{utc_now():%Y%m%dT%H%M%SZ}"
    number = 1
    while Path(name).exists():
        number += 1
        name = f"{name.partition('~')[0]}~{number}"
    return Path(name)


def _remove(database: Path) -> None:
    for ending in ("", *_BESIDE):
        Path(f"{database}{ending}").unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def put_back(database: Path, copy: Path) -> Path | None:
    """Make a copy the database; return where the present one is kept now, None if there was none.

    The copy stays too. Whoever calls holds the profile. Raises `BadFile` for what is no whole
    database of ours, and OSError where there is no room for it: then nothing has changed.
    """
    _must_be_whole(copy)
    # A start that finds this name and no database goes on from there: see `opening`.
    fresh = Path(f"{database}.new")
    try:
        private_file(fresh)
        shutil.copyfile(copy, fresh)
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    aside = Path(f"{database}.replaced-{utc_now():%Y%m%dT%H%M%S}Z")
    there = database.exists()
    sqlite.remove(database)
    # The database last: while it is there, what lies beside it belongs to it.
    for ending in (*_BESIDE, ""):
        with suppress(FileNotFoundError):
            Path(f"{database}{ending}").rename(f"{aside}{ending}")
    fresh.replace(database)
    return aside if there else None


def _must_be_whole(copy: Path) -> None:
    if not copy.is_file():
        raise BadFile(f"There is no file {copy}.", path=str(copy))
    try:
        with reading_engine(copy).connect() as connection:
            schema.recognise(connection)
            ours = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
            check = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    except (SQLAlchemyError, StoreError) as error:
        raise BadFile(f"{copy} cannot be put back. {error}", path=str(copy)) from error
    if ours != schema.APPLICATION_ID or check != "ok":
        raise BadFile(f"{copy} is no whole database of Balance Desk.", path=str(copy))
