"""What the orchestrator says and hears, in three languages: as data beside the modules."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from agents.answering.sentences import fill
from agents.answering.text.language import Language
from agents.answering.text.packs import bundled

_PACKAGE: Final = "agents.orchestrator"


def words(language: Language, key: str, **values: object) -> str:
    """Return one of the orchestrator's own sentences."""
    return fill(_PACKAGE, language, key, values)


@cache
def heard(kind: str) -> Mapping[str, Any]:
    """Return what people say of a kind, as `words.yaml` has it: mostly by language."""
    found: Mapping[str, Any] = bundled("", "words.yaml", _PACKAGE)[kind]
    return found


@cache
def heard_anywhere(kind: str) -> re.Pattern[str]:
    """Return a pattern of what people say of a kind, in whichever language."""
    return re.compile(either(one for said in heard(kind).values() for one in said), re.IGNORECASE)


def code_names(names: Iterable[str]) -> str:
    """Return names of others in a row, each as code in Markdown."""
    return ", ".join(f"`{' '.join(name.replace('`', chr(39)).split())}`" for name in names)


def either(patterns: Iterable[str]) -> str:
    """Return one pattern for those of `words.yaml`, the longest first; a space is up to three."""
    longest = sorted(patterns, key=len, reverse=True)
    spaced = (one.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}") for one in longest)
    return f"(?:{'|'.join(spaced)})"
