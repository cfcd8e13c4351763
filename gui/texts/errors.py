"""Expected errors in the person's language: what happened and what to do, by their key."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from app.errors import DeskError
from gui.platform.i18n import QT_TRANSLATE_NOOP

AGENTS: Final = {
    "bad_address": QT_TRANSLATE_NOOP(
        "Errors",
        "This is no address of an agent: http://…, https://…, grpc://host:port or"
        " kafka://host:port/name is wanted.",
    ),
    "secret_in_address": QT_TRANSLATE_NOOP(
        "Errors",
        "An address must not hold a password: it would be kept in a file.",
    ),
    "bad_agent_name": QT_TRANSLATE_NOOP(
        "Errors",
        "An agent cannot have this name here. Choose one with small letters, digits, '.', '_'"
        " and '-'.",
    ),
    "agent_exists": QT_TRANSLATE_NOOP(
        "Errors",
        "Another agent has this name already. Choose another name for this one.",
    ),
    "no_card": QT_TRANSLATE_NOOP(
        "Errors",
        "There is no agent at this address. Check the address.",
    ),
    "bad_card": QT_TRANSLATE_NOOP(
        "Errors",
        "What answers there has no usable agent card.",
    ),
    "request_too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "The message with its files is larger than the agent takes. Send fewer or smaller files at"
        " a time, or give large ones by their address.",
    ),
    "other_task_told": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent was asked for one task, and told another.",
    ),
    "agent_compresses": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent compresses its answer although it was asked not to: it is not read.",
    ),
    "needs_login": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent lets in only those who have signed in with it.",
    ),
    "no_login": QT_TRANSLATE_NOOP(
        "Errors",
        "Signing in did not succeed. Try it again.",
    ),
    "no_scheme": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent asks for a way to sign in that this program does not have.",
    ),
    "no_tls": QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing secret is sent there: it is reached without encryption (TLS).",
    ),
    "missing_answer": QT_TRANSLATE_NOOP(
        "Errors",
        "Something is missing. Fill in every field.",
    ),
    "no_agent": QT_TRANSLATE_NOOP(
        "Errors",
        "There is no such agent in this profile.",
    ),
    "card_needs_login": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent shows its card only to those who are signed in with it.",
    ),
    "redirected": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent sends its callers to another address. Add it again by the address it has now.",
    ),
    "agent_busy": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent has too much to do for the moment. Try again later.",
    ),
    "too_many_events": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent sent more and more without an end. It is left alone now.",
    ),
    "card_changed": QT_TRANSLATE_NOOP(
        "Errors",
        "The card of {agent} has changed since you accepted it. Look at it before you go on.",
    ),
}

MODELS: Final = {
    "no_model": QT_TRANSLATE_NOOP(
        "Errors",
        "No language model is chosen. Choose one under “Language model…”.",
    ),
    "model_key": QT_TRANSLATE_NOOP(
        "Errors",
        "{model} needs a key. Enter it under “Language model…”, then try again.",
    ),
    "model_address": QT_TRANSLATE_NOOP(
        "Errors",
        "This address does not fit: it begins with https:// or http://, with no password.",
    ),
    "model_key_in_clear": QT_TRANSLATE_NOOP(
        "Errors",
        "A key is not sent without encryption: use an address that begins with https://.",
    ),
    "model_timeout": QT_TRANSLATE_NOOP(
        "Errors",
        "{model} did not answer in time. Try again.",
    ),
    "model_budget": QT_TRANSLATE_NOOP(
        "Errors",
        "The answer of {model} needs more tokens than a turn may use.",
    ),
    "model_refused": QT_TRANSLATE_NOOP(
        "Errors",
        "{model} refused the request (status {status}). Check the key and the name of the model.",
    ),
    "model_unreachable": QT_TRANSLATE_NOOP(
        "Errors",
        "{model} cannot be reached. Check its address, and whether it runs.",
    ),
    "model_unusable": QT_TRANSLATE_NOOP(
        "Errors",
        "{model} gave an answer that cannot be used. Try again.",
    ),
    "model_by_environment": QT_TRANSLATE_NOOP(
        "Errors",
        "It is kept, but {variable} is set in the environment and comes first.",
    ),
    "nobody_to_ask": QT_TRANSLATE_NOOP(
        "Errors",
        "There is no other agent here that could be asked.",
    ),
    "bad_setting": QT_TRANSLATE_NOOP(
        "Errors",
        "A setting does not fit: {setting}.",
    ),
}


DESK: Final = {
    "empty_message": QT_TRANSLATE_NOOP(
        "Errors",
        "There is nothing to send.",
    ),
    "sent_before": QT_TRANSLATE_NOOP(
        "Errors",
        "This message was sent before.",
    ),
    "message_too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "This message is too large: it has {size}, and at most {limit} can be sent. Shorten it,"
        " or open long data as a file.",
    ),
    "attachment_too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "{file} is too large to be sent: it has {size}, and at most {limit} can be. Open it as a"
        " table or a log instead, or send a smaller file.",
    ),
    "no_conversation": QT_TRANSLATE_NOOP(
        "Errors",
        "This conversation does not exist any more.",
    ),
    "empty_title": QT_TRANSLATE_NOOP(
        "Errors",
        "A conversation needs a title.",
    ),
    "still_opening": QT_TRANSLATE_NOOP(
        "Errors",
        "Your conversations are still being opened. Your text is kept.",
    ),
    "agent_unreachable": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent does not answer. Try again in a moment.",
    ),
    "settings_not_written": QT_TRANSLATE_NOOP(
        "Errors",
        "Your settings could not be saved to {path}. They hold until you close the window.",
    ),
    "bad_settings_file": QT_TRANSLATE_NOOP(
        "Errors",
        "The settings file {path} cannot be read.",
    ),
    "not_an_export": QT_TRANSLATE_NOOP(
        "Errors",
        "This file holds no exported conversation.",
    ),
    "not_saved": QT_TRANSLATE_NOOP(
        "Errors",
        "{path} could not be saved: {cause}.",
    ),
}

STORE: Final = {
    "store": QT_TRANSLATE_NOOP(
        "Errors",
        "The database could not be read or written. Check that there is room on the disk.",
    ),
    "profile_is_file": QT_TRANSLATE_NOOP(
        "Errors",
        "The profile {folder} is a file. Choose a folder with --profile.",
    ),
    "profile_no_space": QT_TRANSLATE_NOOP(
        "Errors",
        "The profile {folder} has no space left. Free some and start again.",
    ),
    "profile_not_writable": QT_TRANSLATE_NOOP(
        "Errors",
        "The profile {folder} cannot be written. Change its rights, or choose another one with"
        " --profile.",
    ),
    "bad_profile": QT_TRANSLATE_NOOP(
        "Errors",
        "The profile {folder} cannot be used. Choose another one with --profile.",
    ),
    "store_unreachable": QT_TRANSLATE_NOOP(
        "Errors",
        "The database cannot be opened. Check the rights of its folder and the room on the disk.",
    ),
    "store_unfit": QT_TRANSLATE_NOOP(
        "Errors",
        "This text has characters that cannot be stored. Remove them, try again.",
    ),
    "store_newer": QT_TRANSLATE_NOOP(
        "Errors",
        "This profile was written by a newer Balance Desk. Update this one, or choose another"
        " profile with --profile.",
    ),
    "store_foreign": QT_TRANSLATE_NOOP(
        "Errors",
        "The database of this profile belongs to another program. Choose another profile with"
        " --profile.",
    ),
    "unknown_turn": QT_TRANSLATE_NOOP(
        "Errors",
        "The conversation of this answer was removed meanwhile.",
    ),
}


QUEUES: Final = {
    "no_replica": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent is not running at the moment. Your message waits in its queue for an hour;"
        " trying again sends it a second time.",
    ),
    "no_topic": QT_TRANSLATE_NOOP(
        "Errors",
        "No agent of this name was ever served there. Check the address.",
    ),
    "brokers_away": QT_TRANSLATE_NOOP(
        "Errors",
        "The brokers of the agent cannot be reached, so it is not known whether it received"
        " this message. Check the network. Trying again may make it do the work twice.",
    ),
    "broker_refused": QT_TRANSLATE_NOOP(
        "Errors",
        "The brokers of the agent do not let you in. Check the user and the password, or ask"
        " whoever runs them for the rights.",
    ),
    "topic_refused": QT_TRANSLATE_NOOP(
        "Errors",
        "The brokers do not let you write to this agent. Ask whoever runs them for the right to"
        " write to its topics (ACL).",
    ),
    "record_too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "The message is larger than the brokers take. Give large files by their address.",
    ),
    "bad_certificate": QT_TRANSLATE_NOOP(
        "Errors",
        "The certificate in the settings cannot be used. A PEM file is needed.",
    ),
    "agent_silent": QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing is heard of the agent any more. It may still be working; trying again may make"
        " it do the work twice.",
    ),
    "answer_too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "What the agent sent is larger than can be taken at once. Ask for less, or tell whoever"
        " runs the agent: large results are given by their address.",
    ),
    "answer_expired": QT_TRANSLATE_NOOP(
        "Errors",
        "The answer came while Balance Desk was closed, or never, and is no longer kept"
        " anywhere. Ask again if you still need it.",
    ),
    "request_expired": QT_TRANSLATE_NOOP(
        "Errors",
        "The message waited in the queue for too long, and the agent did not work on it. Ask"
        " again if you still need the answer.",
    ),
    "request_unreadable": QT_TRANSLATE_NOOP(
        "Errors",
        "The agent could not read the message. It is kept for whoever runs the agent.",
    ),
    "set_aside": QT_TRANSLATE_NOOP(
        "Errors",
        "Each time the agent worked on this message its program ended, so it is not tried any"
        " more. It is kept for whoever runs the agent.",
    ),
}


SERVICE: Final = {
    "conflict": QT_TRANSLATE_NOOP(
        "Errors",
        "It was changed elsewhere, or belongs to something else.",
    ),
    "not_found": QT_TRANSLATE_NOOP(
        "Errors",
        "It is not there any more.",
    ),
    "conversation_not_found": QT_TRANSLATE_NOOP(
        "Errors",
        "It is not there any more.",
    ),
    "not_allowed": QT_TRANSLATE_NOOP(
        "Errors",
        "The token does not allow it.",
    ),
    "unauthorized": QT_TRANSLATE_NOOP(
        "Errors",
        "The token does not allow it.",
    ),
    "no_role": QT_TRANSLATE_NOOP(
        "Errors",
        "Your account has no role at the conversation service. Ask whoever runs it for one.",
    ),
    "other_tenant": QT_TRANSLATE_NOOP(
        "Errors",
        "Your account does not belong to this tenant of the conversation service.",
    ),
    "which_tenant": QT_TRANSLATE_NOOP(
        "Errors",
        "Your account belongs to several tenants of the conversation service. Run “balance-desk"
        " conversations connect” with “--tenant NAME”.",
    ),
    "rate_limit": QT_TRANSLATE_NOOP(
        "Errors",
        "Too much was asked at once. It is tried again.",
    ),
    "service_timeout": QT_TRANSLATE_NOOP(
        "Errors",
        "The conversation service does not answer.",
    ),
    "bad_conversations_url": QT_TRANSLATE_NOOP(
        "Errors",
        "The address of the conversation service cannot be used: https://HOST is wanted, or"
        " http:// on this computer. Your conversations are kept on this desk only.",
    ),
    "no_conversations_token": QT_TRANSLATE_NOOP(
        "Errors",
        "There is no token for the conversation service. Ask whoever runs it for one, then run"
        " “balance-desk conversations connect {url}”. Until then your conversations are kept on"
        " this desk only.",
    ),
}


TABLES: Final = {
    "file_missing": QT_TRANSLATE_NOOP(
        "Errors",
        "There is no such file. Check the name and the folder.",
    ),
    "file_is_directory": QT_TRANSLATE_NOOP(
        "Errors",
        "This folder holds no replays. Choose a table or a folder of replays.",
    ),
    "file_unreadable": QT_TRANSLATE_NOOP(
        "Errors",
        "The file cannot be read: {cause}.",
    ),
    "file_empty": QT_TRANSLATE_NOOP(
        "Errors",
        "The file is empty.",
    ),
    "file_not_a_table": QT_TRANSLATE_NOOP(
        "Errors",
        "It is not a table. Choose a CSV, Excel, OpenDocument, Parquet or JSON file, or an SQLite"
        " or DuckDB database, with column names.",
    ),
    "file_too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "The file is too large for this computer. Free some room, or give a smaller file.",
    ),
    "file_changing": QT_TRANSLATE_NOOP(
        "Errors",
        "The file changed while it was read. Try again when nothing writes to it.",
    ),
    "loading_stopped": QT_TRANSLATE_NOOP(
        "Errors",
        "The reading of the table was stopped.",
    ),
    "file_without_rows": QT_TRANSLATE_NOOP(
        "Errors",
        "The table has column names but no rows.",
    ),
    "file_several_tables": QT_TRANSLATE_NOOP(
        "Errors",
        "The database holds several tables: {tables}.",
    ),
    "replays_need_sc2reader": QT_TRANSLATE_NOOP(
        "Errors",
        "Reading replays needs the package sc2reader: install Balance Desk with the extra"
        " “replays”.",
    ),
    "replays_unusable": QT_TRANSLATE_NOOP(
        "Errors",
        "No game with a result could be read from the replays.",
    ),
}


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
