"""A model's answer on its way to the screen: whole words, and no number that nobody else gave."""

import re

from agents.models.language_model import without_marks
from agents.models.number_words import open_at
from agents.models.numbers import KnownNumbers, checked

# A numeral may go on after a comma or a full stop: it is whole once a space follows.
_LAST_SPACE = re.compile(r"\s(?=\S*$)")


class Spoken:
    """Owns what has come and is not shown yet, and how many numbers were left out."""

    def __init__(self, known: KnownNumbers, *, marks: bool = False) -> None:
        """`marks` keeps <data> in the answer: somebody asked about such a word."""
        self.left_out = 0
        self._known = known
        self._marks = marks
        self._held = ""
        self._line = ""

    def take(self, text: str) -> str:
        """Take a piece of the answer; return what may be shown by now."""
        self._held += text
        found = _LAST_SPACE.search(self._held)
        if found is None:
            return ""
        # "forty " may go on as "forty two", a Korean number with what it counts.
        end = open_at(self._held[: found.end()])
        ready, self._held = self._held[:end], self._held[end:]
        return self._checked(ready)

    def rest(self) -> str:
        """Return what is left at the end."""
        ready, self._held = self._held, ""
        return self._checked(ready)

    def _checked(self, text: str) -> str:
        text = text if self._marks else without_marks(text)
        # Only at the beginning of a line is a number the form of a list.
        before = "·" if self._line.strip() else ""
        shown, strange = checked(before + text, self._known)
        self.left_out += strange
        self._known.hear(before + text)
        self._line = (self._line + text).rpartition("\n")[2]
        return shown.removeprefix(before)
