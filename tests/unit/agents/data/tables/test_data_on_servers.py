"""Where the secret of a server of data comes from; what is asked of it is tested live."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from agents.data.compute.engines import postgresql
from agents.data.compute.engines.servers import place_of
from agents.data.dataset import open_dataset
from app.errors import DataUnreachable

ADDRESS = "postgresql://reader@127.0.0.1:1/shop/public.sales"


class Noted(Exception):
    pass


@pytest.mark.parametrize(
    ("given", "password"), [("", "kept-by-nobody-else"), ("from-the-environment", None)]
)
def test_a_password_is_the_environments_or_the_keyrings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, password: str | None
) -> None:
    kept = tmp_path / "secrets"
    kept.write_text(f"{place_of(ADDRESS).account} kept-by-nobody-else\n")
    monkeypatch.setenv("BALANCE_DESK_SECRETS_FILE", str(kept))
    if given:
        monkeypatch.setenv("PGPASSWORD", given)
    asked: list[str | None] = []

    def engine(place: object, password: str | None, **_: object) -> None:
        asked.append(password)
        raise Noted

    monkeypatch.setattr(postgresql, "PostgresEngine", engine)
    with pytest.raises(Noted):
        open_dataset(ADDRESS)
    assert asked == [password]


def test_a_secret_is_in_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "secrets"
    kept.write_text(f"{place_of(ADDRESS).account} kept-by-nobody-else\n")
    monkeypatch.setenv("BALANCE_DESK_SECRETS_FILE", str(kept))
    with pytest.raises(DataUnreachable) as told:
        open_dataset(ADDRESS)
    assert "kept-by-nobody-else" not in str(told.value)


@pytest.mark.parametrize(
    "words", [("ask", "how many?", "--data", ADDRESS), ("query", ADDRESS, "{query}")]
)
def test_a_server_that_does_not_answer_ends_with_three(
    tmp_path: Path, called: Callable[..., CompletedProcess[str]], words: tuple[str, ...]
) -> None:
    query = tmp_path / "query.json"
    query.write_text(json.dumps({"measures": [{"aggregate": "count"}]}))
    asked = [word.format(query=query) for word in words]
    done = called(*asked, "--profile", tmp_path / "profile")
    assert (done.returncode, done.stdout) == (3, "")
    assert "PostgreSQL at 127.0.0.1 does not answer" in done.stderr
