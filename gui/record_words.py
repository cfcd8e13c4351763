"""How a record of the log is named in the window: who, to whom, which kind, when."""

import unicodedata
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from gui.agent_names import agent_label

PERSON = "user"

_UNSAFE = ("Cc", "Cs", "Co", "Zl", "Zp")
_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def kind_words(kind: str) -> str:
    """Return the name of a type of record; one that is not known stays as it is."""
    translate = QCoreApplication.translate
    match kind:
        case "request":
            return translate("Records", "Request")
        case "response":
            return translate("Records", "Response")
        case "error":
            return translate("Records", "Error")
        case "decision":
            return translate("Records", "Decision")
        case "state":
            return translate("Records", "State")
        case _:
            return plain_signs(kind)


def speaker(name: str) -> str:
    """Return what somebody of the log is called: the person, or an agent by its key."""
    if name == PERSON:
        return QCoreApplication.translate("Records", "You")
    return plain_signs(agent_label(name))


def route(from_agent: str, to_agent: str | None) -> str:
    """Return who said it to whom."""
    if to_agent is None:
        return speaker(from_agent)
    return f"{speaker(from_agent)} → {speaker(to_agent)}"


def moment_words(at: datetime | None, *, seconds: bool = False) -> str:
    """Return a moment in the locale and the time zone of the person; a dash for none."""
    if at is None:
        return "–"
    locale = QLocale()
    local = QDateTime.fromMSecsSinceEpoch(int(at.timestamp() * 1000))
    day = locale.toString(local.date(), QLocale.FormatType.ShortFormat)
    clock = "HH:mm:ss" if seconds else locale.timeFormat(QLocale.FormatType.ShortFormat)
    return f"{day} {locale.toString(local.time(), clock)}"


def plain_signs(text: str) -> str:
    """Return untrusted text of the same length without signs that control or turn the line."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if _unsafe(sign) else sign for sign in text)


def _unsafe(sign: str) -> bool:
    return sign in _TURNING or (sign not in "\n\t" and unicodedata.category(sign) in _UNSAFE)
