"""No answer is shown whose numbers are not the result's: every numeral is checked."""

import re

from agents.answering.text.language import Language, decimal, integer
from agents.answering.text.markdown import as_text
from app.errors import DeskError

_INLINE = re.compile(r"`[^`]*`")
_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")


def _standing(name: str) -> re.Pattern[str]:
    """Return where a name stands by itself: patch 9.8 is not in 49.8%."""
    before = r"(?<!\d)(?<!\d[.,])" if name[0].isdigit() else ""
    after = r"(?!\d|[.,]\d)" if name[-1].isdigit() else ""
    return re.compile(before + re.escape(name) + after)


def without_inline_code(text: str) -> str:
    """Return a text without what stands in backquotes, which quotes lines as they are."""
    return _INLINE.sub(" ", text)


class Ungrounded(DeskError):
    """An answer with a number that is in no result."""

    key = "ungrounded"


class Facts:
    """Owns what an answer may state: numbers, and names whose digits are no figures."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._numerals: set[str] = set()
        self._names: set[str] = set()

    def count(self, *values: int) -> None:
        """Allow whole numbers."""
        self._numerals.update(integer(value, self._language) for value in values)

    def rate(self, *values: float) -> None:
        """Allow rates (0 … 1), written in per cent."""
        self._numerals.update(decimal(abs(value) * 100, self._language) for value in values)

    def time(self, seconds: float) -> None:
        """Allow a length of time, written in minutes and seconds."""
        minutes, rest = divmod(round(seconds), 60)
        self._numerals.update((str(minutes), str(rest)))

    def name(self, *texts: str) -> None:
        """Allow names that may have digits in them, also as they are escaped in Markdown."""
        with_digits = [text for text in texts if any(c.isdigit() for c in text)]
        self._names.update((*with_digits, *map(as_text, with_digits)))

    def check(self, text: str) -> None:
        """Raise `Ungrounded` if the text has a numeral that is not allowed."""
        plain = text
        for name in sorted(self._names, key=len, reverse=True):
            plain = _standing(name).sub(" ", plain)
        strange = [n for n in _NUMERAL.findall(plain) if n not in self._numerals]
        if strange:
            raise Ungrounded(f"Not in the result: {', '.join(strange)}", numerals=strange)
