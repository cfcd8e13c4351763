"""Expected errors in the person's language."""

from PySide6.QtCore import QCoreApplication, QLocale

from app.errors import DeskError
from gui.queue_words import queue_template
from gui.service_words import service_template


def error_text(error: DeskError) -> str:
    """Return what happened and what to do, in the present language.

    An error that has no words here speaks for itself, in English.
    """
    return words_for(error.reason, error.details) or str(error)


def words_for(key: str, details: dict[str, object]) -> str:
    """Return the words for the key of an error; empty for one that has none here."""
    template = _template(key)
    sizes = {name: _bytes(details.get(name)) for name in ("size", "limit")}
    columns = {"columns": str(details.get("columns") or "–")}
    return template.format_map(_Details({**details, **sizes, **columns}))


class _Details(dict[str, object]):
    """Details in which nothing is missing: a name that was not given is left out."""

    def __missing__(self, key: str) -> str:
        return ""


def _template(key: str) -> str:
    translate = QCoreApplication.translate
    match key:
        case "empty_message":
            return translate("Errors", "There is nothing to send.")
        case "sent_before":
            return translate("Errors", "This message was sent before.")
        case "message_too_large":
            return translate(
                "Errors",
                "This message is too large: it has {size}, and at most {limit} can be sent."
                " Shorten it, or open long data as a file.",
            )
        case "no_conversation":
            return translate("Errors", "This conversation does not exist any more.")
        case "empty_title":
            return translate("Errors", "A conversation needs a title.")
        case "still_opening":
            return translate(
                "Errors", "Your conversations are still being opened. Your text is kept."
            )
        case "agent_unreachable":
            return translate("Errors", "The agent does not answer. Try again in a moment.")
        case "settings_not_written":
            return translate(
                "Errors",
                "Your settings could not be saved to {path}. They hold until you close the window.",
            )
        case "bad_settings_file":
            return translate("Errors", "The settings file {path} cannot be read.")
        case "not_an_export":
            return translate("Errors", "This file holds no exported conversation.")
        case "not_saved":
            return translate("Errors", "{path} could not be saved: {cause}.")
        case _:
            return (
                _table_template(key)
                or _store_template(key)
                or _agent_template(key)
                or queue_template(key)
                or _model_template(key)
                or service_template(key)
            )


def _table_template(key: str) -> str:
    translate = QCoreApplication.translate
    match key:
        case "file_missing":
            return translate("Errors", "There is no such file. Check the name and the folder.")
        case "file_is_directory":
            return translate(
                "Errors", "This folder holds no replays. Choose a table or a folder of replays."
            )
        case "file_unreadable":
            return translate("Errors", "The file cannot be read: {cause}.")
        case "file_empty":
            return translate("Errors", "The file is empty.")
        case "file_not_a_table":
            return translate(
                "Errors",
                "It is not a table. Choose a CSV file (UTF-8 or CP949), a Parquet file or an SQLite"
                " database with column names.",
            )
        case "file_too_large":
            return translate(
                "Errors",
                "The file is too large for this computer. Free some room, or give a smaller file.",
            )
        case "file_changing":
            return translate(
                "Errors", "The file changed while it was read. Try again when nothing writes to it."
            )
        case "loading_stopped":
            return translate("Errors", "The reading of the table was stopped.")
        case "file_without_rows":
            return translate("Errors", "The table has column names but no rows.")
        case "table_without_sides":
            return translate(
                "Errors",
                "The table does not show who played: columns such as p1_race and p2_race, or"
                " winner_name and loser_name, or one row per side are needed. It has: {columns}.",
            )
        case "table_without_winner":
            return translate(
                "Errors",
                "No column says who won: 1 or 2, the name of a side, 0 or 1, goals, or games and"
                " wins. It has: {columns}.",
            )
        case "file_several_tables":
            return translate("Errors", "The database holds several tables: {tables}.")
        case "replays_need_sc2reader":
            return translate(
                "Errors",
                "Reading replays needs the package sc2reader: install Balance Desk with the extra"
                " “replays”.",
            )
        case "replays_unusable":
            return translate("Errors", "No game with a result could be read from the replays.")
        case _:
            return ""


