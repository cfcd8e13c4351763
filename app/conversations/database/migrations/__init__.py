"""How databases of earlier versions become those of this one, step by step, by Alembic.

Imported only where there is something to migrate: a start does not pay for it.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).resolve().parent


def upgrade(connection: Connection) -> None:
    """Bring a database to the newest revision, in the connection's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revisions() -> tuple[str, ...]:
    """Return the known revisions, the oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(reversed([script.revision for script in scripts.walk_revisions()]))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
