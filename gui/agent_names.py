"""What an agent is called in the window, by its key."""

from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QCoreApplication

SAMPLE = "data"
TABLE = "data:"
_FILES = (TABLE, "logs:")


def agent_label(agent: str) -> str:
    """Return an agent's name: the sample, a table or log by its file, others by name or address."""
    if agent == SAMPLE:
        return QCoreApplication.translate("Agents", "Sample data (simulated)")
    if agent.startswith(_FILES):
        return PurePath(agent.partition(":")[2]).name or agent
    parts = urlsplit(agent) if "://" in agent else None
    if parts is not None and parts.scheme == "replay":
        name = PurePath(unquote(parts.path)).stem
        return QCoreApplication.translate("Agents", "Recording {name}").replace("{name}", name)
    if parts is not None and parts.netloc:
        return f"{parts.hostname or ''}{parts.path.rstrip('/')}"
    return agent
