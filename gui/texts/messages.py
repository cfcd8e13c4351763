"""The words of the chat that depend on the language: who speaks, states, times, tokens and cost."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from gui.texts.errors import words_for
from gui.texts.frames import declined
from gui.texts.names import address

if TYPE_CHECKING:
    from app.domain.answers import Answer
    from app.domain.messages import Message
    from app.domain.usage import Usage


STATE_ICONS = {
    "unknown": "submitted",
    "submitted": "submitted",
    "working": "working",
    "input_required": "needs-input",
    "auth_required": "needs-sign-in",
    "completed": "done",
    "failed": "failed",
    "canceled": "stopped",
    "rejected": "declined",
}


def steps_word() -> str:
    """Return the words of what opens the steps of an answer."""
    return QCoreApplication.translate("Chat", "Steps")


def person_says() -> str:
    """Return how the person is called."""
    return QCoreApplication.translate("Chat", "You")


def state_word(state: str) -> str:
    """Return the word that is shown for a task state (a `TaskState` or its value)."""
    match state:
        case "working":
            return QCoreApplication.translate("Chat", "Working")
        case "input_required":
            return QCoreApplication.translate("Chat", "Needs your answer")
        case "auth_required":
            return QCoreApplication.translate("Chat", "Needs sign-in")
        case "completed":
            return QCoreApplication.translate("Chat", "Done")
        case "failed":
            return QCoreApplication.translate("Chat", "Failed")
        case "canceled":
            return QCoreApplication.translate("Chat", "Stopped")
        case "rejected":
            return QCoreApplication.translate("Chat", "Declined")
        case _:
            return QCoreApplication.translate("Chat", "Sent")


def lost_word() -> str:
    """Return what is said of an answer whose stream broke."""
    return QCoreApplication.translate("Chat", "Connection lost")


def state_phrase(answer: Answer) -> str:
    """Return the state of an answer in words, with its step or what became of it."""
    if answer.replaced_by is not None:
        return QCoreApplication.translate("Chat", "Replaced")
    if answer.answered_by is not None:
        return QCoreApplication.translate("Chat", "Answered")
    if declined(answer):
        return QCoreApplication.translate("Chat", "Not answered")
    word = state_word(answer.state)
    if answer.cut_off:
        return lost_word()
    if answer.state == "working" and answer.status_text:
        return f"{word}: {first_line(answer.status_text)}"
    return word


def first_line(text: str, limit: int = 80) -> str:
    """Return the first line of a text, with the next where it ends in a colon; cut at `limit`."""
    line, *more = [one.strip() for one in text.split("\n") if one.strip()] or [""]
    if line.endswith(":") and more:
        line += " " + more[0].lstrip("-· ")
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def clock(at: datetime, locale: QLocale) -> str:
    """Return the time of day in the person's time zone and form."""
    local = QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
    return locale.toString(local.time(), QLocale.FormatType.ShortFormat)


def duration_words(seconds: float, locale: QLocale) -> str:
    """Return a length of time: tenths of a second below ten, whole seconds, then minutes."""
    if seconds >= 60:
        minutes, rest = divmod(round(seconds), 60)
        words = QCoreApplication.translate("Chat", "{minutes} min {seconds} s")
        return words.replace("{minutes}", locale.toString(minutes)).replace(
            "{seconds}", locale.toString(rest)
        )
    shown = locale.toString(seconds, "f", 1 if seconds < 10 else 0)
    return QCoreApplication.translate("Chat", "{seconds} s").replace("{seconds}", shown)


def pace_words(answer: Answer, locale: QLocale) -> str:
    """Return when an answer was first heard of and when it ended, after the question."""
    took = answer.seconds
    if took is None:
        return ""
    since = answer.started_at
    heard = min(((change.at - since).total_seconds() for change in answer.changes), default=took)
    words = QCoreApplication.translate("Chat", "First heard of after {first}, ended after {end}")
    return words.replace("{first}", duration_words(max(0.0, heard), locale)).replace(
        "{end}", duration_words(took, locale)
    )


def typed_text(message: Message) -> str:
    """Return what the person typed: the name of the agent that was addressed, then the words."""
    from app.desk.outgoing import addressee

    to = addressee(message)
    return message.text if to is None else f"@{address(to)} {message.text}"


def copy_word() -> str:
    """Return the name of the button that copies."""
    return QCoreApplication.translate("Chat", "Copy")


def edit_query_word() -> str:
    """Return the name of the button that leads back to a query that was not run."""
    return QCoreApplication.translate("Chat", "Edit the query…")


def about_word() -> str:
    """Return the name of the button that asks on about a result."""
    return QCoreApplication.translate("Chat", "Ask about this")


def pin_word() -> str:
    """Return the name of the button that puts an answer on the board."""
    return QCoreApplication.translate("Chat", "Pin to the board")


def unpin_word() -> str:
    """Return the name of the button that takes an answer off the board."""
    return QCoreApplication.translate("Chat", "Take off the board")


def pin_for_all_word() -> str:
    """Return the name of the button that puts an answer on the board of all conversations."""
    return QCoreApplication.translate("Chat", "Pin for all conversations")


