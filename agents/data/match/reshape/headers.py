"""Headers that are cut short (`m`), or stand twice for the two sides of a game (`Race.1`)."""

import re

from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import keys_for
from agents.data.tables.quoting import quoted

_WORDS_LENGTH = 3
# As pandas and DuckDB tell the second of two columns with one header apart.
_AGAIN = re.compile(r"(.+?)(?:\.|_)1$")
_LETTERED_COLUMNS = 4  # two pairs
# Short headers that end in the letter of their side (pla, rcb_id), and what they are short for.
_LETTERED = re.compile(r"([a-z]{2,3})([ab])(_[a-z]+)?")


def retitled(table: Loaded) -> None:
    """Write headers of one or few letters out (`m`) where words stand under them."""
    names, short = table.columns(), keys_for("short_headers")
    new = {
        name: short[name.casefold()] for name in table.texts()
        if name.casefold() in short and _holds_words(table, name)
    }  # fmt: skip
    low = [new.get(name, name).casefold() for name in names]
    table.rename({name: one for name, one in new.items() if low.count(one) == 1})


def _holds_words(table: Loaded, name: str) -> bool:
    return table.number(f"avg(length({quoted(name)}))") >= _WORDS_LENGTH


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
