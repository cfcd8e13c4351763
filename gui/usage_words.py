"""How the tokens and the cost of an answer read, in the person's language and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

if TYPE_CHECKING:
    from app.domain.usage import Usage

_SMALL = 0.1


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
    digits = 4 if 0 < usage.cost < _SMALL else 2
    return f"{locale.toString(usage.cost, 'f', digits)} {usage.currency}"
