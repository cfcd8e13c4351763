"""Markdown becomes the HTML that Qt's documents read; nothing in the text can become markup.

CommonMark 0.31, section 6.2, looks for a space or punctuation there, which Korean does not write.
"""

import html
import re
import unicodedata
from collections.abc import MutableMapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

_SCRIPTS = ("HANGUL", "CJK", "HIRAGANA", "KATAKANA")


def read_emphasis(state: StateInline, silent: bool) -> bool:
    """Take a run of `*` or `_` in, and note whether it can open and close emphasis."""
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    opens, closes = scanned.can_open, scanned.can_close
    if marker == "*":
        before = state.src[state.pos - 1] if state.pos else " "
        end = state.pos + scanned.length
        after = state.src[end] if end < len(state.src) else " "
        opens = opens or (_is_punctuation(after) and _is_east_asian(before))
        closes = closes or (_is_punctuation(before) and _is_east_asian(after))
    for _ in range(scanned.length):
        token = state.push("text", "", 0)
        token.content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=scanned.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=opens,
                close=closes,
            )
        )
    state.pos += scanned.length
    return True


def _is_punctuation(character: str) -> bool:
    code = ord(character)
    return not isWhiteSpace(code) and (isMdAsciiPunct(code) or isPunctChar(character))


def _is_east_asian(character: str) -> bool:
    return unicodedata.name(character, "").startswith(_SCRIPTS)


TARGET = 600
"""Prose is cut at the first good place after this many characters."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([^`\s]*)[^`]*$")
_CLOSING = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*$")
_ITEM = re.compile(r"^([-*+]|\d{1,9}[.)])\s")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*\S+")


class Segment(NamedTuple):
    """A piece of Markdown: prose, or the inside of a fence with its language.

    `start` is where the piece begins in the whole text. `closed` is False for a fence that is
    still open. `tight` says that it continues the list above.
    """

    start: int
    source: str
    code: bool = False
    language: str = ""
    closed: bool = True
    tight: bool = False


def split(markdown: str, start: int = 0) -> list[Segment]:
    """Return the pieces from `start` on, in order; fences at the left edge stand alone."""
    lines = markdown[start:].split("\n")
    found: list[Segment] = []
    first, size, tight = 0, 0, False
    begun = offset = start

    def close(stop: int) -> None:
        if any(line.strip() for line in lines[first:stop]):
            found.append(Segment(begun, "\n".join(lines[first:stop]), tight=tight))

    at = 0
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if fence is not None:
            close(at)
            stop, code = _read_fence(lines, at, fence, offset)
            found.append(code)
            offset += sum(len(line) + 1 for line in lines[at:stop])
            first, size, tight, begun, at = stop, 0, False, offset, stop
            continue
        if size >= TARGET and _cuts_before(lines, at):
            close(at)
            tight = _continues_list(lines, at)
            first, size, begun = at, 0, offset
        size += len(line) + 1
        offset += len(line) + 1
        at += 1
    close(len(lines))
    return found


def _read_fence(lines: list[str], at: int, fence: re.Match[str], start: int) -> tuple[int, Segment]:
    mark, language = fence[1], fence[2]
    inside: list[str] = []
    for stop in range(at + 1, len(lines)):
        closing = _CLOSING.match(lines[stop])
        if closing is not None and closing[1][0] == mark[0] and len(closing[1]) >= len(mark):
            return stop + 1, Segment(start, "\n".join(inside), code=True, language=language)
        inside.append(lines[stop])
    source = "\n".join(inside)
    return len(lines), Segment(start, source, code=True, language=language, closed=False)


def _cuts_before(lines: list[str], at: int) -> bool:
    """Whether the line begins something that does not need what stands above it."""
    line, above = lines[at], lines[at - 1]
    if not line.strip() or line[0] in " \t":
        return False
    if above.strip():
        return _continues_list(lines, at)
    return not _ITEM.match(line)


def _continues_list(lines: list[str], at: int) -> bool:
    """Whether a tight list goes on here, which may then be cut between two of its items."""
    return bool(_ITEM.match(lines[at]) and _ITEM.match(lines[at - 1]))


def definitions(markdown: str) -> str:
    """Return the lines that define link references, which every piece needs."""
    if "]:" not in markdown:
        return ""
    return "\n".join(line for line in markdown.split("\n") if _DEFINITION.match(line))


def without_half_row(markdown: str) -> str:
    """Return the text without a table row, or a table's head, that is still being written."""
    head, newline, last = markdown.rpartition("\n")
    if last.lstrip().startswith("|"):
        markdown = head + newline
    lines = markdown.rstrip("\n").split("\n")
    if lines and lines[-1].lstrip().startswith("|"):
        alone = len(lines) == 1 or not lines[-2].lstrip().startswith("|")
        if alone:
            return "\n".join(lines[:-1]) + ("\n" if len(lines) > 1 else "")
    return markdown


_SCHEMES = frozenset({"http", "https", "mailto"})


@lru_cache(maxsize=128)
def to_html(markdown: str, definitions: str = "") -> str:
    """Return HTML for a piece of Markdown; `definitions` are link references from elsewhere.

    What was shown lately is kept: a conversation that one comes back to, or sees in another size.
    Raw HTML is shown as text, pictures become links (nothing is fetched), and links that are not
    to the web or to a mail address stay text.
    """
    environment: dict[str, Any] = {}
    if definitions:
        _reader().parse(definitions, environment)
    return str(_reader().render(markdown, environment))


class _SafeMarkdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        try:
            return urlsplit(url).scheme.lower() in _SCHEMES
        except ValueError:
            return False


@cache
def _reader() -> MarkdownIt:
    reader = _SafeMarkdown("commonmark", {"html": False})
    reader.inline.ruler.at("emphasis", read_emphasis)
    reader.enable(["table", "strikethrough"])
    reader.add_render_rule("image", _picture_as_link)
    reader.add_render_rule("th_open", _cell_open)
    reader.add_render_rule("td_open", _cell_open)
    reader.add_render_rule("s_open", _struck_open)
    reader.add_render_rule("s_close", _struck_close)
    return reader


def _picture_as_link(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    options: OptionsDict,
    environment: MutableMapping[str, Any],
) -> str:
    address = str(tokens[index].attrs.get("src", ""))
    name = tokens[index].content or address
    return f'<a href="{html.escape(address)}">{html.escape(name)}</a>'


def _cell_open(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    options: OptionsDict,
    environment: MutableMapping[str, Any],
) -> str:
    """Write the alignment as an attribute: with `style` Qt drops the style sheet's borders."""
    token = tokens[index]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    return f'<{token.tag} align="{side or "left"}">'


def _struck_open(*_: object) -> str:
    return '<span style="text-decoration:line-through">'


def _struck_close(*_: object) -> str:
    return "</span>"
