"""What can become of a message to an agent behind a queue, by the key of the error; in English."""

from typing import Final

from gui.i18n import QT_TRANSLATE_NOOP

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
        "The answer is larger than the brokers take. Ask for less, or tell whoever runs the"
        " agent: large results are given by their address.",
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
