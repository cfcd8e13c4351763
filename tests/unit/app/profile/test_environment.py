"""Secrets come from the environment, or from the file that it names."""

from pathlib import Path

import pytest

from app.errors import BadInput
from app.profile.environment import secret


def test_a_secret_is_said_or_stands_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert secret("DESK_TEST") is None
    monkeypatch.setenv("DESK_TEST", "said")
    assert secret("DESK_TEST") == "said"
    file = tmp_path / "secret"
    file.write_text("kept\n")
    monkeypatch.setenv("DESK_TEST_FILE", str(file))
    with pytest.raises(BadInput, match="both"):
        secret("DESK_TEST")
    monkeypatch.delenv("DESK_TEST")
    assert secret("DESK_TEST") == "kept"
    file.unlink()
    with pytest.raises(BadInput, match="DESK_TEST_FILE"):
        secret("DESK_TEST")
