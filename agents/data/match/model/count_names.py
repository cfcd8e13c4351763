"""What the names of number columns say they count: games, wins, losses, draws or a rate."""

import re
from collections.abc import Iterable
from typing import Literal

from agents.answering.text.normal import normalise
from agents.data.match.model.pack import entry, form_for, listed, words_for

Kind = Literal["games", "wins", "losses", "draws", "rate"]
COUNTS: tuple[Kind, ...] = ("games", "wins", "losses", "draws")

_PARENTHESIS = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NUMERO = re.compile(r"\bn[º°o]\.?(?= )")


def bare_name(name: str) -> str:
    """Return a column's name in small letters and single words, without what stands in brackets."""
    bare = _PARENTHESIS.sub(" ", name).strip() or name
    spaced = _CAMEL.sub(" ", bare.replace("_", " "))
    return _NUMERO.sub("num", normalise(spaced.replace("#", " num "))).strip()


def count_kind(name: str) -> Kind | None:
    """Return what a column of that name counts, or None; `rate` is the share of wins."""
    text, rate = bare_name(name), form_for("rate_counted")
    if rate.search(text) or rate.search(normalise(name.replace("_", " "))):
        return "rate"
    for kind in COUNTS:
        if form_for(f"{kind}_counted").fullmatch(text):
            return kind
    found = set(text.split())
    one, filling = words_for("game"), words_for("count_filling")
    named = found - filling - words_for("games") - one
    for kind in COUNTS[1:]:
        if named and named <= words_for(f"{kind}_words"):
            return kind
    counts = words_for("games") | words_for("played") | words_for("count")
    counted = found & counts or (found & one and found & filling)
    return "games" if counted and found <= counts | one | filling else None


def count_kinds(names: Iterable[str]) -> dict[str, Kind]:
    """Return what each of a table's columns counts, where it counts anything.

    Single letters are read by what stands beside them: D are draws beside W, and losses beside V.
    """
    names = tuple(names)
    found = {name: kind for name in names if (kind := count_kind(name)) is not None}
    short = {bare_name(name): name for name in names}
    for letters in entry("lettered_counts"):
        if short.keys() >= set(listed(letters["beside"])):
            lettered: dict[str, Kind] = {
                short[one]: kind
                for kind in COUNTS for one in listed(letters.get(kind, "")) if one in short
            }  # fmt: skip
            return found | lettered
    return found
