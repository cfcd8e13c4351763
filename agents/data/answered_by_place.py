"""An answer that names an offered choice by its place: 2, the first one, 두 번째, la última."""

import re
from collections.abc import Sequence

from agents.answering.text.normal import normalise
from agents.data.outcomes import Waiting

ALL = "*"
_PLACES = (
    "1 one first uno una primer primera primero 일 첫 한",
    "2 two second dos segundo segunda 이 두",
    "3 three third tres tercer tercera tercero 삼 세",
    "4 four fourth cuatro cuarto cuarta 사 네",
    "5 five fifth cinco quinto quinta 오 다섯",
    "6 six sixth seis sexto sexta 육 여섯",
)
_NUMBER = {word: place for place, words in enumerate(_PLACES) for word in words.split()}
_LAST = ("last", "ultimo", "ultima", "마지막")
_LATIN = "|".join(word for word in (*_NUMBER, *_LAST) if word.isascii())
_HANGUL = "|".join(word for word in _NUMBER if not word.isascii())
_FORM = re.compile(
    r"(?:(?:i mean|i'd say|let's take|take|option|number|no|choice|the|la|el|lo|opcion|numero|"
    r"con|음|그럼)"
    rf"[\s.]+)*#?(?:(?P<latin>{_LATIN})(?:st|nd|rd|th|[ºª°.)])?|(?P<hangul>{_HANGUL}|"
    rf"\d)\s?(?:번째|번|째)|"
    r"(?P<last>마지막))"
    r"(?:\s?(?:one|option|choice|opcion|por favor|please|거|것|걸|꺼|로|으로|요|이요))*"
)


_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5,
           "둘": 2, "셋": 3, "넷": 4, "다섯": 5}  # fmt: skip
_COUNT = f"(?P<count>{'|'.join(_COUNTS)})"
_EVERY = re.compile(
    rf"all (?:of )?(?:the )?{_COUNT}(?: of them)?|(?:tod[oa]s )?l[oa]s "
    rf"{_COUNT.replace('count', 'los')}|"
    rf"{_COUNT.replace('count', 'ko')} ?(?:다|모두|전부)(?: ?(?:요|보여줘|알려줘))?"
)


_ALL = frozenset(
    ["all", "all of them", "everything", "todos", "todas", "전부", "모두", "다", "전체"]
)
_YES = frozenset(
    ["yes", "yep", "yeah", "yes please", "right", "correct", "that one", "si", "si por favor",
     "claro", "exacto", "correcto", "ese", "esa", "네", "예", "응", "맞아", "그래", "그거"]
)  # fmt: skip
_MARKED = re.compile(r"(?<=[가-힣\d])(?:이?요|만요?|은|는|으?로|이야|거)$|^(?:the|el|la|los|las)\s")
_BOTH = frozenset(["both", "both of them", "ambos", "ambas", "둘다"])


def chosen_by_place(text: str, waiting: Waiting) -> tuple[str, str] | None:
    """Return the open slot and the choice that a message names by its place, or None."""
    said = normalise(text) if len(text) < 40 else ""
    if waiting.slot == "meaning" and said in _ALL and ALL in waiting.choices:
        return waiting.slot, ALL
    if said in _YES and len(waiting.choices) == 1:
        return waiting.slot, waiting.choices[0]
    value = by_place(text, waiting.choices)
    if value is None and waiting.slot == "meaning":
        value = _named(said, waiting.choices)
    return (waiting.slot, value) if value is not None else None


def _named(said: str, choices: Sequence[str]) -> str | None:
    """Return the one choice whose value has all that a message says: 시즌2, of 천하리그 시즌2."""
    word = _MARKED.sub("", said)
    names = {one: normalise(one.partition("=")[2]) for one in choices if one != ALL}
    whole = re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])") if len(word) > 1 else None
    found = [one for one, name in names.items() if whole is not None and whole.search(name)]
    return found[0] if len(found) == 1 else None


def by_place(text: str, choices: Sequence[str]) -> str | None:
    """Return the choice whose place is all that a message says, ALL if it counts them, or None."""
    said = normalise(text) if choices and len(text) < 40 else ""
    if said in _BOTH and ALL in choices:
        return ALL if len(choices) == 3 else None
    every = _EVERY.fullmatch(said)
    if every is not None and ALL in choices:
        count = _COUNTS[next(filter(None, every.groups()))]
        return ALL if count == len(choices) - 1 else None
    found = _FORM.fullmatch(said) if said not in map(normalise, choices) else None
    if found is None:
        return None
    word = found["latin"] or found["hangul"] or found["last"]
    if word in _LAST:
        return [choice for choice in choices if choice != ALL][-1]
    place = _NUMBER.get(word, len(choices))
    return choices[place] if place < len(choices) else None
