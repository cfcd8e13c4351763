"""Code becomes coloured HTML, with colours of the theme; what is long or unknown stays plain."""

import html
from functools import lru_cache
from typing import Any

from gui.look.theme import Theme

LIMIT = 32_768
"""Longer code is not coloured: it would hold up the window."""


@lru_cache(maxsize=64)
def code_html(source: str, language: str, theme: Theme) -> str:
    """Return a `<pre>` with the code, coloured if the language is known."""
    body = html.escape(source)
    if language and len(source) <= LIMIT:
        body = _coloured(source, language, theme) or body
    return f"<pre>{body}</pre>"


def _is_a(kind: Any, family: Any) -> bool:
    """Whether a token type is of a family: Pygments overloads `in` for its tuples."""
    return bool(kind in family)


def _coloured(source: str, language: str, theme: Theme) -> str:
    from pygments import lex
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, Keyword, Number, String, Token
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return ""
    keyword, string, number, comment = theme.syntax
    families: tuple[tuple[Any, str], ...] = (
        (Keyword, keyword),
        (String, string),
        (Number, number),
        (Comment, comment),
    )
    found = []
    for kind, text in lex(source, lexer):
        colour = next((colour for family, colour in families if _is_a(kind, family)), "")
        piece = html.escape(text)
        if colour and kind is not Token.Text:
            piece = f'<span style="color:{colour}">{piece}</span>'
        found.append(piece)
    return "".join(found)
