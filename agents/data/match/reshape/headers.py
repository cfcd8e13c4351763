"""Headers in two languages (`날짜(date)`, "Mapa / Map") and headers cut short (`m`) are read."""

import re
from typing import TYPE_CHECKING

from agents.data.match.model.column_names import (
    called,
    dimension_key,
    is_pair,
    is_player,
    known_keys,
    known_sides,
    tells_result,
)
from agents.data.match.model.pack import form_for, keys_for, words_for
from agents.data.match.reshape.stacking import renamed
from agents.data.tables.aggregates import aggregates
from agents.data.tables.header_words import names_length, names_moment, names_unit, tokens
from agents.data.tables.quoting import quoted
from agents.data.tables.reshape.relation import columns_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_IN_BRACKETS = re.compile(r"(.*[^\s])\s*[(\[（]\s*([^()\[\]（）]+?)\s*[)\]）]\s*")
_BESIDE = re.compile(r"(.*[^\s])\s*(?:\s[/|·\-–]\s|[/|])\s*([^\s].*)")
# Where Hangul ends and other letters begin, or the other way round.
_TWO_SCRIPTS = re.compile(
    r"(.*[가-힣]\d?)[\s_\-]*([a-z][a-z\d\s_.]*)|([a-z][a-z\d\s_.]*?)[\s_\-]*([가-힣].*)", re.I
)
_SIDE = re.compile(r"[\s_]*([12])$|[\s_]([ab])$", re.I)
_WORDS_LENGTH = 3
_FEW_NAMES = 2  # a word itself and its initial; sides that are places have more


def retitled(connection: "DuckDBPyConnection") -> None:
    """Give the columns one name each.

    Of a header that says one thing twice the part that tells the side is kept, else the first.
    """
    kinds = columns_of(connection)
    new: dict[str, str] = {}
    short = keys_for("short_headers")
    for name, kind in kinds.items():
        one = one_of_two(name)
        if one == name and name.casefold() in short and kind == "VARCHAR":
            one = short[name.casefold()] if _holds_words(connection, name) else name
        new[name] = one
    low = [one.casefold() for one in new.values()]
    new = {n: one if low.count(one.casefold()) == 1 else n for n, one in new.items()}
    new = {name: one for name, one in new.items() if name != one}
    renamed(connection, new)


def one_of_two(name: str) -> str:
    """Return one of the two parts of a header that say the same, or the header as it is."""
    for form in (_IN_BRACKETS, _BESIDE, _TWO_SCRIPTS):
        found = form.fullmatch(name.strip())
        if found is None:
            continue
        one, two = (part.strip() for part in found.groups() if part is not None)
        sides = [_SIDE.search(part) for part in (one, two)]
        told = {(side[1] or side[2]).casefold() for side in sides if side is not None}
        bare = [_SIDE.sub("", part).strip() for part in (one, two)]
        if len(told) > 1 or not all(bare) or names_unit(two) or not _say_one(*bare):
            continue
        return two if sides[0] is None and sides[1] is not None else one
    return name


def _say_one(one: str, two: str) -> bool:
    """Whether two parts of a header have a meaning in common."""
    if is_pair((one.casefold(), two.casefold()), known_sides()):
        return False  # W/L
    return bool(_meanings(one) & _meanings(two))


def _meanings(part: str) -> set[str]:
    low = part.casefold()
    words = tokens(part)
    found = {dimension_key(part)} & known_keys()
    found |= {min(names) for word in words if len(names := called(word)) > _FEW_NAMES}
    if low in words_for("player_alone") or is_player("_".join(words)):
        found.add("player")
    if low in words_for("numbers"):
        found.add("number")
    if tells_result(part):
        found.add("winner")
    if form_for("loser").search(part):
        found.add("loser")
    if names_moment(part):
        found.add("moment")
    if names_length(part):
        found.add("length")
    return found


def _holds_words(connection: "DuckDBPyConnection", name: str) -> bool:
    (length,) = aggregates(connection, [f"avg(length({quoted(name)}))"])
    return (length or 0) >= _WORDS_LENGTH
