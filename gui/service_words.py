"""What a conversation service or its client says is wrong, in the person's language."""

from PySide6.QtCore import QCoreApplication


def service_template(key: str) -> str:
    """Return the words for the key of such an error; empty for one that has none here."""
    translate = QCoreApplication.translate
    match key:
        case "conflict":
            return translate("Errors", "It was changed elsewhere, or belongs to something else.")
        case "not_found" | "conversation_not_found":
            return translate("Errors", "It is not there any more.")
        case "not_allowed" | "unauthorized":
            return translate("Errors", "The token does not allow it.")
        case "rate_limit":
            return translate("Errors", "Too much was asked at once. It is tried again.")
        case "service_timeout":
            return translate("Errors", "The conversation service does not answer.")
        case "bad_conversations_url":
            return translate(
                "Errors",
                "The address of the conversation service cannot be used: https://HOST is wanted, or"
                " http:// on this computer. Your conversations are kept on this desk only.",
            )
        case "no_conversations_token":
            return translate(
                "Errors",
                "There is no token for the conversation service. Ask whoever runs it for one, then"
                " run “balance-desk conversations connect {url}”. Until then your conversations are"
                " kept on this desk only.",
            )
        case _:
            return ""
