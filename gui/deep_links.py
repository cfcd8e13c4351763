"""Addresses of conversations and messages, which lead back to them: `balance-desk://…`."""

import re
from typing import NamedTuple

SCHEME = "balance-desk"
NEW = f"{SCHEME}://new"
"""Leads to a new conversation: the desktop's entry offers it beside the program."""

_LINK = re.compile(rf"{SCHEME}://conversation/([\w-]{{1,128}})(?:/([\w-]{{1,128}}))?/?", re.ASCII)


class Place(NamedTuple):
    """A conversation, and the message in it by its id; "" for the whole."""

    context_id: str
    turn_id: str = ""


def link_to(place: Place) -> str:
    """Return the address of a place."""
    whole = f"{SCHEME}://conversation/{place.context_id}"
    return f"{whole}/{place.turn_id}" if place.turn_id else whole


def read_link(text: str) -> Place | None:
    """Return the place of an address; None for anything else, for it comes from anywhere."""
    found = _LINK.fullmatch(text.strip())
    return Place(found[1], found[2] or "") if found is not None else None
