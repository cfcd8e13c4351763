"""Where the parts of a request are joined: between two, or in the ending of the first one's word.

Korean joins in words: nouns by particles ("승률과 오류"), verbs by endings ("알려주고 …").
"""

import re
from typing import Final

from agents.answering.text.normal import is_hangul
from agents.answering.text.particles import final_consonant
from agents.orchestrator.words import either, heard

_WORD: Final = re.compile(r"\S+(?=\s)")
_SPACE: Final = re.compile(r",?\s+")


def _said(kind: str) -> list[str]:
    return [one for said in heard("joints")[kind].values() for one in said]


_VERBS: Final = {joins: ends for one in heard("joints")["verbs"].values()
                 for joins, ends in one.items()}  # fmt: skip
_NOUNS: Final = [tuple(pair) for pair in _said("nouns")]
_WHOLE, _DEEDS, _OBJECTS = (frozenset(_said(kind)) for kind in ("whole", "deeds", "objects"))
_JOINTS: Final = re.compile(
    rf"\s*(?:;\s+|\.\s+(?=\S)|[?!]\s+(?=\S)|,?\s+{either(_said('between'))}\s+"
    rf"|,?\s*{either(_said('loose'))}\s*)",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    rf"(?<![,\s])[,\s]+{either([*_said('between'), *_said('loose')])}$", re.IGNORECASE
)


def parts_of(text: str) -> list[tuple[int, int]]:
    """Return where the parts of a request begin and end, what joins them left out."""
    found, begin = [], 0
    for start, end in [*_joints(text), (len(text), len(text))]:
        if text[begin:start].strip(" ,.;"):
            found.append((begin, start))
        begin = max(begin, end)
    return found


def as_request(part: str) -> str:
    """Return a part as a request of its own: "알려주고" asks "알려줘"."""
    part = part.strip(" ,.;")
    joins = next((one for one in _VERBS if part.endswith(one)), "")
    return part.removesuffix(joins) + _VERBS[joins] if joins else part


def without_joint(part: str) -> str:
    """Return a part without what joins it to the next one, where that begins with a name."""
    part = _TRAILING.sub("", part).strip(" ,.;") or part
    word = part.rpartition(" ")[2]
    ending = _noun_ending(part, len(part) - len(word), word)
    return part.removesuffix(ending) if ending else part


def _joints(text: str) -> list[tuple[int, int]]:
    """Return where joints begin and end, in their order; some may overlap."""
    found = [one.span() for one in _JOINTS.finditer(text)]
    for match in _WORD.finditer(text):
        word = match[0].rstrip(",")
        space = _SPACE.match(text, match.start() + len(word))
        if space is None:
            continue
        if ending := _noun_ending(text, match.start(), word):
            found.append((space.start() - len(ending), space.end()))
        elif word.endswith(tuple(_VERBS)):
            found.append(space.span())
    return sorted(found)


def _noun_ending(text: str, at: int, word: str) -> str:
    """Return by what a word joins the noun that it is to the next one, "" where it does not."""
    if word in _WHOLE:
        return ""
    for after_consonant, after_vowel in _NOUNS:
        for ending, closed in ((after_consonant, True), (after_vowel, False)):
            noun = word.removesuffix(ending)
            if noun in ("", word):
                continue
            same = after_consonant == after_vowel or not is_hangul(noun[-1])
            if not same and bool(final_consonant(noun)) is not closed:
                continue
            if ending not in _VERBS:
                return ending
            is_object = text[:at].rstrip().endswith(tuple(_OBJECTS))
            return "" if is_object or noun.endswith(tuple(_DEEDS)) else ending
    return ""
