"""The words of the pack of games: named sets of one file, read when they are first needed.

A word stands in the file and nowhere else; the file says what each set is for.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import yaml

_FILE = "packs/match.yaml"
# Texts only: "no" is a word. In C it takes a tenth of the time.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_SET = re.compile(r"\{([a-z_]+)\}")


@cache
def sets() -> dict[str, Any]:
    """Return all that the file holds, by its names: not to be changed."""
    text = (resources.files("agents.data") / _FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(text, _LOADER)  # noqa: S506  # makes texts only
    return found


def entry(name: str) -> Any:
    """Return what stands under a name as it is: texts, lists and mappings."""
    return sets()[name]


def listed(said: Any) -> tuple[str, ...]:
    """Return the words of a text with commas between them, or of all texts of a list or mapping."""
    words = (word.strip() for text in _texts(said) for word in text.split(","))
    return tuple(word for word in words if word)


def _texts(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
        return
    for one in said.values() if isinstance(said, dict) else said:
        yield from _texts(one)


@cache
def phrases_for(name: str) -> tuple[str, ...]:
    """Return the words of a set in their order."""
    return listed(entry(name))


@cache
def words_for(name: str) -> frozenset[str]:
    """Return the words of a set."""
    return frozenset(phrases_for(name))


@cache
def sets_for(name: str) -> tuple[frozenset[str], ...]:
    """Return the sets of a list of them."""
    return tuple(frozenset(listed(one)) for one in entry(name))


@cache
def pairs_for(name: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of a set, which have a stroke between them: winner/loser."""
    return tuple((one, two) for one, _, two in (said.partition("/") for said in phrases_for(name)))


@cache
def keys_for(name: str) -> dict[str, str]:
    """Return the key of each word of a mapping from keys to words."""
    return {word: key for key, said in entry(name).items() for word in listed(said)}


@cache
def form_for(name: str) -> re.Pattern[str]:
    """Return the pattern of some forms, whatever their capitals."""
    return re.compile(regex_for(name), re.IGNORECASE)


@cache
def regex_for(name: str) -> str:
    """Return some forms as one regular expression, "{rival}" in them any word of that set."""
    return _SET.sub(
        lambda found: f"(?:{'|'.join(map(re.escape, phrases_for(found[1])))})",
        "|".join(_texts(entry(name))),
    )
