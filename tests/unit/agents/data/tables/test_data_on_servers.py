"""Where the secret of a server of data comes from; what is asked of it is tested live."""

from pathlib import Path

import pytest

from agents.data.compute.engines import postgresql
from agents.data.compute.engines.servers import DataUnreachable, place_of
from agents.data.dataset import open_dataset

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
