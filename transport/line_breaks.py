"""What server-sent events take for text, and Python for the end of a line.

An event's lines end with CR, LF or both, and JSON writes those as escapes. `str.splitlines`, with
which lines are read here, ends them at three more characters that JSON lets stand as they are.
"""

import re

_BREAK = re.compile(b"\xc2\x85|\xe2\x80[\xa8\xa9]")  # U+0085, U+2028 and U+2029 in UTF-8
_ESCAPED = {
    b"\xc2\x85": rb"\u0085",
    b"\xe2\x80\xa8": rb"\u2028",
    b"\xe2\x80\xa9": rb"\u2029",
}
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
