"""What an agent is called in the window, by its key."""

from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QCoreApplication

SAMPLE = "data"
TABLE = "data:"
_FILES = (TABLE, "logs:")
_ORCHESTRATOR = "orchestrator"


def with_table(picked: str, before: str) -> str:
    """Return the key of the agent that was picked: the orchestrator takes over an open table."""
    if picked == _ORCHESTRATOR and before.startswith(TABLE):
        return f"{picked}:{before.removeprefix(TABLE)}"
    return picked


def agent_label(agent: str) -> str:
    """Return an agent's name: the sample, a table or log by its file, others by name or address."""
    if agent == SAMPLE:
        return QCoreApplication.translate("Agents", "Sample data (simulated)")
    if agent.startswith(_FILES):
        return PurePath(agent.partition(":")[2]).name or agent
    if agent.startswith(f"{_ORCHESTRATOR}:"):
        asked, _, table = agent.partition(":")
        return f"{asked} · {PurePath(table).name}"
    parts = urlsplit(agent) if "://" in agent else None
    if parts is not None and parts.scheme == "replay":
        name = PurePath(unquote(parts.path)).stem
        return QCoreApplication.translate("Agents", "Recording {name}").replace("{name}", name)
    if parts is not None and parts.netloc:
        return f"{parts.hostname or ''}{parts.path.rstrip('/')}"
    return agent
