"""What a column's header tells of it: its words, a unit, and whether they name a kind of thing."""

import re
from functools import cache
from itertools import pairwise

from agents.answering.text.packs import bundled

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+|[#%°€$£¥₩º]+")
_BRACKETS = re.compile(r"^(.*?\S)\s*[(\[]\s*([^()\[\]]{1,16}?)\s*[)\]]\s*$", re.DOTALL)
_TIMES = ("min", "h")
_BEHIND = re.compile(r"^(.*?\S)(?:,\s+|\s+in\s+|\s*/\s*)(\S{1,8})$", re.DOTALL)


@cache
def _words(key: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words of a kind, and the endings."""
    found: list[str] = list(map(str, _read()[key]))
    return (
        frozenset(word for word in found if not word.startswith("~")),
        tuple(word[1:] for word in found if word.startswith("~")),
    )


@cache
def _read() -> "dict[str, list[str]]":
    found: dict[str, list[str]] = bundled("", "header_kinds.yaml", "agents.data.model")
    return found


@cache
def _units() -> dict[str, str]:
    found = bundled("", "header_kinds.yaml", "agents.data.model")["units"]
    return {str(word): str(sign) for word, sign in found.items()}


def tokens(header: str) -> list[str]:
    """Return the words of a header in small letters: its parts of snake_case and camelCase too."""
    parted = _CAMEL.sub(" ", header.replace("_", " "))
    return [word.casefold() for word in _WORD.findall(parted)]


def tells(header: str, *kinds: str) -> bool:
    """Whether a word of the header, or two that stand beside each other, name one of these kinds
    (the keys of `header_kinds.yaml`)."""
    words = tokens(header)
    pairs = [" ".join(pair) for pair in pairwise(words)]
    for kind in kinds:
        whole, endings = _words(kind)
        if whole.intersection((*words, *pairs)) or any(
            word.endswith(endings) for word in words if endings
        ):
            return True
    return False


def is_numbered(header: str) -> bool:
    """Whether a header says that its numbers are signs, as a house number: a number of seats is
    none."""
    words = tokens(header)
    return bool(words) and tells(words[-1], "number_sign")


def label_and_unit(header: str) -> tuple[str, str]:
    """Return a header as words, without its unit, and the unit's sign; "" without one."""
    text = " ".join(header.split())
    for form in (_BRACKETS, _BEHIND):
        found = form.match(text)
        if found is not None and (sign := _units().get(found[2].casefold().strip())):
            return _worded(found[1]), sign
    if "%" in text:
        return _worded(text), "%"
    if (sign := _units().get(text.casefold(), "")) in _TIMES:
        return _worded(text), sign  # a column of minutes is called so
    before, mark, last = text.rpartition("_")
    certain = last.casefold() not in _read()["only_in_brackets"]
    if mark and before and (certain or tells(before, "lasting")):
        sign = _units().get(last.casefold(), "")
        if sign:
            return _worded(before), sign
    return _worded(text), ""


def _worded(header: str) -> str:
    """Return snake_case and camelCase as words; what is written in words stays as it is."""
    unit = header.casefold() in _units()  # kWh
    if " " in header or unit or not re.search(r"[a-z]", header):
        return header.replace("_", " ").strip() if "_" in header else header
    return _CAMEL.sub(" ", header.replace("_", " ")).replace(".", " ").strip() or header


def is_level(unit: str) -> bool:
    """Whether what has this unit is not added up."""
    return unit in _read()["levels"]