def _store_template(key: str) -> str:
    translate = QCoreApplication.translate
    match key:
        case "store":
            return translate(
                "Errors",
                "The database could not be read or written. Check that there is room on the disk.",
            )
        case "profile_is_file":
            return translate(
                "Errors", "The profile {folder} is a file. Choose a folder with --profile."
            )
        case "profile_no_space":
            return translate(
                "Errors", "The profile {folder} has no space left. Free some and start again."
            )
        case "profile_not_writable":
            return translate(
                "Errors",
                "The profile {folder} cannot be written. Change its rights, or choose another one"
                " with --profile.",
            )
        case "bad_profile":
            return translate(
                "Errors", "The profile {folder} cannot be used. Choose another one with --profile."
            )
        case "store_unreachable":
            return translate(
                "Errors",
                "The database cannot be opened. Check the rights of its folder and the room on"
                " the disk.",
            )
        case "store_unfit":
            return translate(
                "Errors", "This text has characters that cannot be stored. Remove them, try again."
            )
        case "store_newer":
            return translate(
                "Errors",
                "This profile was written by a newer Balance Desk. Update this one, or choose"
                " another profile with --profile.",
            )
        case "store_foreign":
            return translate(
                "Errors",
                "The database of this profile belongs to another program. Choose another profile"
                " with --profile.",
            )
        case "unknown_turn":
            return translate("Errors", "The conversation of this answer was removed meanwhile.")
        case _:
            return ""


def _agent_template(key: str) -> str:
    translate = QCoreApplication.translate
    match key:
        case "bad_address":
            return translate(
                "Errors",
                "This is no address of an agent: http://…, https://… or kafka://host:port/name is"
                " wanted.",
            )
        case "secret_in_address":
            return translate(
                "Errors", "An address must not hold a password: it would be kept in a file."
            )
        case "bad_agent_name":
            return translate(
                "Errors",
                "An agent cannot have this name here. Choose one with small letters, digits, '.',"
                " '_' and '-'.",
            )
        case "agent_exists":
            return translate(
                "Errors", "Another agent has this name already. Choose another name for this one."
            )
        case "no_card":
            return translate("Errors", "There is no agent at this address. Check the address.")
        case "bad_card":
            return translate("Errors", "What answers there has no usable agent card.")
        case "needs_login":
            return translate("Errors", "The agent lets in only those who have signed in with it.")
        case "no_login":
            return translate("Errors", "Signing in did not succeed. Try it again.")
        case "no_scheme":
            return translate(
                "Errors", "The agent asks for a way to sign in that this program does not have."
            )
        case "no_tls":
            return translate(
                "Errors", "Nothing secret is sent there: it is reached without encryption (TLS)."
            )
        case "missing_answer":
            return translate("Errors", "Something is missing. Fill in every field.")
        case "no_agent":
            return translate("Errors", "There is no such agent in this profile.")
        case "card_needs_login":
            return translate(
                "Errors", "The agent shows its card only to those who are signed in with it."
            )
        case "card_changed":
            return translate(
                "Errors",
                "The card of {agent} has changed since you accepted it. Look at it before you go"
                " on.",
            )
        case _:
            return ""


def _model_template(key: str) -> str:
    translate = QCoreApplication.translate
    match key:
        case "no_model":
            return translate(
                "Errors", "No language model is chosen. Choose one under “Language model…”."
            )
        case "model_key":
            return translate(
                "Errors", "{model} needs a key. Enter it under “Language model…”, then try again."
            )
        case "model_address":
            return translate(
                "Errors",
                "This address does not fit: it begins with https:// or http://, with no password.",
            )
        case "model_key_in_clear":
            return translate(
                "Errors",
                "A key is not sent without encryption: use an address that begins with https://.",
            )
        case "model_timeout":
            return translate("Errors", "{model} did not answer in time. Try again.")
        case "model_budget":
            return translate(
                "Errors", "The answer of {model} needs more tokens than a turn may use."
            )
        case "model_refused":
            return translate(
                "Errors",
                "{model} refused the request (status {status}). Check the key and the name of the"
                " model.",
            )
        case "model_unreachable":
            return translate(
                "Errors", "{model} cannot be reached. Check its address, and whether it runs."
            )
        case "model_unusable":
            return translate("Errors", "{model} gave an answer that cannot be used. Try again.")
        case "model_by_environment":
            return translate(
                "Errors", "It is kept, but {variable} is set in the environment and comes first."
            )
        case "nobody_to_ask":
            return translate("Errors", "There is no other agent here that could be asked.")
        case "bad_setting":
            return translate("Errors", "A setting does not fit: {setting}.")
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
