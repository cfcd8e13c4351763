"""Where a long paragraph that still grows can be frozen: at the start of one of its last lines."""

from gui.blocks.document import TextDocument

_LONG = 1600
_KEEP_LINES = 2
_TRIES = 12
_NEEDLE = 20


def cut_at_line(source: str, document: TextDocument) -> int | None:
    """Return where in the Markdown a line of the laid-out last paragraph begins, or None.

    Both halves then look as the whole did. None while the paragraph is short, and where no line
    begins outside emphasis, code and links.
    """
    if len(source) < _LONG:
        return None
    paragraph = document.last_paragraph()
    if paragraph is None:
        return None
    text, starts = paragraph
    for start in reversed(starts[1:-_KEEP_LINES][-_TRIES:]):
        needle = text[start : start + _NEEDLE]
        at = source.rfind(needle)
        if at > 0 and source.count(needle) == 1 and _stands_alone(source[:at]):
            return at
    return None


def _stands_alone(head: str) -> bool:
    """Whether every mark that was opened before the cut is closed again."""
    pairs = (("[", "]"), ("(", ")"))
    marks = ("**", "__", "`", "~~")
    return (
        all(head.count(mark) % 2 == 0 for mark in marks)
        and head.replace("**", "").count("*") % 2 == 0
        and all(head.count(left) == head.count(right) for left, right in pairs)
    )
