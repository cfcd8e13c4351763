"""What can become of a message to an agent behind a queue, in the person's language."""

from PySide6.QtCore import QCoreApplication


def queue_template(key: str) -> str:
    """Return the words for the key of such an error; empty for one that has none here."""
    return _arriving(key) or _answering(key)


def _arriving(key: str) -> str:
    translate = QCoreApplication.translate
    match key:
        case "no_replica":
            return translate(
                "Errors",
                "The agent is not running at the moment. Your message waits in its queue for an"
                " hour; trying again sends it a second time.",
            )
        case "no_topic":
            return translate(
                "Errors", "No agent of this name was ever served there. Check the address."
            )
        case "brokers_away":
            return translate(
                "Errors",
                "The brokers of the agent cannot be reached, so it is not known whether it received"
                " this message. Check the network. Trying again may make it do the work twice.",
            )
        case "broker_refused":
            return translate(
                "Errors",
                "The brokers of the agent do not let you in. Check the user and the password, or"
                " ask whoever runs them for the rights.",
            )
        case "topic_refused":
            return translate(
                "Errors",
                "The brokers do not let you write to this agent. Ask whoever runs them for the"
                " right to write to its topics (ACL).",
            )
        case "record_too_large":
            return translate(
                "Errors",
                "The message is larger than the brokers take. Give large files by their address.",
            )
        case "bad_certificate":
            return translate(
                "Errors", "The certificate in the settings cannot be used. A PEM file is needed."
            )
        case _:
            return ""


def _answering(key: str) -> str:
    translate = QCoreApplication.translate
    match key:
        case "agent_silent":
            return translate(
                "Errors",
                "Nothing is heard of the agent any more. It may still be working; trying again may"
                " make it do the work twice.",
            )
        case "answer_too_large":
            return translate(
                "Errors",
                "The answer is larger than the brokers take. Ask for less, or tell whoever runs the"
                " agent: large results are given by their address.",
            )
        case "answer_expired":
            return translate(
                "Errors",
                "The answer came while Balance Desk was closed, or never, and is no longer kept"
                " anywhere. Ask again if you still need it.",
            )
        case "request_expired":
            return translate(
                "Errors",
                "The message waited in the queue for too long, and the agent did not work on it."
                " Ask again if you still need the answer.",
            )
        case "request_unreadable":
            return translate(
                "Errors",
                "The agent could not read the message. It is kept for whoever runs the agent.",
            )
        case "set_aside":
            return translate(
                "Errors",
                "Each time the agent worked on this message its program ended, so it is not tried"
                " any more. It is kept for whoever runs the agent.",
            )
        case _:
            return ""
