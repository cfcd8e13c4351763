"""What lets a command in with an agent for one run: headers, a token, a key."""

import argparse
import os
import re
from typing import TYPE_CHECKING

from app.errors import BadInput

if TYPE_CHECKING:
    from app.domain.cards import Access

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # a field name, RFC 9110, section 5.1


def add_access(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command that calls agents elsewhere."""
    group = parser.add_argument_group("what lets you in, for this run (nothing of it is kept)")
    group.add_argument(
        "--header",
        action="append",
        metavar="'NAME: VALUE'",
        help="a header that goes with every request (repeatable)",
    )
    group.add_argument(
        "--bearer-env", metavar="VARIABLE", help="the environment variable with a bearer token"
    )
    group.add_argument(
        "--api-key-env",
        metavar="VARIABLE",
        help="the environment variable with an API key, sent as the agent's card says",
    )


def access_of(given: argparse.Namespace) -> "Access":
    """Return what was given; raises `BadInput` for what cannot be sent."""
    from app.domain.cards import Access

    return Access(
        headers=tuple(_header(text) for text in given.header or ()),
        bearer=secret_of(given.bearer_env),
        api_key=secret_of(given.api_key_env),
    )


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    value = value.strip()
    if not colon or not _TOKEN.fullmatch(name) or not value.isprintable() or not value.isascii():
        raise BadInput(
            f"{name!r} is no header: 'NAME: VALUE' is wanted, in printable ASCII.", key="bad_header"
        )
    return name, value


def secret_of(name: str | None) -> str:
    """Return what an environment variable holds, "" for none; raises `BadInput` for nothing."""
    if name is None:
        return ""
    value = os.environ.get(name, "").strip()
    if not value or not value.isprintable() or not value.isascii():
        raise BadInput(
            f"The environment variable {name} holds nothing that can be sent. Set it, or leave the"
            " option out.",
            key="no_variable",
        )
    return value
