"""Before a database is changed for a newer version, a copy of it is kept beside it."""

import os
from pathlib import Path

from app.conversations.engine import reading_engine
from app.disk import private_file
from app.domain.ids import utc_now
from app.errors import StoreError


def keep(database: Path, version: int) -> Path:
    """Copy the database, as it was last committed, to `desk.db.v<version>-<UTC time>`; return that.

    A copy that was not finished does not keep that name. Raises `StoreError`.
    """
    kept = Path(f"{database}.v{version}-{utc_now():%Y%m%dT%H%M%S}Z")
    unfinished = Path(f"{kept}.part")
    try:
        with reading_engine(database).connect() as source:
            # Not VACUUM INTO: that would need a transaction of its own, and writes everything anew.
            held = source.connection.driver_connection
            assert held is not None
            private_file(unfinished)
            target = type(held)(str(unfinished))
            try:
                held.backup(target)
            finally:
                target.close()
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(kept)
    except Exception as error:
        # The driver's own errors among them: they differ between the bundled and the standard one.
        raise StoreError(
            f"The database must be changed for this version, and no copy of it could be kept: "
            f"{error}. Free some space and start again.",
            key="store_backup",
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return kept
