"""`balance-desk conversations token …`: for how long a token lets somebody in."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.cli import main


@pytest.mark.parametrize(
    ("said", "days"), [((), 90), (("--expires-days", "7"), 7), (("--expires-days", "0"), None)]
)
def test_a_token_ends_after_ninety_days_unless_it_is_said_otherwise(
    said: tuple[str, ...], days: int | None, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--tenant", "acme", "--profile", str(profile)]
    assert main(["conversations", "token", "create", *said, *where]) == 0
    name = capsys.readouterr().out.split("_")[1]
    for _ in range(2):  # its successor lasts as long
        assert main(["conversations", "token", "list", "--json", *where]) == 0
        listed = map(json.loads, capsys.readouterr().out.splitlines())
        [token] = [one for one in listed if one["id"] == name]
        if days is None:
            assert token["expires_at"] is None
        else:
            made, ends = (
                datetime.fromisoformat(token[f"{at}_at"]) for at in ("created", "expires")
            )
            # What it is told and what is written down are a moment apart.
            assert abs(ends - made - timedelta(days=days)) < timedelta(hours=1)
        assert main(["conversations", "token", "rotate", *where, name]) == 0
        name = capsys.readouterr().out.split()[4]


def test_the_tokens_of_all_tenants_are_listed_where_none_is_named(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--profile", str(profile)]
    for tenant in ("beta", "acme"):
        assert main(["conversations", "token", "create", "--tenant", tenant, *where]) == 0
    capsys.readouterr()
    for named, tenants in (((), ["acme", "beta"]), (("--tenant", "beta"), ["beta"])):
        assert main(["conversations", "token", "list", "--json", *named, *where]) == 0
        listed = map(json.loads, capsys.readouterr().out.splitlines())
        assert [one["tenant"] for one in listed] == tenants
