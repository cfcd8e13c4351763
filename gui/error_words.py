"""Expected errors in the person's language."""

from PySide6.QtCore import QCoreApplication, QLocale

from app.errors import DeskError


def error_text(error: DeskError) -> str:
    """Return what happened and what to do, in the present language.

    An error that has no words here speaks for itself, in English.
    """
    return words_for(error.reason, error.details) or str(error)


def words_for(key: str, details: dict[str, object]) -> str:
    """Return the words for the key of an error; empty for one that has none here."""
    tr = QCoreApplication.translate
    match key:
        case "empty_message":
            return tr("Errors", "There is nothing to send.")
        case "message_too_large":
            return tr(
                "Errors",
                "This message is too large: it has {size}, and at most {limit} can be sent."
                " Shorten it, or open long data as a file.",
            ).format(size=_bytes(details.get("size")), limit=_bytes(details.get("limit")))
        case "no_conversation":
            return tr("Errors", "This conversation does not exist any more.")
        case "empty_title":
            return tr("Errors", "A conversation needs a title.")
        case "still_opening":
            return tr("Errors", "Your conversations are still being opened. Your text is kept.")
        case "agent_unreachable":
            return tr("Errors", "The agent does not answer. Try again in a moment.")
        case "store":
            return tr(
                "Errors",
                "The database could not be read or written. Check that there is room on the disk.",
            )
        case "table_not_saved":
            return tr("Errors", "The table could not be saved as {path}.").format(
                path=details.get("path", "")
            )
        case "settings_not_written":
            return tr(
                "Errors",
                "Your settings could not be saved to {path}. They hold until you close the window.",
            ).format(path=details.get("path", ""))
        case "bad_settings_file":
            return tr("Errors", "The settings file {path} cannot be read.").format(
                path=details.get("path", "")
            )
        case _:
            return ""


def file_error_text(name: str, error: DeskError) -> str:
    """Return why a data file could not be opened; the file keeps its name as it is."""
    said = error_text(error)
    return QCoreApplication.translate("Errors", "“{name}” could not be opened. {why}").format(
        name=name, why=said
    )


def _bytes(size: object) -> str:
    return QLocale().formattedDataSize(size, 0) if isinstance(size, int) else str(size or "?")
