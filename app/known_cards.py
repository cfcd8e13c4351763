"""The cards that a person has accepted, one file for each added agent: `DIR/agents/NAME.json`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.disk import write_whole
from app.errors import BadProfile


def accepted(profile: Path, name: str) -> dict[str, Any] | None:
    """Return the card that was accepted under a name, or None; a damaged file counts as none."""
    try:
        value = json.loads(_file(profile, name).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def accept(profile: Path, name: str, card: Mapping[str, Any]) -> None:
    """Keep a card as accepted; raises `BadProfile` when it cannot be written."""
    file = _file(profile, name)
    try:
        write_whole(file, json.dumps(card, ensure_ascii=False, indent=1).encode())
    except OSError as error:
        raise BadProfile(
            f"The card of {name} could not be kept in {file.parent}: {error.strerror}.",
            key="card_not_written",
        ) from error


def forget(profile: Path, name: str) -> None:
    """Forget the accepted card; an unknown name is no error."""
    _file(profile, name).unlink(missing_ok=True)


def _file(profile: Path, name: str) -> Path:
    return profile / "agents" / f"{name}.json"
