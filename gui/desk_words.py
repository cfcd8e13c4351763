"""What goes wrong on this desk: messages, settings, its database; by the key, in English."""

from typing import Final

from gui.i18n import QT_TRANSLATE_NOOP

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
