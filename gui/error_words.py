"""Expected errors in the person's language."""

from PySide6.QtCore import QCoreApplication, QLocale

from app.errors import DeskError
from gui.agent_words import AGENTS, MODELS
from gui.desk_words import DESK, STORE
from gui.queue_words import QUEUES
from gui.service_words import SERVICE
from gui.table_words import TABLES

_TEMPLATES = {**DESK, **TABLES, **STORE, **AGENTS, **QUEUES, **MODELS, **SERVICE}


def error_text(error: DeskError) -> str:
    """Return what happened and what to do, in the present language.

    An error that has no words here speaks for itself, in English.
    """
    return words_for(error.reason, error.details) or str(error)


def words_for(key: str, details: dict[str, object]) -> str:
    """Return the words for the key of an error; empty for one that has none here."""
    source = _TEMPLATES.get(key)
    template = QCoreApplication.translate("Errors", source) if source else ""
    sizes = {name: _bytes(details.get(name)) for name in ("size", "limit")}
    columns = {"columns": str(details.get("columns") or "–")}
    return template.format_map(_Details({**details, **sizes, **columns}))


class _Details(dict[str, object]):
    """Details in which nothing is missing: a name that was not given is left out."""

    def __missing__(self, key: str) -> str:
        return ""


def file_error_text(name: str, error: DeskError) -> str:
    """Return why a data file could not be opened; the file keeps its name as it is."""
    said = error_text(error)
    return QCoreApplication.translate("Errors", "“{name}” could not be opened. {why}").format(
        name=name, why=said
    )


def _bytes(size: object) -> str:
    return QLocale().formattedDataSize(size, 0) if isinstance(size, int) else str(size or "?")
