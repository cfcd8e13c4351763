"""The agents that a profile knows: those that ship with the program, and those added by address.

They stand in `settings.toml` under `[agents.known]`, name = address. What an agent needs to be let
in is a secret and stands elsewhere.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from app.errors import BadInput
from app.settings import read_file, save_agents

BUNDLED: Mapping[str, str] = {
    "data": "in process: answers from a table (--data, else the simulated sample)",
    "logs": "in process: analyses log files step by step (--data: a file, or a folder of them)",
    "orchestrator": "in process: asks the other agents and puts their answers together",
    "echo": "in process: gives back what it is told; shows every task state",
}
CHAT = "chat"
"""The agent that talks, where a language model is configured."""
_SCHEMES = ("http", "https", "kafka")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


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


def chosen_name(profile: Path, address: str, name: str | None = None) -> str:
    """Return the name under which an address would be added; raises `BadInput`."""
    parts = urlsplit(address)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise BadInput(
            f"{address!r} is not an agent's address: http://…, https://… or"
            " kafka://host:port/name is wanted.",
            key="bad_address",
        )
    if parts.username or parts.password:
        raise BadInput(
            "An address must not hold a password: it would be kept in a file.",
            key="secret_in_address",
        )
    tail = parts.path.strip("/").rsplit("/", 1)[-1]
    chosen = (name or (tail if parts.scheme == "kafka" else parts.hostname) or "").lower()
    if not _NAME.fullmatch(chosen) or chosen in (*BUNDLED, CHAT):
        raise BadInput(
            f"{chosen!r} cannot be an agent's name here; choose one with --name"
            " (small letters, digits, '.', '_', '-').",
            key="bad_agent_name",
        )
    agents = known(profile)
    if agents.get(chosen, address) != address:
        raise BadInput(
            f"There is already an agent {chosen!r} at {agents[chosen]}; choose another --name.",
            key="agent_exists",
        )
    return chosen


def remove(profile: Path, name: str) -> None:
    """Forget an added agent; raises `BadInput` for one that was not added."""
    agents = known(profile)
    if name not in agents:
        raise BadInput(f"No agent {name!r} was added to this profile.", key="no_agent")
    save_agents(profile, {key: where for key, where in agents.items() if key != name})
