"""What server-sent events take for text, and Python for the end of a line.

An event's lines end with CR, LF or both, and JSON writes those as escapes. `str.splitlines`, with
which lines are read here, ends them at three more characters that JSON lets stand as they are.
"""

import re

ESCAPED = {"\u0085": r"\u0085", "\u2028": r"\u2028", "\u2029": r"\u2029"}
"""The three, each as JSON may write it."""

_ESCAPED = {one.encode(): escaped.encode() for one, escaped in ESCAPED.items()}
_BREAK = re.compile(b"|".join(_ESCAPED))
_BEGINNINGS = (b"\xe2\x80", b"\xe2", b"\xc2")


class LineBreaks:
    """Writes those characters as JSON does; owns the beginning of one at the end of a chunk."""

    def __init__(self) -> None:
        self._begun = b""

    def escaped(self, chunk: bytes) -> bytes:
        """Return the next bytes of a stream of events; less than came where one is begun."""
        whole = self._begun + chunk
        self._begun = next((one for one in _BEGINNINGS if whole.endswith(one)), b"")
        if self._begun:
            whole = whole[: -len(self._begun)]
        return _BREAK.sub(lambda found: _ESCAPED[found[0]], whole)
