"""A copy of the database from before an update becomes the database again; today's is kept."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from app.conversations import clean_stamp, schema
from app.conversations.engine import reading_engine
from app.disk import private_file
from app.domain.ids import utc_now
from app.errors import BadFile, StoreError

_BESIDE = ("-wal", "-shm", "-journal")


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
    clean_stamp.remove(database)
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
