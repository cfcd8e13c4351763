"""What an agent is called in the window, by its key."""

from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QCoreApplication

SAMPLE = "data"
TABLE = "data:"


def agent_label(agent: str) -> str:
    """Return the name of an agent: the sample, a table by its file, others by name or address."""
    if agent == SAMPLE:
        return QCoreApplication.translate("Agents", "Sample data (simulated)")
    if agent.startswith(TABLE):
        return PurePath(agent.removeprefix(TABLE)).name or agent
    parts = urlsplit(agent) if "://" in agent else None
    if parts is not None and parts.scheme == "replay":
        name = PurePath(unquote(parts.path)).stem
        return QCoreApplication.translate("Agents", "Recording {name}").replace("{name}", name)
    if parts is not None and parts.netloc:
        return f"{parts.hostname or ''}{parts.path.rstrip('/')}"
    return agent
