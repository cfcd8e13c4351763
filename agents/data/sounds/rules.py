"""The rules by which names sound (`rules.yaml`), read when they are first needed."""

import re
from functools import cache

from agents.answering.text.packs import bundled


@cache
def _rules(name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    found = bundled("", "rules.yaml", "agents.data.sounds")[name]
    return tuple((re.compile(pattern, re.MULTILINE), sound) for pattern, sound in found)


def spoken(name: str, *rules: str) -> str:
    """Return a name, each word in a line of its own, as it sounds by some rules in their order."""
    for one in rules:
        for pattern, sound in _rules(one):
            name = pattern.sub(sound, name)
    return name


def ways_of(names: set[str], rules: str, most: int) -> set[str]:
    """Return the ways in which names may be spoken, by each of some rules or not; about `most`."""
    found = names
    for pattern, sound in _rules(rules):
        if len(found) < most:
            found |= {pattern.sub(sound, one) for one in found}
    return found


def called(sign: str) -> str:
    """Return what a letter or figure is called in Korean."""
    return str(bundled("", "rules.yaml", "agents.data.sounds")["letters"][sign])
