"""The agents that a profile knows: those that ship with the program, and those added by address.

They stand in `settings.toml` under `[agents.known]`, name = address. What an agent needs to be let
in is a secret and stands elsewhere.
"""

import ipaddress
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from app.errors import BadInput
from app.profile.settings import read_file, save_agents

BUNDLED: Mapping[str, str] = {
    "data": "in process: answers from a table (--data, else the simulated sample)",
    "logs": "in process: analyses log files step by step (--data: a file, or a folder of them)",
    "orchestrator": "in process: asks the other agents and puts their answers together",
    "echo": "in process: gives back what it is told; shows every task state",
}
CHAT = "chat"
"""The agent that talks, where a language model is configured."""
_SCHEMES = ("http", "https", "grpc", "grpcs", "kafka")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_TAKEN = (*BUNDLED, CHAT)
_LONGEST = 56
"""A number can still be put behind a name of so many letters."""


def known(profile: Path) -> dict[str, str]:
    """Return name → address of the agents added to this profile."""
    agents = read_file(profile).get("agents")
    added = agents.get("known") if isinstance(agents, dict) else None
    if not isinstance(added, dict):
        return {}
    return {str(name): str(where) for name, where in added.items()}


def add(profile: Path, address: str, name: str | None = None) -> str:
    """Remember an agent by its address and return its name; raises `BadInput`."""
    chosen = chosen_name(profile, address, name)
    save_agents(profile, {**known(profile), chosen: address})
    return chosen


def chosen_name(profile: Path, address: str, name: str | None = None, card: str = "") -> str:
    """Return the name under which an address would be added; raises `BadInput`.

    Without a `name` that is the one it has already, else its host's. A host that is only a number
    is no name: there the one that its `card` gives it, made fit and unique, comes first.
    """
    host = checked(address)
    agents = known(profile)
    if not name:
        name = next((key for key, where in agents.items() if where == address), None)
    if not name and _is_number(host) and not address.startswith("kafka:"):
        name = _free(card, agents)
    return _allowed(agents, address, name)


def checked(address: str) -> str:
    """Return the host of an agent's address; raises `BadInput` for what is none."""
    parts = urlsplit(address)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise BadInput(
            f"{address!r} is not an agent's address: http://…, https://…, grpc://host:port or"
            " kafka://host:port/name is wanted.",
            key="bad_address",
        )
    if parts.username or parts.password:
        raise BadInput(
            "An address must not hold a password: it would be kept in a file.",
            key="secret_in_address",
        )
    return parts.hostname


def _allowed(agents: Mapping[str, str], address: str, name: str | None) -> str:
    parts = urlsplit(address)
    tail = parts.path.strip("/").rsplit("/", 1)[-1]
    chosen = (name or (tail if parts.scheme == "kafka" else parts.hostname) or "").lower()
    if not _NAME.fullmatch(chosen) or chosen in _TAKEN:
        raise BadInput(
            f"{chosen!r} cannot be an agent's name here; choose one with --name"
            " (small letters, digits, '.', '_', '-').",
            key="bad_agent_name",
        )
    if agents.get(chosen, address) != address:
        raise BadInput(
            f"There is already an agent {chosen!r} at {agents[chosen]}; choose another --name.",
            key="agent_exists",
        )
    return chosen


def _is_number(host: str) -> bool:
    """Whether a host is an IP address, or this machine."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return True


def _free(card: str, agents: Mapping[str, str]) -> str | None:
    """Return a card's name as one that can be had here; None where nothing of it is left."""
    plain = unicodedata.normalize("NFKD", card.lower()).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9._]+", "-", plain).strip("-._")[:_LONGEST].rstrip("-._")
    if not stem:
        return None
    tries = (stem, *(f"{stem}-{number}" for number in range(2, len(agents) + 4)))
    return next(name for name in tries if name not in agents and name not in _TAKEN)


def remove(profile: Path, name: str) -> None:
    """Forget an added agent; raises `BadInput` for one that was not added."""
    agents = known(profile)
    if name not in agents:
        raise BadInput(f"No agent {name!r} was added to this profile.", key="no_agent")
    save_agents(profile, {key: where for key, where in agents.items() if key != name})
