"""The one that the last answer was about: 걔 상대별로, that one by opponent, ¿y esa por mapa?"""

import re
from collections.abc import Mapping

from agents.answering.text.likely import seldom
from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.those_shown import take_those_shown

_GOES_ON = r"(?=\s(?:por|contra|en|con|frente|segun|cada|vs|solo|y)\b|\s*$)"
# Words that can be no other thing than one of what was shown.
_ONE = seldom(
    r"\b(?P<en>(?:that|this)\sone(?:'s)?|(?:the\s)?number\sone|the\stop\sone)(?=\s|$)|"
    rf"(?:^|\sy\s|^y\s|\b(?:de|del|para|con)\s)(?P<es>es[ae]|est[ae]|aquel|aquella){_GOES_ON}|"
    r"(?<!\S)(?P<end>es[ae]|est[ae]|aquel|aquella)\s*$"
)
_PERSON = seldom(
    r"(?<!\S)(?P<ko>(?:걔|얘|쟤)(?:는|가|의|도|만|를)?)(?=\s|$)(?!\s(?:상대로|상대론|한테|에게))|"
    r"\b(?P<en>he|she|him|her|his)(?=\s|$)"
)
# What was ranked first of what one plays, or plays on: does Maru play it well?
_PLAYED = seldom(
    r"\b(?:play(?:s|ed)?|us(?:e|es|ed)|picks?|wins?\son|wins?\swith|good\s(?:on|with|at))\s"
    r"(?P<en>it)(?=\s|$)|"
    r"\b(?P<es>l[oa])\s(?:juega|jugo|usa|uso|domina)(?=\s|$)|"
    r"(?<!\S)(?P<ko>(?:그|이)(?:거|것|걸|건))(?:로|를|을|도|는)?\s(?:잘|못)\s?(?:하|해|쓰|써|다)"
)
# Words that may also mean the whole answer.
_PERHAPS = seldom(r"(?<!\S)(?P<ko>(?:그|이)(?:거|것|건|게))(?:는|은|의)?(?=\s|$)|\b(?P<en>its)\b")
_FIRST = ("number one", "the number one", "the top one")
_PERSONS = ("he", "she", "him", "her", "his")
_AGAINST = re.compile(r"\b(?:against|versus|vs|v|contra|ante|beat|beats|to|a)\s$")


def take_the_one(phrase: Phrase, out: Reading) -> None:
    """Read into `out` a word that stands for the one that was named or ranked first last.

    Others stand for all who were ranked.
    """
    take_those_shown(phrase, out)
    for pattern in (_PLAYED, _ONE, _PERSON, _PERHAPS):
        found = pattern.search(phrase.text)
        if found is None:
            continue
        if _AGAINST.search(phrase.text[: found.start(found.lastgroup or 0)]):
            continue
        if found[found.lastgroup or 0] in out.against.split():
            continue
        named = out.measure is not None and found.lastgroup == "en"  # its win rate
        if pattern is _PERHAPS and not (out.groups or named):
            continue  # as a table, in 2024: of the whole answer
        out.the_one = found[found.lastgroup or 0]
        out.unknown = [word for word in out.unknown if word not in out.the_one.split()]
        return


def settle_the_one(
    reading: Reading, previous: Frame | None, top: Mapping[str, str], model: SemanticModel
) -> None:
    """Name the one that a message points at: the first of a ranking, else who was asked about."""
    if reading.they and reading.the_one == reading.they:
        return  # all those who were shown
    if not reading.the_one or previous is None:
        reading.the_one = ""
        return
    named = {m.dimension for m in reading.mentions if not m.opponent} | set(reading.groups)
    ranked = [(key, value) for key, value in top.items() if key in model.dimensions]
    first = reading.the_one in _FIRST
    several = previous.limit is not None and previous.limit > 1 and not first
    if first and ranked:
        reading.order = None  # it ranks nothing again
    if ranked and not several:
        found = [Mention(key, value) for key, value in ranked]
    else:
        found = [
            Mention(one.dimension, value)
            for one in previous.filters
            if one.side == "own" and not one.exclude and len(one.values) == 1
            and model.dimensions[one.dimension].of_sides and not previous.group_by
            for value in one.values
        ]  # fmt: skip
    asked = _asked_about(previous, model)
    person = reading.the_one in _PERSONS and asked is not None and asked.side == "own"
    if person and asked is not None and all(m.dimension != asked.dimension for m in found):
        found = [Mention(asked.dimension, asked.values[0])]  # Hera, not her best civilisation
    if reading.the_one in _PERSONS and reading.who and asked is not None and not several:
        found = [Mention(asked.dimension, asked.values[0])]  # who beat her most, whom did she
        reading.dropped += ["opponent"] if asked.side == "opponent" else []
        reading.groups = reading.groups or [rivals_key(asked.dimension, model)]
        reading.order = reading.order or "desc"
    found = [one for one in found if one.dimension not in named]
    if reading.the_one in _PERSONS:
        found = [one for one in found if model.dimensions[one.dimension].of_sides]
    if not found:
        rows = previous.order is not None and bool(previous.group_by) and previous.limit != 1
        if rows and not top and asked is None:
            reading.unknown.append(reading.the_one)  # of those that share the first place
        reading.the_one = ""
        return
    reading.mentions += found
    reading.those = "" if reading.those in reading.the_one.split() else reading.those


def _asked_about(previous: Frame, model: SemanticModel) -> Filter | None:
    """Return the one person whose rivals were ranked, or None."""
    named = [
        one for one in previous.filters
        if not one.exclude and len(one.values) == 1
        and one.dimension == (model.player or model.entity)
    ]  # fmt: skip
    return named[0] if len(named) == 1 and previous.group_by else None