def unpin_for_all_word() -> str:
    """Return the name of the button that takes an answer off the board of all conversations."""
    return QCoreApplication.translate("Chat", "Take off the board of all")


def refers_word() -> str:
    """Return the name of the link from a message to the result that it asks about."""
    return QCoreApplication.translate("Chat", "About an earlier answer")


def replaces(message: Message) -> bool:
    """Whether the person said a message instead of an earlier one."""
    from app.desk.outgoing import REPLACES

    return isinstance(message.metadata.get(REPLACES), str)


def replaces_word() -> str:
    """Return the name of the link from a message to the one that it is said instead of."""
    return QCoreApplication.translate("Chat", "Instead of an earlier message")


def show_newer_word() -> str:
    """Return the name of the link from a replaced answer to the message that was said instead."""
    return QCoreApplication.translate("Chat", "Go to the newer one")


def show_task_word() -> str:
    """Return the name of the link from a parked question to the answer it got."""
    return QCoreApplication.translate("Chat", "Go to the answer")


def recovered_phrase() -> str:
    """Return what is said of a task that was found again."""
    return QCoreApplication.translate("Chat", "Found again after the connection was lost")


def retry_word() -> str:
    """Return the name of the button that sends a failed request again."""
    return QCoreApplication.translate("Chat", "Try again")


def sign_in_word() -> str:
    """Return the name of the button that leads to a sign-in."""
    return QCoreApplication.translate("Chat", "Sign in…")


def sign_in_phrase() -> str:
    """Return what is said of a task that waits for a sign-in and does not say so itself."""
    return QCoreApplication.translate("Chat", "The agent asks you to sign in before it goes on.")


def signed_in_message() -> str:
    """Return what the person says to a task that waited for their sign-in."""
    return QCoreApplication.translate("Chat", "I have signed in.")


def reason_phrase(reason: str, text: str = "") -> str:
    """Return why an answer failed: the keys of `TurnClosed` in words, an agent's words as they are.

    `text` is what the agent said beside a key.
    """
    translate = QCoreApplication.translate
    match reason:
        case "":
            return text or translate("Chat", "The agent gave no reason.")
        case "agent_unreachable":
            return translate(
                "Chat", "The agent cannot be reached. Check that it is running, then try again."
            )
        case "agent_refused":
            said = translate("Chat", "The agent refused the request.")
            return f"{said}\n{text}" if text else said
        case "not_confirmed":
            return translate(
                "Chat",
                "It is not known whether the agent received this message. Trying again may make"
                " it do the work twice.",
            )
        case "task_unknown":
            return translate("Chat", "The agent no longer knows this task.")
        case "interrupted":
            # It may be this one, or the one that serves an agent elsewhere: nobody says which.
            return translate(
                "Chat", "The program that made this answer ended before it was complete."
            )
        case "stopped":
            return translate("Chat", "You stopped this answer.")
        case "canceled":
            return translate("Chat", "This answer was stopped.")
        case "copied":
            return translate("Chat", "This was still being answered when the copy was made.")
        case "closed":
            return translate("Chat", "Balance Desk was closed while this was being answered.")
        case "late":
            return translate("Chat", "This took longer than the command that asked was to wait.")
        case "internal":
            return translate(
                "Chat", "Something went wrong inside Balance Desk. What was said is kept."
            )
        case "store":
            return translate(
                "Chat", "The answer could not be saved. Check the free space of the disk."
            )
        case _:
            return words_for(reason, {"agent": ""}) or reason


def ending_phrase(answer: Answer) -> str:
    """Return why an answer failed, was declined or stopped; "" for one that did not, or asks."""
    asks = answer.question is not None and not answer.artifacts
    if asks or answer.state not in ("failed", "rejected", "canceled"):
        return ""
    unsaid = "canceled" if answer.state == "canceled" else ""  # by whom, nobody told
    return reason_phrase(answer.reason or unsaid, answer.status_text)


_SMALL, _LEAST = 0.1, 0.0001


def token_words(usage: Usage, locale: QLocale) -> str:
    """Return the number of all tokens, with their cost where it is told; "" for neither."""
    tokens = ""
    if usage.tokens:
        words = QCoreApplication.translate("Usage", "Tokens: {count}")
        tokens = words.replace("{count}", locale.toString(usage.tokens))
    return " · ".join(filter(None, (tokens, _cost_words(usage, locale))))


def usage_phrase(usage: Usage, locale: QLocale) -> str:
    """Return what was read and written, by which model and at which cost, in one line."""
    words = QCoreApplication.translate("Usage", "Tokens: {read} read, {written} written")
    words = words.replace("{read}", locale.toString(usage.input_tokens)).replace(
        "{written}", locale.toString(usage.output_tokens)
    )
    told = words if usage.tokens else ""
    return " · ".join(filter(None, (told, usage.model, _cost_words(usage, locale))))


def _cost_words(usage: Usage, locale: QLocale) -> str:
    # With its currency, and in more digits where it is small.
    if usage.cost is None:
        return ""
    if 0 < usage.cost < _LEAST:
        return f"< {locale.toString(_LEAST, 'f', 4)} {usage.currency}"
    digits = 4 if 0 < usage.cost < _SMALL else 2
    return f"{locale.toString(usage.cost, 'f', digits)} {usage.currency}"
