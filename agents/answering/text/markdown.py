"""Names from the table are shown as text in Markdown, never as markup."""

import re

# A < before a number or a space begins no tag, and a > is a quotation only at the beginning.
_MARKS = re.compile(r"[\\`*\[\]|~]|<(?=[A-Za-z/!?])|^>|(?<!\w)_|_(?!\w)|^[#+\-](?=\s)")
_BREAKS = re.compile(r"[\s\u2028\u2029\x00-\x1f]+")
_LONGEST = 80


def as_text(name: str, most: int = _LONGEST) -> str:
    """Return a name with Markdown's marks escaped, on one line, cut at so many characters."""
    flat = one_line(name, most)
    return _MARKS.sub(lambda found: "\\" + found[0], flat)


def as_plain(text: str) -> str:
    """Return what Markdown of names and emphasis says, without its marks."""
    return re.sub(r"\*\*|\\(.)", lambda found: found[1] or "", text)


def one_line(name: str, most: int = _LONGEST) -> str:
    """Return a name on one line, cut at so many characters."""
    flat = _BREAKS.sub(" ", name).strip()
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def paragraphs(*blocks: str) -> str:
    """Join paragraphs, lists and tables, leaving out those that are empty."""
    return "\n\n".join(block for block in blocks if block)


def bullets(lines: list[str]) -> str:
    """Return a list."""
    return "\n".join(f"- {line}" for line in lines)
