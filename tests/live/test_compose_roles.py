"""What compose.yaml lets PostgreSQL do at its first start: the role of the service is made."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import yaml

from tests.live.servers import NoServer, Postgres

pytestmark = pytest.mark.live

COMPOSE = Path(__file__).parent.parent.parent / "compose.yaml"
PASSWORD = """it's "quite" $odd \\ `one`"""


class Asking(Postgres):
    """A PostgreSQL that asks the role of the service for its password."""

    def prepare(self) -> None:
        super().prepare()
        rules = self._home / "data" / "pg_hba.conf"
        asked = "host all balance 127.0.0.1/32 scram-sha-256\n"
        rules.write_text(asked + rules.read_text("utf-8"))


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Postgres]:
    try:
        with Asking(tmp_path / "postgres") as server:
            yield server
    except NoServer as reason:
        pytest.skip(str(reason))


def test_the_role_of_the_service_has_the_password_of_its_file(
    postgres: Postgres, tmp_path: Path
) -> None:
    compose = yaml.safe_load(COMPOSE.read_text("utf-8"))
    said = compose["services"]["postgres"]["environment"]
    database, owner = said["POSTGRES_DB"], said["POSTGRES_USER"]
    with psycopg.connect(postgres.url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {owner} SUPERUSER LOGIN")
        admin.execute(f"CREATE DATABASE {database}")
    (tmp_path / "balance-password").write_text(f"{PASSWORD}\n")
    script = compose["configs"]["roles"]["content"].replace("$$", "$")
    assert "/run/secrets/balance-password" in script
    subprocess.run(
        ["bash", "-euc", script.replace("/run/secrets", str(tmp_path))],
        env={"PATH": "/usr/bin:/bin", "PGHOST": "127.0.0.1", "PGPORT": str(postgres.port)},
        check=True,
        capture_output=True,
    )
    there = {"host": "127.0.0.1", "port": postgres.port, "dbname": database, "user": "balance"}
    with psycopg.connect(**there, password=PASSWORD) as connection:  # type: ignore[arg-type]
        assert connection.execute(
            "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        ).fetchone() == (False, False)
        connection.execute("CREATE TABLE its_own (id int)")
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(**there, password="another")  # type: ignore[arg-type]
