"""What goes wrong with agents and language models, by the key of the error; in English."""

from typing import Final

from gui.i18n import QT_TRANSLATE_NOOP

AGENTS: Final = {
    "bad_address": QT_TRANSLATE_NOOP(
        "Errors",
        "This is no address of an agent: http://…, https://… or kafka://host:port/name is wanted.",
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
