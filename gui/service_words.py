"""What a conversation service or its client says is wrong, by the key of the error; in English."""

from typing import Final

from gui.i18n import QT_TRANSLATE_NOOP

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
