"""What agents and records of the log are called: by key, who to whom, which kind, when."""

from datetime import datetime
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from gui.texts.plain import plain_signs

SAMPLE = "data"
TABLE = "data:"
FILES = (TABLE, "logs:")
"""With what the keys of agents begin that answer from one file."""
_ORCHESTRATOR = "orchestrator"


def with_table(picked: str, before: str) -> str:
    """Return the key of the agent that was picked: the orchestrator takes over an open table."""
    if picked == _ORCHESTRATOR and before.startswith(TABLE):
        return f"{picked}:{before.removeprefix(TABLE)}"
    return picked


def table_agent(agent: str) -> str:
    """Return who tells of the table that an agent answers from; the orchestrator does not."""
    asked, _, table = agent.partition(":")
    return f"{TABLE}{table}" if asked == _ORCHESTRATOR and table else agent


def file_of(agent: str) -> str:
    """Return the path of the file that an agent answers from; "" for one without."""
    asked, _, path = agent.partition(":")
    return path if agent.startswith(FILES) or asked == _ORCHESTRATOR else ""


def asked_by(agent: str, asked: str) -> str:
    """Return the key of whom an agent asked: the orchestrator asks `data` about its table."""
    own = table_agent(agent)
    return own if asked == SAMPLE and own.startswith(TABLE) else asked


def address(agent: str) -> str:
    """Return what a message calls the agent that it is for: a table or log by its file."""
    return agent_label(agent) if agent.startswith(FILES) else agent


def agent_label(agent: str) -> str:
    """Return an agent's name: those that ship with the program in words, a table or log by its
    file, others by the name that they were given here, or their address.
    """
    if shipped := _shipped(agent):
        return shipped
    if agent.startswith(FILES):
        return PurePath(agent.partition(":")[2]).name or agent
    if agent.startswith(f"{_ORCHESTRATOR}:"):
        asked, _, table = agent.partition(":")
        return f"{_shipped(asked)} · {PurePath(table).name}"
    parts = urlsplit(agent) if "://" in agent else None
    if parts is not None and parts.scheme == "replay":
        name = PurePath(unquote(parts.path)).stem
        return QCoreApplication.translate("Agents", "Recording {name}").replace("{name}", name)
    if parts is not None and parts.netloc:
        # With its port: of agents that somebody develops, several are on one machine.
        return f"{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"
    return agent


def _shipped(agent: str) -> str:
    """Return what an agent is called that no other can have the key of; "" for all others."""
    translate = QCoreApplication.translate
    match agent:
        case "data":
            return translate("Agents", "Sample data (simulated)")
        case "logs":
            return translate("Agents", "Log files")
        case "orchestrator":
            return translate("Agents", "Orchestrator")
        case "echo":
            return translate("Agents", "Echo")
        case "chat":
            return translate("Agents", "Chat")
        case _:
            return ""


PERSON = "user"


def kind_words(kind: str) -> str:
    """Return the name of a type of record; one that is not known stays as it is."""
    translate = QCoreApplication.translate
    match kind:
        case "request":
            return translate("Records", "Request")
        case "response":
            return translate("Records", "Response")
        case "error":
            return translate("Records", "Error")
        case "decision":
            return translate("Records", "Decision")
        case "state":
            return translate("Records", "State")
        case _:
            return plain_signs(kind)


def said_words(kind: str) -> str:
    """Return what something that was said is called among people."""
    translate = QCoreApplication.translate
    match kind:
        case "request":
            return translate("Records", "Question")
        case "response":
            return translate("Records", "Answer")
        case _:
            return kind_words(kind)


def speaker(name: str) -> str:
    """Return what somebody of the log is called: the person, or an agent by its key."""
    if name == PERSON:
        return QCoreApplication.translate("Records", "You")
    return plain_signs(agent_label(name))


def route(from_agent: str, to_agent: str | None) -> str:
    """Return who said it to whom."""
    if to_agent is None:
        return speaker(from_agent)
    return f"{speaker(from_agent)} → {speaker(to_agent)}"


def moment_words(at: datetime | None, *, seconds: bool = False) -> str:
    """Return a moment in the locale and the time zone of the person; a dash for none."""
    if at is None:
        return "–"
    locale = QLocale()
    local = QDateTime.fromMSecsSinceEpoch(int(at.timestamp() * 1000))
    day = locale.toString(local.date(), QLocale.FormatType.ShortFormat)
    clock = "HH:mm:ss" if seconds else locale.timeFormat(QLocale.FormatType.ShortFormat)
    return f"{day} {locale.toString(local.time(), clock)}"
