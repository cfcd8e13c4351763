"""So many of a kind that has just as many are all of them: the three leagues, 셋 다."""

import re

from agents.answering.text.language import LANGUAGES
from agents.answering.text.likely import seldom
from agents.answering.text.normal import normalise
from agents.data.match.compute.frame import Frame
from agents.data.match.model.column_names import known_keys
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from agents.data.match.model.words import words

_COUNTS = {
    "three": 3, "four": 4, "five": 5, "tres": 3, "cuatro": 4, "cinco": 5, "셋": 3, "넷": 4,
    "다섯": 5, "세": 3, "네": 4, "3": 3, "4": 4, "5": 5,
}  # fmt: skip
_EN, _ES, _KO = r"three|four|five|3|4|5", r"tres|cuatro|cinco|3|4|5", r"세|네|다섯|3|4|5"
# With the noun of what is counted, or with nothing but a word of comparing.
_NAMED = (
    seldom(
        rf"\b(?:all\s(?:of\s)?)?(?:the|all|those|these)\s(?P<count>{_EN})\s(?P<noun>[a-z]+)\b", re.I
    ),
    seldom(
        rf"\b(?:de\s)?(?:tod[oa]s\s)?(?:las|los)\s(?P<count>{_ES})\s(?P<noun>[a-zñáéíóú]+)\b", re.I
    ),
    seldom(
        rf"(?<!\S)(?P<count>{_KO})\s?(?:개\s?)?(?P<noun>[가-힣]+?)\s?(?:다|모두|전부)(?=\s|$|\?)"
    ),
)
_BARE = (
    seldom(
        rf"^\W*(?:and\s|now\s|ok\s)*(?:compare\s|show\s|for\s|of\s)*(?:all\s(?:of\sthe\s)?|the\s)"
        rf"(?P<count>{_EN})(?:\s(?:of\sthem|together|compared|side\sby\sside))?\W*$", re.I,
    ),
    seldom(
        rf"^\W*(?:y\s|ahora\s)*(?:compara(?:me|r)?\s|muestra\s|de\s|a\s)*(?:tod[oa]s\s)?(?:los|las)\s"
        rf"(?P<count>{_ES})(?:\sjunt[oa]s)?\W*$", re.I,
    ),
    seldom(
        r"^\W*(?P<count>셋|넷|다섯|세\s?개|네\s?개)\s?(?:다|모두|전부)?(?:를|을)?\s?(?:같이\s|함께\s)?"
        r"(?:비교|보여|알려)?(?:해|하면|하자)?\s?(?:줘|주세요|봐)?(?:요)?\W*$"
    ),
)  # fmt: skip


def with_all_named(text: str, previous: Frame | None, model: SemanticModel) -> str:
    """Return a question that points at all values of a kind with their names.

    Nothing is changed unless the table has just so many of them.
    """
    for form in _NAMED:
        found = form.search(text)
        for dimension in model.dimensions.values() if found is not None else ():
            if found and _is_called(dimension, found["noun"], model):
                named = _named(dimension, found["count"])
                return f"{text[: found.start()]}{named}{text[found.end() :]}" if named else text
    if previous is None:
        return text
    found = next((f for form in _BARE if (f := form.fullmatch(text))), None)
    asked = previous.filters if found is not None else ()
    keys = {one.dimension for one in asked if one.side == "own" and not one.exclude}
    kinds = [
        named for key in keys
        if found and (named := _named(model.dimensions[key], found["count"]))
    ]  # fmt: skip
    return kinds[0] if len(kinds) == 1 else text


def _named(dimension: Dimension, count: str) -> str:
    """Return the names of all values of a dimension that has so many, else nothing."""
    wanted = _COUNTS["".join(count.casefold().split()).removesuffix("개")]
    return ", ".join(dimension.values) if len(dimension.values) == wanted else ""


def _is_called(dimension: Dimension, noun: str, model: SemanticModel) -> bool:
    key = next(key for key, one in model.dimensions.items() if one is dimension)
    called = {*dimension.words, *dimension.label.values()}
    for language in LANGUAGES if key in known_keys() else ():
        known = words(language).dimensions.get(key)
        called |= set(known.words) if known is not None else set()
    form = normalise(noun)
    forms = {form, form.removesuffix("s"), form.removesuffix("es")}
    return bool(forms & {normalise(word) for word in called})
