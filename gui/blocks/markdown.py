"""Markdown becomes the HTML that Qt's documents read; nothing in the text can become markup."""

import html
from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from gui.blocks.emphasis import read_emphasis

_SCHEMES = frozenset({"http", "https", "mailto"})


def to_html(markdown: str, definitions: str = "") -> str:
    """Return HTML for a piece of Markdown; `definitions` are link references from elsewhere.

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
