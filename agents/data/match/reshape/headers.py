"""Headers in two languages (`날짜(date)`), cut short (`m`) or twice there (`Race.1`) are read."""

import re

from agents.data.match.model.column_names import (
    called,
    dimension_key,
    is_pair,
    is_player,
    known_keys,
    known_sides,
    tells_result,
)
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import form_for, keys_for, words_for
from agents.data.tables.header_words import names_length, names_moment, names_unit, tokens
from agents.data.tables.quoting import quoted

_IN_BRACKETS = re.compile(r"(.*[^\s])\s*[(\[（]\s*([^()\[\]（）]+?)\s*[)\]）]\s*")
_BESIDE = re.compile(r"(.*[^\s])\s*(?:\s[/|·\-–]\s|[/|])\s*([^\s].*)")
# Where Hangul ends and other letters begin, or the other way round.
_TWO_SCRIPTS = re.compile(
    r"(.*[가-힣]\d?)[\s_\-]*([a-z][a-z\d\s_.]*)|([a-z][a-z\d\s_.]*?)[\s_\-]*([가-힣].*)", re.I
)
_SIDE = re.compile(r"[\s_]*([12])$|[\s_]([ab])$", re.I)
_WORDS_LENGTH = 3
_FEW_NAMES = 2  # a word itself and its initial; sides that are places have more


def retitled(table: Loaded) -> None:
    """Give the columns one name each.

    Of a header that says one thing twice the part that tells the side is kept, else the first.
    """
    kinds = table.columns()
    new: dict[str, str] = {}
    short = keys_for("short_headers")
    for name, kind in kinds.items():
        one = one_of_two(name)
        if one == name and name.casefold() in short and kind == "VARCHAR":
            one = short[name.casefold()] if _holds_words(table, name) else name
        new[name] = one
    low = [one.casefold() for one in new.values()]
    new = {n: one if low.count(one.casefold()) == 1 else n for n, one in new.items()}
    new = {name: one for name, one in new.items() if name != one}
    table.rename(new)


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


def _holds_words(table: Loaded, name: str) -> bool:
    (length,) = table.figures([f"avg(length({quoted(name)}))"])
    return (length or 0) >= _WORDS_LENGTH


# As pandas and DuckDB tell the second of two columns with one header apart.
_AGAIN = re.compile(r"(.+?)(?:\.|_)1$")
_LETTERED_COLUMNS = 4  # two pairs
# Short headers that end in the letter of their side (pla, rcb_id), and what they are short for.
_LETTERED = re.compile(r"([a-z]{2,3})([ab])(_[a-z]+)?")


def numbered(table: Loaded) -> None:
    """Number the columns whose headers stand twice.

    `Race` and `Race.1` become `Race_1` and `Race_2`; a text column must have values in common
    with its second, so that these are two sides. So do `rca` and `rcb` where there are several
    such pairs. Any other table stays as it is.
    """
    kinds = table.columns()
    doubled = {}
    for name in kinds:
        again = _AGAIN.fullmatch(name)
        if again is not None and again[1] in kinds and not _has_more(again[1], kinds):
            doubled[again[1]] = name
    texts = [one for one, two in doubled.items() if kinds[one] == kinds[two] == "VARCHAR"]
    if not any(table.share_values(one, doubled[one]) for one in texts):
        _lettered(table, kinds)
        return
    new = {one: f"{one}_1" for one in doubled} | {two: f"{one}_2" for one, two in doubled.items()}
    table.rename(new)


def _lettered(table: Loaded, kinds: dict[str, str]) -> None:
    """Number the sides of short headers that end in a and b."""
    parts = {name: read for name in kinds if (read := _LETTERED.fullmatch(name)) is not None}
    pairs = {
        name: read for name, read in parts.items()
        if read[1] + {"a": "b", "b": "a"}[read[2]] + (read[3] or "") in parts
    }  # fmt: skip
    texts = [(n, f"{r[1]}b{r[3] or ''}") for n, r in pairs.items()
             if r[2] == "a" and kinds[n] == "VARCHAR"]  # fmt: skip
    if len(pairs) < _LETTERED_COLUMNS or not any(table.share_values(*two) for two in texts):
        return
    short = keys_for("lettered_headers")
    new = {name: f"{short.get(read[1], read[1])}_{'ab'.index(read[2]) + 1}{read[3] or ''}"
           for name, read in pairs.items()}  # fmt: skip
    table.rename(new)


def _has_more(name: str, kinds: dict[str, str]) -> bool:
    """Whether a header stands a third time: those are no sides."""
    return any(f"{name}{joint}2" in kinds for joint in "._")
