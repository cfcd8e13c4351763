"""Which cards of an agent a person has accepted, and which keys are trusted to sign them.

They are public keys (JSON Web Keys), fetched once, from where the card says, when a person asks for
it; from then on the card is used only while one of them has signed it.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.cards import CardSignature
from app.errors import AgentRefused, BadProfile
from app.system.files import write_whole

if TYPE_CHECKING:
    import httpx


def accepted(profile: Path, name: str) -> dict[str, Any] | None:
    """Return the card that was accepted under a name, or None; a damaged file counts as none."""
    try:
        value = json.loads(_card_file(profile, name).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def accept(profile: Path, name: str, card: Mapping[str, Any]) -> None:
    """Keep a card as accepted; raises `BadProfile` when it cannot be written."""
    file = _card_file(profile, name)
    try:
        write_whole(file, json.dumps(card, ensure_ascii=False, indent=1).encode())
    except OSError as error:
        raise BadProfile(
            f"The card of {name} could not be kept in {file.parent}: {error.strerror}.",
            key="card_not_written",
        ) from error


def forget_card(profile: Path, name: str) -> None:
    """Forget the accepted card; an unknown name is no error."""
    _card_file(profile, name).unlink(missing_ok=True)


def _card_file(profile: Path, name: str) -> Path:
    return profile / "agents" / f"{name}.json"


def signature_of(profile: Path, name: str, wire: Any) -> CardSignature:
    """Return what the signatures of an agent's card are worth to this profile."""
    from transport.auth.card_signatures import check_signature

    return check_signature(wire, keys_of(profile, name))


def keys_of(profile: Path, name: str) -> Sequence[Mapping[str, Any]]:
    """Return the keys that are trusted for an agent; a damaged file counts as none.

    One that was not added has no name, and no keys.
    """
    if not name:
        return ()
    try:
        found = json.loads(_file(profile, name).read_text("utf-8"))
    except (OSError, ValueError):
        return ()
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else ()


async def trust(profile: Path, name: str, wire: Any, client: "httpx.AsyncClient") -> CardSignature:
    """Fetch the keys that an agent's card names, and trust them if they have signed it.

    Raises `AgentRefused` when they have not or there are none, `AgentUnreachable`, `BadProfile`.
    """
    from transport.auth.card_signatures import check_signature, fetch_keys

    keys = await fetch_keys(client, check_signature(wire, ()).keys_url)
    found = check_signature(wire, keys)
    if found.state != "verified":
        raise AgentRefused(
            f"The card of {name} is not signed by the keys that it names: they are not trusted.",
            key="card_signature",
        )
    file = _file(profile, name)
    try:
        write_whole(file, json.dumps(keys, indent=1).encode())
    except OSError as error:
        raise BadProfile(
            f"The keys of {name} could not be kept in {file.parent}: {error.strerror}.",
            key="keys_not_written",
        ) from error
    return found


def check_trusted(profile: Path, name: str, wire: Any) -> None:
    """Raise `AgentRefused` for a card that the keys trusted for its agent have not signed."""
    if keys_of(profile, name) and signature_of(profile, name, wire).state != "verified":
        raise AgentRefused(
            f"The card of {name} is not signed by a key that you trust for it. Do not use it unless"
            f" you know why. `balance-desk agents trust {name}` trusts the keys it names now.",
            key="card_signature",
            agent=name,
        )


def forget_keys(profile: Path, name: str) -> None:
    """Trust no key for an agent any more; an unknown name is no error."""
    _file(profile, name).unlink(missing_ok=True)


def _file(profile: Path, name: str) -> Path:
    return profile / "agents" / f"{name}.keys.json"
