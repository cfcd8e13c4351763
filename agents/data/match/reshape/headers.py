"""Headers cut short (`m`), written as one with a side's word (`whiteelo`), or twice (`Race.1`)."""

import re
import unicodedata

from agents.answering.text.normal import is_hangul
from agents.data.match.model.column_names import known_sides, tells_result
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import keys_for, pairs_for
from agents.data.tables.header_words import tokens
from agents.data.tables.quoting import quoted

_WORDS_LENGTH = 3
_SHORT, _SHORT_RESULT = 3, 5  # letters of a side's word: winrate is no rate of a side


def cut_apart(table: Loaded) -> None:
    """Part the words of known sides from the nouns that they are written as one with (`whiteelo`).

    Of several pairs of words those that stand with the most nouns. Any other table stays as it is.
    """
    names = {
        unicodedata.normalize("NFC", name).casefold(): name for name in table.columns()
        if name.isalpha() and len(tokens(name)) == 1
    }  # fmt: skip
    found: dict[str, str] = {}
    for words in sorted(known_sides(), key=lambda pair: -len(pair[0])):
        least = _SHORT_RESULT if words in pairs_for("winner_and_loser") else _SHORT
        if all(is_hangul(word[0]) or len(word) >= least for word in words):
            new = max((_parted(names, words, before=True), _parted(names, words, before=False)),
                      key=len)  # fmt: skip
            found = max(found, new, key=len)
    table.rename({name: one for name, one in found.items() if one not in names.values()})


def _parted(names: dict[str, str], words: tuple[str, str], *, before: bool) -> dict[str, str]:
    """Return the headers of nouns that stand with both words, and of results with one, parted."""
    nouns: list[dict[str, tuple[str, str]]] = [{}, {}]
    for low, name in names.items():
        for side, word in enumerate(words):
            rest = low.removeprefix(word) if before else low.removesuffix(word)
            if rest not in ("", low) and (is_hangul(rest[0]) or len(rest) >= _SHORT):
                place = len(word) if before else len(low) - len(word)
                joint = " " if is_hangul(low[0]) else "_"
                nouns[side][rest] = (name, f"{name[:place]}{joint}{name[place:]}")
    both = nouns[0].keys() & nouns[1].keys()
    return dict(
        one for found in nouns for rest, one in found.items()
        if rest in both or (both and tells_result(rest))
    )  # fmt: skip


# As pandas and DuckDB tell the second of two columns with one header apart.
_AGAIN = re.compile(r"(.+?)(?:\.|_)1$")


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
    with its second, so that these are two sides. Any other table stays as it is.
    """
    kinds = table.columns()
    doubled = {}
    for name in kinds:
        again = _AGAIN.fullmatch(name)
        if again is not None and again[1] in kinds and not _has_more(again[1], kinds):
            doubled[again[1]] = name
    texts = [one for one, two in doubled.items() if kinds[one] == kinds[two] == "VARCHAR"]
    if any(table.share_values(one, doubled[one]) for one in texts):
        seconds = {two: f"{one}_2" for one, two in doubled.items()}
        table.rename({one: f"{one}_1" for one in doubled} | seconds)


def _has_more(name: str, kinds: dict[str, str]) -> bool:
    """Whether a header stands a third time: those are no sides."""
    return any(f"{name}{joint}2" in kinds for joint in "._")
